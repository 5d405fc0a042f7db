//! Replays the moves of an answer on a board of its own, to see where they lead.

use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::goal::GoalCells;
use crate::puzzle::Move;

/// A board that follows moves of the blank.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    geometry: Geometry,
    board: Board,
}

impl Replay {
    pub(super) fn new(geometry: Geometry, start: &Board) -> Self {
        Replay { geometry, board: start.clone() }
    }

    /// Moves the blank, which must be possible, and says what moved.
    pub(super) fn make(&mut self, direction: Direction) -> Move {
        let to = self.board.blank();
        let from = self.geometry.neighbor(to, direction).expect("a solution stays on the board");
        self.board.slide(from);
        Move { from, to }
    }

    /// Whether the goal is reached.
    pub(super) fn reached(&self, goal: &GoalCells) -> bool {
        (0..).zip(self.board.tiles()).all(|(cell, &tile)| goal.cell(tile) == cell)
    }
}
