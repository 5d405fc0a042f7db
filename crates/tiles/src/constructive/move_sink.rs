//! Receives the moves as they are found, in chunks, so that a solution of a billion moves is never held in
//! memory.

use super::home_board::opposite;
use crate::geometry::Direction;

/// The number of moves that are passed on at a time.
const CHUNK: usize = 1 << 14;

/// Takes moves, drops those that undo the one before, and hands the rest on.
pub(super) struct MoveSink<'a> {
    pending: Vec<Direction>,
    handed_on: u64,
    sink: &'a mut dyn FnMut(&[Direction]),
}

impl<'a> MoveSink<'a> {
    pub(super) fn new(sink: &'a mut dyn FnMut(&[Direction])) -> Self {
        MoveSink { pending: Vec::with_capacity(2 * CHUNK), handed_on: 0, sink }
    }

    #[inline]
    pub(super) fn push(&mut self, direction: Direction) {
        if self.pending.last() == Some(&opposite(direction)) {
            self.pending.pop();
            return;
        }
        self.pending.push(direction);
        if self.pending.len() == 2 * CHUNK {
            self.hand_on(CHUNK);
        }
    }

    /// The moves so far.
    pub(super) fn len(&self) -> u64 {
        self.handed_on + self.pending.len() as u64
    }

    /// Passes on the remaining moves.
    pub(super) fn finish(mut self) -> u64 {
        self.hand_on(self.pending.len());
        self.handed_on
    }

    fn hand_on(&mut self, count: usize) {
        (self.sink)(&self.pending[..count]);
        self.pending.drain(..count);
        self.handed_on += count as u64;
    }
}
