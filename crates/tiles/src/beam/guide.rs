//! The heuristic of the layers: the tables of several partitions, prepared for boards of up to 64 cells,
//! and how far the rows and columns are out of order.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::Cost;

use crate::automaton::ways;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::pattern::{Lookup, MOST_CELLS, Reader, Stance, Symmetry, elements};

/// How many partitions are looked up.
pub(super) const VIEWS: usize = 4;

/// How much the values of the tables, the Manhattan distance, which is taken off, and the disorder weigh.
///
/// A pattern's value beyond the Manhattan distance says how much its tiles are in each other's way; tiles of different
/// patterns are too, which no table sees, so that it counts for more. What is out of order says that of all tiles at
/// once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    tables: u32,
    distance: u32,
    disorder: u32,
}

impl Weights {
    /// The best of those that were tried on boards of 6 x 6.
    pub(super) const BEST: Weights = Weights { tables: 5, distance: 4, disorder: 6 };

    /// Others like them, which lead to other solutions.
    pub(super) fn random(random: &mut Xoshiro256PlusPlus) -> Self {
        let tables = random.random_range(4..=8);
        Weights { tables, distance: tables - 1, disorder: random.random_range(2..=9) }
    }
}

/// A board, each tile named by its goal cell; the blank is named by its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) tiles: [u8; MOST_CELLS],
    pub(super) blank: u8,
}

impl Named {
    pub(super) fn new(board: &Board, goal: &GoalCells) -> Self {
        let mut tiles = [0; MOST_CELLS];
        tiles.iter_mut().zip(board.tiles()).for_each(|(name, &tile)| *name = goal.cell(tile) as u8);
        Named { tiles, blank: board.blank() as u8 }
    }
}

/// What the rank of a position is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gauge {
    /// The lower bounds of all views.
    pub(super) values: [u16; VIEWS],
    /// The Manhattan distance.
    pub(super) distance: u16,
    /// For every pair of tiles with different goal rows 1 if they are in one row, 2 if they are the wrong way round,
    /// and the same for columns.
    pub(super) disorder: u16,
}

/// A table, seen through a symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) map: Symmetry,
}

/// The tables of all views.
pub(super) struct Guide<'a> {
    geometry: Geometry,
    pub(super) cells: usize,
    slots: Vec<Slot<'a>>,
    /// For every tile the slot of each view that knows it.
    slots_of: [[u8; VIEWS]; MOST_CELLS],
    /// For every view its slots.
    parts: Vec<std::ops::Range<usize>>,
    /// The cells around each cell.
    around: Vec<Vec<u8>>,
    /// The row and the column of every cell.
    rows: [i8; MOST_CELLS],
    cols: [i8; MOST_CELLS],
    pub(super) weights: Weights,
}

impl<'a> Guide<'a> {
    /// [`VIEWS`] of these views from the one of number `first` on; where there are fewer, some are repeated.
    pub(super) fn new(geometry: Geometry, views: &'a [Vec<Lookup>], first: usize) -> Self {
        let mut slots_of = [[0; VIEWS]; MOST_CELLS];
        let (mut slots, mut parts) = (Vec::new(), Vec::new());
        for (view, lookups) in views.iter().cycle().skip(first).take(VIEWS).enumerate() {
            parts.push(slots.len()..slots.len() + lookups.len());
            for lookup in lookups {
                for tile in elements(lookup.tiles()) {
                    slots_of[tile as usize][view] = slots.len() as u8;
                }
                slots.push(Slot { reader: Reader::new(&lookup.table), map: lookup.map });
            }
        }
        let around = ways(geometry).into_iter().map(|ways| ways.into_iter().flatten().collect()).collect();
        let cols = geometry.cols() as usize;
        Guide {
            geometry,
            cells: geometry.cells() as usize,
            slots,
            slots_of,
            parts,
            around,
            rows: std::array::from_fn(|cell| (cell / cols) as i8),
            cols: std::array::from_fn(|cell| (cell % cols) as i8),
            weights: Weights::BEST,
        }
    }

    /// How many slots all views have together.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline(always)]
    pub(super) fn slot(&self, index: u8) -> &Slot<'a> {
        &self.slots[index as usize]
    }

    /// The slots that know a tile, one for every view.
    #[inline(always)]
    pub(super) fn slots_of(&self, tile: u8) -> &[u8; VIEWS] {
        &self.slots_of[tile as usize % MOST_CELLS]
    }

    /// The cells around a cell.
    #[inline(always)]
    pub(super) fn around(&self, cell: u8) -> &[u8] {
        &self.around[cell as usize]
    }

    /// How the tiles of all slots stand on a board.
    pub(super) fn stances(&self, board: &Named) -> Vec<Stance> {
        let mut cell_of = [0; MOST_CELLS];
        for (cell, &tile) in (0..).zip(&board.tiles[..self.cells]) {
            cell_of[tile as usize] = cell;
        }
        let stance = |Slot { reader, map }: &Slot<'_>| {
            let back = map.inverse();
            let cell_of = |goal| map.image(cell_of[back.image(goal) as usize]);
            reader.stance(cell_of, map.image(board.blank.into()))
        };
        self.slots.iter().map(stance).collect()
    }

    /// What the rank of a board with these stances is made of.
    pub(super) fn gauge(&self, board: &Named, stances: &[Stance]) -> Gauge {
        let value = |index: usize| {
            let Slot { reader, map } = &self.slots[index];
            reader.descend(stances[index], map.image(board.blank.into()))
        };
        let values = std::array::from_fn(|view| self.parts[view].clone().map(value).sum::<u32>() as u16);
        let tiles = || (0..self.cells).filter(|&cell| cell != usize::from(board.blank));
        let distance = |cell: usize| self.geometry.distance(cell as u32, board.tiles[cell].into());
        let mut disorder = 0;
        for (one, other) in tiles().flat_map(|one| tiles().map(move |other| (one, other))) {
            for line in [&self.rows, &self.cols] {
                let goal = line[board.tiles[one] as usize] < line[board.tiles[other] as usize];
                disorder += if goal { (line[one] - line[other]).signum() + 1 } else { 0 } as u16;
            }
        }
        Gauge { values, distance: tiles().map(distance).sum::<u32>() as u16, disorder }
    }

    /// The gauge after `tile` has slid from one cell to another beside it, but for the values.
    #[inline(always)]
    pub(super) fn slid(&self, gauge: Gauge, tiles: &[u8], tile: u8, from: u8, to: u8) -> Gauge {
        if self.geometry.is_torus() {
            return gauge;
        }
        let (tile, from, to) =
            (tile as usize % MOST_CELLS, from as usize % MOST_CELLS, to as usize % MOST_CELLS);
        let cols = self.geometry.cols() as usize;
        let mut passed = 0;
        let (goal, line_from, line_to) = if self.rows[from] == self.rows[to] {
            for row in (0..self.cells).step_by(cols).filter(|&row| row != from - self.cols[from] as usize) {
                for col in [from, to].map(|cell| self.cols[cell] as usize) {
                    passed += self.order(&self.cols, tiles[row + col], tile);
                }
            }
            (self.cols[tile], self.cols[from], self.cols[to])
        } else {
            for first in [from, to].map(|cell| cell - self.cols[from] as usize) {
                for col in (0..cols).filter(|&col| col != self.cols[from] as usize) {
                    passed += self.order(&self.rows, tiles[first + col], tile);
                }
            }
            (self.rows[tile], self.rows[from], self.rows[to])
        };
        let distance = (goal - line_to).abs() - (goal - line_from).abs();
        Gauge {
            distance: gauge.distance.wrapping_add_signed(distance.into()),
            disorder: gauge.disorder.wrapping_add_signed((passed * (line_to - line_from)).into()),
            ..gauge
        }
    }

    /// 1 if `other` belongs after `tile`, -1 if it belongs before it, 0 if both belong in one line.
    #[inline(always)]
    fn order(&self, lines: &[i8; MOST_CELLS], other: u8, tile: usize) -> i8 {
        (lines[other as usize % MOST_CELLS] - lines[tile]).signum()
    }

    /// The rank of a position: the least is the most promising.
    #[inline(always)]
    pub(super) fn rank(&self, gauge: &Gauge) -> u32 {
        let sum: u32 = gauge.values.iter().map(|&value| u32::from(value)).sum();
        if self.geometry.is_torus() {
            return sum;
        }
        // The most pairs whose order one move changes.
        let pairs = self.geometry.rows() + self.geometry.cols() - 2;
        let [distance, disorder] =
            [gauge.distance, gauge.disorder].map(|part| VIEWS as u32 * u32::from(part));
        let Weights { tables, distance: less, disorder: more } = self.weights;
        pairs * (tables * sum).saturating_sub(less * distance) + more * disorder
    }

    /// No solution from `board` has fewer moves.
    pub(super) fn lower_bound(&self, board: &Named) -> Cost {
        let values = self.gauge(board, &self.stances(board)).values;
        values.into_iter().max().unwrap_or(0).into()
    }
}
