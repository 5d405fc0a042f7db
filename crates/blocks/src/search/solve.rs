//! The fewest moves to the goal, by level-synchronous search.

use taquin_search::{Cost, Limits, Outcome, Progress, Report, Stats};

use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::symmetry::Symmetries;
use crate::compiled::word::Word;
use crate::search::levels::{End, explore};

/// Searches for the fewest moves from the start to the goal. States that are images of one another
/// count as one, so the counts of the report are smaller than the component.
pub fn solve<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Report<Move> {
    if !blocks.goal_in_reach() {
        return Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() };
    }
    let symmetries = Symmetries::of(blocks);
    let found =
        explore(blocks, &symmetries, [blocks.start()], limits, progress, |state| blocks.reached(state));
    let depth = found.levels.depth();
    let (outcome, lower_bound) = match (found.end, found.levels.goal()) {
        (End::Goal, Some(goal)) => {
            let moves = found.levels.path(blocks, &symmetries, blocks.start(), goal);
            (Outcome::Solved { moves, cost: depth }, depth)
        }
        (End::Stopped(limit), _) => (Outcome::Stopped(limit), depth + 1),
        _ => (Outcome::Unsolvable, Cost::MAX),
    };
    Report { outcome, lower_bound, stats: found.stats }
}
