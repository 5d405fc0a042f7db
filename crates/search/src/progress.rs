//! What long computations report while they run: searches, whole spaces, tables, near solutions.
//!
//! There is one trait for all of them. A front end implements it once, as a line on a terminal, a stream of
//! events or a callback, and receives the reports of every long computation in the same form.

use std::fmt::Display;
use std::ops::ControlFlow;

use crate::puzzle::Cost;
use crate::report::Stats;

/// How far the current bound or level is, and how much work there will be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// No solution costs less than this, as far as is proved.
    pub lower_bound: Cost,
    /// The part of the current bound or level that is done, between 0 and 1.
    pub done: f64,
    /// All nodes of the current bound, or all positions of a whole space, where that is known.
    pub total: Option<f64>,
}

/// Receives reports of long work, and may end it. Every method has an empty default.
pub trait Progress {
    /// Something that a person should know, as a sentence without its full stop.
    fn note(&mut self, _note: &str) {}

    /// Something that is wrong but does not prevent an answer, as a sentence without its full stop.
    fn warning(&mut self, _warning: &str) {}

    /// Work that has several passes begins another one, named in a few words.
    fn phase(&mut self, _phase: &str) {}

    /// A new bound of a deepening search, or a new level of a breadth-first one, begins.
    fn bound(&mut self, _bound: Cost) {}

    /// An estimate, reported before a tick.
    fn estimate(&mut self, _estimate: &Estimate) {}

    /// A first solution, or a better one; the search goes on for others.
    fn solution(&mut self, _cost: Cost, _lower_bound: Cost) {}

    /// A checkpoint from which the work can continue, as text; reported twice a minute.
    fn checkpoint(&mut self, _checkpoint: &dyn Display) {}

    /// Called every few thousand expansions with the counts so far; breaking cancels the work.
    fn tick(&mut self, _stats: &Stats) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// No listener.
impl Progress for () {}

impl<T: Progress + ?Sized> Progress for &mut T {
    fn note(&mut self, note: &str) {
        (**self).note(note);
    }
    fn warning(&mut self, warning: &str) {
        (**self).warning(warning);
    }
    fn phase(&mut self, phase: &str) {
        (**self).phase(phase);
    }
    fn bound(&mut self, bound: Cost) {
        (**self).bound(bound);
    }
    fn estimate(&mut self, estimate: &Estimate) {
        (**self).estimate(estimate);
    }
    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        (**self).solution(cost, lower_bound);
    }
    fn checkpoint(&mut self, checkpoint: &dyn Display) {
        (**self).checkpoint(checkpoint);
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        (**self).tick(stats)
    }
}

/// Two listeners; either can end the work.
impl<A: Progress, B: Progress> Progress for (A, B) {
    fn note(&mut self, note: &str) {
        self.0.note(note);
        self.1.note(note);
    }
    fn warning(&mut self, warning: &str) {
        self.0.warning(warning);
        self.1.warning(warning);
    }
    fn phase(&mut self, phase: &str) {
        self.0.phase(phase);
        self.1.phase(phase);
    }
    fn bound(&mut self, bound: Cost) {
        self.0.bound(bound);
        self.1.bound(bound);
    }
    fn estimate(&mut self, estimate: &Estimate) {
        self.0.estimate(estimate);
        self.1.estimate(estimate);
    }
    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.0.solution(cost, lower_bound);
        self.1.solution(cost, lower_bound);
    }
    fn checkpoint(&mut self, checkpoint: &dyn Display) {
        self.0.checkpoint(checkpoint);
        self.1.checkpoint(checkpoint);
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let first = self.0.tick(stats);
        let second = self.1.tick(stats);
        if first.is_break() { first } else { second }
    }
}

/// Progress that only asks `self.0` whether the work may go on.
pub struct Ask<F>(pub F);

impl<F: FnMut() -> ControlFlow<()>> Progress for Ask<F> {
    fn tick(&mut self, _stats: &Stats) -> ControlFlow<()> {
        (self.0)()
    }
}
