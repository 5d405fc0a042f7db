//! Solves one board with tables of its own choice: the stages of a plan one after the other, and if the
//! last of them takes long, a contest for the tables that suit the board best.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use taquin_search::host::{self, Instant};
use taquin_search::{Limit, Limits, Outcome, Progress, Report, Stats};

use crate::error::Error;
use crate::pattern::{Partition, Pattern};

use super::contest::{Approach, Ends};
use super::engine::{Engine, Found, Options};
use super::plan::{Stage, Tables, add_tables, bytes, plan_within};
use super::warm::Warm;

/// The expansions after which a contest looks for the best tables: about ten seconds on two cores.
pub(super) const LONG: u64 = 200_000_000;

/// A board that is being solved.
pub(super) struct Solver<'a> {
    ends: Ends<'a>,
    warm: Option<&'a Warm>,
    options: &'a Options,
    /// The expansions after which there is a contest, if there may be one.
    long: Option<u64>,
    clock: Instant,
    /// What is known so far; its checkpoint goes from stage to stage.
    found: Found,
    /// What trials took, which the bounds do not count.
    trials: Stats,
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        ends: Ends<'a>,
        warm: Option<&'a Warm>,
        options: &'a Options,
        long: Option<u64>,
    ) -> Result<Self, Error> {
        let Ends { geometry, start, goal } = ends;
        let proved = options.resume.as_ref().map_or(Ok(0), |resume| resume.bound(geometry, start, goal))?;
        let report = Report {
            outcome: Outcome::Stopped(Limit::Memory),
            lower_bound: options.least.max(proved),
            stats: Stats::default(),
        };
        let found = Found { report, checkpoint: options.resume.clone() };
        Ok(Solver { ends, warm, options, long, clock: Instant::now(), found, trials: Stats::default() })
    }

    /// Goes through the stages; tables that are built are added to those `at_hand`.
    pub(super) fn run(mut self, at_hand: &mut Tables, progress: &mut dyn Progress) -> Result<Found, Error> {
        let Ends { geometry, goal, .. } = self.ends;
        let mut stages = plan_within(geometry, goal.blank(), self.warm, at_hand, &self.options.limits);
        if self.options.resume.is_some() {
            // The first stages are no longer needed.
            stages.drain(..stages.len().saturating_sub(1));
        }
        let mut tables = Tables::new();
        for (index, stage) in stages.iter().enumerate() {
            let is_last = index + 1 == stages.len();
            let approaches = if is_last { self.approaches(stage) } else { Vec::new() };
            let patience = if approaches.len() > 1 { self.long } else { stage.nodes.filter(|_| !is_last) };
            if patience.is_none_or(|most| self.expanded() < most) {
                // The automaton is made while the tables are built.
                let (own, automaton) = host::scope(|scope| {
                    let automaton = scope.spawn(|| stage.automaton(geometry));
                    let threads = self.options.threads;
                    let own = stage.tables(geometry, self.warm, threads, at_hand, &mut || self.go_on());
                    (own, automaton.join().expect("no automaton panics"))
                });
                match own {
                    Some(own) => tables = own,
                    None => return Ok(self.interrupted()),
                }
                let engine = stage.engine(geometry, goal, &tables, Arc::new(automaton))?;
                let approach = Approach::forward(&stage.partitions);
                if self.search(&approach, &engine, &tables, patience, progress)?.is_break() {
                    break;
                }
            }
            if approaches.len() > 1 {
                return self.contest(approaches, tables, stage, progress);
            }
        }
        Ok(self.end())
    }

    /// The approaches to compare once a stage has taken long, as far as there is memory for their tables.
    fn approaches(&self, stage: &Stage) -> Vec<Approach> {
        let Ends { geometry, .. } = self.ends;
        let limits = &self.options.limits;
        if self.long.is_none_or(|long| limits.nodes.is_some_and(|most| most < 4 * long)) {
            return Vec::new();
        }
        let mut all = self.ends.approaches(&stage.partitions);
        if let Some(most) = limits.memory {
            let room = |count: &usize| {
                bytes(geometry, all[..*count].iter().flat_map(|approach| &approach.partitions)) <= most
            };
            let count = (2..=all.len()).take_while(room).last().unwrap_or(1);
            all.truncate(count);
        }
        all
    }

    /// Goes on with the best of several approaches.
    fn contest(
        mut self,
        approaches: Vec<Approach>,
        tables: Tables,
        stage: &Stage,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        let Ends { geometry, .. } = self.ends;
        let partitions = approaches.iter().flat_map(|approach| &approach.partitions);
        progress.note("this takes long; looking for the tables that suit the board best");
        let mut go_on = || {
            let stats =
                Stats { seconds: self.clock.elapsed().as_secs_f64(), ..self.found.report.stats.clone() };
            if progress.tick(&stats).is_break() { ControlFlow::Break(()) } else { self.go_on() }
        };
        let tables = add_tables(tables, geometry, partitions, self.options.threads, &mut go_on);
        let Some(tables) = tables else { return Ok(self.interrupted()) };
        let automaton = Arc::new(stage.automaton(geometry));
        let engine = |approach: Approach| {
            let engine = self.ends.engine(&approach, &tables, &automaton)?;
            Ok((approach, engine))
        };
        let mut rivals = approaches.into_iter().map(engine).collect::<Result<Vec<_>, Error>>()?;
        let checkpoint = self.found.checkpoint.clone().unwrap_or_default();
        let options = Options { limits: self.limits(&tables, None), ..self.options.clone() };
        // If a contest was decided before, the tables of the checkpoint identify the winner.
        let decided = self.long.is_some_and(|long| self.expanded() > long + long / 8);
        let known = rivals.iter().position(|(_, engine)| engine.tables() == checkpoint.tables);
        let (best, trials) = match known.filter(|_| decided) {
            Some(place) => (Ok(place), Stats::default()),
            None => self.ends.best(&rivals, &checkpoint, &options, progress)?,
        };
        self.trials = trials;
        match best {
            Ok(place) => {
                let (approach, engine) = rivals.swap_remove(place);
                drop(rivals);
                let peak = &mut self.found.report.stats.peak_bytes;
                *peak = size(&tables).max(*peak);
                let own: Vec<Pattern> = approach.partitions.iter().flat_map(Partition::tables).collect();
                let kept = tables.into_iter().filter(|(pattern, _)| own.contains(pattern)).collect();
                let _ = self.search(&approach, &engine, &kept, None, progress)?;
            }
            Err(limit) => self.found.report.outcome = Outcome::Stopped(limit),
        }
        Ok(self.end())
    }

    /// Searches until it is solved or a limit is reached. Breaks if that is a limit of the options, not
    /// the patience with this approach.
    fn search(
        &mut self,
        approach: &Approach,
        engine: &Engine,
        tables: &Tables,
        patience: Option<u64>,
        progress: &mut dyn Progress,
    ) -> Result<ControlFlow<()>, Error> {
        let limits = self.limits(tables, patience);
        let is_patience = limits.nodes == patience;
        let least = self.found.report.lower_bound;
        let own = Options { limits, least, resume: self.found.checkpoint.take(), ..self.options.clone() };
        let peak = self.found.report.stats.peak_bytes;
        self.found = self.ends.solve(approach, engine, &own, None, progress)?;
        let stats = &mut self.found.report.stats;
        stats.peak_bytes = peak.max(stats.peak_bytes + size(tables));
        let goes_on = is_patience && self.found.report.outcome == Outcome::Stopped(Limit::Nodes);
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    /// What the limits leave to a search with these tables that is given up after `patience` expansions.
    fn limits(&self, tables: &Tables, patience: Option<u64>) -> Limits {
        let limits = &self.options.limits;
        let nodes = limits.nodes.map(|most| most.saturating_sub(self.trials.expanded));
        Limits {
            nodes: [nodes, patience].into_iter().flatten().min(),
            time: limits.time.map(|most| most.saturating_sub(self.clock.elapsed())),
            memory: limits.memory.map(|most| most.saturating_sub(size(tables))),
            ..limits.clone()
        }
    }

    /// The expansions of all bounds so far.
    fn expanded(&self) -> u64 {
        let rows = self.found.checkpoint.iter().flat_map(|checkpoint| &checkpoint.bounds);
        rows.map(|row| row.expanded).sum()
    }

    fn is_cancelled(&self) -> bool {
        let flag = self.options.limits.cancel.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn go_on(&self) -> ControlFlow<()> {
        let late = self.options.limits.time.is_some_and(|most| self.clock.elapsed() >= most);
        if late || self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The end of a search whose tables were not built to the end.
    fn interrupted(mut self) -> Found {
        let limit = if self.is_cancelled() { Limit::Cancelled } else { Limit::Time };
        self.found.report.outcome = Outcome::Stopped(limit);
        self.end()
    }

    fn end(mut self) -> Found {
        let stats = &mut self.found.report.stats;
        stats.expanded += self.trials.expanded;
        stats.generated += self.trials.generated;
        stats.seconds = self.clock.elapsed().as_secs_f64();
        self.found
    }
}

fn size(tables: &Tables) -> usize {
    tables.values().map(|table| table.size()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::deepening::Boards;
    use crate::deepening::samples::random_boards;
    use crate::geometry::Geometry;
    use crate::goal::GoalCells;
    use crate::parity::solvability;

    #[test]
    fn boards_of_all_shapes_are_solved() {
        for (rows, cols, torus) in
            [(1, 2, false), (1, 5, true), (2, 3, false), (3, 3, true), (2, 5, false), (3, 4, false)]
        {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_last(rows, cols);
            for board in random_boards(geometry, 3) {
                let options = Options { threads: 2, ..Options::default() };
                let mut boards =
                    Boards::new(geometry, &goal, None, Vec::new()).expect("a goal of the right size");
                let found = boards.solve(&board, &options, &mut ());
                let report = found.expect("boards of the right size");
                let solved = matches!(report.outcome, Outcome::Solved { .. });
                assert_eq!(solved, solvability(&geometry, &board, &GoalCells::of(&goal)).is_solvable());
            }
        }
    }

    /// A board that takes some ten thousand expansions, solved with a contest after `long` of them.
    fn solve_with_contest(start: &Board, long: Option<u64>, options: &Options) -> Found {
        let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
        let ends = Ends { geometry, start, goal: &goal };
        let solver = Solver::new(ends, None, options, long).expect("a checkpoint of this board");
        solver.run(&mut Tables::new(), &mut ()).expect("boards of the right size")
    }

    #[test]
    fn a_contest_changes_the_way_but_not_the_distance() {
        let hard = [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2];
        let other = [8, 11, 10, 9, 0, 7, 6, 5, 4, 3, 1, 2];
        for tiles in [hard, other] {
            let start = Board::new(3, 4, tiles).expect("a permutation");
            let options = Options { threads: 2, ..Options::default() };
            let plain = solve_with_contest(&start, None, &options).report;
            let found = solve_with_contest(&start, Some(300), &options).report;
            assert!(plain.stats.expanded > 600, "{}", plain.stats.expanded);
            assert_eq!(found.lower_bound, plain.lower_bound);
            let Outcome::Solved { moves, .. } = found.outcome else { panic!("a solvable board") };
            let mut board = start.clone();
            moves.iter().for_each(|mv| {
                assert_eq!(mv.to, board.blank());
                board.slide(mv.from);
            });
            assert_eq!(board, Board::blank_last(3, 4));
        }
    }

    #[test]
    fn a_search_goes_on_from_its_checkpoint_through_a_contest() {
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let whole = solve_with_contest(&hard, None, &Options::default()).report;
        let mut options = Options::default();
        let mut stops = 0;
        let last = loop {
            options.limits.nodes = Some(700 << stops);
            let found = solve_with_contest(&hard, Some(150), &options);
            let Some(checkpoint) = found.checkpoint else { break found.report };
            assert_eq!(found.report.outcome, Outcome::Stopped(Limit::Nodes));
            assert!(found.report.lower_bound <= whole.lower_bound);
            options.resume = Some(checkpoint.to_string().parse().expect("its own text"));
            stops += 1;
        };
        assert!(stops > 1, "{stops} stops in {} expansions", whole.stats.expanded);
        assert_eq!(last.lower_bound, whole.lower_bound);
        assert!(matches!(last.outcome, Outcome::Solved { .. }));
    }
}
