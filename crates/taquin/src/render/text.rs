//! An answer for people.

use std::io::{self, Write};

use taquin_blocks::Problem;
use taquin_blocks::format::picture;
use taquin_search::{Outcome, Stats};
use taquin_tiles::{Board, Direction};

use crate::answer::{Answer, Step};
use crate::instance::{Instance, TilesInstance};

/// The columns of a line of moves.
const WIDTH: usize = 78;

/// Boards wider than this are described by their size alone.
const WIDEST: u32 = 16;

/// The same for blocks, whose cells take one column each.
const WIDEST_BLOCKS: usize = 34;

/// Writes the outcome in words, with the boards and the moves.
///
/// # Errors
/// Those of `out`.
pub fn text(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    match instance {
        Instance::Tiles(tiles) => boards(out, tiles)?,
        Instance::Blocks(problem) => blocks(out, problem)?,
    }
    if let Outcome::Solved { moves, cost } = &answer.report.outcome {
        outcome(out, answer)?;
        if *cost > 0 {
            match instance {
                Instance::Tiles(_) => list(out, moves)?,
                Instance::Blocks(_) => lines(out, moves)?,
            }
        }
    } else {
        outcome(out, answer)?;
    }
    writeln!(out, "Plan: {}", method(answer))
}

/// Writes the outcome in one sentence.
///
/// # Errors
/// Those of `out`.
pub fn outcome(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let bound = answer.report.lower_bound;
    match &answer.report.outcome {
        Outcome::Solved { cost, .. } => solved(out, u64::from(*cost), u64::from(bound)),
        Outcome::Unsolvable => {
            let reason = answer.reason.as_deref().unwrap_or("every reachable position was examined");
            writeln!(out, "There is no solution: {reason}.")
        }
        Outcome::Stopped(limit) => {
            writeln!(out, "Stopped ({limit}): a solution needs at least {bound} moves.")
        }
    }
}

/// Writes the sentence about a solution.
pub(super) fn solved(out: &mut dyn Write, cost: u64, bound: u64) -> io::Result<()> {
    let moves = if cost == 1 { "move" } else { "moves" };
    if bound >= cost {
        writeln!(out, "Solved in {cost} {moves}, the fewest possible.")
    } else {
        writeln!(out, "Solved in {cost} {moves}, not proved to be the fewest (at least {bound}).")
    }
}

/// The algorithm and what guided it.
fn method(answer: &Answer) -> String {
    match answer.heuristic.as_str() {
        "none" => answer.algorithm.to_string(),
        heuristic => format!("{} with {heuristic}", answer.algorithm),
    }
}

/// Writes the counts of a search, one a line.
///
/// # Errors
/// Those of `out`.
pub fn stats(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    let rate = stats.expanded as f64 / stats.seconds.max(1e-9);
    writeln!(out, "expanded        {}", stats.expanded)?;
    writeln!(out, "generated       {}", stats.generated)?;
    writeln!(out, "reopened        {}", stats.reopened)?;
    writeln!(out, "goal checks     {}", stats.goal_checks)?;
    writeln!(out, "largest open    {}", stats.largest_open)?;
    writeln!(out, "largest closed  {}", stats.largest_closed)?;
    writeln!(out, "peak bytes      {}", stats.peak_bytes)?;
    writeln!(out, "seconds         {:.6}", stats.seconds)?;
    writeln!(out, "expanded/second {rate:.0}")?;
    for bound in &stats.bounds {
        writeln!(
            out,
            "bound {:>4}      {} expanded, {} generated",
            bound.bound, bound.expanded, bound.generated
        )?;
    }
    Ok(())
}

/// The start and the goal side by side.
pub(super) fn boards(out: &mut dyn Write, instance: &TilesInstance) -> io::Result<()> {
    let geometry = &instance.geometry;
    let kind = if geometry.is_torus() { "torus" } else { "board" };
    writeln!(out, "{} x {} {kind}", geometry.rows(), geometry.cols())?;
    if geometry.cols() > WIDEST || geometry.rows() > WIDEST {
        return Ok(());
    }
    let middle = geometry.rows() / 2;
    for (row, (start, goal)) in (0..).zip(rows(&instance.start).zip(rows(&instance.goal))) {
        writeln!(out, "  {start}  {}  {goal}", if row == middle { "->" } else { "  " })?;
    }
    Ok(())
}

/// The start and the goal of blocks side by side.
pub(super) fn blocks(out: &mut dyn Write, problem: &Problem) -> io::Result<()> {
    let board = problem.board();
    let pieces = problem.pieces().len();
    let (rows, cols, metric) = (board.rows(), board.cols(), problem.metric());
    writeln!(out, "{rows} x {cols} board, {pieces} pieces, {metric} metric")?;
    if cols > WIDEST_BLOCKS {
        return Ok(());
    }
    let pairs = picture::start_rows(problem).into_iter().zip(picture::goal_rows(problem));
    for (row, (start, goal)) in pairs.enumerate() {
        writeln!(out, "  {start}  {}  {goal}", if row == rows / 2 { "->" } else { "  " })?;
    }
    Ok(())
}

/// The rows of a board, with a dot for the blank.
pub(super) fn rows(board: &Board) -> impl Iterator<Item = String> {
    let width = (board.tiles().len() - 1).to_string().len();
    board.tiles().chunks(board.cols() as usize).map(move |row| {
        let cells: Vec<String> = row
            .iter()
            .map(|&tile| if tile == 0 { format!("{:>width$}", "·") } else { format!("{tile:>width$}") })
            .collect();
        cells.join(" ")
    })
}

/// The moves, as many on a line as fit.
fn list(out: &mut dyn Write, moves: &[Step]) -> io::Result<()> {
    let mut lines = Lines::default();
    moves.iter().try_for_each(|step| lines.add(out, step))?;
    lines.finish(out)
}

/// Lines of moves, the last of them still in the making.
#[derive(Default)]
pub(super) struct Lines {
    line: String,
    columns: usize,
}

impl Lines {
    pub(super) fn add(&mut self, out: &mut dyn Write, step: &Step) -> io::Result<()> {
        let word = word(step);
        let columns = word.chars().count();
        if self.columns + 1 + columns > WIDTH {
            writeln!(out, "{}", self.line)?;
            self.line.clear();
            self.columns = 0;
        }
        self.line.push_str("  ");
        self.line.push_str(&word);
        self.columns += 2 + columns;
        Ok(())
    }

    pub(super) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.line.is_empty() { Ok(()) } else { writeln!(out, "{}", self.line) }
    }
}

/// The moves, one a line.
fn lines(out: &mut dyn Write, moves: &[Step]) -> io::Result<()> {
    let width = moves.len().to_string().len();
    moves.iter().zip(1..).try_for_each(|(step, number)| writeln!(out, "  {number:>width$}  {step}"))
}

fn word(step: &Step) -> String {
    match step {
        Step::Block { .. } => step.to_string(),
        Step::Tile { tile, direction, .. } => {
            let arrow = match direction {
                Direction::Up => '↑',
                Direction::Left => '←',
                Direction::Down => '↓',
                Direction::Right => '→',
            };
            format!("{tile}{arrow}")
        }
    }
}
