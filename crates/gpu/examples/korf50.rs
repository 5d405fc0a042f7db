//! Solves Korf and Felner's fifty 24-puzzles on CUDA devices and prints what it took.
//!
//! `korf50 [--seconds S] [--bounds] [--partition TILES] [--whole] [NUMBER...]`: all fifty or those named,
//! each stopped after S seconds; `--bounds` prints the nodes and the time of every bound; `--partition`
//! searches with the tables of that partition, its groups separated by '/', and prints their mean over
//! random boards; `--whole` searches with one partition from one end, without looking ahead, every bound
//! below the optimum, and stops there.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use taquin_gpu::cuda::Device;
use taquin_gpu::{Solver, Tuning};
use taquin_search::{Cost, Limits, Outcome, Progress, Stats};
use taquin_tiles::pattern::{Partition, Pattern};
use taquin_tiles::{Board, Geometry, GoalCells, RandomBoards};

const INSTANCES: &str = include_str!("../../tiles/data/korf24.txt");

/// Remembers when each bound began, and stops at one.
#[derive(Default)]
struct Clock {
    begun: Vec<Instant>,
    last: Option<Cost>,
    stop: bool,
}

impl Progress for Clock {
    fn bound(&mut self, bound: Cost) {
        self.begun.push(Instant::now());
        self.stop = self.last.is_some_and(|last| bound >= last);
    }

    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The partition with these tiles, the blank's goal in the first cell.
fn partition(text: &str) -> Result<Partition, Box<dyn std::error::Error>> {
    let mut patterns = Vec::new();
    for group in text.split('/') {
        let tiles: Vec<u32> = group.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        patterns.push(Pattern::new(tiles, 0));
    }
    Ok(Partition::new(Geometry::new(5, 5, false), patterns).ok_or("every tile must be in one group")?)
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("korf50: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let (mut chosen, mut limits, mut bounds, mut whole) = (Vec::new(), Limits::default(), false, false);
    let mut own = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => {
                let seconds = arguments.next().ok_or("--seconds wants a number")?.parse()?;
                limits.time = Some(Duration::from_secs_f64(seconds));
            }
            "--bounds" => bounds = true,
            "--whole" => whole = true,
            "--partition" => own = Some(partition(&arguments.next().ok_or("--partition wants tiles")?)?),
            number => chosen.push(number.parse::<u32>()?),
        }
    }
    let devices =
        (0..Device::count()?).map(|number| Device::open(number, None)).collect::<Result<Vec<_>, _>>()?;
    println!("{} of {}", devices.len(), devices[0].name()?);
    let (geometry, goal) = (Geometry::new(5, 5, false), Board::blank_first(5, 5));
    let mut solver = Solver::cuda(geometry, &goal, own.as_ref(), &devices)?;
    println!("ready after {:.2} s", begun.elapsed().as_secs_f64());
    if own.is_some() {
        let boards: Vec<Board> = RandomBoards::new(geometry, GoalCells::of(&goal), 1).take(1 << 20).collect();
        let total: u32 = solver.estimates(&boards)?.into_iter().sum();
        println!("mean {:.3} of {} random boards", f64::from(total) / boards.len() as f64, boards.len());
    }
    if whole {
        let never = f64::INFINITY;
        solver.tuning = Tuning {
            look_ahead_from: never,
            look_back_from: never,
            look_around_from: never,
            trial_from: never,
            ..solver.tuning
        };
    }
    let (mut solved, mut wrong, mut nodes) = (0, 0, 0);
    for line in INSTANCES.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let (id, optimum) = (numbers[0], numbers[1]);
        if !chosen.is_empty() && !chosen.contains(&id) {
            continue;
        }
        let mut clock = Clock { last: whole.then_some(optimum), ..Clock::default() };
        let report = solver.solve(&Board::new(5, 5, &numbers[2..])?, None, &limits, &mut clock)?;
        let ended = Instant::now();
        let stats = &report.stats;
        if bounds {
            let ends = clock.begun.iter().skip(1).chain([&ended]);
            for ((count, begun), ended) in stats.bounds.iter().zip(&clock.begun).zip(ends) {
                let seconds = (*ended - *begun).as_secs_f64();
                println!("    {}: {:.4} G nodes, {seconds:.3} s", count.bound, count.generated as f64 / 1e9);
            }
        }
        let text = match report.outcome {
            Outcome::Solved { cost, .. } => {
                solved += 1;
                wrong += u32::from(cost != optimum);
                format!("{cost} moves{}", if cost == optimum { "" } else { ", NOT THE OPTIMUM" })
            }
            Outcome::Stopped(limit) => format!("at least {} moves of {optimum}: {limit}", report.lower_bound),
            Outcome::Unsolvable => "unsolvable".into(),
        };
        nodes += stats.generated;
        let giga = stats.generated as f64 / 1e9;
        println!("#{id}: {text}, {giga:.3} G nodes, {:.2} s, {:.1} G/s", stats.seconds, giga / stats.seconds);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{solved} solved, {wrong} wrong, {:.1} G nodes, {seconds:.2} s in all", nodes as f64 / 1e9);
    Ok(())
}
