//! The positions of a board as numbers that a move changes little.
//!
//! A position is the cell of the blank and the *sequence* of the tiles in reading order without it.
//! A tile that slides along a row leaves the sequence as it is. One that slides between cells a < b
//! goes from place b - 1 of the sequence to place a, and those between make room: a cycle of b - a
//! tiles, whatever the grid. So flat boards and tori are lists of pairs of cells, nothing else.
//!
//! All positions with the blank in one cell and one parity of the sequence are a *plane*. In a plane
//! a position is its head (a number) and its tail (a bit); see [`crate::head`] and [`crate::tail`].
//! Every move exchanges the blank with a tile, hence turns an odd arrangement into an even one: the
//! planes fall into two *halves*, and a move always leads to the other half.

use taquin_tiles::{Board, Cell, Cells, Direction, Geometry, Tile};

use crate::error::Error;
use crate::head::{At, Heads, is_odd};
use crate::segment::Number;
use crate::tail::{self, TAIL};

/// All positions from which the goal of a board can be reached, in numbered form.
#[derive(Clone, Debug)]
pub struct Space {
    geometry: Geometry,
    goal: Board,
    /// The grid's cell for every cell in our reading order, which runs along the shorter side.
    cells: Vec<Cell>,
    /// The tile for every number in a sequence; the goal's sequence is 0, 1, 2 ...
    tiles: Vec<Tile>,
    heads: Heads,
    tail: usize,
    planes: Vec<Plane>,
    /// The planes of each half.
    halves: [Vec<usize>; 2],
}

/// The positions with the blank in one cell and with one parity of the sequence.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) cell: usize,
    /// Whether its sequences are odd permutations.
    pub(crate) odd: bool,
    /// Which half it belongs to; the goal's is 0, so the half is the distance modulo 2.
    pub(crate) half: usize,
    /// Its place among the planes of its half.
    pub(crate) slot: usize,
    pub(crate) steps: Vec<Step>,
}

/// A way from a plane to a neighbouring one: the tile in place `from` of the sequence goes to `to`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) plane: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A position: plane, head and the bit of its tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) plane: usize,
    pub(crate) at: At,
    pub(crate) bit: u32,
}

impl Space {
    /// The space around `goal`.
    ///
    /// # Errors
    /// If the goal has not the size of the grid, or its positions cannot be numbered.
    pub fn new(geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        let (rows, cols) = (geometry.rows(), geometry.cols());
        if (goal.rows(), goal.cols()) != (rows, cols) {
            let (found_rows, found_cols) = (goal.rows(), goal.cols());
            return Err(taquin_tiles::Error::Size { rows, cols, found_rows, found_cols }.into());
        }
        let count = geometry.cells() as usize;
        let heads = Heads::new(count - 1).ok_or(Error::TooLarge { cells: geometry.cells() })?;
        // Short rows make short cycles, which reach less far in the numbering.
        let cells: Vec<Cell> = if cols <= rows {
            (0..geometry.cells()).collect()
        } else {
            (0..cols).flat_map(|col| (0..rows).map(move |row| row * cols + col)).collect()
        };
        let tiles = cells.iter().map(|&cell| goal.tile(cell)).filter(|&tile| tile != 0).collect();
        let tail = (count - 1).min(TAIL);
        let mut space = Space {
            geometry,
            goal: goal.clone(),
            cells,
            tiles,
            heads,
            tail,
            planes: Vec::new(),
            halves: Default::default(),
        };
        space.find_planes();
        Ok(space)
    }

    /// Walks from the goal's plane to all that moves lead to, and numbers them.
    fn find_planes(&mut self) {
        let goal =
            self.cells.iter().position(|&cell| cell == self.goal.blank()).expect("the goal has a blank");
        let mut found = vec![(goal, false)];
        let mut next = 0;
        while next < found.len() {
            let (cell, odd) = found[next];
            let mut steps: Vec<Step> = Vec::new();
            for other in self.neighbors(cell) {
                let (from, to) = if cell < other { (other - 1, cell) } else { (other, cell - 1) };
                let key = (other, odd ^ (from.abs_diff(to) % 2 == 1));
                let plane = found.iter().position(|&known| known == key).unwrap_or_else(|| {
                    found.push(key);
                    found.len() - 1
                });
                // Around a side of two cells both ways lead to the same neighbour.
                if steps.iter().all(|step| step.plane != plane) {
                    steps.push(Step { plane, from, to });
                }
            }
            let half = (cell + goal + usize::from(odd)) % 2;
            self.planes.push(Plane { cell, odd, half, slot: self.halves[half].len(), steps });
            self.halves[half].push(next);
            next += 1;
        }
    }

    /// The neighbours of a cell, both in our reading order.
    fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> {
        let next = move |direction| self.geometry.neighbor(self.cells[cell], direction);
        Direction::ALL
            .into_iter()
            .filter_map(next)
            .map(|other| self.cells.iter().position(|&known| known == other).expect("a neighbour is a cell"))
    }

    /// The grid.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The position that all distances are counted from.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// How many positions there are.
    #[must_use]
    pub fn size(&self) -> u128 {
        let cells = u128::from(self.geometry.cells());
        match (self.geometry.rows().min(self.geometry.cols()), self.geometry.is_torus()) {
            // On a line the tiles keep their order, on a ring they are only turned around.
            (1, true) if cells > 2 => cells * (cells - 1),
            (1, _) => cells,
            _ => {
                let heads = self.heads.blocks() as u128 * self.heads.block() as u128;
                heads * self.planes.len() as u128 * u128::from(tail::bits(self.tail))
            }
        }
    }

    pub(crate) fn heads(&self) -> &Heads {
        &self.heads
    }

    pub(crate) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The planes of each half, in the order of their slots.
    pub(crate) fn halves(&self) -> &[Vec<usize>; 2] {
        &self.halves
    }

    /// The position of the goal.
    pub(crate) fn goal_position(&self) -> Position {
        self.position(&self.goal).expect("the goal is in its own space")
    }

    /// The number of tiles in a tail.
    pub(crate) fn tail(&self) -> usize {
        self.tail
    }

    /// How many words of one half a block has.
    pub(crate) fn stride(&self, half: usize) -> usize {
        self.halves[half].len() * self.heads.block()
    }

    /// How many words one half has, or `None` if they cannot be held in any memory.
    pub(crate) fn words(&self, half: usize) -> Option<usize> {
        self.heads.blocks().checked_mul(self.stride(half)).filter(|&words| words <= isize::MAX as usize / 8)
    }

    /// The place of the word of a position, counted from the block `first` on.
    pub(crate) fn word(&self, position: Position, first: usize) -> usize {
        let plane = &self.planes[position.plane];
        let Position { at, .. } = position;
        (at.block - first) * self.stride(plane.half) + plane.slot * self.heads.block() + at.inner
    }

    /// The number of a position in its half.
    pub(crate) fn number(&self, position: Position) -> Number {
        let plane = &self.planes[position.plane];
        let Position { at, bit, .. } = position;
        let inner = (plane.slot * self.heads.block() + at.inner) * 64 + bit as usize;
        at.block as Number * (self.stride(plane.half) * 64) as Number + inner as Number
    }

    /// The position of `board`, or `None` if no moves lead from it to the goal's plane.
    pub(crate) fn position(&self, board: &Board) -> Option<Position> {
        if (board.rows(), board.cols()) != (self.geometry.rows(), self.geometry.cols()) {
            return None;
        }
        let cell = self.cells.iter().position(|&cell| cell == board.blank())?;
        let number = |tile| self.tiles.iter().position(|&known| known == tile);
        let sequence: Vec<usize> = self.cells.iter().filter_map(|&cell| number(board.tile(cell))).collect();
        let digit = |place: usize| {
            sequence[place + 1..].iter().filter(|&&later| later < sequence[place]).count() as u8
        };
        let digits: Vec<u8> = (0..sequence.len()).map(digit).collect();
        let odd = is_odd(&digits);
        let plane = self.planes.iter().position(|plane| (plane.cell, plane.odd) == (cell, odd))?;
        let len = self.heads.len();
        let mut head = [0; Heads::MAX];
        head[..len].copy_from_slice(&digits[..len]);
        let mut sorted = sequence[len..].to_vec();
        sorted.sort_unstable();
        let rank =
            |tile: &usize| sorted.iter().position(|known| known == tile).expect("it is of the tail") as u8;
        let tail: Vec<u8> = sequence[len..].iter().map(rank).collect();
        Some(Position { plane, at: self.heads.at(&head), bit: tail::index(&tail) })
    }

    /// The board of a position.
    pub(crate) fn board(&self, position: Position) -> Board {
        let Position { plane, at, bit } = position;
        let digits = self.heads.digits(at);
        let len = self.heads.len();
        let odd = self.planes[plane].odd ^ is_odd(&digits[..len]);
        let mut left = self.tiles.clone();
        let mut sequence: Vec<Tile> = digits[..len].iter().map(|&digit| left.remove(digit.into())).collect();
        sequence.extend(tail::arrangement(self.tail, bit, odd).iter().map(|&rank| left[usize::from(rank)]));
        let mut tiles = vec![0; self.cells.len()];
        let others = self.cells.iter().enumerate().filter(|&(cell, _)| cell != self.planes[plane].cell);
        for ((_, &cell), tile) in others.zip(sequence) {
            tiles[cell as usize] = tile;
        }
        Board::new(self.geometry.rows(), self.geometry.cols(), tiles).expect("a position is a permutation")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn positions_and_boards_are_one_to_one(
            rows in 1..6u32, cols in 1..6u32, torus in any::<bool>(), first in any::<bool>(),
            moves in prop::collection::vec(0..4usize, 0..200),
        ) {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = if first { Board::blank_first(rows, cols) } else { Board::blank_last(rows, cols) };
            let space = Space::new(geometry, &goal).unwrap();
            let mut board = goal.clone();
            let mut half = 0;
            for way in moves {
                if let Some(from) = geometry.neighbor(board.blank(), Direction::ALL[way]) {
                    board.slide(from);
                    half ^= 1;
                }
            }
            let position = space.position(&board).expect("moves lead to it");
            prop_assert_eq!(space.planes[position.plane].half, half);
            prop_assert_eq!(space.board(position), board);
        }
    }

    #[test]
    fn sizes_are_those_of_the_parity_classes() {
        let size = |rows, cols, torus| {
            Space::new(Geometry::new(rows, cols, torus), &Board::blank_last(rows, cols))
                .map(|space| space.size())
        };
        assert_eq!(size(3, 3, false).unwrap(), 181_440);
        assert_eq!(size(3, 3, true).unwrap(), 362_880);
        assert_eq!(size(4, 4, false).unwrap(), 10_461_394_944_000);
        assert_eq!(size(2, 2, false).unwrap(), 12);
        assert_eq!(size(1, 1, false).unwrap(), 1);
        assert_eq!(size(1, 7, true).unwrap(), 42);
        assert_eq!(size(5, 5, false).unwrap(), 7_755_605_021_665_492_992_000_000);
        assert!(matches!(size(2, 13, false), Err(Error::TooLarge { cells: 26 })));
    }
}
