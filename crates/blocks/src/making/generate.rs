//! Hard puzzles: the starts of a set of pieces that are farthest from the goal.
//!
//! Of all positions in a component only the farthest are used as starts, as in Fogleman's database of Rush
//! Hour (2018); they are *minimal* if no piece can be removed without making them easier.

use std::collections::HashSet;

use taquin_search::host::Instant;
use taquin_search::{Cost, Limit, Limits};

use crate::compiled::atlas::Scope;
use crate::compiled::blocks::Blocks;
use crate::compiled::compile::{Task, compile};
use crate::compiled::word::Word;
use crate::error::Error;
use crate::making::minimal::needless_piece;
use crate::model::problem::Problem;
use crate::search::levels::{End, explore, explore_within};
use crate::spaces::enumerate::{Farthest, farthest};

/// A puzzle that was found, and the moves it needs.
#[derive(Clone, Debug)]
pub struct Found {
    /// The puzzle.
    pub problem: Problem,
    /// The fewest moves to its goal.
    pub moves: Cost,
}

/// Which starts are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// How many, the hardest first and one for each component; `None` for all of the hardest.
    pub count: Option<usize>,
    /// Only those that become easier if any piece is removed.
    pub minimal: bool,
    /// Only those that need at least this many moves.
    pub least: Cost,
}

/// The hardest starts, of images of one another only one.
#[derive(Clone, Debug)]
pub struct Starts {
    /// The starts, the hardest first.
    pub found: Vec<Found>,
    /// The limit that was reached before everything was examined, so that harder ones may exist.
    pub stopped: Option<Limit>,
}

/// The hardest starts for the pieces and the goals of `problems`, wherever the pieces may stand.
///
/// # Errors
/// If a puzzle is too large.
pub fn hardest_starts(problems: &[Problem], wish: Wish, limits: &Limits) -> Result<Starts, Error> {
    let begin = Instant::now();
    let mut all = Starts { found: vec![], stopped: None };
    for problem in problems {
        // Puzzles that are easier than enough others need not be searched for.
        let enough = wish.count.unwrap_or(1).checked_sub(1).and_then(|last| all.found.get(last));
        let least = wish.least.max(enough.map_or(0, |found| found.moves)).max(1);
        let task = Hardest { wish: Wish { least, ..wish }, begin, limits };
        let Starts { found, stopped } = compile(problem, Scope::Everywhere, task)??;
        all.found.extend(found);
        all.found.sort_by_key(|found| std::cmp::Reverse(found.moves));
        let hardest = all.found.first().map_or(0, |found| found.moves);
        match wish.count {
            Some(count) => all.found.truncate(count),
            None => all.found.retain(|found| found.moves == hardest),
        }
        all.stopped = all.stopped.or(stopped);
    }
    Ok(all)
}

struct Hardest<'a> {
    wish: Wish,
    begin: Instant,
    limits: &'a Limits,
}

impl Task for Hardest<'_> {
    type Output = Result<Starts, Error>;
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let far = farthest(blocks, &self.left(), &mut ());
        let mut states = vec![];
        let mut stopped = far.stopped;
        if !self.wish.minimal && (self.wish.count.is_none() || stopped.is_some()) {
            // Whatever lies in the deepest level is farthest in its own component, too.
            let depth = far.levels.depth();
            if depth >= self.wish.least {
                states.extend(far.levels.level(depth).iter().map(|&state| (state, depth)));
            }
            states.truncate(self.wish.count.unwrap_or(usize::MAX));
        } else {
            stopped = stopped.or(self.descend(blocks, &far, &mut states).err());
        }
        let found = |(state, moves)| Ok(Found { problem: blocks.problem_at(state)?, moves });
        Ok(Starts { found: states.into_iter().map(found).collect::<Result<_, Error>>()?, stopped })
    }
}

impl Hardest<'_> {
    /// The limits with the time that is left.
    fn left(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()));
        Limits { time, ..self.limits.clone() }
    }

    /// Goes through the levels, the deepest first, and takes the positions that are farthest in their component.
    fn descend<O: Word, C: Word>(
        &self,
        blocks: &Blocks<O, C>,
        far: &Farthest<C>,
        found: &mut Vec<(C, Cost)>,
    ) -> Result<(), Limit> {
        let mut seen: HashSet<C> = HashSet::new();
        for depth in (self.wish.least..=far.levels.depth()).rev() {
            let mut level = far.levels.level(depth).to_vec();
            level.sort_unstable();
            for &state in &level {
                if seen.contains(&state) {
                    continue;
                }
                let part = explore(blocks, &far.symmetries, [state], &self.left(), &mut (), |_| false);
                if let End::Stopped(limit) = part.end {
                    return Err(limit);
                }
                let states = part.levels.states();
                seen.extend(states);
                let mut farthest: Vec<C> =
                    states.iter().copied().filter(|state| level.binary_search(state).is_ok()).collect();
                farthest.sort_unstable();
                for state in farthest {
                    if !self.wish.minimal || self.is_minimal(blocks, far, state, depth)? {
                        found.push((state, depth));
                        if self.wish.count.is_some() {
                            break;
                        }
                    }
                }
                if self.wish.count.is_some_and(|count| found.len() >= count) {
                    return Ok(());
                }
            }
            if self.wish.count.is_none() && !found.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn is_minimal<O: Word, C: Word>(
        &self,
        blocks: &Blocks<O, C>,
        far: &Farthest<C>,
        state: C,
        moves: Cost,
    ) -> Result<bool, Limit> {
        let goal = |state: C| blocks.reached(state);
        let easier = |rest: C| {
            // The level after the last that is expanded is looked at for the goal, too.
            let deep = moves.saturating_sub(2);
            let found = explore_within(blocks, &far.symmetries, [rest], deep, &self.left(), &mut (), goal);
            match found.end {
                End::Goal => Ok(found.levels.depth() < moves),
                End::Stopped(Limit::Depth) | End::Exhausted => Ok(false),
                End::Stopped(limit) => Err(limit),
            }
        };
        Ok(needless_piece(blocks, state, easier)?.is_none())
    }
}
