//! Breadth-first search, level by level: to the goal, or over everything that can be reached.

use crate::arena::moves_along;
use crate::frontier::Frontier;
use crate::limits::{Limit, Limits};
use crate::observer::Observer;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Outcome, Report, Stats};
use crate::run::Run;

/// Searches from `start` for a path of fewest moves. States are goal-checked when they are
/// generated; the rows of [`Stats::bounds`] are the levels that were expanded.
pub fn breadth_first<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move> {
    let mut run = Run::start(limits);
    run.note_open(1);
    run.stats.goal_checks = 1;
    let at_goal = puzzle.is_goal(&start);
    let mut frontier = Frontier::new(puzzle, [start]);
    let mut goal = at_goal.then_some(0);
    let (outcome, lower_bound) = loop {
        if let Some(goal) = goal {
            let (moves, cost) = moves_along(puzzle, &frontier.arena.path(goal));
            let fewest = moves.len() as Cost;
            break (Outcome::Solved { moves, cost }, fewest);
        }
        if frontier.width() == 0 {
            break (Outcome::Unsolvable, Cost::MAX);
        }
        run.begin_bound(frontier.depth, &mut observer);
        match frontier.expand_level(puzzle, &mut run, 0, &mut observer, |state| puzzle.is_goal(state)) {
            Ok(found) => goal = found,
            // No state of the level being expanded is a goal.
            Err(limit) => break (Outcome::Stopped(limit), frontier.depth + 1),
        }
    };
    run.finish(outcome, lower_bound, frontier.bytes())
}

/// What can be reached, level by level.
#[derive(Clone, Debug)]
pub struct Exploration<S> {
    /// How many states are 0, 1, 2 … moves away: the levels that are complete.
    pub levels: Vec<u64>,
    /// The states of the last of these levels.
    pub farthest: Vec<S>,
    /// The limit that was reached before everything was found.
    pub stopped: Option<Limit>,
    /// The counts.
    pub stats: Stats,
}

impl<S> Exploration<S> {
    /// How many states the complete levels have together.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// Finds everything that can be reached from any of `starts`, regardless of the goal.
pub fn explore<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Exploration<P::State> {
    let mut run = Run::start(limits);
    let mut frontier = Frontier::new(puzzle, starts);
    run.note_open(frontier.width());
    let (mut levels, mut farthest, mut stopped) = (Vec::new(), Vec::new(), None);
    while frontier.width() > 0 && stopped.is_none() {
        levels.push(frontier.width() as u64);
        let level = frontier.arena.len() - frontier.width()..frontier.arena.len();
        run.begin_bound(frontier.depth, &mut observer);
        stopped = frontier.expand_level(puzzle, &mut run, 0, &mut observer, |_| false).err();
        if frontier.width() == 0 || stopped.is_some() {
            farthest = level.map(|id| frontier.arena.state(id as u32).clone()).collect();
        }
    }
    run.stats.goal_checks = 0;
    run.settle(frontier.bytes());
    Exploration { levels, farthest, stopped, stats: run.stats }
}
