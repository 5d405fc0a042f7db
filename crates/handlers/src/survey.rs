//! `survey`: everything that can be reached from a position.

use serde::{Deserialize, Serialize};
use taquin::Cost;
use taquin::survey::Scope;

use crate::problem::Problem;
use crate::puzzle::PuzzleText;
use crate::question::{Ask, Engine, Reply, Watch};

/// The most positions that are counted, and the most that are drawn.
const POSITIONS: usize = 1_000_000;
const DRAWN: usize = 30_000;
/// The most cells of all positions that are drawn.
const DRAWN_CELLS: usize = 3_000_000;

/// A puzzle, and how much of its space is wanted.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SurveyRequest {
    puzzle: PuzzleText,
    /// The most positions of a graph; 0 means only the counts.
    #[serde(default)]
    graph: usize,
}

/// What can be reached from a position.
#[derive(Debug, Serialize)]
pub(crate) struct SpaceAnswer {
    /// Whether every position was found.
    complete: bool,
    /// How many positions are 0, 1, 2 … moves away.
    from_start: Vec<u64>,
    /// How many positions are 0, 1, 2 … moves from the goal; from a table that was saved even where not
    /// every position was found.
    to_goal: Option<Vec<u64>>,
    /// How far the position is from the goal.
    distance: Option<Cost>,
    graph: Option<Graph>,
}

/// The positions and the moves between them; the first position is the start.
#[derive(Debug, Serialize)]
pub(crate) struct Graph {
    /// The puzzle that starts at each position.
    states: Vec<String>,
    depths: Vec<Cost>,
    goals: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Ask for SurveyRequest {
    fn answer(self, engine: &Engine, watch: &mut Watch<'_>) -> Result<Reply, Problem> {
        let instance = self.puzzle.read()?;
        // A position takes a hash entry and, on large boards, the board itself.
        let cells = instance.scene().ground.len();
        let positions = POSITIONS.min(engine.memory / (256 + 16 * cells));
        let graph = self.graph.min(DRAWN).min(DRAWN_CELLS / cells.max(1));
        let scope = Scope { positions, graph, cancel: Some(&watch.cancel) };
        // A table of another puzzle does not help.
        let saved = engine.distances.iter().find_map(|file| instance.saved_space(file).ok());
        let found = instance.survey(&scope).map_err(|error| Problem::new(error.to_string()))?;
        let (to_goal, distance) = match saved.filter(|saved| saved.distance.is_some()) {
            Some(saved) => (Some(saved.to_goal), saved.distance),
            None => found.to_goal.unzip(),
        };
        let graph = found.graph.map(|graph| Graph {
            states: graph.states,
            depths: graph.depths,
            goals: graph.goals,
            edges: graph.edges,
        });
        let (complete, from_start) = (found.complete, found.from_start);
        Reply::json(&SpaceAnswer { complete, from_start, to_goal, distance, graph })
    }
}
