//! The board as the constructive solver sees it: in every cell the home of the tile that stands there. The numbers of
//! the tiles do not matter, only where they belong.
//!
//! On a torus the cells are counted from another corner, so that the blank belongs in the last cell: the
//! last rectangle to be solved is then always in the same place. This does not change directions.
//!
//! Invariant: `homes` holds [`BLANK`] in the blank's cell alone, and once [`HomeBoard::index`] has been
//! called, `at[h]` is the cell of the tile whose home is cell `h`.

use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::goal::GoalCells;

/// What stands in the blank's cell.
pub(super) const BLANK: Spot = Spot(u32::MAX);

/// A row and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u32);

impl Spot {
    #[inline]
    pub(super) fn new(row: u32, col: u32) -> Self {
        Spot(row << 16 | col)
    }
    #[inline]
    pub(super) fn row(self) -> u32 {
        self.0 >> 16
    }
    #[inline]
    pub(super) fn col(self) -> u32 {
        self.0 & 0xffff
    }
}

/// The steps between two places on a side of `len` cells.
#[inline]
pub(super) fn steps(a: u32, b: u32, len: u32, joined: bool) -> i32 {
    let direct = a.abs_diff(b);
    (if joined { direct.min(len - direct) } else { direct }) as i32
}

/// The direction that leads back.
#[inline]
pub(super) fn opposite(direction: Direction) -> Direction {
    Direction::ALL[direction as usize ^ 2]
}

/// A working board.
#[derive(Clone, Debug)]
pub(super) struct HomeBoard {
    rows: u32,
    cols: u32,
    torus: bool,
    homes: Vec<Spot>,
    at: Vec<u32>,
    blank: Spot,
    blank_home: Spot,
}

impl HomeBoard {
    pub(super) fn new(geometry: &Geometry, start: &Board, goal: &GoalCells) -> Self {
        let (rows, cols, torus) = (geometry.rows(), geometry.cols(), geometry.is_torus());
        let last = goal.cell(0);
        let shift = |at: u32, from: u32, len: u32| {
            if torus && at > from {
                at - from - 1
            } else if torus {
                at + len - from - 1
            } else {
                at
            }
        };
        let spot = |cell: u32| {
            Spot::new(shift(cell / cols, last / cols, rows), shift(cell % cols, last % cols, cols))
        };
        let mut homes = vec![BLANK; geometry.cells() as usize];
        for (cell, &tile) in (0..).zip(start.tiles()) {
            let here = spot(cell);
            if tile != 0 {
                homes[(here.row() * cols + here.col()) as usize] = spot(goal.cell(tile));
            }
        }
        let (blank, blank_home) = (spot(start.blank()), spot(last));
        HomeBoard { rows, cols, torus, homes, at: Vec::new(), blank, blank_home }
    }

    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }
    #[inline]
    pub(super) fn cols(&self) -> u32 {
        self.cols
    }
    #[inline]
    pub(super) fn is_torus(&self) -> bool {
        self.torus
    }
    #[inline]
    pub(super) fn cells(&self) -> u64 {
        self.homes.len() as u64
    }
    /// Where the blank is.
    #[inline]
    pub(super) fn blank(&self) -> Spot {
        self.blank
    }
    /// Where the blank belongs.
    pub(super) fn blank_home(&self) -> Spot {
        self.blank_home
    }
    /// The home of the tile at a place; [`BLANK`] where there is none.
    #[inline]
    pub(super) fn home(&self, row: u32, col: u32) -> Spot {
        self.homes[(row * self.cols + col) as usize]
    }
    /// The number of the cell at `spot`.
    #[inline]
    pub(super) fn cell(&self, spot: Spot) -> u32 {
        spot.row() * self.cols + spot.col()
    }
    /// Where the tile with this home is. Only once indexed.
    #[inline]
    pub(super) fn find(&self, home: Spot) -> Spot {
        let cell = self.at[self.cell(home) as usize];
        Spot::new(cell / self.cols, cell % self.cols)
    }

    /// From now on, keeps track of the cell of every tile.
    pub(super) fn index(&mut self) {
        self.at = vec![0; self.homes.len()];
        for (cell, &home) in (0..).zip(&self.homes) {
            if home != BLANK {
                self.at[(home.row() * self.cols + home.col()) as usize] = cell;
            }
        }
        let (home, blank) = (self.cell(self.blank_home), self.cell(self.blank));
        self.at[home as usize] = blank;
    }

    /// The sum of the distances of the tiles to their homes.
    pub(super) fn manhattan(&self) -> u64 {
        let rows = (0..).zip(self.homes.chunks_exact(self.cols as usize));
        rows.map(|(row, homes)| {
            let distance = |(col, &home): (u32, &Spot)| match home {
                BLANK => 0,
                _ => {
                    steps(row, home.row(), self.rows, self.torus)
                        + steps(col, home.col(), self.cols, self.torus)
                }
            };
            (0..).zip(homes).map(|tile| distance(tile) as u64).sum::<u64>()
        })
        .sum()
    }

    /// Whether the parity of the permutation does not match the blank's distance on a flat board: then the blank must
    /// go once around an odd side.
    pub(super) fn is_odd(&self) -> bool {
        let home = |cell: u32| match self.homes[cell as usize] {
            BLANK => self.cell(self.blank_home),
            home => self.cell(home),
        };
        let way = self.blank.row() + self.blank.col() + self.blank_home.row() + self.blank_home.col();
        crate::permutation::is_odd(self.homes.len() as u32, home) != (way % 2 == 1)
    }

    /// Whether every tile is at home.
    pub(super) fn is_solved(&self) -> bool {
        self.manhattan() == 0
    }

    /// The place next to `spot`, which the caller knows to exist.
    #[inline]
    pub(super) fn step(&self, spot: Spot, direction: Direction) -> Spot {
        let forward = |at: u32, len: u32| if at + 1 == len { 0 } else { at + 1 };
        let back = |at: u32, len: u32| if at == 0 { len - 1 } else { at - 1 };
        match direction {
            Direction::Up => Spot::new(back(spot.row(), self.rows), spot.col()),
            Direction::Left => Spot::new(spot.row(), back(spot.col(), self.cols)),
            Direction::Down => Spot::new(forward(spot.row(), self.rows), spot.col()),
            Direction::Right => Spot::new(spot.row(), forward(spot.col(), self.cols)),
        }
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn go(&mut self, direction: Direction) {
        let next = self.step(self.blank, direction);
        let (from, to) = (self.cell(next) as usize, self.cell(self.blank));
        let home = self.homes[from];
        self.homes[to as usize] = home;
        self.homes[from] = BLANK;
        if !self.at.is_empty() {
            let index = self.cell(home) as usize;
            self.at[index] = to;
            let blank_index = self.cell(self.blank_home) as usize;
            self.at[blank_index] = from as u32;
        }
        self.blank = next;
    }
}
