//! Makes the moves of an answer again, on a board of its own, and sees where they lead.

use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::goal::GoalCells;

/// A board that follows moves of the blank.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    geometry: Geometry,
    board: Board,
    legal: bool,
}

impl Replay {
    pub(super) fn new(geometry: Geometry, start: &Board) -> Self {
        Replay { geometry, board: start.clone(), legal: true }
    }

    /// Makes these moves.
    pub(super) fn follow(&mut self, moves: &[Direction]) {
        for &direction in moves {
            match self.geometry.neighbor(self.board.blank(), direction) {
                Some(next) => self.board.slide(next),
                None => self.legal = false,
            }
        }
    }

    /// Whether every move was possible and the goal is reached.
    pub(super) fn reached(&self, goal: &GoalCells) -> bool {
        let at_home = |(cell, &tile): (u32, &u32)| goal.cell(tile) == cell;
        self.legal && (0..).zip(self.board.tiles()).all(at_home)
    }
}
