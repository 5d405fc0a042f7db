//! What a depth-first search does about states it has met before.
//!
//! The prefix path is the rule of the textbooks: it ends every cycle in memory linear in the depth.
//! The others show what happens without it, and with more than it.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::duplicates::ParentOnly;

/// A way of preventing cycles: [`PrefixPath`], [`ParentOnly`], [`Unchecked`] or [`Visited`].
pub trait CycleCheck<S>: Default {
    /// A new search begins.
    fn begin(&mut self) {}

    /// `state` was popped.
    fn enter(&mut self, _state: &S) {}

    /// Whether a successor is not to be pushed, given whether it is the parent's state of the node
    /// that is being expanded, and a way to ask whether it is on the prefix path.
    fn repeats(&self, state: &S, is_parent: bool, on_prefix: impl FnOnce() -> bool) -> bool;
}

/// A state on the path from the initial state to the current one is not pushed again.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrefixPath;

/// Everything is pushed, or put on the open list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unchecked;

/// No state that was ever popped is pushed again. With a depth limit this may miss the goal: a state
/// first met deep down is not entered again further up.
#[derive(Clone, Debug)]
pub struct Visited<S>(FxHashSet<S>);

impl<S> Default for Visited<S> {
    fn default() -> Self {
        Visited(FxHashSet::default())
    }
}

impl<S> CycleCheck<S> for PrefixPath {
    #[inline(always)]
    fn repeats(&self, _: &S, _: bool, on_prefix: impl FnOnce() -> bool) -> bool {
        on_prefix()
    }
}

impl<S> CycleCheck<S> for ParentOnly {
    fn repeats(&self, _: &S, is_parent: bool, _: impl FnOnce() -> bool) -> bool {
        is_parent
    }
}

impl<S> CycleCheck<S> for Unchecked {
    fn repeats(&self, _: &S, _: bool, _: impl FnOnce() -> bool) -> bool {
        false
    }
}

impl<S: Clone + Eq + Hash> CycleCheck<S> for Visited<S> {
    fn begin(&mut self) {
        self.0.clear();
    }
    fn enter(&mut self, state: &S) {
        self.0.insert(state.clone());
    }
    fn repeats(&self, state: &S, _: bool, _: impl FnOnce() -> bool) -> bool {
        self.0.contains(state)
    }
}
