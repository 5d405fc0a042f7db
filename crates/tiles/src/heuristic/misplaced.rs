//! The number of tiles that are not in their goal cell: each needs at least one move.

use taquin_search::{Cost, Heuristic};

use super::Named;
use crate::board::Board;
use crate::error::Error;
use crate::cells::Cells;
use crate::geometry::{Cell, Geometry};
use crate::goal::GoalCells;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// The number of misplaced tiles, the blank not counted. The memo is the number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl Misplaced {
    /// How many tiles of a board of any size are not in their goal cell.
    #[must_use]
    pub fn count(board: &Board, goal: &GoalCells) -> u64 {
        (0..).zip(board.tiles()).filter(|&(cell, &tile)| tile != 0 && goal.cell(tile) != cell).count() as u64
    }
}

impl Named for Misplaced {
    const NAME: &'static str = "misplaced";
    const ABOUT: &'static str = "tiles off their goal cell";

    fn fits(_: &Geometry) -> bool {
        true
    }

    fn make<S: Cells, O: Order>(_: &Tiles<S, O>) -> Result<Self, Error> {
        Ok(Misplaced)
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for Misplaced {
    type Memo = Cost;

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> Cost {
        let cells = 0..puzzle.geometry().cells();
        let pairs = cells.map(|cell| (state.tile(cell), puzzle.goal_state().tile(cell)));
        pairs.map(|(tile, home)| Cost::from(tile != 0 && tile != home)).sum()
    }

    #[inline(always)]
    fn step(&self, puzzle: &Tiles<S, O>, before: Cost, after: &S, mv: Move) -> Cost {
        let tile = after.tile(mv.to);
        let off = |cell: Cell| Cost::from(tile != puzzle.goal_state().tile(cell));
        before + off(mv.to) - off(mv.from)
    }

    #[inline(always)]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
