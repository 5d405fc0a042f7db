//! A board as the search sees it, in as few bytes as its size allows: each tile is named by its goal cell, and
//! what is remembered of a lookup along a path is a [`Standing`].
//!
//! Boards of up to 26 cells are kept in half the bytes of larger ones, and so are their standings: the search waits
//! for memory, so smaller nodes are faster.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

use crate::geometry::Geometry;
use crate::pattern::{NARROW, Narrow, Reader, Stance};

/// A board, each tile named by its goal cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named<P> {
    pub(crate) tiles: P,
    pub(crate) blank: u8,
}

/// The tile of every cell, for boards of up to [`Places::CELLS`] cells.
pub(crate) trait Places:
    Copy + Debug + Eq + Hash + Index<usize, Output = u8> + IndexMut<usize> + Send + Sync + 'static
{
    /// The most cells; a power of two, so that an index needs no check.
    const CELLS: usize;
    /// The same tile everywhere.
    const NONE: Self;
    /// How a lookup stands.
    type Standing: Standing;
}

impl Places for [u8; 32] {
    const CELLS: usize = 32;
    const NONE: Self = [0; 32];
    type Standing = Narrow;
}

impl Places for [u8; 64] {
    const CELLS: usize = 64;
    const NONE: Self = [0; 64];
    type Standing = Stance;
}

/// Whether boards on `geometry` need the larger of the two arrays: their tables are read in another way.
pub(super) fn is_wide(geometry: Geometry) -> bool {
    geometry.cells() > NARROW
}

/// How the tiles of a table stand on a board, updated along a path.
pub(crate) trait Standing: Copy + Debug + Default + Send + Sync {
    /// The standing for a stance.
    fn of(stance: Stance) -> Self;

    /// The stance.
    fn stance(self) -> Stance;

    /// The standing after the tile in cell `from` has slid into the blank cell `to`, but for its residue, and the
    /// byte of the table that [`Standing::settle`] needs for that.
    fn slide(self, reader: &Reader<'_>, from: u32, to: u32) -> (Self, usize);

    /// Completes a standing that came from [`Standing::slide`], and says by how much the sum of cost and distance
    /// has grown: 0, 1 or 2.
    fn settle(self, reader: &Reader<'_>, byte: usize) -> (Self, u8);
}

impl Standing for Narrow {
    #[inline(always)]
    fn of(stance: Stance) -> Self {
        stance.into()
    }

    #[inline(always)]
    fn stance(self) -> Stance {
        Narrow::stance(self)
    }

    #[inline(always)]
    fn slide(self, reader: &Reader<'_>, from: u32, to: u32) -> (Self, usize) {
        reader.slide(self, from, to)
    }

    #[inline(always)]
    fn settle(self, reader: &Reader<'_>, byte: usize) -> (Self, u8) {
        reader.settle(self, byte)
    }
}

impl Standing for Stance {
    #[inline(always)]
    fn of(stance: Stance) -> Self {
        stance
    }

    #[inline(always)]
    fn stance(self) -> Stance {
        self
    }

    #[inline(always)]
    fn slide(self, reader: &Reader<'_>, from: u32, to: u32) -> (Self, usize) {
        reader.slide_wide(self, from, to)
    }

    #[inline(always)]
    fn settle(self, reader: &Reader<'_>, byte: usize) -> (Self, u8) {
        let (order, growth) = reader.settle_order(self.order, byte);
        (Stance { order, ..self }, growth)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use taquin_search::{Limits, Outcome, bidirectional};

    use super::*;
    use crate::board::Board;
    use crate::deepening::samples::{engine, walked};
    use crate::deepening::{Boards, Engine, Options};
    use crate::puzzle::Tiles;

    /// The fewest moves by a search without tables.
    fn distance(geometry: Geometry, goal: &Board, board: &Board) -> u32 {
        let puzzle = Tiles::<Board>::new(geometry, goal).expect("a goal of the right size");
        match bidirectional(&puzzle, board.clone(), &Limits::default(), ()).outcome {
            Outcome::Solved { cost, .. } => cost,
            other => panic!("{other:?}"),
        }
    }

    fn check(engine: &Engine, goal: &Board, board: &Board) {
        let options = Options { threads: 2, ..Options::default() };
        let found = engine.solve(board, &options, &mut ()).expect("of the right size").report;
        let Outcome::Solved { cost, moves } = found.outcome else { panic!("{:?}", found.outcome) };
        assert_eq!((moves.len() as u32, found.lower_bound), (cost, cost));
        assert_eq!(cost, distance(engine.geometry, goal, board), "{board:?}");
    }

    /// Boards of both kinds, flat and torus, in one view and in several.
    #[test]
    fn large_boards_are_solved_with_the_fewest_moves() {
        for (rows, cols, torus) in [(2, 13, false), (4, 7, false), (6, 6, false), (3, 9, true), (8, 8, false)]
        {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_last(rows, cols);
            let tiles: Vec<u32> = (0..rows * cols - 1).collect();
            let engine = engine(geometry, &goal, &tiles.chunks(2).collect::<Vec<_>>());
            assert_eq!(engine.is_wide(), rows * cols > 26);
            for seed in 1..6 {
                check(&engine, &goal, &walked(geometry, &goal, 20, seed));
            }
        }
    }

    /// Many boards side by side, and the stages that one board goes through, give the same.
    #[test]
    fn many_large_boards_are_solved_like_one() {
        let (geometry, goal) = (Geometry::new(5, 6, false), Board::blank_first(5, 6));
        let all: Vec<Board> = (1..7).map(|seed| walked(geometry, &goal, 24, seed)).collect();
        let mut boards = Boards::new(geometry, &goal, None, Vec::new()).expect("of the right size");
        let mut next = 0;
        let options = Options::default();
        let deliver = &mut |board: Board, report: taquin_search::Report<_>| {
            assert_eq!(board, all[next]);
            assert_eq!(report.lower_bound, distance(geometry, &goal, &board));
            next += 1;
            ControlFlow::Continue(())
        };
        boards.solve_all(&mut all.iter().cloned(), &options, &mut (), deliver).expect("tables");
        assert_eq!(next, all.len());
        let one = boards.solve(&all[0], &options, &mut ()).expect("of the right size");
        assert_eq!(one.lower_bound, distance(geometry, &goal, &all[0]));
    }
}
