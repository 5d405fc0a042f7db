//! `solve`: one search, its progress as server-sent events, its answer as the last of them.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use taquin::{Answer, Cost, Instance, Limits, Outcome, Plan, Stats};
use tokio::sync::mpsc;

use super::puzzle::{COURSE, PuzzleText};
use super::scene::Film;
use crate::error::{Problem, Refusal};
use crate::server::Shared;
use crate::slots::SetOnDrop;

/// Time between two reports of progress.
const PACE: Duration = Duration::from_millis(100);
/// Solutions with more moves than this are not made into a film.
const LONGEST_FILM: usize = 20_000;

/// A person waits: a known solution of a large board is not improved for longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// How to search.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Method {
    /// The algorithm by name, or the best for the puzzle.
    algorithm: Option<String>,
    /// The heuristic by name, or the best for the algorithm.
    heuristic: Option<String>,
    /// The most seconds to take, within what the server allows.
    seconds: Option<f64>,
}

impl Method {
    /// This method as a plan within the limits of the server.
    ///
    /// # Errors
    /// If a name is unknown.
    pub(crate) fn plan(&self, shared: &Shared, cancel: Arc<AtomicBool>) -> Result<Plan, Problem> {
        let wanted = self.seconds.filter(|seconds| seconds.is_finite()).map_or(shared.time, |seconds| {
            Duration::from_secs_f64(seconds.clamp(0.0, shared.time.as_secs_f64()))
        });
        let lesson = self.algorithm.as_deref().and_then(|name| name.strip_prefix(COURSE));
        Ok(Plan {
            lesson: named(lesson, "algorithm")?,
            algorithm: named(self.algorithm.as_deref().filter(|_| lesson.is_none()), "algorithm")?,
            heuristic: named(self.heuristic.as_deref(), "heuristic")?,
            limits: Limits { time: Some(wanted), ..shared.limits(cancel) },
            patience: Some(PATIENCE),
            ..Plan::default()
        })
    }
}

fn named<T: std::str::FromStr<Err = String>>(name: Option<&str>, field: &str) -> Result<Option<T>, Problem> {
    let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(None) };
    name.parse().map(Some).map_err(|message| Problem { field: Some(field.into()), ..Problem::new(message) })
}

/// A puzzle and how to solve it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SolveRequest {
    puzzle: PuzzleText,
    #[serde(flatten)]
    method: Method,
}

/// How a search is getting on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Progress {
    expanded: u64,
    generated: u64,
    /// The bound or the level that is being searched.
    bound: Cost,
    /// The bytes held at most.
    bytes: usize,
    seconds: f64,
}

/// What a search came back with.
#[derive(Debug, Serialize)]
pub(crate) struct Solved {
    /// `solved`, `unsolvable` or `stopped`.
    outcome: &'static str,
    /// The outcome in a sentence.
    sentence: String,
    cost: Option<Cost>,
    /// No solution costs less than this; `null` where there is none.
    lower_bound: Option<Cost>,
    algorithm: &'static str,
    heuristic: String,
    counts: Counts,
    /// The solution, unless it is too long to be shown.
    film: Option<Film>,
}

/// The counts of a search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Counts {
    expanded: u64,
    generated: u64,
    reopened: u64,
    goal_checks: u64,
    largest_open: usize,
    largest_closed: usize,
    bytes: usize,
    seconds: f64,
}

impl From<&Stats> for Counts {
    fn from(stats: &Stats) -> Self {
        Counts {
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            goal_checks: stats.goal_checks,
            largest_open: stats.largest_open,
            largest_closed: stats.largest_closed,
            bytes: stats.peak_bytes,
            seconds: stats.seconds,
        }
    }
}

impl Solved {
    pub(crate) fn new(instance: &Instance, answer: &Answer) -> Self {
        let outcome = match &answer.report.outcome {
            Outcome::Solved { .. } => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Stopped(_) => "stopped",
        };
        let mut sentence = Vec::new();
        let told = taquin::render::outcome(&mut sentence, instance, answer);
        debug_assert!(told.is_ok(), "writing to memory does not fail");
        let short = answer.steps().is_some_and(|steps| steps.len() <= LONGEST_FILM);
        Solved {
            outcome,
            sentence: String::from_utf8_lossy(&sentence).trim_end().to_string(),
            cost: answer.cost(instance),
            lower_bound: (outcome != "unsolvable").then_some(answer.report.lower_bound),
            algorithm: answer.algorithm.name(),
            heuristic: answer.heuristic.to_string(),
            counts: Counts::from(&answer.report.stats),
            film: short.then(|| instance.film(answer)).flatten().as_ref().map(Film::from),
        }
    }
}

/// Solve a puzzle
///
/// Answers with server-sent events: `progress` while the search runs, then one `answer`, or one
/// `problem`. A client that goes away ends the search.
pub(crate) async fn solve(
    State(shared): State<Shared>,
    Json(request): Json<SolveRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let instance = request.puzzle.read()?;
    let flag = Arc::new(AtomicBool::new(false));
    let plan = request.method.plan(&shared, Arc::clone(&flag))?;
    let leaving = SetOnDrop(flag);
    let slot = shared.slots.take().await?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        let mut reporter = Reporter { sender: &sender, bound: 0, next: Instant::now() + PACE };
        let known = shared.distances.iter().find_map(|file| {
            // A table of another puzzle, or a method that was asked for, leaves it to a search.
            let plan = Plan { distances: Some(file.clone()), ..plan.clone() };
            taquin::solve(&instance, &plan, &mut ()).ok()
        });
        let last = match known.map_or_else(|| taquin::solve(&instance, &plan, &mut reporter), Ok) {
            Ok(answer) => event("answer", &Solved::new(&instance, &answer)),
            Err(error) => event("problem", &Problem::new(error.to_string())),
        };
        // If this fails, the client has gone.
        let _ = sender.blocking_send(last);
    });
    Ok(Sse::new(Events { receiver, _leaving: leaving }).keep_alive(KeepAlive::default()))
}

/// What the search sends, until the client goes away.
struct Events {
    receiver: mpsc::Receiver<Event>,
    _leaving: SetOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let broken = || Event::default().event("problem").data("{\"message\":\"the answer cannot be written\"}");
    Event::default().event(name).json_data(data).unwrap_or_else(|_| broken())
}

/// Sends progress to the client, now and then.
struct Reporter<'a> {
    sender: &'a mpsc::Sender<Event>,
    bound: Cost,
    next: Instant,
}

impl taquin::Progress for Reporter<'_> {
    fn bound(&mut self, bound: Cost) {
        self.bound = bound;
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let now = Instant::now();
        if now >= self.next {
            self.next = now + PACE;
            let progress = Progress {
                expanded: stats.expanded,
                generated: stats.generated,
                bound: self.bound,
                bytes: stats.peak_bytes,
                seconds: stats.seconds,
            };
            // A slow reader misses some; only one that is gone ends the search.
            if let Err(mpsc::error::TrySendError::Closed(_)) =
                self.sender.try_send(event("progress", &progress))
            {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
