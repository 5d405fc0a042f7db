//! The GNOME levels whose spaces are too large for a plain search: those that memory holds at two
//! bits a position are solved, the others searched as deep as memory allows, for a lower bound.
//! `cargo xtask bench gnome` runs this program with the gigabytes it may use; names of levels that follow
//! leave the others out.
#![allow(clippy::print_stdout, reason = "a program that prints what it measures")]

use taquin_blocks::{Blocks, End, Scope, Symmetries, Task, Word, catalogue, compile, flood, probe, replay};
use taquin_search::{Limits, Outcome};

/// The levels, the smallest space first.
const LEVELS: [&str; 7] =
    ["lodzianka", "pelopones", "shark", "transeuropa", "american-pie", "ithaca", "sunshine"];

/// What came out: the moves of a solution, or at least how many it takes.
struct Answer {
    moves: u64,
    solved: bool,
    states: u64,
    seconds: f64,
}

struct Solve(Limits);

impl Task for Solve {
    type Output = Answer;
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Answer {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        if let Ok(found) = flood(blocks, threads, &self.0, ()) {
            let report = found.report;
            let solved = matches!(&report.outcome, Outcome::Solved { moves, cost } if replay(blocks, moves).len() == *cost as usize);
            let moves = report.lower_bound.into();
            return Answer { moves, solved, states: report.stats.expanded, seconds: report.stats.seconds };
        }
        let found = probe(blocks, &Symmetries::of(blocks), &self.0, ());
        let depth = u64::from(found.levels.depth());
        let (moves, solved) = match found.end {
            End::Goal => (depth, true),
            End::Stopped(_) | End::Exhausted => (depth + 1, false),
        };
        Answer { moves, solved, states: found.stats.expanded, seconds: found.stats.seconds }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let gigabytes: f64 = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(8.0);
    let names: Vec<String> = arguments.collect();
    for id in LEVELS.into_iter().filter(|&id| names.is_empty() || names.iter().any(|name| name == id)) {
        let problem = catalogue::find(id).expect("a named puzzle").problem();
        let limits = Limits { memory: Some((gigabytes * f64::from(1 << 30)) as usize), ..Limits::default() };
        let answer = compile(&problem, Scope::Reachable, Solve(limits)).expect("it fits");
        let what = if answer.solved { "the fewest moves" } else { "at least" };
        println!("{id}, finger metric: {what}\t{}\tmoves\t\t", answer.moves);
        println!("  positions expanded\t{}\t\t\t", answer.states);
        println!("  wall time\t{}\ts\t\t", answer.seconds);
    }
}
