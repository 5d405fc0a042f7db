//! The GNOME levels whose spaces are too large for a plain search: those that fit into memory at two bits a
//! position are solved, the others are searched as deep as memory allows, for a lower bound, and once more
//! without their single cells, because a puzzle with fewer pieces is never harder. `cargo xtask bench
//! gnome` runs this program with the gigabytes that it may use; if names of levels follow, only those are
//! run.
#![allow(clippy::print_stdout, reason = "a program that prints what it measures")]

use taquin_blocks::{
    Blocks, End, Problem, Scope, Symmetries, Task, Word, catalogue, compile, flood, format, probe, replay,
};
use taquin_search::{Limits, Outcome};

/// The levels, the smallest space first.
const LEVELS: [&str; 7] =
    ["lodzianka", "pelopones", "shark", "transeuropa", "american-pie", "ithaca", "sunshine"];

/// The result: the moves of a solution, or a lower bound.
struct Answer {
    moves: u64,
    solved: bool,
    states: u64,
    seconds: f64,
    bytes: usize,
}

struct Solve(Limits);

impl Task for Solve {
    type Output = Answer;
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Answer {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (moves, solved, stats) = if let Ok(found) = flood(blocks, threads, &self.0, &mut ()) {
            let report = found.report;
            let solved = matches!(&report.outcome, Outcome::Solved { moves, cost } if replay(blocks, moves).len() == *cost as usize);
            (report.lower_bound.into(), solved, report.stats)
        } else {
            let found = probe(blocks, &Symmetries::of(blocks), &self.0, &mut ());
            let depth = u64::from(found.levels.depth());
            let solved = found.end == End::Goal;
            (depth + u64::from(!solved), solved, found.stats)
        };
        Answer { moves, solved, states: stats.expanded, seconds: stats.seconds, bytes: stats.peak_bytes }
    }
}

/// A level without its single cells.
fn without_single_cells(text: &str, problem: &Problem) -> Problem {
    let single =
        |name: char| problem.pieces().iter().any(|piece| piece.name == name && piece.cells.len() == 1);
    let text: String = text.chars().map(|mark| if single(mark) { ' ' } else { mark }).collect();
    format::parse(&text).expect("fewer pieces fit, too")
}

fn print(what: &str, answer: &Answer) {
    let known = if answer.solved { "the fewest moves" } else { "at least" };
    println!("{what}, finger metric: {known}\t{}\tmoves\t\t", answer.moves);
    println!("  positions expanded\t{}\t\t\t", answer.states);
    println!("  wall time\t{}\ts\t\t", answer.seconds);
    println!("  memory\t{}\tMB\t\t", answer.bytes / 1_000_000);
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let gigabytes: f64 = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(12.0);
    let names: Vec<String> = arguments.collect();
    for id in LEVELS.into_iter().filter(|&id| names.is_empty() || names.iter().any(|name| name == id)) {
        let entry = catalogue::find(id).expect("a named puzzle");
        let limits = Limits { memory: Some((gigabytes * f64::from(1 << 30)) as usize), ..Limits::default() };
        let solve =
            |problem: &Problem| compile(problem, Scope::Reachable, Solve(limits.clone())).expect("it fits");
        let answer = solve(&entry.problem());
        print(id, &answer);
        if !answer.solved {
            let fewer = without_single_cells(entry.text, &entry.problem());
            let answer = Answer { solved: false, ..solve(&fewer) };
            print(&format!("{id} without its single cells"), &answer);
        }
    }
}
