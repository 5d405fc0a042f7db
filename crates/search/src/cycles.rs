//! How a depth-first search treats states that it has seen before.
//!
//! The textbook rule is the prefix path: it prevents every cycle with memory linear in the depth. The other
//! rules show what happens with less and with more.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// A way of preventing cycles: [`PrefixPath`], or [`AnyCheck`].
pub trait CycleCheck<S> {
    /// Whether anything is remembered of the states that were popped.
    const REMEMBERS: bool = true;

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

impl<S> CycleCheck<S> for PrefixPath {
    const REMEMBERS: bool = false;

    #[inline(always)]
    fn repeats(&self, _: &S, _: bool, on_prefix: impl FnOnce() -> bool) -> bool {
        on_prefix()
    }
}

/// A way that is chosen while the program runs.
#[derive(Clone, Debug)]
pub enum AnyCheck<S> {
    /// As [`PrefixPath`].
    PrefixPath,
    /// Only the parent's state is not pushed again.
    ParentOnly,
    /// Everything is pushed.
    Unchecked,
    /// No state that was ever popped is pushed again. With a depth limit this may miss the goal: a state
    /// first met deep down is not entered again further up.
    Visited(FxHashSet<S>),
}

impl<S: Clone + Eq + Hash> CycleCheck<S> for AnyCheck<S> {
    fn begin(&mut self) {
        if let AnyCheck::Visited(states) = self {
            states.clear();
        }
    }

    fn enter(&mut self, state: &S) {
        if let AnyCheck::Visited(states) = self {
            states.insert(state.clone());
        }
    }

    fn repeats(&self, state: &S, is_parent: bool, on_prefix: impl FnOnce() -> bool) -> bool {
        match self {
            AnyCheck::PrefixPath => on_prefix(),
            AnyCheck::ParentOnly => is_parent,
            AnyCheck::Unchecked => false,
            AnyCheck::Visited(states) => states.contains(state),
        }
    }
}
