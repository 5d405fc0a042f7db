//! A board in play: the board itself, the moves made on it and the work that went into them.

use taquin_search::Limit;

use super::slate::Slate;
use super::trail::Trail;
use super::work::Work;
use crate::geometry::Direction;

/// What changes while a solution is built.
pub(super) struct Play<'p, 'sink, 'limits> {
    pub(super) slate: &'p mut Slate,
    pub(super) trail: &'p mut Trail<'sink>,
    pub(super) work: &'p mut Work<'limits>,
}

impl Play<'_, '_, '_> {
    /// Moves the blank, and writes it down.
    #[inline]
    pub(super) fn go(&mut self, direction: Direction) {
        self.slate.go(direction);
        self.trail.push(direction);
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
