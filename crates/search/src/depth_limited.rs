//! Depth-first search down to a depth limit, on an explicit stack.
//!
//! The prefix path, from the initial state to the node popped last, is all that is remembered: a
//! successor that lies on it is not pushed, unless another [`CycleCheck`] is asked for. Successors are pushed in the puzzle's order, so that
//! the last of them is popped first. A state is goal-checked when it is popped.
//!
//! Invariant: a stacked node of depth d is a child of `prefix[d - 1]`.

use std::hash::Hash;

use crate::arena::moves_along;
use crate::cycles::{CycleCheck, PrefixPath};
use crate::index::hash;
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
    observer: impl Observer<P>,
) -> Report<P::Move> {
    depth_limited_by(puzzle, start, depth, PrefixPath, limits, observer)
}

/// [`depth_limited`] with another way of preventing cycles. Only under [`PrefixPath`] is a puzzle
/// without a solution proved to have none.
pub fn depth_limited_by<P: Puzzle, C: CycleCheck<P::State>>(
    puzzle: &P,
    start: P::State,
    depth: Cost,
    check: C,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    // A path that is not empty costs at least 1.
    let least = Cost::from(!puzzle.is_goal(&start));
    let mut search = DepthFirst::new(puzzle, check);
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
pub(crate) struct DepthFirst<'a, P: Puzzle, C> {
    puzzle: &'a P,
    check: C,
    stack: Vec<Stacked<P::State>>,
    /// The prefix path; what lies beyond `depth` is left over from longer ones.
    steps: Vec<Step<P::State>>,
    /// The depth of the node popped last.
    depth: usize,
    filter: Filter,
}

/// A state of the prefix path, and its place in the filter once it is expanded.
struct Step<S> {
    state: S,
    place: u32,
}

impl<'a, P: Puzzle, C: CycleCheck<P::State>> DepthFirst<'a, P, C> {
    pub(crate) fn new(puzzle: &'a P, check: C) -> Self {
        let (stack, steps, filter) = (Vec::new(), Vec::new(), Filter::default());
        DepthFirst { puzzle, check, stack, steps, depth: 0, filter }
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
        self.check.begin();
        self.stack.clear();
        self.stack.push(Stacked { state: start, depth: 0, g: 0 });
        run.note_open(1);
        let mut cut_off = false;
        while let Some(Stacked { state, depth, g }) = self.stack.pop() {
            let is_goal = self.puzzle.is_goal(&state);
            self.check.enter(&state);
            self.enter(state, depth as usize);
            if let Err(limit) = continues(observer.expand(self.entry(g), self)) {
                return Probe::Stopped(limit);
            }
            run.stats.goal_checks += 1;
            if is_goal {
                return Probe::Solved;
            }
            if depth == limit {
                cut_off = true;
                continue;
            }
            if run.due()
                && let Err(limit) = run.pulse(self.bytes(), 0, observer)
            {
                return Probe::Stopped(limit);
            }
            if O::ABSENT && !C::REMEMBERS && depth + 1 == limit && self.pass_leaves(run) {
                cut_off = true;
                continue;
            }
            self.expand(g, run, observer);
            observer.expanded(self);
            run.note_open(self.stack.len());
        }
        if cut_off { Probe::CutOff } else { Probe::Exhausted }
    }

    /// Ends the prefix path with `state`.
    #[inline]
    fn enter(&mut self, state: P::State, depth: usize) {
        self.depth = depth;
        match self.steps.get_mut(depth) {
            Some(step) => step.state = state,
            None => self.steps.push(Step { state, place: 0 }),
        }
    }

    /// Counts the successors of the last node of the prefix path as if each were pushed, popped and cut off. They
    /// are most of a tree, and without the stack they take half the time. If one of them is the goal, or there are
    /// none, nothing is counted and this says so.
    #[inline]
    fn pass_leaves(&mut self, run: &mut Run<'_>) -> bool {
        let (before, rest) = self.steps.split_at(self.depth);
        let last = &rest[0].state;
        let parent = before.last().map_or(last, |step| &step.state);
        let (mut generated, mut leaves, mut solved) = (0, 0, false);
        for mv in self.puzzle.moves_in_any_order(last) {
            generated += 1;
            let state = self.puzzle.successor(last, mv);
            solved |= self.puzzle.is_goal(&state);
            leaves += usize::from(!self.repeats(&state, last, parent, before));
        }
        if solved || leaves == 0 {
            return false;
        }
        run.stats.expanded += 1;
        run.stats.generated += generated;
        run.stats.goal_checks += leaves as u64;
        run.note_open(self.stack.len() + leaves);
        true
    }

    /// Whether `state`, a successor of `last`, is not to be pushed.
    #[inline(always)]
    fn repeats(
        &self,
        state: &P::State,
        last: &P::State,
        parent: &P::State,
        before: &[Step<P::State>],
    ) -> bool {
        // Which successor is the parent's state cannot be predicted, so nothing branches on it.
        let is_parent = state == parent;
        let on_prefix = || {
            let mut on_prefix = is_parent;
            if self.filter.count(state) != u32::from(is_parent) {
                on_prefix |= state == last || before.iter().any(|step| step.state == *state);
            }
            on_prefix
        };
        self.check.repeats(state, is_parent, on_prefix)
    }

    /// Pushes the successors of the last node of the prefix path.
    #[inline]
    fn expand<O: Observer<P>>(&mut self, g: Cost, run: &mut Run<'_>, observer: &mut O) {
        run.stats.expanded += 1;
        self.filter.enter(&mut self.steps, self.depth);
        let (before, rest) = self.steps.split_at(self.depth);
        let last = &rest[0].state;
        // The initial state has no parent; itself, which is on the prefix path as well, will do.
        let parent = before.last().map_or(last, |step| &step.state);
        let mut generated = 0;
        for mv in self.puzzle.moves(last) {
            generated += 1;
            let state = self.puzzle.successor(last, mv);
            let g = g + self.puzzle.cost(mv);
            let repeats = self.repeats(&state, last, parent, before);
            let fate = if repeats { Fate::Duplicate } else { Fate::Opened };
            observer.generate(mv, Entry { state: &state, parent: Some(last), g, h: 0 }, fate);
            self.stack.push(Stacked { state, depth: self.depth as Cost + 1, g });
            self.stack.truncate(self.stack.len() - usize::from(repeats));
        }
        run.stats.generated += generated;
    }

    /// The outcome after [`Probe::Solved`].
    pub(crate) fn solved(&self) -> Outcome<P::Move> {
        let states: Vec<&P::State> = self.prefix().map(|step| &step.state).collect();
        let (moves, cost) = moves_along(self.puzzle, &states);
        Outcome::Solved { moves, cost }
    }

    fn prefix(&self) -> impl Iterator<Item = &Step<P::State>> {
        self.steps.iter().take(self.depth + 1)
    }

    /// The last node of the prefix path, as an observer sees it.
    fn entry(&self, g: Cost) -> Entry<'_, P::State> {
        let parent = self.depth.checked_sub(1).map(|depth| &self.steps[depth].state);
        Entry { state: &self.steps[self.depth].state, parent, g, h: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Stacked<P::State>>()
            + self.steps.capacity() * size_of::<Step<P::State>>()
    }
}

/// How many expanded states of the prefix path fall into each of a thousand places: a state whose
/// place is empty is not among them.
struct Filter {
    counts: [u32; 1 << Filter::BITS],
    /// How many states of the prefix path are counted.
    entered: usize,
}

impl Filter {
    const BITS: u32 = 10;

    #[inline]
    fn place<S: Hash>(state: &S) -> u32 {
        (hash(state) >> (u64::BITS - Self::BITS)) as u32
    }

    /// Counts the step of this depth, and none beyond it.
    #[inline]
    fn enter<S: Hash>(&mut self, steps: &mut [Step<S>], depth: usize) {
        while self.entered > depth {
            self.entered -= 1;
            self.counts[steps[self.entered].place as usize] -= 1;
        }
        let place = Self::place(&steps[depth].state);
        steps[depth].place = place;
        self.counts[place as usize] += 1;
        self.entered += 1;
    }

    /// How many states share the place of `state`.
    #[inline]
    fn count<S: Hash>(&self, state: &S) -> u32 {
        self.counts[Self::place(state) as usize]
    }
}

impl Default for Filter {
    fn default() -> Self {
        Filter { counts: [0; 1 << Filter::BITS], entered: 0 }
    }
}

/// Open is the stack, from its top down; nothing is closed.
impl<P: Puzzle, C: CycleCheck<P::State>> Lists<P::State> for DepthFirst<'_, P, C> {
    fn open_len(&self) -> usize {
        self.stack.len()
    }
    fn closed_len(&self) -> usize {
        0
    }
    fn open(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        for Stacked { state, depth, g } in self.stack.iter().rev() {
            let parent = depth.checked_sub(1).map(|depth| &self.steps[depth as usize].state);
            visit(Entry { state, parent, g: *g, h: 0 });
        }
    }
    fn closed(&self, _: &mut dyn FnMut(Entry<'_, P::State>)) {}
    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        for step in self.prefix() {
            visit(&step.state);
        }
    }
}
