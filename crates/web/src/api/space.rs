//! `survey`: everything that can be reached from a position.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use taquin::Cost;
use taquin::survey::Scope;

use super::Answered;
use super::puzzle::PuzzleText;
use crate::error::Problem;
use crate::server::Shared;

/// The most positions that are counted, and the most that are drawn.
const POSITIONS: usize = 1_000_000;
const DRAWN: usize = 30_000;
/// The most cells of all positions that are drawn.
const DRAWN_CELLS: usize = 3_000_000;

/// A puzzle, and how much of its space is wanted.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SurveyRequest {
    puzzle: PuzzleText,
    /// The most positions of a graph; 0 for the counts alone.
    #[serde(default)]
    graph: usize,
}

/// What can be reached from a position.
#[derive(Debug, Serialize)]
pub(crate) struct Space {
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

/// Survey a space
///
/// Counts the positions at every distance and, where there are few, lists them with their moves.
pub(crate) async fn survey(
    State(shared): State<Shared>,
    Json(request): Json<SurveyRequest>,
) -> Answered<Space> {
    let instance = request.puzzle.read()?;
    // A position takes a hash entry and, on large boards, the board itself.
    let cells = instance.scene().ground.len();
    let positions = POSITIONS.min(shared.memory / (256 + 16 * cells));
    let graph = request.graph.min(DRAWN).min(DRAWN_CELLS / cells.max(1));
    let files = shared.distances.clone();
    let (found, saved) = shared
        .slots
        .run(move |flag| {
            let scope = Scope { positions, graph, cancel: Some(&flag) };
            // A table of another puzzle tells nothing.
            let saved = files.iter().find_map(|file| instance.saved_space(file).ok());
            (instance.survey(&scope), saved.filter(|saved| saved.distance.is_some()))
        })
        .await?;
    let found = found.map_err(|error| Problem::new(error.to_string()))?;
    let (to_goal, distance) = match saved {
        Some(saved) => (Some(saved.to_goal), saved.distance),
        None => found.to_goal.unzip(),
    };
    let graph = found.graph.map(|graph| Graph {
        states: graph.states,
        depths: graph.depths,
        goals: graph.goals,
        edges: graph.edges,
    });
    Ok(Json(Space { complete: found.complete, from_start: found.from_start, to_goal, distance, graph }))
}
