//! Finished answers and checkpoints in a file, so that interrupted work continues where it was.
//!
//! A journal is a machine around another one: puzzles whose answers it has are answered from it, all others
//! are passed on, and their answers are recorded, as are the checkpoints of their searches. The file has a
//! heading and one record on each line, each with a checksum. A line that was cut off by the end of a run
//! is ignored; one with a wrong checksum is reported and not used.

use std::collections::{HashMap, VecDeque};
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use taquin_search::{BoundCount, Cost, Estimate, Limit, Outcome, Progress, Report, Stats};

use crate::answer::{Answer, Direction, Path as StepPath, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Machine, Puzzles};
use crate::plan::Plan;

const HEAD: &str = "taquin journal 2: ";

/// Answers and checkpoints in a file.
pub struct Journal<'a> {
    machine: &'a dyn Machine,
    inside: Mutex<Inside>,
}

struct Inside {
    path: PathBuf,
    file: File,
    /// The answers of an earlier run, by the place of the puzzle in its batch: the puzzle and the answer.
    known: HashMap<usize, (String, Value)>,
    /// The checkpoints of an earlier run.
    checkpoints: Vec<String>,
    /// The numbers of the lines that are damaged.
    damaged: Vec<usize>,
    failed: Option<Error>,
    /// How many puzzles were stopped.
    stopped: usize,
}

impl<'a> Journal<'a> {
    /// Opens the journal of a `job` in a file, or begins it, around a machine.
    ///
    /// # Errors If the file cannot be read, is not a journal or that of another job, or another process writes to it.
    pub fn open(path: &Path, job: &str, machine: &'a dyn Machine) -> Result<Self, Error> {
        let fail = |error: std::io::Error| Error::file(path, &error);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let mut file = taquin_files::open_with(path, &mut options).map_err(fail)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(fail(std::io::Error::new(ErrorKind::WouldBlock, "another process writes to it")));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(fail)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let wrong = |message: String| Error::damaged(path, message);
        let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n');
        let foreign = || wrong("this is not a journal of solved puzzles".into());
        match lines.next().map(String::from_utf8_lossy) {
            None if HEAD.as_bytes().starts_with(&text[..text.len().min(HEAD.len())]) => (),
            None => return Err(foreign()),
            Some(head) => match head.strip_prefix(HEAD).map(str::trim_end) {
                None => return Err(foreign()),
                Some(other) if other != job => {
                    return Err(wrong(format!("the journal of another job ({other}; this is {job})")));
                }
                Some(_) => (),
            },
        }
        let path = path.to_owned();
        let (known, checkpoints) = (HashMap::new(), Vec::new());
        let mut inside =
            Inside { path, file, known, checkpoints, damaged: Vec::new(), failed: None, stopped: 0 };
        for (number, line) in (2..).zip(lines) {
            if inside.read(line).is_none() {
                inside.damaged.push(number);
            }
        }
        inside.file.set_len(whole as u64).map_err(fail)?;
        inside.file.seek(SeekFrom::End(0)).map_err(fail)?;
        if whole == 0 {
            inside.write(&format!("{HEAD}{job}\n"))?;
        }
        Ok(Journal { machine, inside: Mutex::new(inside) })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// Reads a record; `None` if it is damaged.
    fn read(&mut self, line: &[u8]) -> Option<()> {
        let line = std::str::from_utf8(line).ok()?.trim_end();
        let (sum, record) = line.split_once(' ')?;
        if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(record.as_bytes()) {
            return None;
        }
        match serde_json::from_str(record).ok()? {
            Value::String(checkpoint) => self.checkpoints.push(checkpoint),
            Value::Array(fields) => {
                let [place, puzzle, answer] = &fields[..] else { return None };
                let record = (puzzle.as_str()?.to_string(), answer.clone());
                self.known.insert(place.as_u64()? as usize, record);
            }
            _ => return None,
        }
        Some(())
    }

    fn push(&mut self, record: &Value) {
        let record = record.to_string();
        let sum = crc32fast::hash(record.as_bytes());
        if let Err(error) = self.write(&format!("{sum:08x} {record}\n")) {
            // A long search continues even if its checkpoint cannot be written; the error is reported at the end.
            self.failed = Some(error);
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        self.file.write_all(text.as_bytes()).map_err(|error| Error::file(&self.path, &error))
    }
}

/// The state of a puzzle of the batch.
enum Place {
    /// It is being solved; this is its place in the batch and its text.
    Open(usize, String),
    /// Its answer is known from an earlier run, or it is not a puzzle.
    Known(Option<Instance>, Box<Result<Answer, Error>>),
}

impl Machine for Journal<'_> {
    fn leads(&self) -> Result<bool, Error> {
        self.machine.leads()
    }

    fn abandon(&self, why: &str) {
        self.machine.abandon(why);
    }

    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        self.warn(progress);
        let places = Mutex::new(VecDeque::new());
        let put = |place: Place| places.lock().unwrap_or_else(PoisonError::into_inner).push_back(place);
        let next = || places.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let mut numbered = puzzles.enumerate();
        let mut open = std::iter::from_fn(|| {
            loop {
                let (number, puzzle) = numbered.next()?;
                let instance = match puzzle {
                    Err(error) => {
                        put(Place::Known(None, Box::new(Err(error))));
                        continue;
                    }
                    Ok(instance) => instance,
                };
                let text = puzzle_text(&instance);
                let known = self.inside().known.remove(&number).filter(|(puzzle, _)| *puzzle == text);
                match known.and_then(|(_, answer)| read_answer(&answer)) {
                    Some(answer) => put(Place::Known(Some(instance), Box::new(Ok(answer)))),
                    None => {
                        put(Place::Open(number, text));
                        return Some(Ok(instance));
                    }
                }
            }
        });
        let checkpoints = self.inside().checkpoints.clone();
        let own = Plan { checkpoints: checkpoints.into(), ..plan.clone() };
        let mut keeper = Keeper { journal: self, progress };
        let mut flow = ControlFlow::Continue(());
        self.machine.solve(&mut open, &own, &mut keeper, &mut |(instance, answer)| {
            while let Some(place) = next().filter(|_| flow.is_continue()) {
                match place {
                    Place::Known(instance, answer) => flow = deliver((instance, *answer)),
                    Place::Open(number, text) => {
                        self.keep(number, &text, &answer);
                        flow = deliver((instance, answer));
                        break;
                    }
                }
            }
            flow
        })?;
        while let Some(Place::Known(instance, answer)) = next().filter(|_| flow.is_continue()) {
            flow = deliver((instance, *answer));
        }
        let whole = flow.is_continue() && !plan.limits.is_cancelled() && open.next().is_none();
        self.end(whole)
    }
}

impl Journal<'_> {
    /// Reports damaged lines.
    fn warn(&self, progress: &mut dyn Progress) {
        let mut inside = self.inside();
        let file = inside.path.display().to_string();
        for number in std::mem::take(&mut inside.damaged) {
            progress.warning(&format!("{file}: line {number} is damaged, and is not used"));
        }
    }

    /// Records an answer, unless its search was stopped: then it is tried again.
    fn keep(&self, number: usize, text: &str, answer: &Result<Answer, Error>) {
        let mut inside = self.inside();
        match answer {
            Ok(answer) if matches!(answer.report.outcome, Outcome::Stopped(_)) => inside.stopped += 1,
            Ok(answer) => inside.push(&json!([number, text, answer_value(answer)])),
            Err(_) => (),
        }
    }

    /// Ends the work. The journal of complete work is removed.
    fn end(&self, whole: bool) -> Result<(), Error> {
        let mut inside = self.inside();
        if let Some(error) = inside.failed.take() {
            return Err(error);
        }
        if whole && inside.stopped == 0 {
            std::fs::remove_file(&inside.path).map_err(|error| Error::file(&inside.path, &error))?;
        }
        Ok(())
    }
}

/// Keeps the checkpoints of searches.
struct Keeper<'a> {
    journal: &'a Journal<'a>,
    progress: &'a mut dyn Progress,
}

impl Progress for Keeper<'_> {
    fn note(&mut self, note: &str) {
        self.progress.note(note);
    }
    fn warning(&mut self, warning: &str) {
        self.progress.warning(warning);
    }
    fn phase(&mut self, phase: &str) {
        self.progress.phase(phase);
    }
    fn bound(&mut self, bound: Cost) {
        self.progress.bound(bound);
    }
    fn estimate(&mut self, estimate: &Estimate) {
        self.progress.estimate(estimate);
    }
    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.progress.solution(cost, lower_bound);
    }
    fn checkpoint(&mut self, checkpoint: &dyn Display) {
        self.journal.inside().push(&json!(checkpoint.to_string()));
        self.progress.checkpoint(checkpoint);
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.progress.tick(stats)
    }
}

/// What identifies a puzzle.
fn puzzle_text(instance: &Instance) -> String {
    let torus = if instance.hints().torus { " torus" } else { "" };
    instance.text().unwrap_or_else(|| instance.state_text()) + torus
}

/// An answer as a JSON value, whatever the family: what [`read_answer`] reads.
#[must_use]
pub fn answer_value(answer: &Answer) -> Value {
    let Report { outcome, lower_bound, stats } = &answer.report;
    let outcome = match outcome {
        Outcome::Solved { moves, cost } => {
            let steps: Vec<Value> = moves.iter().map(step_value).collect();
            json!({ "solved": steps, "cost": cost })
        }
        Outcome::Unsolvable => json!("unsolvable"),
        Outcome::Stopped(limit) => json!({ "stopped": limit.to_string() }),
    };
    let bounds: Vec<_> = stats.bounds.iter().map(|row| (row.bound, row.expanded, row.generated)).collect();
    json!({
        "algorithm": answer.algorithm.name(),
        "heuristic": answer.heuristic.name(),
        "reason": answer.reason,
        "outcome": outcome,
        "lower_bound": lower_bound,
        "counts": [
            stats.expanded, stats.generated, stats.reopened, stats.goal_checks, stats.largest_open,
            stats.largest_closed, stats.peak_bytes,
        ],
        "seconds": stats.seconds,
        "bounds": bounds,
    })
}

fn step_value(step: &Step) -> Value {
    let way: String = step.path.directions().iter().map(|direction| direction.letter()).collect();
    json!([step.piece, step.from, step.to, way])
}

/// The answer that [`answer_value`] has written; `None` if the value is something else.
#[must_use]
pub fn read_answer(value: &Value) -> Option<Answer> {
    let outcome = match &value["outcome"] {
        Value::String(word) if word == "unsolvable" => Outcome::Unsolvable,
        object if object["stopped"].is_string() => {
            let limit = object["stopped"].as_str()?;
            Outcome::Stopped(Limit::ALL.into_iter().find(|known| known.to_string() == limit)?)
        }
        object => {
            let moves = object["solved"].as_array()?.iter().map(read_step).collect::<Option<_>>()?;
            Outcome::Solved { moves, cost: number(&object["cost"])? }
        }
    };
    let counts: Vec<u64> = serde_json::from_value(value["counts"].clone()).ok()?;
    let [expanded, generated, reopened, goal_checks, open, closed, bytes] = counts[..] else { return None };
    let bounds: Vec<(Cost, u64, u64)> = serde_json::from_value(value["bounds"].clone()).ok()?;
    let row = |(bound, expanded, generated)| BoundCount { bound, expanded, generated };
    let stats = Stats {
        expanded,
        generated,
        reopened,
        goal_checks,
        largest_open: open as usize,
        largest_closed: closed as usize,
        peak_bytes: bytes as usize,
        seconds: value["seconds"].as_f64()?,
        bounds: bounds.into_iter().map(row).collect(),
    };
    Some(Answer {
        algorithm: value["algorithm"].as_str()?.parse().ok()?,
        heuristic: value["heuristic"].as_str()?.parse().ok()?,
        reason: value["reason"].as_str().map(str::to_string),
        report: Report { outcome, lower_bound: number(&value["lower_bound"])?, stats },
        known: None,
        solutions: None,
    })
}

fn read_step(value: &Value) -> Option<Step> {
    let direction = |letter| Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    let way = value[3].as_str()?.chars().map(direction).collect::<Option<Vec<_>>>()?;
    Some(Step {
        piece: number(&value[0])?,
        from: number(&value[1])?,
        to: number(&value[2])?,
        path: StepPath::new(way),
    })
}

fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cores, Hints, Limits, solve};

    const TEXTS: [&str; 4] = [
        "1 2 3 / 4 0 6 / 7 5 8",
        "ab.\n...\ngoal: b../...",
        "1 2 3 / 4 5 6 / 8 7 0",
        "2332 2402 2112 2112 4044",
    ];

    fn read(text: &str) -> Instance {
        Instance::parse(text, &Hints::default()).expect("a puzzle")
    }

    #[test]
    fn an_answer_comes_back_from_its_value() {
        for text in TEXTS {
            let answer = solve(&read(text), &Plan::default(), &mut ()).expect("a plan for everybody");
            let again = read_answer(&answer_value(&answer)).expect("its own value");
            assert_eq!(answer_value(&again), answer_value(&answer));
            assert_eq!(again.steps(), answer.steps());
        }
        assert!(read_answer(&json!({ "outcome": 3 })).is_none());
    }

    /// Solves the texts up to the first `most`, and says which answers came from the machine.
    fn solved(path: &Path, most: usize) -> Result<Vec<u32>, Error> {
        solved_with(path, most, &mut ())
    }

    fn solved_with(path: &Path, most: usize, progress: &mut dyn Progress) -> Result<Vec<u32>, Error> {
        let journal = Journal::open(path, "job", &Cores)?;
        let mut costs = Vec::new();
        let mut puzzles = TEXTS.iter().map(|text| Ok(read(text)));
        journal.solve(&mut puzzles, &Plan::default(), progress, &mut |(_, answer)| {
            costs.push(answer.expect("a plan for everybody").report.lower_bound);
            if costs.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(costs)
    }

    #[test]
    fn what_is_finished_is_known_in_the_next_run_whatever_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let whole = solved(&path, usize::MAX).expect("a new journal");
        assert!(!path.exists(), "nothing is left to go on with");
        assert_eq!(solved(&path, 3).expect("a new journal"), whole[..3]);
        let text = std::fs::read(&path).expect("a file");
        for cut in (0..=text.len()).rev().step_by(7) {
            std::fs::write(&path, &text[..cut]).expect("written");
            assert_eq!(solved(&path, usize::MAX).expect("its own journal"), whole, "{cut}");
            assert!(!path.exists());
        }
        // Every flipped bit is seen.
        for place in 0..text.len() {
            let mut other = text.clone();
            other[place] ^= 1;
            std::fs::write(&path, &other).expect("written");
            match solved(&path, usize::MAX) {
                Ok(costs) => assert_eq!(costs, whole, "{place}"),
                Err(error) => {
                    assert!(error.to_string().contains("journal") || error.to_string().contains("damaged"))
                }
            }
        }
    }

    #[test]
    fn a_damaged_line_is_told_and_not_used() {
        struct Told(Vec<String>);
        impl Progress for Told {
            fn warning(&mut self, warning: &str) {
                self.0.push(warning.into());
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let whole = solved(&path, usize::MAX).expect("a new journal");
        solved(&path, 3).expect("a new journal");
        let text = std::fs::read_to_string(&path).expect("text").replacen("\"cost\":2", "\"cost\":3", 1);
        std::fs::write(&path, text).expect("written");
        let mut told = Told(Vec::new());
        let held = Journal::open(&path, "job", &Cores).expect("its own journal");
        assert!(solved(&path, 1).unwrap_err().to_string().contains("another process writes to it"));
        drop(held);
        assert_eq!(solved_with(&path, usize::MAX, &mut told).expect("a journal"), whole);
        assert!(told.0[0].ends_with("journal: line 2 is damaged, and is not used"), "{:?}", told.0);
    }

    #[test]
    fn what_is_stopped_is_tried_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let hard = read(
            "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3 -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        );
        let run = |nodes| {
            let journal = Journal::open(&path, "job", &Cores).expect("its own journal");
            let plan = Plan { limits: Limits { nodes, ..Limits::default() }, ..Plan::default() };
            crate::solve_on(&journal, &hard, &plan, &mut ()).expect("a board").report
        };
        let first = run(Some(2000));
        assert!(matches!(first.outcome, Outcome::Stopped(_)));
        assert!(path.exists());
        let last = run(None);
        assert!(matches!(last.outcome, Outcome::Solved { .. }) && !path.exists());
        // What the first run has searched is not searched again.
        assert_eq!(last.stats.bounds[0].bound, first.stats.bounds[0].bound);
    }
}
