//! The lines of a batch over a cluster: a few at a time to whoever asks, the fewer the nearer the end.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde_json::json;
use taquin::{Hints, Plan};
use taquin_cluster::{Next, Tasks};

use crate::args::SolveArgs;
use crate::commands::batch::{self, Bad, Batch};
use crate::commands::log::{Line, Log, Record};
use crate::device;

/// The most lines of one task.
const MOST: usize = 64;
/// A host is to ask so many times at least.
const TURNS: usize = 16;

/// The lines of a batch, on the host that gives them out.
pub(super) struct Lines {
    /// All lines, with their numbers in the text.
    lines: Vec<(usize, Result<String, String>)>,
    /// The places of the numbers.
    places: HashMap<usize, usize>,
    /// The first line that was not given out yet.
    next: usize,
    /// The answers that wait for others, and the first line that was not answered yet.
    answers: HashMap<usize, Line>,
    answered: usize,
    batch: Batch,
    log: Option<Log>,
    ended: bool,
}

impl Lines {
    pub(super) fn new(args: &SolveArgs, job: &str, lines: batch::Lines) -> anyhow::Result<Self> {
        let lines: Vec<_> = batch::wanted(lines).collect();
        let places = lines.iter().enumerate().map(|(place, (line, _))| (*line, place)).collect();
        let mut log = args.resume.as_deref().map(|file| Log::open(file, job)).transpose()?;
        let mut known = log.as_mut().map(Log::take_known).unwrap_or_default();
        let mut answers = HashMap::new();
        for (place, (line, text)) in lines.iter().enumerate() {
            let known = known.remove(line).filter(|known| Ok(&known.puzzle) == text.as_ref());
            let answer = known.map(|known| known.answer).or_else(|| {
                let message = text.as_ref().err()?.clone();
                Some(Line::bad(args.format, &Bad { line: *line, message }))
            });
            answers.extend(answer.map(|answer| (place, answer)));
        }
        let batch = Batch::new(args);
        let mut lines = Lines { lines, places, next: 0, answers, answered: 0, batch, log, ended: false };
        lines.print();
        Ok(lines)
    }

    pub(super) fn next(&mut self, hosts: usize) -> Next {
        let most = (self.lines.len() - self.next) / (TURNS * hosts);
        let most = most.clamp(1, MOST);
        let mut task = Vec::new();
        while task.len() < most && self.next < self.lines.len() {
            if let (line, Ok(text)) = &self.lines[self.next]
                && self.next >= self.answered
                && !self.answers.contains_key(&self.next)
            {
                task.push(json!([line, text]));
            }
            self.next += 1;
        }
        if task.is_empty() { Next::Never } else { Next::Task(json!(task).to_string().into_bytes()) }
    }

    pub(super) fn take(&mut self, result: &[u8]) -> anyhow::Result<()> {
        let record = Record::from_json(result).context("an answer that cannot be read")?;
        let Some(&place) = self.places.get(&record.line) else { bail!("an answer to no question") };
        if let Some(log) = &mut self.log {
            log.push(&record)?;
        }
        self.answers.insert(place, record.answer);
        self.print();
        Ok(())
    }

    /// Prints what no longer waits for others.
    fn print(&mut self) {
        while !self.ended
            && let Some(line) = self.answers.remove(&self.answered)
        {
            self.answered += 1;
            self.ended = self.batch.put(&line, true).is_break();
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.ended || self.answered == self.lines.len()
    }

    pub(super) fn end(self) -> anyhow::Result<ExitCode> {
        let whole = self.answered == self.lines.len();
        let code = self.batch.end(self.log.filter(|_| whole))?;
        Ok(if whole { code } else { ExitCode::from(crate::exit::STOPPED) })
    }
}

/// Solves lines as long as there are some.
pub(super) fn work(args: &SolveArgs, hints: &Hints, plan: &Plan, tasks: &Tasks) -> anyhow::Result<()> {
    let failed = Mutex::new(None);
    let under_way = Mutex::new(VecDeque::new());
    let mut here: VecDeque<(usize, String)> = VecDeque::new();
    let mut puzzles = std::iter::from_fn(|| {
        while here.is_empty() {
            match serde_json::from_slice(&tasks.next()?) {
                Ok(lines) => here = lines,
                Err(error) => {
                    *failed.lock().ok()? = Some(error);
                    return None;
                }
            }
        }
        let (line, text) = here.pop_front()?;
        let parsed = batch::parse(line, &text, hints);
        let parsed =
            parsed.map_err(|bad| Record { line, puzzle: text.clone(), answer: Line::bad(args.format, &bad) });
        if parsed.is_ok() {
            under_way.lock().ok()?.push_back((line, text));
        }
        Some(parsed)
    });
    let plan = Plan { resume: None, ..plan.clone() };
    device::solve_all(args, &mut puzzles, &plan, &mut (), &mut |answered| {
        let (record, cancelled) = match answered {
            Err(record) => (record, false),
            Ok((instance, answer)) => {
                let next = under_way.lock().expect("no reader panics").pop_front();
                let (line, puzzle) = next.unwrap_or_default();
                let (answer, cancelled) = Line::new(args.format, line, &instance, answer);
                (Record { line, puzzle, answer }, cancelled)
            }
        };
        if cancelled {
            return ControlFlow::Break(());
        }
        tasks.answer(record.to_json().into_bytes());
        ControlFlow::Continue(())
    })?;
    match failed.into_inner() {
        Ok(Some(error)) => Err(error).context("a task that cannot be read"),
        _ => Ok(()),
    }
}
