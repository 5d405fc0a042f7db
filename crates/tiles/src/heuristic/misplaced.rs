//! The number of tiles that are not in their goal cell: each needs at least one move.

use taquin_search::{Cost, Heuristic, SingleGoal};

use super::goal_cells::GoalCells;
use crate::board::{Board, Tile};
use crate::cells::Cells;
use crate::geometry::Cell;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// The number of misplaced tiles, the blank not counted. The memo is the number.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: GoalCells,
}

impl Misplaced {
    /// The misplaced tiles against the goal of `puzzle`.
    #[must_use]
    pub fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Self {
        Misplaced { goal: GoalCells::of(&puzzle.board(&puzzle.goal())) }
    }

    /// How many tiles of `board` are not in their cell of `goal`.
    #[must_use]
    pub fn count(board: &Board, goal: &GoalCells) -> u64 {
        (0..).zip(board.tiles()).filter(|&(cell, &tile)| tile != 0 && goal.cell(tile) != cell).count() as u64
    }

    #[inline(always)]
    fn off(&self, tile: Tile, cell: Cell) -> Cost {
        Cost::from(self.goal.cell(tile) != cell)
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for Misplaced {
    type Memo = Cost;

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> Cost {
        let cells = 0..puzzle.geometry().cells();
        cells
            .map(|cell| (cell, state.tile(cell)))
            .filter(|&(_, tile)| tile != 0)
            .map(|(cell, tile)| self.off(tile, cell))
            .sum()
    }

    #[inline(always)]
    fn step(&self, _: &Tiles<S, O>, before: Cost, after: &S, mv: Move) -> Cost {
        let tile = after.tile(mv.to);
        before + self.off(tile, mv.to) - self.off(tile, mv.from)
    }

    #[inline(always)]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
