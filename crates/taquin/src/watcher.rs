//! What a front end sees of a running search, whatever the puzzle.

use std::ops::ControlFlow;

use taquin_search::{Cost, Observer, Puzzle, Stats};

/// What a deepening search expects of the bound that it is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// No solution costs less: all smaller bounds are exhausted.
    pub lower_bound: Cost,
    /// The part of the bound that is done, between 0 and 1.
    pub done: f64,
    /// How many nodes the whole bound will take, if that can be told from what is done of it or from
    /// how the bounds before have grown.
    pub nodes: Option<f64>,
}

/// Progress of a search, for people.
pub trait Watcher {
    /// Something that the person should know, in a sentence without its full stop.
    fn note(&mut self, _note: &str) {}

    /// Something that is wrong though it does not prevent an answer, in such a sentence.
    fn warning(&mut self, _warning: &str) {}

    /// A new bound, or a new level, begins.
    fn bound(&mut self, _bound: Cost) {}

    /// What a deepening search expects, before each tick.
    fn outlook(&mut self, _outlook: &Outlook) {}

    /// A first solution, or a better one; the search goes on for others.
    fn solution(&mut self, _cost: Cost, _lower_bound: Cost) {}

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
