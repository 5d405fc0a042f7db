//! The phases that build the first solution.

use taquin_search::{Limit, Limits};

use super::budget::Budget;
use super::build;
use super::replay::Replay;
use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::parity::solvability;
use crate::puzzle::Move;

/// What a part of a solution does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhaseKind {
    /// All tiles come nearer to their homes together while the blank sweeps over the board.
    Sweep,
    /// The tiles of a line at an edge go home for good.
    Line,
    /// The remaining rectangle is solved exactly.
    Rest,
    /// The blank goes along a line or around a ring, which is all that it can do there.
    Strip,
}

/// The moves of one part of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// What they do.
    pub part: PhaseKind,
    /// The moves; never none.
    pub moves: Vec<Move>,
}

/// The first solution that [`solve`](super::solve()) builds, part by part, or the limit that ended it
/// before. The start must be solvable.
///
/// # Errors
/// If the start does not have the size of the grid.
///
/// # Panics
/// If the goal cannot be reached from `start`, see [`solvability`](crate::solvability()).
pub fn phases(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    limits: &Limits,
) -> Result<Result<Vec<Phase>, Limit>, Error> {
    geometry.expect_size(start)?;
    assert!(solvability(geometry, start, goal).is_solvable(), "the goal can be reached");
    let mut marks: Vec<(PhaseKind, u64)> = Vec::new();
    let mut directions = Vec::new();
    let built = build(
        geometry,
        start,
        goal,
        &mut Budget::start(limits),
        &mut |chunk| directions.extend_from_slice(chunk),
        &mut |part, end| {
            // A part may begin by undoing the end of those before it.
            marks.iter_mut().for_each(|(_, before)| *before = end.min(*before));
            marks.push((part, end));
        },
    );
    if let Err(limit) = built {
        return Ok(Err(limit));
    }
    let mut replay = Replay::new(*geometry, start);
    let mut moves = directions.into_iter().map(|direction| replay.make(direction));
    let mut begin = 0;
    let phases = marks.into_iter().map(|(part, end)| {
        let count = (end - begin) as usize;
        begin = end;
        Phase { part, moves: moves.by_ref().take(count).collect() }
    });
    Ok(Ok(phases.filter(|phase| !phase.moves.is_empty()).collect()))
}

#[cfg(test)]
mod tests {
    use taquin_search::Outcome;

    use super::super::{Options, solve};
    use super::*;
    use crate::random::RandomBoards;

    #[test]
    fn the_legs_are_the_first_solution() {
        for (rows, cols, torus) in [(3, 3, false), (4, 4, false), (9, 7, false), (8, 8, true), (1, 6, true)] {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = GoalCells::of(&Board::blank_last(rows, cols));
            for start in RandomBoards::new(geometry, goal.clone(), 3).take(4) {
                let phases = phases(&geometry, &start, &goal, &Limits::default()).unwrap().unwrap();
                let moves: Vec<Move> = phases.iter().flat_map(|phase| phase.moves.iter().copied()).collect();
                let first = solve(&geometry, &start, &goal, &Options::default(), &mut ()).unwrap();
                assert_eq!(first.outcome, Outcome::Solved { cost: moves.len() as u32, moves });
                let order: Vec<u8> = phases.iter().map(|phase| phase.part as u8).collect();
                assert!(order.is_sorted(), "sweeps, lines, the rest: {order:?}");
            }
        }
    }
}
