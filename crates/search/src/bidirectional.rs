//! Breadth-first search from both ends, for puzzles whose goal is one state.
//!
//! Whole levels are expanded, on the side whose next level is smaller. While the two sides have
//! no state in common, every path is longer than their depths together; so the first common state
//! lies on a path of fewest moves.

use crate::arena::moves_along;
use crate::frontier::Frontier;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::puzzle::{Cost, SingleGoal};
use crate::report::{Outcome, Report};
use crate::run::Run;

/// Searches from `start` and from the goal for a path of fewest moves. The observer sees either
/// side as a search of its own.
pub fn bidirectional<P: SingleGoal>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    run.note_open(2);
    run.stats.goal_checks = 1;
    let mut meeting = puzzle.is_goal(&start).then(|| start.clone());
    let mut forward = Frontier::new(puzzle, [start]);
    let mut backward = Frontier::new(puzzle, [puzzle.goal()]);
    let (outcome, lower_bound) = loop {
        let bytes = forward.bytes() + backward.bytes();
        if let Some(state) = meeting {
            let (moves, cost) = join(puzzle, &forward, &backward, &state);
            let fewest = moves.len() as Cost;
            break (Outcome::Solved { moves, cost }, fewest);
        }
        if forward.width() == 0 || backward.width() == 0 {
            break (Outcome::Unsolvable, Cost::MAX);
        }
        let longer = forward.depth + backward.depth + 1;
        run.begin_bound(longer, &mut observer);
        let (near, far) = if forward.width() <= backward.width() {
            (&mut forward, &backward)
        } else {
            (&mut backward, &forward)
        };
        let other_bytes = bytes - near.bytes();
        let met = |state: &P::State| far.find(state).is_some();
        match near.expand_level(puzzle, &mut run, other_bytes, &mut observer, met) {
            Ok(met) => meeting = met.map(|id| near.arena.state(id).clone()),
            Err(limit) => break (Outcome::Stopped(limit), longer),
        }
        run.note_open(forward.width() + backward.width());
        let closed = forward.arena.len() + backward.arena.len() - forward.width() - backward.width();
        run.stats.largest_closed = run.stats.largest_closed.max(closed);
    };
    run.finish(outcome, lower_bound, forward.bytes() + backward.bytes())
}

/// The path over a state that both sides have found.
fn join<P: SingleGoal>(
    puzzle: &P,
    forward: &Frontier<P::State>,
    backward: &Frontier<P::State>,
    meeting: &P::State,
) -> (Vec<P::Move>, Cost) {
    let to_meeting = half(forward, meeting);
    let mut from_meeting = half(backward, meeting);
    from_meeting.reverse();
    moves_along(puzzle, &[&to_meeting, &from_meeting[1..]].concat())
}

/// The states from the beginning of one side to the state where they meet.
fn half<'a, S: Clone + Eq + std::hash::Hash>(side: &'a Frontier<S>, meeting: &S) -> Vec<&'a S> {
    side.arena.path(side.find(meeting).expect("the sides meet in a state that both have found"))
}
