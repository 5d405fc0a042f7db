//! `taquin generate blocks`: hard puzzles of blocks, one a paragraph.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use taquin::blocks::format::Format;
use taquin::blocks::rush_hour::RushHour;
use taquin::blocks::{Found, Problem, RandomRushHour, catalogue, hardest_of_pieces, hardest_starts};
use taquin::{Hints, Instance};

use super::generate::fresh_seed;
use super::solve::limits;
use crate::args::{GenerateBlocksArgs, Size};
use crate::{exit, input};

/// Larger boards have too many components to count them all.
const LARGEST_CENSUS: usize = 5;

pub(crate) fn run(args: &GenerateBlocksArgs) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let done = if let Some(side) = args.source.rush_hour {
        rush_hour(args, side, &mut out)?;
        true
    } else if let Some(size) = args.source.size {
        pieces(args, size, &mut out)?
    } else {
        starts(args, &mut out)?
    };
    out.flush()?;
    Ok(ExitCode::from(if done { exit::SOLVED } else { exit::STOPPED }))
}

/// The farthest starts for the pieces and the goal of a puzzle.
fn starts(args: &GenerateBlocksArgs, out: &mut dyn Write) -> anyhow::Result<bool> {
    let problem = problem(args)?;
    if problem.goal().is_empty() {
        bail!("the puzzle has no goal to be far from");
    }
    let found = hardest_starts(&problem, &limits(&args.limits)?)?;
    found.iter().try_for_each(|found| write(out, found))?;
    Ok(found.iter().all(|found| found.proved))
}

fn problem(args: &GenerateBlocksArgs) -> anyhow::Result<Problem> {
    let name = args.source.from.as_deref().unwrap_or_default();
    let text = match catalogue::find(name) {
        Some(entry) => entry.text.to_string(),
        None => input::read(name)?.text,
    };
    let hints = Hints { metric: args.metric, ..Hints::default() };
    match Instance::parse(&text, &hints)? {
        Instance::Blocks(problem) => Ok(problem),
        Instance::Tiles(_) => bail!("{name}: these are tiles; `taquin generate RxC` makes boards of them"),
    }
}

/// The hardest puzzle with some pieces on a board.
fn pieces(args: &GenerateBlocksArgs, size: Size, out: &mut dyn Write) -> anyhow::Result<bool> {
    let side = |side: u32| usize::try_from(side).context("a side");
    let pieces: Result<Vec<_>, _> =
        args.pieces.iter().map(|p| anyhow::Ok((side(p.rows)?, side(p.cols)?))).collect();
    let (rows, cols) = (side(size.rows)?, side(size.cols)?);
    if rows * cols > 64 {
        bail!("the positions of a board of {rows} x {cols} are too many to look at all of them");
    }
    let metric = args.metric.unwrap_or_default();
    let found = hardest_of_pieces(rows, cols, &pieces?, metric, &limits(&args.limits)?)?;
    write(out, &found)?;
    Ok(found.proved)
}

/// Minimal Rush Hour boards, one a line after the moves that they need.
fn rush_hour(args: &GenerateBlocksArgs, side: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.all {
        if side > LARGEST_CENSUS {
            bail!("--all is for boards of side 4 and 5");
        }
        let rush = RushHour::new(side, (side - 1) / 2)?;
        let mut boards = vec![];
        rush.census(|state, moves| boards.push((moves, state)));
        boards.sort_unstable_by_key(|&(moves, state)| (std::cmp::Reverse(moves), state));
        for (moves, state) in boards.into_iter().filter(|board| board.0 >= args.least) {
            let board = Format::RushHour.write(&rush.blocks().problem_at(state)?);
            writeln!(out, "{moves} {}", board.context("cars are a Rush Hour board")?)?;
        }
        return Ok(());
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let random = RandomRushHour::new(side, seed)?.filter(|found| found.moves >= args.least);
    for found in random.take(args.count) {
        let board = Format::RushHour.write(&found.problem).context("cars are a Rush Hour board")?;
        writeln!(out, "{} {board}", found.moves)?;
    }
    Ok(())
}

/// The moves as a note, then the puzzle.
fn write(out: &mut dyn Write, found: &Found) -> anyhow::Result<()> {
    let text = Format::Plain.write(&found.problem).context("a piece stands on a gate")?;
    let proved = if found.proved { "the most for these pieces" } else { "stopped before all were looked at" };
    writeln!(out, "note: {} moves, {proved}", found.moves)?;
    writeln!(out, "{text}")?;
    Ok(())
}
