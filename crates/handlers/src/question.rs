//! The questions by name, and what is needed to answer one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use taquin::Limits;

use crate::problem::Problem;
use crate::solve::Progress;
use crate::{catalogue, export, puzzle, solve, survey, trace};

/// What one question may use.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The time that one search may take.
    pub time: Duration,
    /// The bytes that one search may hold.
    pub memory: usize,
    /// Files with the distances of all positions of some puzzles, to answer from.
    pub distances: Arc<[PathBuf]>,
}

impl Engine {
    /// The limits of one search, which `watch` ends early.
    pub(crate) fn limits(&self, watch: &Watch<'_>) -> Limits {
        let cancel = Some(Arc::clone(&watch.cancel));
        Limits { time: Some(self.time), memory: Some(self.memory), cancel, ..Limits::default() }
    }
}

/// The client that waits for an answer.
pub struct Watch<'a> {
    /// Set when the client has disconnected.
    pub cancel: Arc<AtomicBool>,
    /// Called from time to time with the state of a search; breaking ends it.
    pub progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its media type.
    pub kind: &'static str,
    /// The name of the file, if the answer is a file.
    pub name: Option<&'static str>,
    /// What it says.
    pub body: Vec<u8>,
}

impl Reply {
    /// An answer in JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn json(answer: &impl Serialize) -> Result<Self, Problem> {
        let body = serde_json::to_vec(answer).map_err(|_| Problem::new("the answer cannot be written"))?;
        Ok(Reply { kind: "application/json", name: None, body })
    }
}

/// A question that was read and can be answered.
pub type Work = Box<dyn FnOnce(&Engine, &mut Watch<'_>) -> Result<Reply, Problem> + Send>;

/// A question in its own form.
pub(crate) trait Ask: DeserializeOwned + Send + 'static {
    /// Checks it before a search begins.
    ///
    /// # Errors
    /// What is wrong.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Answers it.
    ///
    /// # Errors
    /// What is wrong with it.
    fn answer(self, engine: &Engine, watch: &mut Watch<'_>) -> Result<Reply, Problem>;
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Only a moment; it need not wait for searches.
    Quick,
    /// As long as a search.
    Search,
    /// As long as a search that reports its progress.
    Watched,
}

/// A kind of question.
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// How long its answer may take.
    pub weight: Weight,
    /// Whether it is asked without a text.
    pub bare: bool,
    read: fn(&[u8]) -> Result<Work, Problem>,
}

/// All of them.
pub const QUESTIONS: &[Question] = &[
    Question { bare: true, ..Question::new::<catalogue::CatalogueRequest>("catalogue", Weight::Quick) },
    Question::new::<puzzle::PuzzleText>("puzzle", Weight::Quick),
    Question::new::<puzzle::MoveRequest>("move", Weight::Quick),
    // A random walk takes long on a large board.
    Question::new::<puzzle::ScrambleRequest>("scramble", Weight::Search),
    Question::new::<solve::SolveRequest>("solve", Weight::Watched),
    Question::new::<trace::TraceRequest>("trace", Weight::Search),
    Question::new::<survey::SurveyRequest>("survey", Weight::Search),
    Question::new::<export::ExportRequest>("export", Weight::Search),
];

impl Question {
    const fn new<A: Ask>(name: &'static str, weight: Weight) -> Self {
        Question { name, weight, bare: false, read: read::<A> }
    }

    /// The question with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Question> {
        QUESTIONS.iter().find(|question| question.name == name)
    }

    /// Reads the text of a question.
    ///
    /// # Errors What is wrong with it, as far as that can be checked before a search begins.
    pub fn read(&self, body: &[u8]) -> Result<Work, Problem> {
        (self.read)(if self.bare { b"{}" } else { body })
    }
}

fn read<A: Ask>(body: &[u8]) -> Result<Work, Problem> {
    let question: A = serde_json::from_slice(body)
        .map_err(|error| Problem::new(format!("the question is not in its form: {error}")))?;
    question.check()?;
    Ok(Box::new(move |engine, watch| question.answer(engine, watch)))
}
