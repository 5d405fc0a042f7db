//! `taquin generate`: random solvable boards, the same for the same seed.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin::tiles::format::Style;
use taquin::tiles::{Exhaustive, GoalCells, Packed16, RandomBoards, Tiles};
use taquin::{Board, Geometry, render};

use crate::args::{BoardForm, GenerateArgs, GenerateCommand, Size};

pub(crate) fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    if let Some(GenerateCommand::Blocks(args)) = &args.kind {
        return super::generate_blocks::run(args);
    }
    let size = args.size.context("rows and columns, as in 4x4")?;
    let geometry = Geometry::new(size.rows, size.cols, args.torus);
    let style = style(args, size)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let count = usize::try_from(args.count).context("--count")?;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut first = true;
    let mut print = |board: &Board| {
        // Boards of several lines are told apart by an empty one.
        if !std::mem::take(&mut first) && style == Style::Course {
            writeln!(out)?;
        }
        writeln!(out, "{}", board.text(style))
    };
    match args.distance {
        None => {
            let goal = GoalCells::blank_last(geometry.cells());
            RandomBoards::new(geometry, goal, seed).take(count).try_for_each(|board| print(&board))?;
        }
        Some(distance) => {
            let level = level(geometry, distance)?;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..count {
                print(&level[random.random_range(0..level.len())])?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn style(args: &GenerateArgs, size: Size) -> anyhow::Result<Style> {
    let square = size.rows == size.cols;
    match args.form {
        BoardForm::Course if !square => bail!("--form course is for square boards; try --form line"),
        BoardForm::Course => Ok(Style::Course),
        BoardForm::Auto if square && args.count == 1 => Ok(Style::Course),
        BoardForm::Auto | BoardForm::Line => Ok(Style::Rows),
    }
}

/// All boards exactly `distance` moves from the goal.
fn level(geometry: Geometry, distance: u32) -> anyhow::Result<Vec<Board>> {
    let most = Exhaustive::MAX_CELLS;
    if geometry.cells() > most {
        bail!("--distance is for boards of at most {most} cells, whose every position is known");
    }
    let goal = Board::blank_last(geometry.rows(), geometry.cols());
    let puzzle = Tiles::<Packed16>::new(geometry, &goal)?;
    let table = Exhaustive::new(&puzzle)?;
    let level: Vec<Board> = table.at(distance).map(|state| puzzle.board(&state)).collect();
    if level.is_empty() {
        bail!(
            "no board is {} from the goal: the farthest are {} away",
            render::moves_in_words(distance.into()),
            render::moves_in_words(table.levels().len() as u64 - 1)
        );
    }
    Ok(level)
}

/// A seed from the clock.
pub(super) fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64)
}
