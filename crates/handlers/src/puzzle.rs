//! `puzzle`, `move` and `scramble`: reading a puzzle, and playing it.

use serde::{Deserialize, Serialize};
use taquin::families::readers;
use taquin::{Hints, Instance};

use crate::moved::Moved;
use crate::problem::Problem;
use crate::question::{Ask, Engine, Reply, Watch};
use crate::scene::{Motion, Scene};

/// The prefix of the name of an algorithm that stands for the search of a course program.
pub(crate) const COURSE: &str = "course ";

/// The most cells of a board that the app shows.
const MOST_CELLS: usize = 1024;

/// The most destinations of all pieces that are listed, the nearest of each.
const MOST_STEPS: usize = 100_000;

/// A puzzle as text, in any form that the library reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleText {
    /// The start, and perhaps the goal.
    text: String,
    /// The goal, if the text does not contain it and it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// Whether opposite edges are joined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    torus: bool,
    /// What counts as one move: `single` or `line` for tiles, `unit`, `straight` or `finger` for blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    /// A position of this puzzle to start from instead: a state as a trace or a survey writes it, or with every
    /// piece under its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl PuzzleText {
    /// A puzzle from its text.
    pub(crate) fn new(text: &str, torus: bool) -> Self {
        PuzzleText { text: text.into(), torus, ..PuzzleText::default() }
    }

    /// Reads the puzzle.
    ///
    /// # Errors If it is not a puzzle, with the field, the line and the column; or if it is too large for the app.
    pub(crate) fn read(&self) -> Result<Instance, Problem> {
        let hints = Hints {
            goal: self.goal.clone(),
            torus: self.torus,
            metric: self.metric.clone(),
            ..Hints::default()
        };
        let instance = Instance::parse(&self.text, &hints).map_err(|error| problem(&error))?;
        let (rows, cols) = instance.size();
        let cells = rows * cols;
        if cells > MOST_CELLS {
            let message =
                format!("the app shows boards of at most {MOST_CELLS} cells, and this one has {cells}");
            return Err(Problem { field: Some("text".into()), ..Problem::new(message) });
        }
        match &self.at {
            None => Ok(instance),
            Some(state) => {
                instance.at(state).ok_or_else(|| Problem::new("this is not a state of the puzzle"))
            }
        }
    }

    /// The same puzzle from the start of `there`, in which every piece keeps its name.
    fn at(mut self, there: &Instance) -> Self {
        self.at = Some(there.position_text());
        self
    }
}

/// What is wrong with a text, and where.
fn problem(error: &taquin::Error) -> Problem {
    let (field, place) = match error {
        taquin::Error::Parse(at) => ("text", Some((at.line as usize, at.column as usize))),
        taquin::Error::Goal(at) => ("goal", Some((at.line as usize, at.column as usize))),
        taquin::Error::Blocks(taquin::blocks::Error::Text { line, column, .. }) => {
            ("text", Some((*line, *column)))
        }
        taquin::Error::NotFor { .. } | taquin::Error::Name(_) => ("metric", None),
        _ => ("text", None),
    };
    let (line, column) = place.unzip();
    Problem { message: error.to_string(), field: Some(field.into()), line, column }
}

/// A puzzle, and what can be done with it.
#[derive(Debug, Serialize)]
pub(crate) struct Puzzle {
    /// The puzzle as text, for the next request.
    puzzle: PuzzleText,
    /// The position as a trace or a survey writes it.
    state: String,
    /// `tiles`, `labelled-tiles` or `blocks`.
    kind: &'static str,
    title: String,
    /// The position.
    scene: Scene,
    /// The goal, where it is one position.
    goal: Option<Scene>,
    solved: bool,
    /// Whether the goal can be reached, if that is known without a search.
    solvable: Option<bool>,
    /// Why it can, or cannot, be reached.
    reason: Option<String>,
    /// The whole puzzle as text in its plainest form, if the position can be written.
    plain: Option<String>,
    /// What counts as one move, where that can be chosen, and the choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<Vec<String>>,
    /// An estimate of the distance to the goal, and what it measures.
    gauge: Gauge,
    /// Where every piece can go.
    reach: Vec<Reach>,
    algorithms: Vec<Choice>,
    heuristics: Vec<Choice>,
    /// The course programs that would take this puzzle; their searches can be traced.
    lessons: Vec<Choice>,
}

/// A number with its name.
#[derive(Debug, Serialize)]
pub(crate) struct Gauge {
    name: &'static str,
    value: u32,
}

/// Where one piece can go without another one moving.
#[derive(Debug, Serialize)]
pub(crate) struct Reach {
    piece: usize,
    /// One way to every place within reach.
    paths: Vec<Vec<(i32, i32)>>,
}

impl Reach {
    /// Where every piece can go.
    pub(crate) fn all(instance: &Instance) -> Vec<Self> {
        let told = instance.reach_within(MOST_STEPS).into_iter();
        told.map(|reach| Reach { piece: reach.piece, paths: reach.paths }).collect()
    }
}

/// An algorithm, a heuristic or a course program that can be chosen.
#[derive(Debug, Serialize)]
pub(crate) struct Choice {
    name: String,
    about: &'static str,
    /// Of an algorithm: whether a heuristic guides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    informed: Option<bool>,
    /// Of an algorithm: whether its solutions are the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    /// Of a course program: the heuristic that it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
}

impl Puzzle {
    fn new(puzzle: PuzzleText, instance: &Instance) -> Self {
        let (solvable, reason) = instance.verdict().unzip();
        let choices = instance.choices();
        let metric = instance.metric();
        let metrics = readers().iter().find(|reader| reader.kind == instance.kind());
        let metrics = metrics.map(|reader| reader.metrics.iter().map(|(name, _)| (*name).to_string()));
        Puzzle {
            puzzle,
            state: instance.state_text(),
            kind: instance.kind(),
            plain: instance.text(),
            metrics: metrics.filter(|_| metric.is_some()).map(Iterator::collect),
            metric: metric.map(str::to_string),
            title: instance.title(),
            scene: Scene::from(&instance.scene()),
            goal: instance.goal_scene().as_ref().map(Scene::from),
            solved: instance.is_solved(),
            solvable,
            reason,
            gauge: Gauge { name: instance.gauge_name(), value: instance.gauge() },
            reach: Reach::all(instance),
            algorithms: choices
                .algorithms
                .iter()
                .map(|algorithm| Choice {
                    name: algorithm.name().into(),
                    about: algorithm.about(),
                    informed: Some(algorithm.is_informed()),
                    optimal: Some(algorithm.is_optimal()),
                    heuristic: None,
                })
                .collect(),
            lessons: instance
                .lessons()
                .iter()
                .map(|lesson| Choice {
                    name: format!("{COURSE}{lesson}"),
                    about: lesson.about,
                    informed: None,
                    optimal: None,
                    heuristic: Some(lesson.heuristic.name()),
                })
                .collect(),
            heuristics: choices
                .heuristics
                .iter()
                .map(|guide| Choice {
                    name: guide.name().into(),
                    about: guide.about(),
                    informed: None,
                    optimal: None,
                    heuristic: None,
                })
                .collect(),
        }
    }
}

impl Ask for PuzzleText {
    fn answer(self, _: &Engine, _: &mut Watch<'_>) -> Result<Reply, Problem> {
        let instance = self.read()?;
        Reply::json(&Puzzle::new(self, &instance))
    }
}

/// A puzzle and a move from its start.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MoveRequest {
    puzzle: PuzzleText,
    #[serde(flatten)]
    motion: Motion,
}

impl Ask for MoveRequest {
    fn answer(self, _: &Engine, _: &mut Watch<'_>) -> Result<Reply, Problem> {
        let before = self.puzzle.read()?;
        let motion = self.motion.into();
        let after = before.moved(&motion).ok_or_else(|| Problem::new("this move is not legal"))?;
        Reply::json(&Moved::new(&before, &after))
    }
}

/// A puzzle and a seed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ScrambleRequest {
    puzzle: PuzzleText,
    /// The same seed always gives the same position.
    seed: u64,
}

impl Ask for ScrambleRequest {
    fn answer(self, _: &Engine, _: &mut Watch<'_>) -> Result<Reply, Problem> {
        let instance = self.puzzle.read()?.scrambled(self.seed);
        Reply::json(&Puzzle::new(self.puzzle.at(&instance), &instance))
    }
}
