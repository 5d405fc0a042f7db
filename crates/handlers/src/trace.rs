//! `trace`: a search, recorded step by step.

use serde::{Deserialize, Serialize};
use taquin::{Answer, Instance};

use crate::problem::Problem;
use crate::puzzle::PuzzleText;
use crate::question::{Ask, Engine, Reply, Watch};
use crate::record::{Record, RecordedNode, Step};
use crate::scene::grid;
use crate::solve::{Counts, Method};

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

impl Ask for TraceRequest {
    fn answer(self, engine: &Engine, watch: &mut Watch<'_>) -> Result<Reply, Problem> {
        let instance = self.puzzle.read()?;
        let room = MOST_CELLS / (3 * instance.scene().ground.len());
        let most = self.steps.unwrap_or(MOST_STEPS).clamp(1, MOST_STEPS.min(room));
        let plan = self.method.plan(engine, watch)?;
        let mut record = Record::new(most);
        let answer = instance.trace(&plan, &mut record).map_err(|error| Problem::new(error.to_string()))?;
        Reply::json(&Trace::new(&instance, &answer, record, most))
    }
}

impl Trace {
    fn new(instance: &Instance, answer: &Answer, mut record: Record, most: usize) -> Self {
        let mut sentence = Vec::new();
        let told = taquin::render::outcome(&mut sentence, instance, answer);
        debug_assert!(told.is_ok(), "writing to memory does not fail");
        let sentence = String::from_utf8_lossy(&sentence).trim_end().to_string();
        Trace {
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
            states: record.states.iter().map(|text| cells(instance, text)).collect(),
            solution: record.path_through(&instance.states_along(answer)),
            phases: record.phases,
            texts: record.states,
            nodes: record.nodes,
            steps: record.steps,
        }
    }
}

/// Which piece covers each cell of a state.
fn cells(instance: &Instance, state: &str) -> Vec<i32> {
    instance.at(state).map_or_else(Vec::new, |there| grid(&there.scene()))
}
