//! Depth-first search down to a depth limit, on an explicit stack.
//!
//! The prefix path, from the initial state to the node popped last, is all that is remembered: a
//! successor that lies on it is not pushed. Successors are pushed in the puzzle's order, so that
//! the last of them is popped first. A state is goal-checked when it is popped.
//!
//! Invariant: a stacked node of depth d is a child of `prefix[d - 1]`.

use crate::arena::{hash, moves_along};
use crate::limits::{Limit, Limits};
use crate::observer::{Entry, Fate, Lists, Observer};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Outcome, Report};
use crate::run::{Run, continues};

/// Searches from `start` for a path of at most `depth` moves, not necessarily the shortest.
///
/// Ends with [`Limit::Depth`] if there is none and the limit cut something off; if it did not, the
/// puzzle is proved unsolvable.
pub fn depth_limited<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    depth: Cost,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    // A path that is not empty costs at least 1.
    let least = Cost::from(!puzzle.is_goal(&start));
    let mut search = DepthFirst::new(puzzle);
    let end = search.probe(start, depth, &mut run, &mut observer);
    let (outcome, lower_bound) = match end {
        Probe::Solved => (search.solved(), least),
        Probe::Exhausted => (Outcome::Unsolvable, Cost::MAX),
        Probe::CutOff => (Outcome::Stopped(Limit::Depth), depth.saturating_add(1)),
        Probe::Stopped(limit) => (Outcome::Stopped(limit), least),
    };
    run.finish(outcome, lower_bound, search.bytes())
}

/// How one depth-limited search ended.
pub(crate) enum Probe {
    /// The last node of the prefix path is the goal.
    Solved,
    /// Everything was searched; the limit cut nothing off.
    Exhausted,
    /// Everything down to the limit was searched.
    CutOff,
    /// At another limit.
    Stopped(Limit),
}

/// A node waiting on the stack.
struct Stacked<S> {
    state: S,
    depth: Cost,
    g: Cost,
}

/// The stack and the prefix path.
pub(crate) struct DepthFirst<'a, P: Puzzle> {
    puzzle: &'a P,
    stack: Vec<Stacked<P::State>>,
    prefix: Vec<Step<P::State>>,
}

/// A state of the prefix path, and a filter over it and all before it: a state whose bit is not
/// set is not among them.
struct Step<S> {
    state: S,
    filter: u64,
}

impl<'a, P: Puzzle> DepthFirst<'a, P> {
    pub(crate) fn new(puzzle: &'a P) -> Self {
        DepthFirst { puzzle, stack: Vec::new(), prefix: Vec::new() }
    }

    /// Searches from `start` down to depth `limit`.
    pub(crate) fn probe<O: Observer<P>>(
        &mut self,
        start: P::State,
        limit: Cost,
        run: &mut Run<'_>,
        observer: &mut O,
    ) -> Probe {
        run.begin_bound(limit, observer);
        self.stack.clear();
        self.prefix.clear();
        self.stack.push(Stacked { state: start, depth: 0, g: 0 });
        run.note_open(1);
        let mut cut_off = false;
        while let Some(Stacked { state, depth, g }) = self.stack.pop() {
            self.prefix.truncate(depth as usize);
            let filter = self.prefix.last().map_or(0, |step| step.filter) | filter_bit(&state);
            self.prefix.push(Step { state, filter });
            if let Err(limit) = continues(observer.expand(self.entry(g), self)) {
                return Probe::Stopped(limit);
            }
            run.stats.goal_checks += 1;
            if self.puzzle.is_goal(&self.prefix[depth as usize].state) {
                return Probe::Solved;
            }
            if depth == limit {
                cut_off = true;
                continue;
            }
            if run.due()
                && let Err(limit) = run.pulse(self.bytes(), observer)
            {
                return Probe::Stopped(limit);
            }
            self.expand(depth, g, run, observer);
            observer.expanded(self);
            run.note_open(self.stack.len());
        }
        if cut_off { Probe::CutOff } else { Probe::Exhausted }
    }

    /// Pushes the successors of the last node of the prefix path.
    #[inline]
    fn expand<O: Observer<P>>(&mut self, depth: Cost, g: Cost, run: &mut Run<'_>, observer: &mut O) {
        run.stats.expanded += 1;
        let Some(Step { state: parent, filter }) = self.prefix.last() else { return };
        for mv in self.puzzle.moves(parent) {
            run.stats.generated += 1;
            let state = self.puzzle.successor(parent, mv);
            let g = g + self.puzzle.cost(mv);
            let on_prefix =
                filter & filter_bit(&state) != 0 && self.prefix.iter().rev().any(|step| step.state == state);
            let fate = if on_prefix { Fate::Duplicate } else { Fate::Opened };
            observer.generate(mv, Entry { state: &state, parent: Some(parent), g, h: 0 }, fate);
            if !on_prefix {
                self.stack.push(Stacked { state, depth: depth + 1, g });
            }
        }
    }

    /// The outcome after [`Probe::Solved`].
    pub(crate) fn solved(&self) -> Outcome<P::Move> {
        let states: Vec<&P::State> = self.prefix.iter().map(|step| &step.state).collect();
        let (moves, cost) = moves_along(self.puzzle, &states);
        Outcome::Solved { moves, cost }
    }

    /// The last node of the prefix path, as an observer sees it.
    fn entry(&self, g: Cost) -> Entry<'_, P::State> {
        let (last, before) = self.prefix.split_last().expect("the popped node is on the prefix path");
        Entry { state: &last.state, parent: before.last().map(|step| &step.state), g, h: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Stacked<P::State>>()
            + self.prefix.capacity() * size_of::<Step<P::State>>()
    }
}

#[inline]
fn filter_bit<S: std::hash::Hash>(state: &S) -> u64 {
    1 << (hash(state) >> 58)
}

/// Open is the stack, from its top down; nothing is closed.
impl<P: Puzzle> Lists<P::State> for DepthFirst<'_, P> {
    fn open_len(&self) -> usize {
        self.stack.len()
    }
    fn closed_len(&self) -> usize {
        0
    }
    fn open(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        for Stacked { state, depth, g } in self.stack.iter().rev() {
            let parent = depth.checked_sub(1).map(|depth| &self.prefix[depth as usize].state);
            visit(Entry { state, parent, g: *g, h: 0 });
        }
    }
    fn closed(&self, _: &mut dyn FnMut(Entry<'_, P::State>)) {}
    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        for step in &self.prefix {
            visit(&step.state);
        }
    }
}
