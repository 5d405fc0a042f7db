//! `solve`: one search, its progress while it runs, and its result.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use taquin::search::host::Instant;
use taquin::{Algorithm, Answer, Cost, HeuristicName, Instance, Lesson, Limits, Outcome, Plan, Stats};

use crate::problem::Problem;
use crate::puzzle::{COURSE, PuzzleText};
use crate::question::{Ask, Engine, Reply, Watch};
use crate::scene::Film;

/// Time between two reports of progress.
const PACE: Duration = Duration::from_millis(100);
/// Solutions with more moves than this are not made into a film.
const LONGEST_FILM: usize = 20_000;
/// The positions along a solution are part of the answer if it has at most this many moves and their texts
/// together at most this many characters.
const LONGEST_WAY: usize = 2_000;
const LONGEST_STATES: usize = 400_000;

/// How long a known solution of a large board is improved while a person waits.
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

/// The names of a method, read.
type Names = (Option<Lesson>, Option<Algorithm>, Option<HeuristicName>);

impl Method {
    /// What its names stand for.
    ///
    /// # Errors
    /// If a name is unknown.
    fn named(&self) -> Result<Names, Problem> {
        let lesson = self.algorithm.as_deref().and_then(|name| name.strip_prefix(COURSE));
        let algorithm = self.algorithm.as_deref().filter(|_| lesson.is_none());
        Ok((
            named(lesson, "algorithm")?,
            named(algorithm, "algorithm")?,
            named(self.heuristic.as_deref(), "heuristic")?,
        ))
    }

    /// This method as a plan within the limits of the engine.
    ///
    /// # Errors
    /// If a name is unknown.
    pub(crate) fn plan(&self, engine: &Engine, watch: &Watch<'_>) -> Result<Plan, Problem> {
        let wanted = self.seconds.filter(|seconds| seconds.is_finite()).map_or(engine.time, |seconds| {
            Duration::from_secs_f64(seconds.clamp(0.0, engine.time.as_secs_f64()))
        });
        let (lesson, algorithm, heuristic) = self.named()?;
        Ok(Plan {
            lesson,
            algorithm,
            heuristic,
            limits: Limits { time: Some(wanted), ..engine.limits(watch) },
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

/// The state of a running search.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// The nodes expanded.
    pub expanded: u64,
    /// The nodes generated.
    pub generated: u64,
    /// The bound or the level that is being searched.
    pub bound: Cost,
    /// The bytes held at most.
    pub bytes: usize,
    /// The seconds so far.
    pub seconds: f64,
}

/// The result of a search.
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
    /// The positions along the solution, so that a client that follows it need not ask again; none where they would
    /// be too long.
    way: Vec<Stop>,
}

/// A position on the way.
#[derive(Debug, Serialize)]
pub(crate) struct Stop {
    /// The position as a trace or a survey writes it.
    state: String,
    /// What the rest of the solution costs.
    left: Cost,
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
        let length = answer.steps().map_or(usize::MAX, <[_]>::len);
        let short = length <= LONGEST_FILM;
        let brief = length <= LONGEST_WAY && (length + 1) * instance.state_text().len() <= LONGEST_STATES;
        Solved {
            outcome,
            sentence: String::from_utf8_lossy(&sentence).trim_end().to_string(),
            cost: answer.cost(instance),
            lower_bound: (outcome != "unsolvable").then_some(answer.report.lower_bound),
            algorithm: answer.algorithm.name(),
            heuristic: answer.heuristic.to_string(),
            counts: Counts::from(&answer.report.stats),
            way: if brief { way(instance, answer) } else { Vec::new() },
            film: short.then(|| instance.film(answer)).flatten().as_ref().map(Film::from),
        }
    }
}

impl Ask for SolveRequest {
    fn check(&self) -> Result<(), Problem> {
        self.puzzle.read()?;
        self.method.named().map(|_| ())
    }

    fn answer(self, engine: &Engine, watch: &mut Watch<'_>) -> Result<Reply, Problem> {
        let instance = self.puzzle.read()?;
        let plan = self.method.plan(engine, watch)?;
        let known = engine.distances.iter().find_map(|file| {
            // If the table is of another puzzle, or a method was requested, a search answers.
            let plan = Plan { distances: Some(file.clone()), ..plan.clone() };
            taquin::solve(&instance, &plan, &mut ()).ok()
        });
        let mut reporter = Reporter { watch, bound: 0, next: Instant::now() + PACE };
        let answer = known.map_or_else(|| taquin::solve(&instance, &plan, &mut reporter), Ok);
        let answer = answer.map_err(|error| Problem::new(error.to_string()))?;
        Reply::json(&Solved::new(&instance, &answer))
    }
}

/// The positions along a solution.
fn way(instance: &Instance, answer: &Answer) -> Vec<Stop> {
    let steps = answer.steps().unwrap_or_default();
    let states = instance.states_along(answer).into_iter().enumerate();
    states.map(|(done, state)| Stop { state, left: instance.cost(&steps[done..]) }).collect()
}

/// Reports to the client from time to time.
struct Reporter<'a, 'b> {
    watch: &'a mut Watch<'b>,
    bound: Cost,
    next: Instant,
}

impl taquin::Progress for Reporter<'_, '_> {
    fn bound(&mut self, bound: Cost) {
        self.bound = bound;
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let now = Instant::now();
        if now < self.next {
            return ControlFlow::Continue(());
        }
        self.next = now + PACE;
        (self.watch.progress)(&Progress {
            expanded: stats.expanded,
            generated: stats.generated,
            bound: self.bound,
            bytes: stats.peak_bytes,
            seconds: stats.seconds,
        })
    }
}
