//! The mistake of testing states for the goal when they are generated instead of when they are removed: an
//! observer that ends the search there.

use std::ops::ControlFlow;

use taquin_search::{Cost, Entry, Fate, Lists, Observer, Progress, Puzzle};

use crate::slip::Slip;

/// Watches the generated states, and ends the search at the first goal, if this mistake is requested.
pub(crate) struct OnPush<'a, P: Puzzle> {
    puzzle: &'a P,
    asked: bool,
    /// The goal checks that such a program makes.
    pub(crate) checks: u64,
    /// The nodes on the open list or the stack when the goal is met.
    pub(crate) open: usize,
    goal: Option<P::State>,
    /// The states from the initial one to the goal, once that is found.
    pub(crate) path: Option<Vec<P::State>>,
}

impl<'a, P: Puzzle> OnPush<'a, P> {
    pub(crate) fn new(puzzle: &'a P, slip: Option<Slip>) -> Self {
        OnPush { puzzle, asked: slip == Some(Slip::GoalOnPush), checks: 0, open: 0, goal: None, path: None }
    }
}

impl<P: Puzzle> Progress for OnPush<'_, P> {
    fn bound(&mut self, _: Cost) {
        // Each cut-off begins with the initial state.
        self.checks += 1;
    }
}

impl<P: Puzzle> Observer<P> for OnPush<'_, P> {
    fn expand(&mut self, entry: Entry<'_, P::State>, lists: &dyn Lists<P::State>) -> ControlFlow<()> {
        if self.path.is_some() {
            return ControlFlow::Break(());
        }
        self.open = lists.open_len();
        // A best-first search has no cut-offs.
        self.checks += u64::from(self.checks == 0 && entry.parent.is_none());
        ControlFlow::Continue(())
    }

    fn generate(&mut self, _: P::Move, entry: Entry<'_, P::State>, fate: Fate) {
        if !self.asked || self.goal.is_some() || matches!(fate, Fate::Duplicate | Fate::Pruned) {
            return;
        }
        self.checks += 1;
        if self.puzzle.is_goal(entry.state) {
            self.goal = Some(entry.state.clone());
        } else {
            self.open += usize::from(fate != Fate::Improved);
        }
    }

    fn expanded(&mut self, lists: &dyn Lists<P::State>) {
        if let Some(goal) = &self.goal {
            let mut path = Vec::new();
            lists.prefix(&mut |state| path.push(state.clone()));
            path.push(goal.clone());
            self.path = Some(path);
        }
    }
}
