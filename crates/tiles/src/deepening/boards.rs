//! Boards with one goal, one or many, by one plan: tables that were built for one board serve the next.
//!
//! Many boards are searched side by side with the tables of the first stage. A board that turns out to be
//! hard is set aside with the bounds that have failed, no further board is begun, and the hard board is
//! treated like a single one: all threads, larger tables, the contest. So answers come in the order of the
//! boards, each as soon as it and those before it are done.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::{Limit, Limits, Outcome, Progress, Report, Stats};

use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::{Partition, Pattern};
use crate::puzzle::Move;

use super::checkpoint::Checkpoint;
use super::contest::Ends;
use super::crew::Quest;
use super::engine::{Engine, Found, Options};
use super::plan::{Stage, Tables, for_many, plan_within};
use super::solver::{LONG, Solver};
use super::warm::Warm;

/// The expansions after which one of many boards counts as hard, if the plan has only one stage.
const HARD: u64 = 8_000_000;

/// Takes the answers in the order of the boards; breaking ends the batch.
pub type Deliver<'a> = dyn FnMut(Board, Report<Move>) -> ControlFlow<()> + Send + 'a;

/// Solves boards of 2 to 64 cells that share their size and their goal with the fewest moves.
pub struct Boards {
    geometry: Geometry,
    goal: Board,
    warm: Option<Warm>,
    /// The tables that were built so far.
    tables: Tables,
    /// What many boards are searched with.
    quick: Option<Engine>,
    /// Where earlier searches were stopped, each of its own board.
    known: Vec<Checkpoint>,
}

impl Boards {
    /// Boards on `geometry` whose goal is `goal`, with the tables from a store where they are better than
    /// those that are built in memory at once. A board of which `known` has a checkpoint goes on from it.
    ///
    /// # Errors
    /// If the goal does not have the size of the grid.
    pub fn new(
        geometry: Geometry,
        goal: &Board,
        warm: Option<Warm>,
        known: Vec<Checkpoint>,
    ) -> Result<Self, Error> {
        geometry.expect_size(goal)?;
        Ok(Boards { geometry, goal: goal.clone(), warm, tables: Tables::new(), quick: None, known })
    }

    /// The available tables.
    #[must_use]
    pub fn tables(&self) -> Tables {
        let stored = self.warm.iter().flat_map(|warm| &warm.tables);
        let both = stored.chain(&self.tables);
        both.map(|(&pattern, table)| (pattern, Arc::clone(table))).collect()
    }

    /// Adds tables that need not be built then.
    pub fn add_tables(&mut self, tables: Tables) {
        self.tables.extend(tables);
    }

    /// Solves one board on all threads of `options`. If it is stopped, a checkpoint is reported to `progress`.
    ///
    /// # Errors
    /// If the board does not have the size of the grid, or a checkpoint is of another one.
    pub fn solve(
        &mut self,
        start: &Board,
        options: &Options,
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        self.geometry.expect_size(start)?;
        let bound = |known: &Checkpoint| known.bound(self.geometry, start, &self.goal).ok();
        let known = self.known.iter().chain(&options.resume).filter(|known| bound(known).is_some());
        // The checkpoint with the largest bound, and among equals the last.
        let resume = known.max_by_key(|known| bound(known)).cloned();
        let options = Options { resume, ..options.clone() };
        let ends = Ends { geometry: self.geometry, start, goal: &self.goal };
        let long = (self.geometry.cells() > 16).then_some(LONG);
        let solver = Solver::new(ends, self.warm.as_ref(), &options, long)?;
        let Found { report, checkpoint } = solver.run(&mut self.tables, progress)?;
        if let Some(checkpoint) = checkpoint {
            progress.checkpoint(&checkpoint);
        }
        if options.limits.memory.is_some() {
            // Tables that are kept for the next board would take memory from this one's lists.
            self.tables.clear();
        }
        Ok(report)
    }

    /// Solves `boards`, each within the limits of `options`.
    ///
    /// # Errors
    /// If the tables cannot be made.
    ///
    /// # Panics
    /// If a board has another size.
    pub fn solve_all(
        &mut self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        options: &Options,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let patience = self.stage(&options.limits).and_then(|stage| stage.nodes).unwrap_or(HARD);
        while let Some(first) = boards.next() {
            let Some(engine) = self.engine(options, progress)? else {
                if deliver(first, stopped(&options.limits)).is_break() {
                    return Ok(());
                }
                continue;
            };
            let mut side_by_side = SideBySide::new(&options.limits, patience);
            side_by_side.run(engine, first, boards, options.threads, deliver);
            for (board, report) in side_by_side.waiting {
                let report = match report {
                    Ok(report) => report,
                    Err(tried) => self.solve_hard(&board, tried, options, progress)?,
                };
                if deliver(board, report).is_break() {
                    return Ok(());
                }
            }
            if side_by_side.ended || options.limits.is_cancelled() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The stage that many boards begin with, if there is room for one.
    fn stage(&self, limits: &Limits) -> Option<Stage> {
        let (blank, warm) = (self.goal.blank(), self.warm.as_ref());
        for_many(self.geometry, plan_within(self.geometry, blank, warm, &self.tables, limits))
    }

    /// What many boards are searched with, made when it is first needed; `None` if there is no room for its
    /// tables, or it was cancelled.
    ///
    /// # Errors
    /// Never, since the goal has the size of the grid.
    pub fn engine(
        &mut self,
        options: &Options,
        progress: &mut dyn Progress,
    ) -> Result<Option<&Engine>, Error> {
        if self.quick.is_none()
            && let Some(stage) = self.stage(&options.limits)
        {
            let mut go_on = || match options.limits.is_cancelled() {
                true => ControlFlow::Break(()),
                false => progress.tick(&Stats::default()),
            };
            let (geometry, warm, threads) = (self.geometry, self.warm.as_ref(), options.threads);
            if let Some(tables) = stage.tables(geometry, warm, threads, &mut self.tables, &mut go_on) {
                let automaton = Arc::new(stage.automaton(geometry));
                self.quick = Some(stage.engine(geometry, &self.goal, &tables, automaton)?);
            }
        }
        Ok(self.quick.as_ref())
    }

    /// The engine for a search of another process, with tables of the store if they are the right ones, or built now.
    /// `None` if it was cancelled, or the partitions do not fit this board.
    ///
    /// # Errors
    /// Never, since the goal has the size of the grid.
    pub fn engine_for(&mut self, quest: &Quest, options: &Options) -> Result<Option<Engine>, Error> {
        let pattern = |cells: &Vec<u32>| Pattern::new(cells.iter().copied(), self.goal.blank());
        let partition =
            |patterns: &Vec<Vec<u32>>| Partition::new(self.geometry, patterns.iter().map(pattern).collect());
        let partitions: Option<Vec<Partition>> = quest.partitions.iter().map(partition).collect();
        let Some(partitions) = partitions.filter(|partitions| !partitions.is_empty()) else {
            return Ok(None);
        };
        if let Some(warm) = &self.warm {
            self.tables.extend(warm.tables.iter().map(|(pattern, table)| (*pattern, Arc::clone(table))));
        }
        let stage = Stage::of(partitions);
        let mut go_on = || match options.limits.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let tables = stage.tables(self.geometry, None, options.threads, &mut self.tables, &mut go_on);
        let engine = |tables| {
            let automaton = Arc::new(stage.automaton(self.geometry));
            stage.engine(self.geometry, &self.goal, &tables, automaton)
        };
        tables.map(engine).transpose()
    }

    /// The engine alone, if it was made.
    #[must_use]
    pub fn into_engine(self) -> Option<Engine> {
        self.quick
    }

    /// Solves a hard board, continuing from where the batch left off.
    fn solve_hard(
        &mut self,
        board: &Board,
        tried: Report<Move>,
        options: &Options,
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        let spent = std::time::Duration::from_secs_f64(tried.stats.seconds);
        let ends = (self.geometry, board, &self.goal);
        let mut options = options.clone();
        options.limits.time = options.limits.time.map(|most| most.saturating_sub(spent));
        options.resume = Some(Checkpoint::of_bounds(ends, tried.stats.bounds, tried.stats.seconds));
        self.solve(board, &options, progress)
    }
}

/// Boards that are searched at the same time, until one of them turns out hard.
struct SideBySide {
    limits: Limits,
    /// Whether a board that runs out of nodes is hard, not at its own limit.
    is_patience: bool,
    /// The boards from the first hard one on: those with a report are solved, and those with the report of an attempt
    /// are hard.
    waiting: Vec<(Board, Tried)>,
    ended: bool,
}

/// The report on a board, or of the try after which it counts as hard.
type Tried = Result<Report<Move>, Report<Move>>;

impl SideBySide {
    fn new(limits: &Limits, patience: u64) -> Self {
        let is_patience = limits.nodes.is_none_or(|most| most > patience);
        let nodes = Some(limits.nodes.map_or(patience, |most| most.min(patience)));
        SideBySide {
            limits: Limits { nodes, ..limits.clone() },
            is_patience,
            waiting: Vec::new(),
            ended: false,
        }
    }

    fn run(
        &mut self,
        engine: &Engine,
        first: Board,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        threads: usize,
        deliver: &mut Deliver<'_>,
    ) {
        let is_hard = AtomicBool::new(false);
        let mut first = Some(first);
        let mut boards = std::iter::from_fn(|| match is_hard.load(Ordering::Relaxed) {
            true => None,
            false => first.take().or_else(|| boards.next()),
        });
        let (waiting, ended, is_patience) = (&mut self.waiting, &mut self.ended, self.is_patience);
        engine.solve_all(&mut boards, threads, &self.limits, &mut |board, report| {
            let hard = is_patience && report.outcome == Outcome::Stopped(Limit::Nodes);
            is_hard.fetch_or(hard, Ordering::Relaxed);
            match (hard, waiting.is_empty()) {
                (true, _) => waiting.push((board, Err(report))),
                (false, false) => waiting.push((board, Ok(report))),
                (false, true) => {
                    *ended |= deliver(board, report).is_break();
                    return if *ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                }
            }
            ControlFlow::Continue(())
        });
    }
}

/// The report on a board for which no table could be made.
fn stopped(limits: &Limits) -> Report<Move> {
    let limit = if limits.is_cancelled() { Limit::Cancelled } else { Limit::Memory };
    Report { outcome: Outcome::Stopped(limit), lower_bound: 0, stats: Stats::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deepening::samples::random_boards;

    #[test]
    fn hard_boards_are_answered_in_their_place() {
        let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let mut all = random_boards(geometry, 6);
        all.insert(0, hard.clone());
        all.insert(4, hard);
        let options = Options { threads: 2, ..Options::default() };
        let mut boards = Boards::new(geometry, &goal, None, Vec::new()).expect("a goal of the right size");
        let alone: Vec<_> = all
            .iter()
            .map(|board| boards.solve(board, &options, &mut ()).expect("the right size").outcome)
            .collect();
        // However soon a board counts as hard, the answers are as good, and in the same order.
        for patience in [1, 500, HARD] {
            let engine = boards.engine(&options, &mut ()).expect("the right size").expect("there is room");
            let mut found = Vec::new();
            let mut rest = all.clone().into_iter();
            let mut hard_ones = 0;
            while let Some(first) = rest.next() {
                let mut side_by_side = SideBySide::new(&options.limits, patience);
                side_by_side.run(engine, first, &mut rest, 2, &mut |board, report| {
                    found.push((board, report.outcome));
                    ControlFlow::Continue(())
                });
                for (board, report) in side_by_side.waiting {
                    hard_ones += usize::from(report.is_err());
                    let outcome = match report {
                        Ok(report) => report.outcome,
                        Err(_) => {
                            alone[all.iter().position(|other| *other == board).expect("one of them")].clone()
                        }
                    };
                    found.push((board, outcome));
                }
            }
            assert_eq!(found.len(), all.len());
            for ((board, outcome), (expected, other)) in found.iter().zip(all.iter().zip(&alone)) {
                let cost = |outcome: &Outcome<Move>| match outcome {
                    Outcome::Solved { cost, .. } => Some(*cost),
                    _ => None,
                };
                assert_eq!((board, cost(outcome)), (expected, cost(other)));
            }
            assert_eq!(hard_ones > 0, patience < HARD, "{patience}");
        }
    }

    #[test]
    fn limits_hold_for_each_of_many() {
        let (geometry, goal) = (Geometry::new(4, 4, false), Board::blank_first(4, 4));
        // One of the boards that need 80 moves.
        let hard = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0];
        let hard = Board::new(4, 4, hard).expect("a permutation");
        let mut boards = Boards::new(geometry, &goal, None, Vec::new()).expect("a goal of the right size");
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let mut outcomes = Vec::new();
        let all = [goal.clone(), hard, goal.clone()];
        let done = boards.solve_all(&mut all.into_iter(), &options, &mut (), &mut |_, report| {
            outcomes.push(report.outcome);
            ControlFlow::Continue(())
        });
        done.expect("there is room");
        let home = Outcome::Solved { moves: Vec::new(), cost: 0 };
        assert_eq!(outcomes, [home.clone(), Outcome::Stopped(Limit::Nodes), home]);
    }
}
