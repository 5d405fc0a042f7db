//! What a search reports about its nodes while it runs. Tracing, teaching views and the outputs of the
//! course programs are observers; an absent observer costs nothing, because a hook is only ever given what
//! the loop already holds.

use std::ops::ControlFlow;

use crate::progress::Progress;
use crate::puzzle::{Cost, Puzzle};

/// A node as an observer sees it.
#[derive(Debug)]
pub struct Entry<'a, S> {
    /// Its state.
    pub state: &'a S,
    /// The state it was reached from; `None` for the initial state.
    pub parent: Option<&'a S>,
    /// The cost of the path to it.
    pub g: Cost,
    /// The heuristic's lower bound from it.
    pub h: Cost,
}

impl<S> Clone for Entry<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Entry<'_, S> {}

/// What became of a generated successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// New, and put on the open list (or the stack).
    Opened,
    /// Already on the open list, now reached at a lower cost.
    Improved,
    /// Already closed, now reached at a lower cost and opened again.
    Reopened,
    /// Dropped: the parent's state, on the prefix path, or known at no higher cost.
    Duplicate,
    /// Dropped: its f is above the bound of the iteration.
    Pruned,
}

/// A view of a search's lists, for observers that print them.
pub trait Lists<S> {
    /// How many nodes are open.
    fn open_len(&self) -> usize;
    /// How many nodes are closed.
    fn closed_len(&self) -> usize;
    /// Visits the open nodes in the order in which they would be removed.
    fn open(&self, visit: &mut dyn FnMut(Entry<'_, S>));
    /// Visits the closed nodes in the order in which they were closed.
    fn closed(&self, visit: &mut dyn FnMut(Entry<'_, S>));
    /// Visits the path from the initial state to the current node.
    fn prefix(&self, visit: &mut dyn FnMut(&S));
}

/// Hooks into a search, beside those of [`Progress`]. Every hook has an empty default.
pub trait Observer<P: Puzzle>: Progress {
    /// Whether nothing is done in any of these hooks, so that they need not be called.
    const ABSENT: bool = false;

    /// `entry` was removed from the open list (or popped) and is about to be goal-checked and
    /// expanded; a breadth-first search has checked it when it was generated. Breaking ends the
    /// search as cancelled.
    fn expand(&mut self, _entry: Entry<'_, P::State>, _lists: &dyn Lists<P::State>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// `mv` led from the node being expanded to `entry`.
    fn generate(&mut self, _mv: P::Move, _entry: Entry<'_, P::State>, _fate: Fate) {}

    /// All successors of the node being expanded have been dealt with.
    fn expanded(&mut self, _lists: &dyn Lists<P::State>) {}
}

impl<P: Puzzle> Observer<P> for () {
    const ABSENT: bool = true;
}

/// A listener for progress alone can be given to any search.
impl<P: Puzzle> Observer<P> for dyn Progress + '_ {
    const ABSENT: bool = true;
}

impl<P: Puzzle, O: Observer<P> + ?Sized> Observer<P> for &mut O {
    const ABSENT: bool = O::ABSENT;

    fn expand(&mut self, entry: Entry<'_, P::State>, lists: &dyn Lists<P::State>) -> ControlFlow<()> {
        (**self).expand(entry, lists)
    }
    fn generate(&mut self, mv: P::Move, entry: Entry<'_, P::State>, fate: Fate) {
        (**self).generate(mv, entry, fate);
    }
    fn expanded(&mut self, lists: &dyn Lists<P::State>) {
        (**self).expanded(lists);
    }
}

/// Two observers of one search; either can end it.
impl<P: Puzzle, A: Observer<P>, B: Observer<P>> Observer<P> for (A, B) {
    const ABSENT: bool = A::ABSENT && B::ABSENT;

    fn expand(&mut self, entry: Entry<'_, P::State>, lists: &dyn Lists<P::State>) -> ControlFlow<()> {
        let first = self.0.expand(entry, lists);
        let second = self.1.expand(entry, lists);
        if first.is_break() { first } else { second }
    }
    fn generate(&mut self, mv: P::Move, entry: Entry<'_, P::State>, fate: Fate) {
        self.0.generate(mv, entry, fate);
        self.1.generate(mv, entry, fate);
    }
    fn expanded(&mut self, lists: &dyn Lists<P::State>) {
        self.0.expanded(lists);
        self.1.expanded(lists);
    }
}
