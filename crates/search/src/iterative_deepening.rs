//! Iterative deepening: depth-limited searches under the limits 0, 1, 2 … until the goal is found.

use crate::cycles::{CycleCheck, PrefixPath};
use crate::depth_limited::{DepthFirst, Probe};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Outcome, Report};
use crate::run::Run;

/// Searches from `start` for a path of fewest moves, in memory linear in their number. The counts
/// are those of all limits together.
#[inline]
pub fn iterative_deepening<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Report<P::Move> {
    iterative_deepening_by(puzzle, start, PrefixPath, limits, observer)
}

/// [`iterative_deepening`] with another way of preventing cycles. Only under [`PrefixPath`] is the
/// path one of fewest moves and a puzzle without a solution proved to have none.
#[inline]
pub fn iterative_deepening_by<P: Puzzle, C: CycleCheck<P::State>>(
    puzzle: &P,
    start: P::State,
    check: C,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    let mut search = DepthFirst::new(puzzle, check);
    for depth in 0.. {
        let (outcome, lower_bound) = match search.probe(start.clone(), depth, &mut run, &mut observer) {
            Probe::CutOff => continue,
            Probe::Solved => (search.solved(), depth),
            Probe::Exhausted => (Outcome::Unsolvable, Cost::MAX),
            Probe::Stopped(limit) => (Outcome::Stopped(limit), depth),
        };
        return run.finish(outcome, lower_bound, search.bytes());
    }
    unreachable!("no path has as many moves as there are depths")
}
