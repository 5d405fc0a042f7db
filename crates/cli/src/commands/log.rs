//! The answers to a batch as lines, and the file that keeps those that are finished, so that a batch
//! that was interrupted goes on where it was.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use taquin::{Answer, Error, Instance, Limit, Outcome, render};

use super::batch::Bad;
use super::solve::code;
use crate::args::Format;
use crate::exit;

/// The answer to one puzzle of a batch, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// How it came out, as an exit code.
    pub(crate) code: u8,
    /// Nodes expanded.
    pub(crate) expanded: u64,
    pub(crate) text: String,
    /// What goes to standard error.
    pub(crate) aside: Option<String>,
}

impl Line {
    /// The answer to the puzzle of a line, and whether that is that somebody has had enough.
    pub(crate) fn new(
        format: Format,
        line: usize,
        instance: &Instance,
        answer: Result<Answer, Error>,
    ) -> (Line, bool) {
        match answer {
            Err(error) => {
                let bad = Bad { line, message: format!("line {line}: {error}") };
                (Line::bad(format, &bad), false)
            }
            Ok(answer) => {
                let cancelled = answer.report.outcome == Outcome::Stopped(Limit::Cancelled);
                (Line::answer(format, instance, &answer), cancelled)
            }
        }
    }

    fn answer(format: Format, instance: &Instance, answer: &Answer) -> Line {
        let mut bytes = Vec::new();
        let written = match (format, answer.steps()) {
            (Format::Json, _) => render::json(&mut bytes, instance, answer),
            (Format::Moves, Some(_)) => render::moves(&mut bytes, instance, answer),
            // A line all the same, so that lines of moves stay beside their puzzles.
            (Format::Moves, None) => write!(bytes, "-"),
            (Format::Boards, _) => render::boards(&mut bytes, instance, answer),
            (Format::Text, Some(steps)) => write!(bytes, "{} moves: ", steps.len())
                .and_then(|()| render::moves(&mut bytes, instance, answer)),
            (Format::Text, None) => render::outcome(&mut bytes, answer),
        };
        written.expect("memory takes all that is written");
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_string();
        Line { code: code(answer), expanded: answer.report.stats.expanded, text, aside: None }
    }

    /// What is said of a line that is no puzzle.
    pub(crate) fn bad(format: Format, Bad { line, message }: &Bad) -> Line {
        let (text, aside) = match format {
            Format::Json => (json!({ "outcome": "error", "line": line, "error": message }).to_string(), None),
            Format::Moves => ("-".to_string(), Some(message.clone())),
            Format::Text | Format::Boards => (format!("No puzzle: {message}"), None),
        };
        Line { code: exit::USAGE, expanded: 0, text, aside }
    }
}

/// A line of a batch and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The number of the line in its text.
    pub(crate) line: usize,
    pub(crate) puzzle: String,
    pub(crate) answer: Line,
}

impl Record {
    pub(crate) fn to_json(&self) -> String {
        let Line { code, expanded, text, aside } = &self.answer;
        json!([self.line, self.puzzle, code, expanded, text, aside]).to_string()
    }

    pub(crate) fn from_json(text: &[u8]) -> Option<Record> {
        let fields: [Value; 6] = serde_json::from_slice(text).ok()?;
        let [line, puzzle, code, expanded, text, aside] = &fields;
        let answer = Line {
            code: code.as_u64()?.try_into().ok()?,
            expanded: expanded.as_u64()?,
            text: text.as_str()?.to_string(),
            aside: aside.as_str().map(str::to_string),
        };
        Some(Record { line: line.as_u64()? as usize, puzzle: puzzle.as_str()?.to_string(), answer })
    }
}

/// The file of what is finished: a head, and one record a line.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    known: HashMap<usize, Record>,
}

const HEAD: &str = "taquin batch 1: ";

impl Log {
    /// Opens a log, or begins it. A line that was cut off by the end of a run is left out.
    pub(crate) fn open(path: &Path, job: &str) -> anyhow::Result<Log> {
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = opened.with_context(|| path.display().to_string())?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| path.display().to_string())?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut known = HashMap::new();
        let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n');
        match lines.next().map(String::from_utf8_lossy) {
            None => {
                if !HEAD.as_bytes().starts_with(&text[..text.len().min(HEAD.len())]) {
                    bail!("{}: this is no log of a batch", path.display());
                }
            }
            Some(head) => match head.strip_prefix(HEAD).map(str::trim_end) {
                None => bail!("{}: this is no log of a batch", path.display()),
                Some(other) if other != job => {
                    bail!("{}: the log of another batch ({other}; this is {job})", path.display())
                }
                Some(_) => (),
            },
        }
        for (number, line) in (2..).zip(lines) {
            let record = Record::from_json(line)
                .with_context(|| format!("{}: line {number} cannot be read", path.display()))?;
            known.insert(record.line, record);
        }
        let mut log = Log { path: path.to_owned(), file, known };
        log.file.set_len(whole as u64).and_then(|()| log.file.seek(SeekFrom::End(0)))?;
        if whole == 0 {
            log.write(&format!("{HEAD}{job}\n"))?;
        }
        Ok(log)
    }

    /// What an earlier run has finished, by the numbers of the lines.
    pub(crate) fn take_known(&mut self) -> HashMap<usize, Record> {
        std::mem::take(&mut self.known)
    }

    /// Keeps an answer, if it is one for good: what was stopped is tried again.
    pub(crate) fn push(&mut self, record: &Record) -> anyhow::Result<()> {
        match record.answer.code {
            exit::SOLVED | exit::UNSOLVABLE => self.write(&format!("{}\n", record.to_json())),
            _ => Ok(()),
        }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.file.write_all(text.as_bytes()).with_context(|| self.path.display().to_string())
    }

    pub(crate) fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(line: usize, code: u8) -> Record {
        let answer = Line { code, expanded: 7, text: "2 moves: \"ab\"".into(), aside: None };
        Record { line, puzzle: "1 2 / 3 0".into(), answer }
    }

    #[test]
    fn a_log_tells_what_is_finished_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = Log::open(&path, "solve").expect("a new log");
        log.push(&record(3, exit::SOLVED)).expect("written");
        log.push(&record(5, exit::STOPPED)).expect("left out");
        log.push(&record(4, exit::UNSOLVABLE)).expect("written");
        let text = std::fs::read(&path).expect("a file");
        // Whatever is cut off at its end, the lines before are known.
        for cut in 0..text.len() {
            std::fs::write(&path, &text[..cut]).expect("written");
            let known = Log::open(&path, "solve").expect("its own log").take_known();
            let ends = text[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(known.len(), ends.saturating_sub(1), "{cut}");
            assert!(known.values().all(|known| known.puzzle == "1 2 / 3 0"));
        }
        std::fs::write(&path, &text).expect("written");
        let known = Log::open(&path, "solve").expect("its own log").take_known();
        assert_eq!(known.get(&3), Some(&record(3, exit::SOLVED)));
        let why = |text: &str| {
            std::fs::write(&path, text).expect("written");
            Log::open(&path, "solve").err().expect("no log of this batch").to_string()
        };
        assert!(why("1 2 3 / 4 5 6\n").ends_with("this is no log of a batch"));
        assert!(why("1 2 3 / 4 5 6").ends_with("this is no log of a batch"));
        assert!(why("taquin batch 1: play\n").ends_with("(play; this is solve)"));
        assert!(why("taquin batch 1: solve\n[]\n").ends_with("line 2 cannot be read"));
    }
}
