//! Solves Korf and Felner's fifty 24-puzzles on CUDA devices and prints what it took.
//!
//! `korf50 [--seconds S] [--bounds] [NUMBER...]`: all fifty or those named, each stopped after S seconds;
//! `--bounds` prints the nodes and the time of every bound.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use taquin_gpu::Solver;
use taquin_gpu::cuda::Device;
use taquin_search::{Cost, Limits, Observer, Outcome};
use taquin_tiles::{Board, Geometry, Packed25, Tiles};

const INSTANCES: &str = include_str!("../../tiles/data/korf24.txt");

/// Remembers when each bound began.
#[derive(Default)]
struct Clock(Vec<Instant>);

impl Observer<Tiles<Packed25>> for Clock {
    fn bound(&mut self, _: Cost) {
        self.0.push(Instant::now());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let (mut chosen, mut limits, mut bounds) = (Vec::new(), Limits::default(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => {
                let seconds = arguments.next().ok_or("--seconds wants a number")?.parse()?;
                limits.time = Some(Duration::from_secs_f64(seconds));
            }
            "--bounds" => bounds = true,
            number => chosen.push(number.parse::<u32>()?),
        }
    }
    let devices =
        (0..Device::count()?).map(|number| Device::open(number, None)).collect::<Result<Vec<_>, _>>()?;
    println!("{} of {}", devices.len(), devices[0].name()?);
    let mut solver = Solver::cuda(Geometry::new(5, 5, false), &Board::blank_first(5, 5), &devices)?;
    println!("ready after {:.2} s", begun.elapsed().as_secs_f64());
    let (mut solved, mut wrong, mut nodes) = (0, 0, 0);
    for line in INSTANCES.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let (id, optimum) = (numbers[0], numbers[1]);
        if !chosen.is_empty() && !chosen.contains(&id) {
            continue;
        }
        let mut clock = Clock::default();
        let report = solver.solve(&Board::new(5, 5, &numbers[2..])?, 0, &limits, &mut clock)?;
        let ended = Instant::now();
        let stats = &report.stats;
        if bounds {
            let ends = clock.0.iter().skip(1).chain([&ended]);
            for ((count, begun), ended) in stats.bounds.iter().zip(&clock.0).zip(ends) {
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
