//! Solutions for boards of any size: not the shortest, but near, and soon.
//!
//! Two phases build a solution. In the first all tiles come near their homes together while the
//! blank sweeps over the board; in the second they go home line by line. Memory is linear in the
//! board and time in the number of moves, so that a board of a million tiles streams its thousand
//! million moves. With time left, many solutions are built at once and the best ones go on, and
//! pieces of the best solution are rewritten with fewer moves.
//!
//! ```
//! use taquin_tiles::constructive::{NearOptions, solve_near};
//! use taquin_tiles::{Board, Geometry, GoalCells, RandomBoards};
//!
//! let grid = Geometry::new(12, 9, false);
//! let goal = GoalCells::of(&Board::blank_last(12, 9));
//! let start = RandomBoards::new(grid, goal.clone(), 1).next().unwrap();
//! let near = solve_near(&grid, &start, &goal, &NearOptions::default(), &mut |_| {}).unwrap();
//! assert!(near.lower_bound <= near.moves.len() as u64);
//! ```

mod buckets;
mod carry;
mod exact;
mod fence;
mod finish;
mod lens;
mod play;
mod polish;
mod pull;
mod replay;
mod rewrite;
mod rounds;
mod runner;
mod slate;
mod stretch;
mod strip;
mod style;
mod sweep;
mod trail;
mod window;
mod winners;
mod work;

#[cfg(test)]
mod tests;

use taquin_search::{Limit, Limits};

use self::replay::Replay;
use self::rounds::Rounds;
use self::runner::{Runner, Tools};
use self::slate::Slate;
use self::style::Style;
use self::trail::Trail;
use self::work::Work;
use crate::board::Board;
use crate::geometry::{Direction, Geometry, Shape};
use crate::goal::GoalCells;
use crate::heuristic::Manhattan;
use crate::parity::solvability;

/// How long and how hard to look for a short solution.
#[derive(Clone, Debug, Default)]
pub struct NearOptions {
    /// Where to stop. The first solution is always finished, unless it is cancelled; the node limit
    /// is one on the work of the later rounds, which makes the answer the same on every machine.
    pub limits: Limits,
    /// How many rounds try to find a shorter solution, each with about twice the work of the one
    /// before.
    pub rounds: u32,
    /// Other seeds find other solutions.
    pub seed: u64,
}

/// A solution on the way to a better one.
#[derive(Clone, Copy, Debug)]
pub struct NearProgress {
    /// Its moves.
    pub len: u64,
    /// The seconds since the start.
    pub seconds: f64,
}

/// A solution that is near the shortest.
#[derive(Clone, Debug)]
pub struct NearSolution {
    /// The steps of the blank. They were made again on a board of their own and reached the goal.
    pub moves: Vec<Direction>,
    /// No solution has fewer moves than this.
    pub lower_bound: u64,
    /// The limit that ended the rounds early.
    pub stopped: Option<Limit>,
}

/// A solution that was handed on while it was found.
#[derive(Clone, Copy, Debug)]
pub struct NearLength {
    /// The number of moves.
    pub len: u64,
    /// No solution has fewer moves than this.
    pub lower_bound: u64,
}

/// Finds a solution and makes it shorter as long as the options allow. `progress` is told of the
/// first solution and of every better one.
///
/// # Errors
/// The limit, if it was cancelled before there was a solution.
///
/// # Panics
/// If the goal cannot be reached from `start`, see [`solvability`](crate::solvability()), or the
/// board does not have the size of the grid.
pub fn solve_near(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    options: &NearOptions,
    progress: &mut dyn FnMut(NearProgress),
) -> Result<NearSolution, Limit> {
    let patient = Limits { cancel: options.limits.cancel.clone(), ..Limits::default() };
    let mut work = Work::start(&patient);
    let mut rounds = Rounds::start(geometry, start, goal, options);
    let mut first = Vec::new();
    build(geometry, start, goal, &mut work, &mut |chunk| first.extend_from_slice(chunk))?;
    progress(NearProgress { len: first.len() as u64, seconds: rounds.seconds() });
    let (moves, stopped) = rounds.improve(first, work.done(), progress);
    let mut replay = Replay::new(*geometry, start);
    replay.follow(&moves);
    assert!(replay.reached(goal), "a solution leads to the goal");
    Ok(NearSolution { moves, lower_bound: lower_bound(geometry, start, goal), stopped })
}

/// Finds a solution and hands its moves, the steps of the blank, on as they are found: for boards
/// whose solutions are too long to hold. The moves are made again on a board of their own.
///
/// # Errors
/// The limit that was reached first.
///
/// # Panics
/// If the goal cannot be reached from `start`, see [`solvability`](crate::solvability()), or the
/// board does not have the size of the grid.
pub fn stream_near(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Direction]),
) -> Result<NearLength, Limit> {
    let mut work = Work::start(limits);
    let mut replay = Replay::new(*geometry, start);
    let len = build(geometry, start, goal, &mut work, &mut |chunk| {
        replay.follow(chunk);
        sink(chunk);
    })?;
    assert!(replay.reached(goal), "a solution leads to the goal");
    Ok(NearLength { len, lower_bound: lower_bound(geometry, start, goal) })
}

/// Builds one solution the quick way and hands its moves on as they are found.
fn build(
    geometry: &Geometry,
    start: &Board,
    goal: &GoalCells,
    work: &mut Work<'_>,
    sink: &mut dyn FnMut(&[Direction]),
) -> Result<u64, Limit> {
    assert!(solvability(geometry, start, goal).is_solvable(), "the goal can be reached");
    let mut trail = Trail::new(sink);
    match geometry.shape() {
        Shape::Line => strip::line(geometry, start, goal, &mut trail),
        Shape::Ring => strip::ring(geometry, start, goal, &mut trail),
        Shape::Bipartite | Shape::Odd => {
            let mut runner = Runner::new(Slate::new(geometry, start, goal));
            let mut tools = Tools::default();
            for count in 0.. {
                if runner.is_solved() {
                    break;
                }
                runner.advance(&Style::quick(count), &mut tools, &mut trail, work)?;
            }
        }
    }
    Ok(trail.finish())
}

/// The distance of all tiles, and one more where the blank's way shows that it cannot be that.
fn lower_bound(geometry: &Geometry, start: &Board, goal: &GoalCells) -> u64 {
    let distance = Manhattan::distance(geometry, start, goal);
    if !geometry.is_bipartite() {
        return distance;
    }
    let odd = geometry.color(start.blank()) != geometry.color(goal.cell(0));
    distance + (distance + u64::from(odd)) % 2
}
