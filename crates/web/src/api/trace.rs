//! `trace`: a search, recorded step by step.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use taquin::{Answer, Instance};

use super::Answered;
use super::puzzle::PuzzleText;
use super::record::{Record, RecordedNode, Step};
use super::scene::grid;
use super::solve::{Counts, Method};
use crate::error::{Problem, Refusal};
use crate::server::Shared;

/// The most steps that are recorded, and the most cells of all nodes, of which a step makes three or so.
const MOST_STEPS: usize = 3_000;
const MOST_CELLS: usize = 1_500_000;

/// A puzzle, and the search that is to be recorded.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TraceRequest {
    puzzle: PuzzleText,
    #[serde(flatten)]
    method: Method,
    /// The most steps.
    steps: Option<usize>,
}

/// A recorded search.
#[derive(Debug, Serialize)]
pub(crate) struct Trace {
    algorithm: &'static str,
    heuristic: String,
    /// How it ended, in a sentence.
    sentence: String,
    /// Why it was over with its last step, where it found the goal.
    end: Option<String>,
    /// Whether there were more steps than are recorded.
    cut: bool,
    /// What the phases are for, where there are several.
    phases: Vec<String>,
    counts: Counts,
    /// The states: for every cell the index of the piece that covers it, or -1.
    states: Vec<Vec<i32>>,
    /// The states as text.
    texts: Vec<String>,
    nodes: Vec<RecordedNode>,
    steps: Vec<Step>,
    /// The nodes of the solution, from the root on, where one was found.
    solution: Vec<usize>,
}

/// Record a search
///
/// Runs a search for at most `steps` steps and tells each of them: the node taken, its successors
/// and what became of them, and what changed on OPEN.
pub(crate) async fn trace(
    State(shared): State<Shared>,
    Json(request): Json<TraceRequest>,
) -> Answered<Trace> {
    let instance = request.puzzle.read()?;
    let room = MOST_CELLS / (3 * instance.scene().ground.len());
    let most = request.steps.unwrap_or(MOST_STEPS).clamp(1, MOST_STEPS.min(room));
    let settings = shared.clone();
    let work = move |flag| -> Result<Trace, Problem> {
        let mut record = Record::new(most);
        let answer = run(&instance, &request.method, &settings, flag, &mut record)?;
        let mut sentence = Vec::new();
        let told = taquin::render::outcome(&mut sentence, &instance, &answer);
        debug_assert!(told.is_ok(), "writing to memory does not fail");
        let sentence = String::from_utf8_lossy(&sentence).trim_end().to_string();
        Ok(Trace {
            algorithm: answer.algorithm.name(),
            heuristic: answer.heuristic.to_string(),
            sentence: match (record.cut, answer.steps().is_some()) {
                (false, _) => sentence,
                (true, false) => format!("The recording ends after {most} steps; the search would go on."),
                (true, true) => format!("{sentence} Of a phase only the first {most} steps are recorded."),
            },
            cut: record.cut,
            end: record.end.take(),
            counts: Counts::from(&answer.report.stats),
            states: record.states.iter().map(|text| cells(&instance, text)).collect(),
            solution: record.path_through(&instance.states_along(&answer)),
            phases: record.phases,
            texts: record.states,
            nodes: record.nodes,
            steps: record.steps,
        })
    };
    let trace = shared.slots.run(work).await?.map_err(Refusal::from)?;
    Ok(Json(trace))
}

/// Runs the search that the method names: one of the engine, or that of a course program.
fn run(
    instance: &Instance,
    method: &Method,
    shared: &Shared,
    cancel: Arc<AtomicBool>,
    record: &mut Record,
) -> Result<Answer, Problem> {
    let plan = method.plan(shared, cancel)?;
    instance.trace(&plan, record).map_err(|error| Problem::new(error.to_string()))
}

/// Which piece covers each cell of a state.
fn cells(instance: &Instance, state: &str) -> Vec<i32> {
    instance.at(state).map_or_else(Vec::new, |there| grid(&there.scene()))
}
