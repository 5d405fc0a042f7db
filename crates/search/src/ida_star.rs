//! Iterative-deepening A*: depth-first search below a bound on f that rises until the goal is found.
//!
//! R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985). The path is an explicit stack that holds the states, so nothing is undone
//! and only the state before the last move is recognised as a duplicate.

use crate::arena::moves_along;
use crate::heuristic::Heuristic;
use crate::limits::{Limit, Limits};
use crate::observer::{Entry, Fate, Lists, Observer};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Outcome, Report};
use crate::run::{Run, continues};

/// Searches from `start` for a cheapest path, in memory linear in its length.
///
/// Where the goal cannot be reached this ends only if the tree of paths is finite.
pub fn ida_star<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    let memo = heuristic.start(puzzle, &start);
    let mut bound = heuristic.value(memo);
    let mut path = Path { ancestors: Vec::new(), current: Frame::new(puzzle, start.clone(), memo, 0, bound) };
    loop {
        run.begin_bound(bound, &mut observer);
        let end = path.probe(puzzle, heuristic, bound, &mut run, &mut observer);
        let bytes = path.bytes();
        match end {
            Probe::Solved => {
                let mut states: Vec<&P::State> = path.ancestors.iter().map(|frame| &frame.state).collect();
                states.push(&path.current.state);
                let (moves, cost) = moves_along(puzzle, &states);
                return run.finish(Outcome::Solved { moves, cost }, bound, bytes);
            }
            Probe::Exceeded(Cost::MAX) => return run.finish(Outcome::Unsolvable, Cost::MAX, bytes),
            Probe::Exceeded(next) => bound = next,
            Probe::Stopped(limit) => return run.finish(Outcome::Stopped(limit), bound, bytes),
        }
        path.current = Frame::new(puzzle, start.clone(), memo, 0, heuristic.value(memo));
    }
}

/// How the search under one bound ended.
enum Probe {
    /// The current node is the goal.
    Solved,
    /// No goal; the smallest f above the bound, `Cost::MAX` if there was none.
    Exceeded(Cost),
    /// At a limit.
    Stopped(Limit),
}

/// A node on the path, with the moves it has yet to try.
struct Frame<P: Puzzle, M> {
    state: P::State,
    memo: M,
    g: Cost,
    h: Cost,
    moves: P::Moves,
}

impl<P: Puzzle, M> Frame<P, M> {
    fn new(puzzle: &P, state: P::State, memo: M, g: Cost, h: Cost) -> Self {
        let moves = puzzle.moves(&state);
        Frame { state, memo, g, h, moves }
    }
}

/// The node being searched below, and those above it.
struct Path<P: Puzzle, M> {
    ancestors: Vec<Frame<P, M>>,
    current: Frame<P, M>,
}

impl<P: Puzzle, M: Copy> Path<P, M> {
    /// Searches everything below the current node, which is the initial one, up to `bound`.
    fn probe<H: Heuristic<P, Memo = M>, O: Observer<P>>(
        &mut self,
        puzzle: &P,
        heuristic: &H,
        bound: Cost,
        run: &mut Run<'_>,
        observer: &mut O,
    ) -> Probe {
        let mut exceeded = Cost::MAX;
        match self.enter(puzzle, run, observer) {
            Ok(false) => {}
            Ok(true) => return Probe::Solved,
            Err(limit) => return Probe::Stopped(limit),
        }
        loop {
            let Some(mv) = self.current.moves.next() else {
                observer.expanded(self);
                match self.ancestors.pop() {
                    Some(parent) => self.current = parent,
                    None => return Probe::Exceeded(exceeded),
                }
                continue;
            };
            run.stats.generated += 1;
            let state = puzzle.successor(&self.current.state, mv);
            let g = self.current.g + puzzle.cost(mv);
            let parent = Some(&self.current.state);
            if let Some(known) = self.ancestors.last().filter(|frame| frame.state == state) {
                observer.generate(mv, Entry { state: &state, parent, g, h: known.h }, Fate::Duplicate);
                continue;
            }
            let memo = heuristic.step(puzzle, self.current.memo, &state, mv);
            let h = heuristic.value(memo);
            let f = g.saturating_add(h);
            if f > bound {
                exceeded = exceeded.min(f);
                observer.generate(mv, Entry { state: &state, parent, g, h }, Fate::Pruned);
                continue;
            }
            observer.generate(mv, Entry { state: &state, parent, g, h }, Fate::Opened);
            let child = Frame::new(puzzle, state, memo, g, h);
            self.ancestors.push(std::mem::replace(&mut self.current, child));
            match self.enter(puzzle, run, observer) {
                Ok(false) => {}
                Ok(true) => return Probe::Solved,
                Err(limit) => return Probe::Stopped(limit),
            }
        }
    }

    /// Begins with the current node; true if it is the goal.
    #[inline]
    fn enter<O: Observer<P>>(&self, puzzle: &P, run: &mut Run<'_>, observer: &mut O) -> Result<bool, Limit> {
        continues(observer.expand(self.entry(), self))?;
        run.note_open(self.ancestors.len() + 1);
        run.stats.goal_checks += 1;
        if puzzle.is_goal(&self.current.state) {
            return Ok(true);
        }
        if run.due() {
            run.pulse(self.bytes(), 0, observer)?;
        }
        run.stats.expanded += 1;
        Ok(false)
    }

    fn entry(&self) -> Entry<'_, P::State> {
        let Frame { state, g, h, .. } = &self.current;
        Entry { state, parent: self.ancestors.last().map(|frame| &frame.state), g: *g, h: *h }
    }

    fn bytes(&self) -> usize {
        (self.ancestors.len() + 1) * size_of::<Frame<P, M>>()
    }
}

/// The path is all there is: nothing waits on an open list and nothing is closed.
impl<P: Puzzle, M> Lists<P::State> for Path<P, M> {
    fn open_len(&self) -> usize {
        0
    }
    fn closed_len(&self) -> usize {
        0
    }
    fn open(&self, _: &mut dyn FnMut(Entry<'_, P::State>)) {}
    fn closed(&self, _: &mut dyn FnMut(Entry<'_, P::State>)) {}
    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        for frame in &self.ancestors {
            visit(&frame.state);
        }
        visit(&self.current.state);
    }
}
