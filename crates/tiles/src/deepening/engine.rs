//! The deepening search over one board: bound after bound, each shared among threads.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use taquin_search::{Cost, Limit, Limits, Outcome, Progress, Report, Stats};

use crate::automaton::Automaton;
use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::parity::solvability;
use crate::pattern::{Lookup, Partition, all_cells};
use crate::puzzle::Move;

use super::checkpoint::{Checkpoint, CheckpointError, fingerprint};
use super::crew::Crew;
use super::dispatch::{used_views, with_views};
use super::dual::duals;
use super::evaluator::{Evaluator, LOOKUPS};
use super::frontier::PATIENCE;
use super::named::{Named, Places, is_wide};
use super::root::Root;
use super::run::{MARGIN, Opened, Run, Walkers};

/// All that is needed to solve boards with one goal: the tables and the automaton.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) geometry: Geometry,
    pub(super) goal: Board,
    goal_cells: GoalCells,
    pub(crate) views: Vec<Vec<Lookup>>,
    /// The partitions that the views are made of, where they are known.
    pub(super) partitions: Vec<Partition>,
    pub(crate) automaton: Arc<Automaton>,
}

/// How a board is to be solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads work on it.
    pub threads: usize,
    /// Where to stop.
    pub limits: Limits,
    /// What is already proved: no solution costs less.
    pub least: Cost,
    /// Where an earlier search was stopped.
    pub resume: Option<Checkpoint>,
    /// Walkers beyond the threads.
    pub crew: Option<Arc<dyn Crew>>,
    /// The expansions of a bound after which the crew takes part in the next.
    pub crew_from: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 1,
            limits: Limits::default(),
            least: 0,
            resume: None,
            crew: None,
            crew_from: CREW_FROM,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The outcome and the counts.
    pub report: Report<Move>,
    /// Where it was stopped, if it was.
    pub checkpoint: Option<Checkpoint>,
}

/// A smaller bound would be finished before a crew could take part.
const CREW_FROM: u64 = 2_000_000;

/// After a bound of fewer expansions than this, the calling thread searches alone.
const ALONE: u64 = 2_000;

/// Where fewer expansions are left than this, one thread counts them one by one.
const SCARCE: u64 = 1_000_000;

impl Engine {
    /// An engine for boards on `geometry` whose goal is `goal`. Each view has a table for every tile;
    /// the first views should be the best. The automaton forbids sequences of up to `longest` moves.
    ///
    /// # Errors
    /// If the goal does not have the size of the grid.
    ///
    /// # Panics
    /// If there is no view, or one does not cover every tile once.
    pub fn new(
        geometry: Geometry,
        goal: &Board,
        views: Vec<Vec<Lookup>>,
        longest: u32,
    ) -> Result<Self, Error> {
        Self::with_automaton(geometry, goal, views, Arc::new(Automaton::new(geometry, longest)))
    }

    /// The same with a given automaton.
    pub(crate) fn with_automaton(
        geometry: Geometry,
        goal: &Board,
        mut views: Vec<Vec<Lookup>>,
        automaton: Arc<Automaton>,
    ) -> Result<Self, Error> {
        geometry.expect_size(goal)?;
        let all = all_cells(geometry.cells()) & !(1 << goal.blank());
        for view in &views {
            let tiles = view.iter().map(Lookup::tiles);
            assert_eq!(tiles.clone().fold(0, |union, tiles| union | tiles), all, "every tile has a table");
            assert_eq!(tiles.map(u64::count_ones).sum::<u32>(), all.count_ones(), "but only one");
        }
        // The number of lookups limits the number of views.
        while views.iter().map(Vec::len).sum::<usize>() > LOOKUPS {
            views.pop();
        }
        views.truncate(used_views(views.len(), is_wide(geometry)));
        let goal_cells = GoalCells::of(goal);
        let partitions = Vec::new();
        Ok(Engine { geometry, goal: goal.clone(), goal_cells, views, partitions, automaton })
    }

    /// Solves one board with the fewest moves.
    ///
    /// # Errors
    /// If the board does not have the size of the grid, or the checkpoint is of another search.
    pub fn solve(
        &self,
        start: &Board,
        options: &Options,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        self.solve_up_to(start, options, None, progress)
    }

    /// The same; where no solution costs at most `last`, it stops as if no nodes were left.
    pub(crate) fn solve_up_to(
        &self,
        start: &Board,
        options: &Options,
        last: Option<Cost>,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        self.geometry.expect_size(start)?;
        if !self.is_solvable(start) {
            return Ok(Found { report: unsolvable(), checkpoint: None });
        }
        let resumed = self.resumed(start, options)?;
        with_views!(self, self.deepen(start, options, (resumed, last), progress))
    }

    /// The same engine, which knows the partitions that its views are made of.
    pub(super) fn made_of(mut self, partitions: &[Partition]) -> Self {
        self.partitions = partitions.to_vec();
        self
    }

    /// Where the search for a board begins: anew, or where an earlier one has ended.
    fn resumed(&self, start: &Board, options: &Options) -> Result<Checkpoint, Error> {
        let (instance, tables) = (fingerprint(self.geometry, start, &self.goal), self.tables());
        let mut resumed =
            options.resume.clone().unwrap_or_else(|| Checkpoint { instance, ..Checkpoint::default() });
        if resumed.instance != instance {
            return Err(CheckpointError::Other.into());
        }
        if resumed.tables != tables {
            // Finished bounds do not depend on the tables, but subtrees do.
            resumed.tables = tables;
            resumed.finished.clear();
        }
        Ok(resumed)
    }

    fn deepen<P: Places, const VIEWS: usize>(
        &self,
        start: &Board,
        options: &Options,
        (resumed, last): (Checkpoint, Option<Cost>),
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        let evaluator = Evaluator::<VIEWS>::new(self.geometry, &self.views);
        let root = Root::<P, VIEWS>::new(&evaluator, &self.automaton, self.named(start));
        let mut run = Run::new(self.begin_at::<P, VIEWS>(&evaluator, start, options.least), options, resumed);
        loop {
            let (bound, before) = run.current();
            let scarce = run.nodes_left() < SCARCE;
            let least = run.least_roots();
            let is_beyond = last.is_some_and(|last| bound > last);
            if is_beyond || run.nodes_left() < PATIENCE * least as u64 + MARGIN {
                return Ok(run.stopped(Limit::Nodes));
            }
            let threads = if scarce || before < ALONE { 1 } else { options.threads.max(1) };
            let (roots, width) = match run.open(&evaluator, &self.automaton, &root, threads)? {
                Opened::Roots(roots, width) => (roots, width),
                Opened::Solved(path) => return Ok(run.solved(self.moves(start, &path))),
            };
            let crew = options.crew.as_deref().filter(|_| !scarce && before >= options.crew_from);
            let crew = crew.map(|crew| (crew, self.quest(start)));
            let walkers = Walkers { threads, crew: crew.as_ref().map(|(crew, quest)| (*crew, quest)) };
            let ahead = width.map(|width| (&root, width));
            let (solution, stopped) =
                run.iterate((&evaluator, &self.automaton), bound, &roots, ahead, walkers, progress);
            if let Some(path) = solution {
                return Ok(run.solved(self.moves(start, &path)));
            }
            if let Some(limit) = stopped {
                return Ok(run.stopped(limit));
            }
            run.next_bound(if self.geometry.is_bipartite() { 2 } else { 1 });
        }
    }

    /// The bound with which the search for a board begins: what it and its duals prove.
    pub(super) fn begin_at<P: Places, const VIEWS: usize>(
        &self,
        evaluator: &Evaluator<'_, VIEWS>,
        start: &Board,
        least: Cost,
    ) -> Cost {
        let board = self.named::<P>(start);
        let value = |board| Root::new(evaluator, &self.automaton, board).f();
        let proved = duals(self.geometry, &board).into_iter().map(value).fold(least, Cost::max);
        self.first_bound(value(board), proved)
    }

    /// The smallest bound that is worth searching: not below what is proved, and of the right parity.
    fn first_bound(&self, value: Cost, proved: Cost) -> Cost {
        let odd = self.geometry.is_bipartite() && proved > value && !(proved - value).is_multiple_of(2);
        value.max(proved + Cost::from(odd))
    }

    /// Whether boards are kept in the larger of the two arrays.
    pub(super) fn is_wide(&self) -> bool {
        is_wide(self.geometry)
    }

    /// Whether the goal can be reached at all.
    pub(crate) fn is_solvable(&self, start: &Board) -> bool {
        solvability(&self.geometry, start, &self.goal_cells).is_solvable()
    }

    /// The board with its tiles named by their goal cells.
    pub(crate) fn named<P: Places>(&self, board: &Board) -> Named<P> {
        let mut named = Named { tiles: P::NONE, blank: board.blank() as u8 };
        for (cell, &tile) in board.tiles().iter().enumerate() {
            named.tiles[cell] = self.goal_cells.cell(tile) as u8;
        }
        named
    }

    /// The moves that take the blank along a path; they are replayed to be sure.
    ///
    /// # Panics
    /// If they do not lead to the goal.
    pub(crate) fn moves(&self, start: &Board, path: &[u8]) -> Vec<Move> {
        let mut board = start.clone();
        let moves = path.iter().map(|&from| {
            let mv = Move { from: from.into(), to: board.blank() };
            assert_eq!(self.geometry.distance(mv.from, mv.to), 1, "the blank goes from cell to cell");
            board.slide(mv.from);
            mv
        });
        let moves = moves.collect();
        assert_eq!(board, self.goal, "the moves lead to the goal");
        moves
    }

    /// A number that identifies these tables and their goal, which determine the subtrees.
    pub(super) fn tables(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        (self.automaton.rows().len(), &self.goal).hash(&mut hasher);
        for lookup in self.views.iter().flatten() {
            (lookup.table.pattern(), lookup.tiles()).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The report on a board whose goal cannot be reached.
pub(crate) fn unsolvable() -> Report<Move> {
    Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::deepening::samples::{engine, random_boards};
    use crate::exhaustive::Exhaustive;
    use crate::packed::Packed16;
    use crate::puzzle::Tiles;

    fn solve(engine: &Engine, start: &Board, options: &Options) -> Found {
        engine.solve(start, options, &mut ()).expect("a board of the right size")
    }

    fn check_all_distances(geometry: Geometry, goal: &Board, patterns: &[&[u32]]) {
        let engine = engine(geometry, goal, patterns);
        let puzzle = Tiles::<Packed16>::new(geometry, goal).expect("a goal of the right size");
        let table = Exhaustive::new(&puzzle).expect("a small board");
        for board in random_boards(geometry, 120) {
            let report = solve(&engine, &board, &Options::default()).report;
            let distance = table.distance(&puzzle.state(&board).expect("a board of the right size"));
            match report.outcome {
                Outcome::Solved { cost, .. } => assert_eq!(Some(cost), distance, "{board:?}"),
                Outcome::Unsolvable => assert_eq!(distance, None, "{board:?}"),
                Outcome::Stopped(limit) => panic!("stopped by the {limit}"),
            }
        }
        let at_goal = solve(&engine, goal, &Options::default()).report;
        assert_eq!(at_goal.outcome, Outcome::Solved { moves: Vec::new(), cost: 0 });
    }

    #[test]
    fn costs_are_those_of_the_exhaustive_table() {
        let flat = Geometry::new(3, 3, false);
        check_all_distances(flat, &Board::blank_first(3, 3), &[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
        check_all_distances(flat, &Board::blank_last(3, 3), &[&[1, 2], &[0, 3, 6, 7], &[4, 5]]);
        let turned = Board::new(3, 3, [3, 1, 4, 2, 0, 5, 8, 7, 6]).expect("a permutation");
        check_all_distances(flat, &turned, &[&[0, 1, 2, 3], &[5, 6, 7, 8]]);
        check_all_distances(Geometry::new(3, 3, true), &turned, &[&[0, 1, 2, 3], &[5, 6, 7, 8]]);
        check_all_distances(
            Geometry::new(2, 4, true),
            &Board::blank_last(2, 4),
            &[&[0, 1, 2], &[3, 4, 5, 6]],
        );
        check_all_distances(
            Geometry::new(2, 4, false),
            &Board::blank_first(2, 4),
            &[&[1, 2, 3], &[4, 5, 6, 7]],
        );
    }

    /// Korf's boards number 12, 16 and 79, which a few small tables solve quickly.
    #[test]
    fn fifteen_puzzles_take_the_published_number_of_moves() {
        let goal = Board::blank_first(4, 4);
        let engine = engine(
            Geometry::new(4, 4, false),
            &goal,
            &[&[1, 2, 4, 5, 8], &[3, 6, 7, 10, 11], &[9, 12, 13, 14, 15]],
        );
        let mut known = 0;
        for line in include_str!("../../data/korf100.txt").lines() {
            let numbers: Vec<u32> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
            if let [12 | 16 | 79, moves, tiles @ ..] = &numbers[..] {
                let board = Board::new(4, 4, tiles).expect("a permutation");
                assert_eq!(solve(&engine, &board, &Options::default()).report.lower_bound, *moves);
                known += 1;
            }
        }
        assert_eq!(known, 3);
    }

    #[test]
    fn threads_do_not_change_the_answer() {
        let geometry = Geometry::new(3, 4, false);
        let engine = engine(geometry, &Board::blank_last(3, 4), &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]]);
        for board in random_boards(geometry, 12) {
            let answer = |threads| {
                let options = Options { threads, ..Options::default() };
                solve(&engine, &board, &options).report.outcome
            };
            assert_eq!(answer(1), answer(3));
        }
    }

    #[test]
    fn a_stopped_search_goes_on_from_its_checkpoint() {
        let geometry = Geometry::new(3, 4, false);
        let engine = engine(geometry, &Board::blank_last(3, 4), &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]]);
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let whole = solve(&engine, &hard, &Options::default()).report;
        let mut options = Options::default();
        options.limits.nodes = Some(1);
        let mut stops = 0;
        let last = loop {
            let found = solve(&engine, &hard, &options);
            let Some(checkpoint) = found.checkpoint else { break found.report };
            options.limits.nodes = Some(found.report.stats.expanded + 20_000);
            assert_eq!(found.report.outcome, Outcome::Stopped(Limit::Nodes));
            assert!(found.report.lower_bound <= whole.lower_bound);
            options.resume = Some(checkpoint.to_string().parse().expect("its own text"));
            stops += 1;
        };
        assert!(stops > 2, "{stops} stops in {} expansions", whole.stats.expanded);
        assert_eq!(last.outcome, whole.outcome);
        let other = random_boards(geometry, 1).remove(0);
        options.resume = Some(Checkpoint { instance: 1, ..Checkpoint::default() });
        let refused = engine.solve(&other, &options, &mut ());
        assert_eq!(refused.err(), Some(Error::Checkpoint(CheckpointError::Other)));
    }
}
