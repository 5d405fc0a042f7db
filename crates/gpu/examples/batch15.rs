//! Solves random 15-puzzles on CUDA devices, all at once, and prints how many a second.
//!
//! `batch15 [COUNT [SEED]]`: by default 200,000 boards of seed 1.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use taquin_gpu::Solver;
use taquin_gpu::cuda::Device;
use taquin_search::{Limits, Outcome};
use taquin_tiles::{Board, Geometry, GoalCells, RandomBoards};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("batch15: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(Ok(200_000), |word| word.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |word| word.parse())?;
    let (geometry, goal) = (Geometry::new(4, 4, false), Board::blank_first(4, 4));
    let devices =
        (0..Device::count()?).map(|number| Device::open(number, None)).collect::<Result<Vec<_>, _>>()?;
    let mut solver = Solver::cuda(geometry, &goal, None, &devices)?;
    // The first batch builds the tables and compiles the last kernel.
    solver.solve_all(std::slice::from_ref(&goal), &Limits::default(), &mut (), &mut |_, _| {})?;
    let first = RandomBoards::new(geometry, GoalCells::of(&goal), seed).take(1).collect::<Vec<_>>();
    solver.solve_all(&first, &Limits::default(), &mut (), &mut |_, _| {})?;
    println!(
        "{} of {}, ready after {:.2} s",
        devices.len(),
        devices[0].name()?,
        begun.elapsed().as_secs_f64()
    );
    let boards: Vec<Board> = RandomBoards::new(geometry, GoalCells::of(&goal), seed).take(count).collect();
    let (mut solved, mut moves, mut longest) = (0u64, 0u64, 0);
    let timer = Instant::now();
    let stats = solver.solve_all(&boards, &Limits::default(), &mut (), &mut |_, report| {
        if let Outcome::Solved { cost, .. } = report.outcome {
            solved += 1;
            moves += u64::from(cost);
            longest = longest.max(cost);
        }
    })?;
    let seconds = timer.elapsed().as_secs_f64();
    println!("{solved} of {count} solved, mean {:.3} moves, longest {longest}", moves as f64 / solved as f64);
    println!(
        "{seconds:.3} s, {:.0} boards a second, {:.3} G nodes",
        solved as f64 / seconds,
        stats.generated as f64 / 1e9
    );
    Ok(())
}
