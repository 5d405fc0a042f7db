//! What a front end sees of a running search, whatever the puzzle.

use std::ops::ControlFlow;

use taquin_search::{Cost, Observer, Puzzle, Stats};

/// Progress of a search, for people.
pub trait Watcher {
    /// A new bound, or a new level, begins.
    fn bound(&mut self, _bound: Cost) {}

    /// Called every few thousand expansions with the counts so far; breaking cancels the search.
    fn tick(&mut self, _stats: &Stats) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watcher for () {}

/// Hands a search's progress on to a [`Watcher`].
pub(crate) struct Watched<'a>(pub(crate) &'a mut dyn Watcher);

impl<P: Puzzle> Observer<P> for Watched<'_> {
    fn bound(&mut self, bound: Cost) {
        self.0.bound(bound);
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.0.tick(stats)
    }
}
