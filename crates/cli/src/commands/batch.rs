//! `taquin solve` on a text with one puzzle a line: answers in order, one a line, as they are done.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, BufWriter, Cursor, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Context;
use taquin::{Algorithm, Hints, Instance, Plan};

use super::log::{Line, Log, Record};
use crate::args::SolveArgs;
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
pub(crate) struct Bad {
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// What stands in the place of a puzzle that is not to be solved.
enum Instead {
    Bad(Bad),
    /// It was, by an earlier run.
    Known(Line),
}

pub(crate) fn run(args: &SolveArgs, hints: &Hints, lines: Lines, plan: &Plan) -> anyhow::Result<ExitCode> {
    let mut log = args.resume.as_deref().map(|file| Log::open(file, &job(args, hints))).transpose()?;
    let mut known = log.as_mut().map(Log::take_known).unwrap_or_default();
    let under_way = Mutex::new(VecDeque::new());
    let mut puzzles = wanted(lines).map(|(line, text)| {
        let text = text.map_err(|message| Instead::Bad(Bad { line, message }))?;
        if let Some(known) = known.remove(&line).filter(|record| record.puzzle == text) {
            return Err(Instead::Known(known.answer));
        }
        let instance = parse(line, &text, hints).map_err(Instead::Bad)?;
        under_way.lock().expect("no reader panics").push_back((line, text));
        Ok(instance)
    });
    let mut batch = Batch::new(args);
    let plan = Plan { resume: None, ..plan.clone() };
    let mut line = ProgressLine::search();
    device::solve_all(args, &mut puzzles, &plan, &mut line, &mut |answered| match answered {
        Err(Instead::Bad(bad)) => batch.put(&Line::bad(args.format, &bad), true),
        Err(Instead::Known(line)) => batch.put(&line, true),
        Ok((instance, answer)) => {
            let (line, puzzle) = under_way.lock().expect("no reader panics").pop_front().unwrap_or_default();
            let (answer, cancelled) = Line::new(args.format, line, &instance, answer);
            let record = Record { line, puzzle, answer };
            if let Some(Err(error)) = log.as_mut().map(|log| log.push(&record)) {
                return batch.fail(error);
            }
            batch.put(&record.answer, !cancelled)
        }
    })?;
    drop(line);
    batch.end(log.filter(|_| !plan.limits.is_cancelled()))
}

/// What decides the answers to a batch, beside its lines.
pub(crate) fn job(args: &SolveArgs, hints: &Hints) -> String {
    let mut words = vec!["solve".to_string()];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {value}")));
    };
    // A long goal is told apart by a number.
    option(
        "goal",
        hints.goal.as_ref().map(|goal| match goal.trim() {
            short if short.len() <= 100 => format!("'{short}'"),
            long => {
                let mut hasher = DefaultHasher::new();
                long.hash(&mut hasher);
                format!("{:016x}", hasher.finish())
            }
        }),
    );
    option("near", args.near.then(String::new));
    option("torus", hints.torus.then(String::new));
    option("size", hints.size.map(|(rows, cols)| format!("{rows}x{cols}")));
    option("metric", hints.metric.map(|metric| metric.to_string()));
    option("algorithm", args.method.algorithm.map(|algorithm| algorithm.to_string()));
    option("heuristic", args.method.heuristic.map(|heuristic| heuristic.to_string()));
    option(
        "weight",
        (args.method.algorithm == Some(Algorithm::WeightedAStar)).then(|| args.method.weight.to_string()),
    );
    option("format", Some(format!("{:?}", args.format).to_lowercase()));
    words.join(" ").trim_end().to_string()
}

/// Reads a line as a puzzle.
pub(crate) fn parse(line: usize, text: &str, hints: &Hints) -> Result<Instance, Bad> {
    Instance::parse(text, hints).map_err(|error| Bad { line, message: at_line(line, &error.to_string()) })
}

/// The lines that have a puzzle, or what is wrong with them.
pub(crate) fn wanted(lines: Lines) -> impl Iterator<Item = (usize, Result<String, String>)> + Send {
    numbered(lines).filter_map(|(line, text)| match text {
        Ok(text) if !is_wanted(&text) => None,
        Ok(text) => Some((line, Ok(text))),
        Err(error) => Some((line, Err(error.to_string()))),
    })
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
    fn count(&mut self, line: &Line) {
        self.expanded += line.expanded;
        *match line.code {
            exit::SOLVED => &mut self.solved,
            exit::UNSOLVABLE => &mut self.unsolvable,
            exit::STOPPED => &mut self.stopped,
            _ => &mut self.bad,
        } += 1;
    }

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
pub(crate) struct Batch {
    out: BufWriter<std::io::Stdout>,
    failed: Option<anyhow::Error>,
    tally: Tally,
    stats: bool,
    clock: Instant,
}

impl Batch {
    pub(crate) fn new(args: &SolveArgs) -> Self {
        let out = BufWriter::new(std::io::stdout());
        Batch { out, failed: None, tally: Tally::default(), stats: args.stats, clock: Instant::now() }
    }

    /// Writes a line. Goes on if all is well; whoever closed the pipe has seen enough.
    pub(crate) fn put(&mut self, line: &Line, go_on: bool) -> ControlFlow<()> {
        self.tally.count(line);
        match self.write(line) {
            Err(error) => self.fail(error.into()),
            Ok(()) if go_on => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
        }
    }

    fn write(&mut self, line: &Line) -> std::io::Result<()> {
        writeln!(self.out, "{}", line.text)?;
        if let Some(aside) = &line.aside {
            writeln!(std::io::stderr(), "taquin: {aside}")?;
        }
        // Whoever reads along wants the answers as they come.
        self.out.flush()
    }

    pub(crate) fn fail(&mut self, error: anyhow::Error) -> ControlFlow<()> {
        self.failed = Some(error);
        ControlFlow::Break(())
    }

    /// Ends the batch. The log of one that is whole has nothing left to tell.
    pub(crate) fn end(self, whole: Option<Log>) -> anyhow::Result<ExitCode> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.stats {
            self.tally.write(&mut std::io::stderr().lock(), self.clock.elapsed().as_secs_f64())?;
        }
        if let Some(log) = whole.filter(|_| self.tally.stopped == 0) {
            log.remove()?;
        }
        Ok(ExitCode::from(self.tally.code()))
    }
}
