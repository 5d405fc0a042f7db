//! The solver: boards in, reports out.

use taquin_search::{Limits, Outcome, Progress, Report, Stats, host};
use taquin_tiles::automaton::Automaton;
use taquin_tiles::deepening::Checkpoint;
use taquin_tiles::pattern::Partition;
use taquin_tiles::{Board, Geometry, GoalCells, Move, Packed25, Tiles, solvability};

use crate::approach::Approach;
use crate::bases::Bases;
use crate::batch;
use crate::deepening::{self, Candidate};
use crate::engine::Engine;
use crate::error::Error;
use crate::fleet::Fleet;
use crate::grid::{Grid, MAX_CELLS};
use crate::plan::Plan;
use crate::position::{Packed, Position};
use crate::tuning::Tuning;
use crate::twin::Twin;

/// The length of the sequences that the automaton knows, on a device; and on the CPU, and on a torus,
/// which has several times as many of them.
#[cfg(feature = "cuda")]
const SEQUENCE: u32 = 12;
const SHORT_SEQUENCE: u32 = 8;

/// The most cells of boards that are solved many at once.
const MOST_BATCH_CELLS: usize = 16;

/// The most approaches from one end.
const GROUP: usize = 4;

/// An optimal solver for all boards of one grid and goal.
pub struct Solver {
    puzzle: Tiles<Packed25>,
    geometry: Geometry,
    goal: Board,
    grid: Grid,
    cells: GoalCells,
    /// The approaches from the start, and from the goal by the blank's cell in the start.
    approaches: Vec<Vec<Approach>>,
    engine: Box<dyn Engine>,
    /// How the work is divided.
    pub tuning: Tuning,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("geometry", &self.geometry).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver on threads of the CPU, at least one, that searches exactly as the one on a device does. It
    /// is for checking, and for boards whose tables are small.
    ///
    /// The tables are those of `partition`, or the best known.
    ///
    /// # Errors
    /// If the board or the partition is not one for the GPU.
    pub fn twin(
        geometry: Geometry,
        goal: &Board,
        partition: Option<&Partition>,
        threads: usize,
    ) -> Result<Self, Error> {
        Self::over(geometry, goal, partition, |plan, _| {
            let twin = Twin::new(plan.clone(), Automaton::new(geometry, SHORT_SEQUENCE));
            Ok(Box::new(Fleet::new(vec![twin; threads.max(1)])))
        })
    }

    /// A solver on CUDA devices, at least one. The tables are those of `partition`, or the best known.
    ///
    /// # Errors
    /// If the board or the partition is not one for the GPU, or a device fails.
    #[cfg(feature = "cuda")]
    pub fn cuda(
        geometry: Geometry,
        goal: &Board,
        partition: Option<&Partition>,
        devices: &[crate::cuda::Device],
    ) -> Result<Self, Error> {
        if devices.is_empty() {
            return Err(Error::NoDevice);
        }
        Self::over(geometry, goal, partition, |plan, bases| {
            let cut = crate::constants::Cut::default();
            // The automaton is made while the devices compile the kernels.
            let sequence = if geometry.is_torus() { SHORT_SEQUENCE } else { SEQUENCE };
            let automaton = std::thread::scope(|scope| {
                let automaton = scope.spawn(|| crate::constants::automaton(plan.grid, sequence));
                for device in devices {
                    device.layer_module(plan, &bases, &cut)?;
                    device.search_module(plan, &bases, &cut)?;
                }
                Ok::<_, Error>(automaton.join().expect("the automaton's thread does not panic"))
            })?;
            // Each device builds its own tables, all at the same time.
            let engine = |device: &crate::cuda::Device| {
                crate::cuda::CudaEngine::new(device.clone(), plan, bases.clone(), &automaton, cut)
            };
            let engines = std::thread::scope(|scope| {
                let engine = &engine;
                let threads: Vec<_> =
                    devices.iter().map(|device| scope.spawn(move || engine(device))).collect();
                let joined = threads.into_iter().map(|thread| thread.join().expect("no engine panics"));
                joined.collect::<Result<Vec<_>, Error>>()
            })?;
            Ok(Box::new(Fleet::new(engines)))
        })
    }

    fn over(
        geometry: Geometry,
        goal: &Board,
        partition: Option<&Partition>,
        engine: impl FnOnce(&Plan, Bases) -> Result<Box<dyn Engine>, Error>,
    ) -> Result<Self, Error> {
        let grid = Grid::new(geometry)?;
        let puzzle = Tiles::new(geometry, goal)?;
        let plans = |blank, backward| {
            Plan::choose(grid, blank).into_iter().map(move |plan| Approach { plan, backward })
        };
        let forward = match partition {
            Some(own) => {
                vec![Approach { plan: Plan::of(grid, goal.blank() as usize, own)?, backward: false }]
            }
            None => plans(goal.blank() as usize, false).collect(),
        };
        let mut approaches = vec![forward];
        approaches.extend((0..grid.cells()).map(|blank| plans(blank, true).collect()));
        // The first plan is what the kernels are made for; the others take part as far as there is room.
        let first = approaches[0][0].plan.clone();
        let mut bases = Bases::new(&first);
        for group in &mut approaches {
            group.retain(|one| {
                one.plan == first
                    || one.plan.kernel_shape() == first.kernel_shape() && bases.try_add(&one.plan)
            });
            group.truncate(GROUP);
        }
        let engine = engine(&first, bases)?;
        let cells = GoalCells::of(goal);
        let goal = goal.clone();
        Ok(Solver { puzzle, geometry, goal, grid, cells, approaches, engine, tuning: Tuning::default() })
    }

    /// Solves `board` with the fewest moves, from the checkpoint of a search that was stopped, if it is one of this
    /// board. The checkpoints of this search are reported as progress.
    ///
    /// # Errors
    /// If the board does not have the grid's size, or the device fails.
    pub fn solve(
        &mut self,
        board: &Board,
        known: Option<&Checkpoint>,
        limits: &Limits,
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        self.puzzle.state(board)?;
        if !solvability(&self.geometry, board, &self.cells).is_solvable() {
            return Ok(Report { outcome: Outcome::Unsolvable, lower_bound: 0, stats: Stats::default() });
        }
        let start = position(&self.cells, board);
        // A plan's number is its place among the approaches.
        let group = |number: usize| {
            self.approaches[number]
                .iter()
                .enumerate()
                .map(move |(i, approach)| Candidate { number: GROUP * number + i, approach })
        };
        let candidates = group(0).chain(group(1 + usize::from(start.blank))).collect();
        let fresh = Checkpoint::of_bounds((self.geometry, board, &self.goal), Vec::new(), 0.0);
        let is_own = |known: &&Checkpoint| known.bound(self.geometry, board, &self.goal).is_ok();
        let known = known.filter(is_own).unwrap_or(&fresh);
        let report =
            deepening::solve(&mut *self.engine, &start, candidates, known, self.tuning, limits, progress)?;
        let outcome = with_moves(self.grid, board.blank(), report.outcome)?;
        Ok(Report { outcome, lower_bound: report.lower_bound, stats: report.stats })
    }

    /// The lower bounds that the first tables give for boards, solvable or not.
    ///
    /// # Errors
    /// If a board does not have the grid's size, or the device fails.
    pub fn estimates(&mut self, boards: &[Board]) -> Result<Vec<u32>, Error> {
        let mut starts = Vec::with_capacity(boards.len());
        for board in boards {
            self.puzzle.state(board)?;
            starts.push(position(&self.cells, board).pack());
        }
        self.engine.equip(0, &self.approaches[0][0].plan)?;
        Ok(self.engine.estimates(&starts)?.into_iter().map(u32::from).collect())
    }

    /// Solves many boards, each with the fewest moves, and delivers the number of each with its report as they come,
    /// each within the limits. Large boards are solved in turn, and so are all where nodes are limited; small ones
    /// all at once.
    ///
    /// # Errors
    /// If a board does not have the grid's size, or the device fails.
    pub fn solve_all(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        progress: &mut dyn Progress,
        deliver: &mut dyn FnMut(usize, Report<Move>),
    ) -> Result<Stats, Error> {
        if !self.takes_many(limits) {
            return self.one_by_one(boards, limits, progress, deliver);
        }
        let grid = self.grid;
        self.solve_paths(boards, limits, progress, &mut |number, Path { outcome, lower_bound }| {
            let outcome = with_moves(grid, boards[number].blank(), outcome)?;
            deliver(number, Report { outcome, lower_bound, stats: Stats::default() });
            Ok(())
        })
    }

    /// The same for boards that are solved all at once, without turning directions into moves.
    pub(crate) fn solve_paths(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        progress: &mut dyn Progress,
        deliver: &mut dyn FnMut(usize, Path) -> Result<(), Error>,
    ) -> Result<Stats, Error> {
        let (mut starts, mut numbers) = (Vec::new(), Vec::new());
        for (number, start) in self.starts(boards)?.into_iter().enumerate() {
            match start {
                Some(start) => {
                    starts.push(start);
                    numbers.push(number);
                }
                None => deliver(number, Path { outcome: Outcome::Unsolvable, lower_bound: 0 })?,
            }
        }
        let mut hand_out =
            |at: usize, outcome, lower_bound| deliver(numbers[at], Path { outcome, lower_bound });
        let plan = &self.approaches[0][0].plan;
        batch::solve_all(&mut *self.engine, plan, &starts, limits, progress, &mut hand_out)
    }

    /// Where each board starts; none for those that cannot be solved. All cores look at them, since a device waits.
    fn starts(&self, boards: &[Board]) -> Result<Vec<Option<Packed>>, Error> {
        let (puzzle, geometry, cells) = (&self.puzzle, &self.geometry, &self.cells);
        let start = |board: &Board| {
            puzzle.state(board)?;
            let is_solvable = solvability(geometry, board, cells).is_solvable();
            Ok(is_solvable.then(|| position(cells, board).pack()))
        };
        let share = boards.len().div_ceil(host::cores()).max(1);
        let shares = host::scope(|scope| {
            let all = |share: &[Board]| share.iter().map(start).collect::<Result<Vec<_>, Error>>();
            let threads: Vec<_> = boards.chunks(share).map(|share| scope.spawn(move || all(share))).collect();
            let joined = threads.into_iter().map(|thread| thread.join().expect("no board panics"));
            joined.collect::<Result<Vec<_>, Error>>()
        })?;
        Ok(shares.concat())
    }

    /// Whether many boards are solved all at once within `limits`.
    pub(crate) fn takes_many(&self, limits: &Limits) -> bool {
        self.grid.cells() <= MOST_BATCH_CELLS && limits.nodes.is_none()
    }

    /// Large boards have enough to search each on its own.
    fn one_by_one(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        progress: &mut dyn Progress,
        deliver: &mut dyn FnMut(usize, Report<Move>),
    ) -> Result<Stats, Error> {
        let mut all = Stats::default();
        for (number, board) in boards.iter().enumerate() {
            let report = self.solve(board, None, limits, progress)?;
            all.expanded += report.stats.expanded;
            all.generated += report.stats.generated;
            all.seconds += report.stats.seconds;
            deliver(number, report);
        }
        Ok(all)
    }
}

/// A solution as directions of the blank, or why there is none, and the lower bound.
pub(crate) struct Path {
    pub(crate) outcome: Outcome<u8>,
    pub(crate) lower_bound: u32,
}

/// The position of a board: each tile called by its goal cell.
fn position(cells: &GoalCells, board: &Board) -> Position {
    let mut tiles = [0; MAX_CELLS];
    for (cell, &tile) in tiles.iter_mut().zip(board.tiles()) {
        *cell = cells.cell(tile) as u8;
    }
    Position { tiles, blank: board.blank() as u8 }
}

/// The outcome with its directions as moves of tiles, the first into the cell `blank`.
pub(crate) fn with_moves(grid: Grid, blank: u32, outcome: Outcome<u8>) -> Result<Outcome<Move>, Error> {
    let (path, cost) = match outcome {
        Outcome::Solved { moves, cost } => (moves, cost),
        Outcome::Unsolvable => return Ok(Outcome::Unsolvable),
        Outcome::Stopped(limit) => return Ok(Outcome::Stopped(limit)),
    };
    let mut to = blank;
    let step = |k: u8| {
        let from = grid.neighbor(to as usize, k.into()).ok_or(Error::Path)? as u32;
        Ok(Move { from, to: std::mem::replace(&mut to, from) })
    };
    Ok(Outcome::Solved { moves: path.into_iter().map(step).collect::<Result<_, Error>>()?, cost })
}
