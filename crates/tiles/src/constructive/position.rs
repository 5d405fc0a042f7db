//! A board while it is played: the board, the moves made on it and the work done.

use taquin_search::Limit;

use super::budget::Budget;
use super::home_board::HomeBoard;
use super::move_sink::MoveSink;
use crate::geometry::Direction;

/// What changes while a solution is built.
pub(super) struct Position<'p, 'sink, 'limits> {
    pub(super) state: &'p mut HomeBoard,
    pub(super) sink: &'p mut MoveSink<'sink>,
    pub(super) work: &'p mut Budget<'limits>,
}

impl Position<'_, '_, '_> {
    /// Moves the blank, and writes it down.
    #[inline]
    pub(super) fn go(&mut self, direction: Direction) {
        self.state.go(direction);
        self.sink.push(direction);
    }

    /// Makes all these moves.
    pub(super) fn follow(&mut self, path: &[Direction]) {
        for &direction in path {
            self.go(direction);
        }
    }

    /// Counts work, and takes the count back to nothing.
    pub(super) fn count(&mut self, work: &mut u64) -> Result<(), Limit> {
        self.work.add(std::mem::take(work))
    }
}
