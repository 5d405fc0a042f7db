//! The course program's own answers, with or without a slip.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use taquin_courses::{Program, Settings, Slip, run};
use taquin_search::Limits;

use crate::case::Question;
use crate::queue;

/// The limits of a program with a slip.
const SLIPPED: Limits = Limits {
    nodes: Some(2_000_000),
    time: Some(Duration::from_secs(2)),
    memory: Some(512 << 20),
    cancel: None,
};

/// The answers of one course, each computed once for all submissions.
#[derive(Debug)]
pub(crate) struct Reference {
    course: Program,
    slipped: Mutex<HashMap<(Question, Slip), Option<String>>>,
}

impl Reference {
    pub(crate) fn new(course: Program) -> Self {
        Reference { course, slipped: Mutex::new(HashMap::new()) }
    }

    /// The right answer.
    pub(crate) fn answer(&self, question: &Question) -> String {
        call(self.course, question, Settings::default()).unwrap_or_default()
    }

    /// The answer of a program with a slip, unless it takes too long.
    pub(crate) fn slipped(&self, question: &Question, slip: Slip) -> Option<String> {
        let key = (question.clone(), slip);
        let lock = || self.slipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        let settings = Settings { limits: SLIPPED, slip: Some(slip), ..Settings::default() };
        let answer = match question {
            Question::Queue(_) | Question::NoFile => None,
            _ => call(self.course, question, settings),
        };
        lock().insert(key, answer.clone());
        answer
    }
}

/// What the program prints; `None` if it stops at a limit.
fn call(course: Program, question: &Question, settings: Settings) -> Option<String> {
    let mut out = Vec::new();
    let mut call =
        |arguments: &[std::ffi::OsString]| run(course, arguments, &settings, &mut out, &mut std::io::sink());
    let exit = match question {
        Question::Arguments(words) => call(&words.iter().map(Into::into).collect::<Vec<_>>()),
        Question::File(text) => {
            let mut file = tempfile::NamedTempFile::new().ok()?;
            file.write_all(text.as_bytes()).ok()?;
            call(&[file.path().into()])
        }
        Question::NoFile => 2,
        Question::Queue(operations) => return Some(queue::answer(operations)),
    };
    (exit != 3).then(|| String::from_utf8_lossy(&out).into_owned())
}
