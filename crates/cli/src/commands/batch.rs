//! `taquin solve` on a text with one puzzle a line: answers in order, one a line, as they are done.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, BufWriter, Cursor, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Context;
use serde_json::json;
use taquin::{Answer, Hints, Instance, Limit, Outcome, Plan, render};

use super::solve::code;
use crate::args::{Format, SolveArgs};
use crate::progress::ProgressLine;
use crate::{device, exit};

/// A text in lines.
pub(crate) type Lines = Box<dyn BufRead + Send>;

/// How many puzzles at the head of a text must stand on one line each for it to be a batch.
const TRIED: usize = 3;

/// Whether `text`, which as a whole is no puzzle, has one on every line.
pub(crate) fn is_batch(text: &str, hints: &Hints) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| is_wanted(line)).take(TRIED).collect();
    // A row of a picture of blocks is a picture too, but has no goal.
    let is_puzzle = |line: &&str| match Instance::parse(line, hints) {
        Ok(Instance::Blocks(problem)) => !problem.goal().is_empty(),
        Ok(Instance::Tiles(_)) => true,
        Err(_) => false,
    };
    lines.len() > 1 && lines.iter().all(is_puzzle)
}

/// The text that `argument` names, to be read line by line.
pub(crate) fn open(argument: &str) -> anyhow::Result<Lines> {
    if argument == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    match std::path::Path::new(argument) {
        path if path.is_file() => {
            let file = std::fs::File::open(path).with_context(|| argument.to_string())?;
            Ok(Box::new(BufReader::new(file)))
        }
        _ => Ok(Box::new(Cursor::new(crate::input::read(argument)?.text))),
    }
}

/// Blank lines and comments are no puzzles.
fn is_wanted(line: &str) -> bool {
    !(line.trim().is_empty() || line == "#" || line.starts_with("# "))
}

/// A line that is no puzzle.
struct Bad {
    line: usize,
    message: String,
}

pub(crate) fn run(args: &SolveArgs, hints: &Hints, lines: Lines, plan: &Plan) -> anyhow::Result<ExitCode> {
    let numbers = Mutex::new(VecDeque::new());
    let mut puzzles = numbered(lines).filter_map(|(line, text)| {
        let text = match text {
            Ok(text) if !is_wanted(&text) => return None,
            Ok(text) => text,
            Err(error) => return Some(Err(Bad { line, message: error.to_string() })),
        };
        Some(match Instance::parse(&text, hints) {
            Ok(instance) => {
                numbers.lock().expect("no reader panics").push_back(line);
                Ok(instance)
            }
            Err(error) => Err(Bad { line, message: at_line(line, &error.to_string()) }),
        })
    });
    let mut batch =
        Batch { args, out: BufWriter::new(std::io::stdout()), failed: None, tally: Tally::default() };
    let clock = Instant::now();
    let mut line = ProgressLine::new();
    device::solve_all(args.device, &mut puzzles, plan, &mut line, &mut |answered| match answered {
        Err(bad) => batch.bad(&bad),
        Ok((_, Err(error))) => {
            let line = numbers.lock().expect("no reader panics").pop_front().unwrap_or_default();
            batch.bad(&Bad { line, message: format!("line {line}: {error}") })
        }
        Ok((instance, Ok(answer))) => {
            numbers.lock().expect("no reader panics").pop_front();
            batch.answer(&instance, &answer)
        }
    })?;
    drop(line);
    if let Some(error) = batch.failed {
        return Err(error);
    }
    batch.out.flush()?;
    if args.stats {
        batch.tally.write(&mut std::io::stderr().lock(), clock.elapsed().as_secs_f64())?;
    }
    Ok(ExitCode::from(batch.tally.code()))
}

/// The lines with their numbers, without their ends.
fn numbered(mut lines: Lines) -> impl Iterator<Item = (usize, anyhow::Result<String>)> + Send {
    let mut number = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        number += 1;
        let mut bytes = Vec::new();
        match lines.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => (),
            Err(error) => {
                ended = true;
                return Some((number, Err(error.into())));
            }
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let column = error.utf8_error().valid_up_to() + 1;
            anyhow::anyhow!("line {number}, column {column}: expected text, found bytes that are not UTF-8")
        });
        Some((number, text.map(|text| text.trim_end_matches(['\n', '\r']).to_string())))
    })
}

/// What is said of a line by itself, with its place in the text.
fn at_line(line: usize, message: &str) -> String {
    match message.strip_prefix("line 1, ") {
        Some(rest) => format!("line {line}, {rest}"),
        None => format!("line {line}: {message}"),
    }
}

/// How many puzzles came out which way.
#[derive(Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    bad: u64,
    expanded: u64,
}

impl Tally {
    /// The exit code of the worst.
    fn code(&self) -> u8 {
        match self {
            Tally { bad: 1.., .. } => exit::USAGE,
            Tally { stopped: 1.., .. } => exit::STOPPED,
            Tally { unsolvable: 1.., .. } => exit::UNSOLVABLE,
            _ => exit::SOLVED,
        }
    }

    fn write(&self, out: &mut dyn Write, seconds: f64) -> std::io::Result<()> {
        let Tally { solved, unsolvable, stopped, bad, expanded } = self;
        let all = solved + unsolvable + stopped + bad;
        writeln!(out, "puzzles         {all}")?;
        writeln!(out, "solved          {solved}")?;
        writeln!(out, "unsolvable      {unsolvable}")?;
        writeln!(out, "stopped         {stopped}")?;
        writeln!(out, "no puzzle       {bad}")?;
        writeln!(out, "expanded        {expanded}")?;
        writeln!(out, "seconds         {seconds:.6}")?;
        writeln!(out, "puzzles/second  {:.0}", all as f64 / seconds.max(1e-9))
    }
}

/// The answers on their way out.
struct Batch<'a> {
    args: &'a SolveArgs,
    out: BufWriter<std::io::Stdout>,
    failed: Option<anyhow::Error>,
    tally: Tally,
}

impl Batch<'_> {
    fn answer(&mut self, instance: &Instance, answer: &Answer) -> ControlFlow<()> {
        self.tally.expanded += answer.report.stats.expanded;
        match code(answer) {
            exit::SOLVED => self.tally.solved += 1,
            exit::UNSOLVABLE => self.tally.unsolvable += 1,
            _ => self.tally.stopped += 1,
        }
        let written = self.write(instance, answer);
        let cancelled = answer.report.outcome == Outcome::Stopped(Limit::Cancelled);
        self.go_on(written, !cancelled)
    }

    fn write(&mut self, instance: &Instance, answer: &Answer) -> anyhow::Result<()> {
        let out = &mut self.out;
        match self.args.format {
            Format::Json => render::json(out, instance, answer)?,
            Format::Moves if answer.steps().is_some() => render::moves(out, instance, answer)?,
            // A line all the same, so that lines of moves stay beside their puzzles.
            Format::Moves => writeln!(out, "-")?,
            Format::Boards => render::boards(out, instance, answer)?,
            Format::Text => match answer.steps() {
                Some(steps) => {
                    write!(out, "{} moves: ", steps.len())?;
                    render::moves(out, instance, answer)?;
                }
                None => render::outcome(out, answer)?,
            },
        }
        // Whoever reads along wants the answers as they come.
        Ok(out.flush()?)
    }

    fn bad(&mut self, bad: &Bad) -> ControlFlow<()> {
        self.tally.bad += 1;
        let Bad { line, message } = bad;
        let written = match self.args.format {
            Format::Json => {
                writeln!(self.out, "{}", json!({ "outcome": "error", "line": line, "error": message }))
            }
            Format::Moves => {
                writeln!(self.out, "-").and_then(|()| writeln!(std::io::stderr(), "taquin: {message}"))
            }
            Format::Text | Format::Boards => writeln!(self.out, "No puzzle: {message}"),
        };
        self.go_on(written.map_err(Into::into), true)
    }

    /// Goes on if all is well; whoever closed the pipe has seen enough.
    fn go_on(&mut self, written: anyhow::Result<()>, go_on: bool) -> ControlFlow<()> {
        self.failed = written.err();
        if self.failed.is_none() && go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
