//! `taquin generate blocks`: hard puzzles of blocks, one in each paragraph.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::json;
use taquin::blocks::format::Format;
use taquin::blocks::rush_hour::RushHour;
use taquin::blocks::{
    Found, Grid, PieceSet, Problem, RandomRushHour, RandomStarts, Starts, Wish, hardest_starts,
};
use taquin::{Hints, Instance, render};

use super::generate::fresh_seed;
use super::solve::limits;
use crate::args::{GenerateBlocksArgs, PlainFormat, Size, Spot};
use crate::progress::ProgressLine;
use crate::{exit, input};

/// Larger boards have too many components to count them all.
const LARGEST_CENSUS: usize = 5;

/// Rush Hour boards that need fewer moves are too easy.
const LEAST_MOVES: u32 = 5;

pub(crate) fn run(args: &GenerateBlocksArgs) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let _line = ProgressLine::waiting("looking for puzzles");
    let done = if let Some(side) = args.source.rush_hour {
        rush_hour(args, side, &mut out)?;
        true
    } else {
        let problems = match args.source.size {
            Some(size) => pieces(args, size)?,
            None => vec![problem(args)?],
        };
        starts(args, &problems, &mut out)?
    };
    out.flush()?;
    Ok(ExitCode::from(if done { exit::SOLVED } else { exit::STOPPED }))
}

/// The hardest starts for the pieces and the goals of some puzzles; whether there was time for all.
fn starts(args: &GenerateBlocksArgs, problems: &[Problem], out: &mut dyn Write) -> anyhow::Result<bool> {
    let limits = limits(&args.limits)?;
    let count = args.count.map(usize::try_from).transpose().context("--count")?;
    let wish = Wish { count, minimal: args.minimal, least: args.least.unwrap_or(1) };
    let minimal = if args.minimal { "minimal, " } else { "" };
    if let Some(seed) = args.seed {
        let count = count.unwrap_or(1);
        let mut found = 0;
        for start in RandomStarts::new(problems, wish, &limits, seed).take(count) {
            write(out, &start, &format!("{minimal}seed {seed}"), args.format)?;
            found += 1;
        }
        if found < count {
            let (failures, states) = (RandomStarts::MOST_FAILURES, RandomStarts::MOST_STATES);
            writeln!(
                std::io::stderr(),
                "taquin: {found} of {count} found: stopped, or {failures} random positions in a row led to \
                 none (what leads to more than {states} positions is passed over)"
            )?;
        }
        return Ok(found == count);
    }
    let Starts { found, stopped } = hardest_starts(problems, wish, &limits)?;
    let proved = match stopped {
        None if args.count.is_none() => "the most for these pieces",
        None => "the most for its component",
        Some(_) => "stopped before all were looked at",
    };
    for start in &found {
        write(out, start, &format!("{minimal}{proved}"), args.format)?;
    }
    match stopped {
        None if found.is_empty() => bail!("these pieces have no such start"),
        None => {}
        Some(limit) => writeln!(std::io::stderr(), "taquin: stopped ({limit}) before all were looked at")?,
    }
    Ok(stopped.is_none())
}

/// The puzzle whose pieces and goal are wanted.
fn problem(args: &GenerateBlocksArgs) -> anyhow::Result<Problem> {
    let name = args.source.from.clone().unwrap_or_default();
    let problem = input::blocks(&name, &Hints { metric: args.metric.clone(), ..Hints::default() })?;
    if problem.goal().is_empty() {
        bail!("the puzzle has no goal to be far from");
    }
    Ok(problem)
}

/// One puzzle for each place where the goal piece may have to come.
fn pieces(args: &GenerateBlocksArgs, size: Size) -> anyhow::Result<Vec<Problem>> {
    let side = |side: u32| usize::try_from(side).context("a side");
    let (rows, cols) = (side(size.rows)?, side(size.cols)?);
    if rows * cols > 64 {
        bail!("the positions of a board of {rows} x {cols} are too many to look at all of them");
    }
    let grid = Grid::open(rows, cols);
    let goal = match args.goal {
        Some(Spot { row, col }) if row > rows || col > cols => {
            bail!("--goal {row},{col}: the board has {rows} rows and {cols} columns")
        }
        goal => goal.map(|goal| grid.cell(goal.row - 1, goal.col - 1)),
    };
    let set = PieceSet::new(grid, &args.pieces)?;
    let metric = args.metric.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?;
    Ok(set.problems(metric.unwrap_or_default(), goal)?)
}

/// Minimal Rush Hour boards, one on each line after their number of moves.
fn rush_hour(args: &GenerateBlocksArgs, side: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let least = args.least.unwrap_or(LEAST_MOVES);
    if args.all {
        if side > LARGEST_CENSUS {
            bail!("--all is for boards of side 4 and 5");
        }
        let rush = RushHour::new(side, (side - 1) / 2)?;
        let mut boards = vec![];
        rush.census(|state, moves| boards.push((moves, state)));
        boards.sort_unstable_by_key(|&(moves, state)| (std::cmp::Reverse(moves), state));
        for (moves, state) in boards.into_iter().filter(|board| board.0 >= least) {
            write_board(out, &rush.blocks().problem_at(state)?, moves, args.format)?;
        }
        return Ok(());
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let random = RandomRushHour::new(side, seed)?.filter(|found| found.moves >= least);
    for found in random.take(usize::try_from(args.count.unwrap_or(1)).context("--count")?) {
        write_board(out, &found.problem, found.moves, args.format)?;
    }
    Ok(())
}

/// The moves, then the board in a word.
fn write_board(
    out: &mut dyn Write,
    problem: &Problem,
    moves: u32,
    format: PlainFormat,
) -> anyhow::Result<()> {
    if format == PlainFormat::Json {
        return write_object(out, problem, moves, "minimal");
    }
    let board = Format::RushHour.write(problem).context("cars are a Rush Hour board")?;
    Ok(writeln!(out, "{moves} {board}")?)
}

/// A puzzle as an object that other commands read.
fn write_object(out: &mut dyn Write, problem: &Problem, moves: u32, note: &str) -> anyhow::Result<()> {
    let puzzle = Instance::from(problem.clone()).object();
    Ok(writeln!(out, "{}", json!({ "moves": moves, "note": note, "puzzle": puzzle }))?)
}

/// The moves and what else is known as a note, then the puzzle.
fn write(out: &mut dyn Write, found: &Found, known: &str, format: PlainFormat) -> anyhow::Result<()> {
    if format == PlainFormat::Json {
        return write_object(out, &found.problem, found.moves, known);
    }
    let text = Format::Plain.write(&found.problem).context("a piece stands on a gate")?;
    writeln!(out, "note: {}, {known}", render::moves_in_words(found.moves.into()))?;
    writeln!(out, "{text}")?;
    Ok(())
}
