//! Solutions for boards of any size: not the shortest, but short, and found quickly.
//!
//! Two phases build a solution. In the first all tiles come near their homes together while the blank
//! sweeps over the board; in the second they go home line by line. Memory is linear in the board and time
//! in the number of moves, so that a board of a million tiles streams its billion moves. If there is time
//! left, many solutions are built in parallel and the best ones are continued, and pieces of the best
//! solution are replaced by shorter ones; on a board of up to 64 cells the piece is the whole solution.
//!
//! ```
//! use taquin_search::Outcome;
//! use taquin_tiles::constructive::{self, Options};
//! use taquin_tiles::{Board, Geometry, GoalCells, RandomBoards};
//!
//! let grid = Geometry::new(12, 9, false);
//! let goal = GoalCells::of(&Board::blank_last(12, 9));
//! let start = RandomBoards::new(grid, goal.clone(), 1).next().unwrap();
//! let report = constructive::solve(&grid, &start, &goal, &Options::default(), &mut ())?;
//! let Outcome::Solved { cost, .. } = report.outcome else { unreachable!() };
//! assert!(report.lower_bound <= cost);
//! # Ok::<(), taquin_tiles::Error>(())
//! ```

mod buckets;
mod budget;
mod construction;
mod exact;
mod finish;
mod frozen;
mod home_board;
mod line_board;
mod local_search;
mod move_sink;
mod parameters;
mod path_improvement;
mod phases;
mod population;
mod position;
mod potential;
mod region;
mod replay;
mod restarts;
mod rewrite;
mod small_grid;
mod sweep;
mod transport;
mod window;

#[cfg(test)]
mod tests;

use taquin_search::{Cost, Limit, Limits, Outcome, Progress, Report, Stats};

pub use self::phases::{Phase, PhaseKind, phases};

use self::budget::Budget;
use self::construction::{Construction, Workspace};
use self::home_board::HomeBoard;
use self::move_sink::MoveSink;
use self::parameters::Parameters;
use self::replay::Replay;
use self::restarts::{End, Restarts};
use crate::board::Board;
use crate::error::Error;
use crate::geometry::{Direction, Geometry};
use crate::goal::GoalCells;
use crate::heuristic::Manhattan;
use crate::parity::solvability;
use crate::puzzle::Move;

/// How much effort to spend on a short solution.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where to stop. The first solution is always finished, unless it is cancelled; the node limit
    /// is one on the work of the later rounds, which makes the answer the same on every machine.
    pub limits: Limits,
    /// How many rounds try to find a shorter solution, each with about twice the work of the one
    /// before.
    pub rounds: u32,
    /// Other seeds find other solutions.
    pub seed: u64,
    /// What is already proved: no solution has fewer moves.
    pub least: Cost,
}

/// The result of a solution that was passed on while it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Streamed {
    /// Whether it is solved, or which limit ended it before.
    pub end: Result<(), Limit>,
    /// The number of moves passed on.
    pub moves: u64,
    /// No solution has fewer moves than this.
    pub lower_bound: u64,
    /// The work that it took.
    pub stats: Stats,
}

/// Finds a solution and makes it shorter as long as the options allow. `progress` receives the first
/// solution and every better one. The moves of the report were made again on a board of their own
/// and reached the goal.
///
/// # Errors
/// If the start does not have the size of the grid.
pub fn solve(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    geometry.expect_size(start)?;
    if !solvability(geometry, start, goal).is_solvable() {
        let stats = Stats::default();
        return Ok(Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats });
    }
    let patient = Limits { cancel: options.limits.cancel.clone(), ..Limits::default() };
    let mut work = Budget::start(&patient);
    let mut rounds = Restarts::start(geometry, start, goal, options);
    let mut best = Vec::new();
    let mut lower_bound = cost(lower_bound(geometry, start, goal)).max(options.least);
    let mut keep = |chunk: &[Direction]| best.extend_from_slice(chunk);
    let first = build(geometry, start, goal, &mut work, &mut keep, &mut |_, _| {});
    let outcome = match first {
        Err(limit) => Outcome::Stopped(limit),
        Ok(moves) => {
            progress.solution(cost(moves), lower_bound);
            let mut tell = |moves| progress.solution(cost(moves), lower_bound);
            if rounds.improve(&mut best, work.done(), &mut tell) == End::Shortest {
                lower_bound = cost(best.len() as u64);
            }
            let mut replay = Replay::new(*geometry, start);
            let moves: Vec<Move> = best.iter().map(|&direction| replay.make(direction)).collect();
            assert!(replay.reached(goal), "a solution leads to the goal");
            Outcome::Solved { cost: cost(moves.len() as u64), moves }
        }
    };
    let stats =
        Stats { expanded: work.done() + rounds.done(), seconds: rounds.seconds(), ..Stats::default() };
    Ok(Report { outcome, lower_bound, stats })
}

/// Finds a solution and hands its moves, the steps of the blank, on as they are found: for boards
/// whose solutions are too long to hold. Every move is made on a board of its own before it is handed
/// on, and the last one must reach the goal there. The start must be solvable.
///
/// # Errors
/// If the start does not have the size of the grid.
///
/// # Panics
/// If the goal cannot be reached from `start`, see [`solvability`](crate::solvability()).
pub fn stream(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]),
) -> Result<Streamed, Error> {
    geometry.expect_size(start)?;
    assert!(solvability(geometry, start, goal).is_solvable(), "the goal can be reached");
    let mut work = Budget::start(limits);
    let mut replay = Replay::new(*geometry, start);
    let (mut moves, mut handed_on) = (Vec::new(), 0);
    let mut hand_on = |chunk: &[Direction]| {
        moves.clear();
        moves.extend(chunk.iter().map(|&direction| replay.make(direction)));
        handed_on += moves.len() as u64;
        sink(&moves);
    };
    let end = build(geometry, start, goal, &mut work, &mut hand_on, &mut |_, _| {});
    assert!(end.is_err() || replay.reached(goal), "a solution leads to the goal");
    let lower_bound = lower_bound(geometry, start, goal);
    let stats = Stats { expanded: work.done(), seconds: work.seconds(), ..Stats::default() };
    Ok(Streamed { end: end.map(|_| ()), moves: handed_on, lower_bound, stats })
}

/// Builds one solution the quick way and passes its moves on as they are found. After each phase `mark` is called
/// with the phase and the number of moves so far.
fn build(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    work: &mut Budget<'_>,
    sink: &mut dyn FnMut(&[Direction]),
    mark: &mut dyn FnMut(PhaseKind, u64),
) -> Result<u64, Limit> {
    let mut sink = MoveSink::new(sink);
    if let Some(steps) = line_board::steps(geometry, start, goal) {
        line_board::walk(geometry, start.blank(), steps, &mut sink);
        mark(PhaseKind::Strip, sink.len());
        return Ok(sink.finish());
    }
    let mut construction = Construction::new(HomeBoard::new(geometry, start, goal));
    let mut tools = Workspace::default();
    for count in 0.. {
        if construction.is_solved() {
            break;
        }
        construction.advance(&Parameters::quick(count), &mut tools, &mut sink, work)?;
        let part = match (construction.is_sweeping(), construction.is_solved()) {
            (true, _) => PhaseKind::Sweep,
            (false, false) => PhaseKind::Line,
            (false, true) => PhaseKind::Rest,
        };
        mark(part, sink.len());
    }
    Ok(sink.finish())
}

/// No solution has fewer moves than this. On a line and on a ring it is exact; elsewhere it is the
/// distance of all tiles, and one more where the blank's way shows that it cannot be that.
#[must_use]
pub fn lower_bound(geometry: &Geometry, start: &Board, goal: &GoalCells) -> u64 {
    if let Some(steps) = line_board::steps(geometry, start, goal) {
        return steps.unsigned_abs();
    }
    let distance = Manhattan::distance(geometry, start, goal);
    if !geometry.is_bipartite() {
        return distance;
    }
    let odd = geometry.color(start.blank()) != geometry.color(goal.cell(0));
    distance + (distance + u64::from(odd)) % 2
}

/// A number of moves as a cost.
fn cost(moves: u64) -> Cost {
    Cost::try_from(moves).unwrap_or(Cost::MAX)
}
