//! Solves one puzzle on each line of standard input, in order, and reports its progress on standard error:
//! `taquin generate 4x4 --count 100 | cargo run --release -p taquin --example batch`.

use std::io::{BufReader, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::time::Duration;

use taquin::{Cores, Hints, Limits, Machine, Plan, Progress, Stats, lines};

/// Reports the progress of hard puzzles.
struct Told;

impl Progress for Told {
    fn note(&mut self, note: &str) {
        let _ = writeln!(std::io::stderr(), "{note}");
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let _ = write!(std::io::stderr(), "\r{} nodes", stats.expanded);
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), taquin::Error> {
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let plan = Plan { limits, ..Plan::default() };
    let mut puzzles = lines(BufReader::new(stdin()), Hints::default());
    Cores.solve(&mut puzzles, &plan, &mut Told, &mut |(_, answer)| {
        let line = match answer {
            Ok(answer) => match answer.steps() {
                Some(steps) => format!("{} moves", steps.len()),
                None => format!("{:?}, at least {} moves", answer.report.outcome, answer.report.lower_bound),
            },
            Err(error) => error.to_string(),
        };
        // A reader that closes the pipe has seen enough.
        match writeln!(stdout(), "{line}") {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })
}
