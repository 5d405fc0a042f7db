//! What every puzzle family provides, behind one object-safe trait.

use std::any::Any;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use taquin_search::{Cost, Limits, Progress, Report};
use taquin_tiles::{Board, Geometry, Move};

use crate::answer::{Answer, Step};
use crate::enumeration::SavedSpace;
use crate::error::Error;
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;
use crate::machine::Solver;
use crate::notation::Written;
use crate::picture::{Motion, Place, Scene};
use crate::plan::{Choices, Plan};
use crate::stream::Streamed;
use crate::survey::{Scope, Survey};
use crate::trace::Tracer;

/// Where one piece can go without another one moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The index of the piece in its scene.
    pub piece: usize,
    /// The paths, one to each place within reach; a flight is one long step.
    pub paths: Vec<Vec<Place>>,
}

/// A deepening search over sliding tiles, for machines that do only this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// The grid.
    pub geometry: Geometry,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
}

impl Deepening {
    /// Whether `other` has the same grid and the same goal, and so the same tables.
    #[must_use]
    pub fn is_like(&self, other: &Deepening) -> bool {
        (self.geometry, &self.goal) == (other.geometry, &other.goal)
    }
}

/// A puzzle with its start and its goal, of one family.
///
/// An [`Instance`] has these methods; front ends need nothing else.
pub trait Family: fmt::Debug + Send + Sync {
    /// The name of the family.
    fn kind(&self) -> &'static str;

    /// The puzzle itself, for a front end that has a class for each family.
    fn as_any(&self) -> &dyn Any;

    /// What kind of puzzle this is, in a few words.
    fn title(&self) -> String;

    /// The number of rows and of columns.
    fn size(&self) -> (usize, usize);

    /// The whole puzzle as text, which [`Instance::parse`] reads again with [`Family::hints`]; `None` for a
    /// position that no text can express.
    fn text(&self) -> Option<String>;

    /// The hints without which [`Family::text`] is incomplete.
    fn hints(&self) -> Hints {
        Hints::default()
    }

    /// The start as a trace or a survey writes states: short, without what all states share.
    fn state_text(&self) -> String;

    /// The start with every piece under its own name, where [`Family::state_text`] does not tell interchangeable
    /// pieces apart.
    fn position_text(&self) -> String {
        self.state_text()
    }

    /// The same puzzle from the state that a trace, a survey or [`Family::position_text`] wrote as `state`; `None` if it is not a state
    /// of this puzzle.
    fn at(&self, state: &str) -> Option<Instance>;

    /// The rows of the start, drawn with characters.
    fn rows(&self) -> Vec<String>;

    /// Writes what kind of puzzle it is, with the start and the goal side by side.
    ///
    /// # Errors
    /// Errors of `out`.
    fn heading(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The puzzle as a JSON object.
    fn object(&self) -> Value;

    /// What counts as one move, where that can be chosen.
    fn metric(&self) -> Option<&'static str> {
        None
    }

    /// How many moves these steps are, as this puzzle counts.
    fn cost(&self, steps: &[Step]) -> Cost {
        steps.len() as Cost
    }

    /// How many moves these steps are by each metric of the family, where they can be counted in several ways.
    fn counts(&self, steps: &[Step]) -> Vec<(&'static str, u64)> {
        let _ = steps;
        Vec::new()
    }

    /// Whether there is a goal.
    fn has_goal(&self) -> bool {
        true
    }

    /// Whether the start satisfies the goal.
    fn is_solved(&self) -> bool;

    /// Whether the goal can be reached, in words, if that is known without a search.
    fn verdict(&self) -> Option<(bool, String)> {
        None
    }

    /// An estimate of the distance from the start to the goal.
    fn gauge(&self) -> u32;

    /// What [`Family::gauge`] measures.
    fn gauge_name(&self) -> &'static str;

    /// The moves from the start, each with the puzzle that starts after it.
    ///
    /// # Errors
    /// If the goal does not fit, or the puzzle is too large.
    fn neighbors(&self) -> Result<Vec<(Step, Instance)>, Error>;

    /// The puzzle that starts after `motion`; `None` if the motion is not legal.
    fn moved(&self, motion: &Motion) -> Option<Instance>;

    /// A step of a solution as a motion.
    fn motion(&self, step: &Step) -> Motion;

    /// A legal motion in words.
    fn motion_words(&self, motion: &Motion) -> String;

    /// A step of a solution in words: `7 up`, `block c: left, up`.
    fn words(&self, step: &Step) -> String;

    /// The same, as short as possible, for a list of moves.
    fn short(&self, step: &Step) -> String {
        self.words(step)
    }

    /// Whether a list of moves for people has several on a line.
    fn is_terse(&self) -> bool {
        false
    }

    /// Appends the same for programs: letters, or a word.
    fn push_letters(&self, step: &Step, text: &mut String);

    /// The same for programs: letters, or a word.
    fn letters(&self, step: &Step) -> String {
        let mut text = String::new();
        self.push_letters(step, &mut text);
        text
    }

    /// The separator between the letters of two steps.
    fn separator(&self) -> &'static str {
        " "
    }

    /// The same as a JSON object.
    fn step_object(&self, step: &Step) -> Value;

    /// Reads moves in the notation of the family.
    ///
    /// # Errors
    /// With the column of the first text that is not a move.
    fn read_moves(&self, text: &str) -> Result<Vec<Written>, Error>;

    /// A step that [`Family::step_object`] wrote, in the notation of the family; `None` if it is not a step.
    fn step_word(&self, object: &Value) -> Option<String>;

    /// The name of a piece in a sentence.
    fn piece_name(&self, piece: usize) -> String;

    /// The same puzzle from a random solvable start, by seed.
    fn scrambled(&self, seed: u64) -> Instance;

    /// The start as a picture.
    fn scene(&self) -> Scene;

    /// The goal as a picture, where it is one position.
    fn goal_scene(&self) -> Option<Scene>;

    /// Where the pieces can go from the start.
    fn reach(&self) -> Vec<Reach> {
        self.reach_within(usize::MAX)
    }

    /// Where the pieces can go from the start, by paths of about `most` steps in total; each piece has an equal
    /// share, for the nearest places.
    fn reach_within(&self, most: usize) -> Vec<Reach>;

    /// The algorithms and heuristics that can be chosen.
    fn choices(&self) -> Choices;

    /// The course programs that accept this puzzle.
    fn lessons(&self) -> Vec<Lesson>;

    /// Solves the puzzle on the processor as `plan` says; what it leaves open is chosen for the puzzle.
    ///
    /// # Errors
    /// If the plan asks for a combination that the puzzle does not have.
    fn solve(&self, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error>;

    /// The group of puzzles that share tables with this one; `None` if it is solved by itself.
    fn group(&self, plan: &Plan) -> Option<String> {
        let _ = plan;
        None
    }

    /// The solver for puzzles of this one's group.
    ///
    /// # Errors
    /// If the puzzle has no group.
    fn solver(&self, plan: &Plan) -> Result<Box<dyn Solver>, Error> {
        let _ = plan;
        Err(Error::NotFor { what: "groups".into(), kind: self.kind() })
    }

    /// The puzzle as a deepening search over sliding tiles, for machines that do only this; `None` if the plan
    /// is something else.
    fn deepening(&self, plan: &Plan) -> Option<Deepening> {
        let _ = plan;
        None
    }

    /// The answer of a deepening search over tiles on any machine; its solution is replayed.
    ///
    /// # Panics
    /// If the moves do not lead from the start to the goal, or the puzzle is not of tiles.
    fn deepening_answer(&self, report: Report<Move>) -> Answer {
        let _ = report;
        unreachable!("{} are no deepening search", self.kind())
    }

    /// Whether the solution is too long to hold, so that [`Family::stream`] should be used.
    fn is_stream(&self, plan: &Plan) -> bool {
        let _ = plan;
        false
    }

    /// Solves the puzzle and passes the moves on while the solution is built.
    ///
    /// # Errors
    /// If the family has no such solutions, or there is none.
    fn stream(&self, plan: &Plan, sink: &mut dyn FnMut(Step)) -> Result<Streamed, Error>;

    /// Solves the puzzle by a search that reports each of its steps to `tracer`: the plan's lesson, its algorithm,
    /// or A*.
    ///
    /// # Errors
    /// If the plan asks for a combination that the puzzle does not have.
    fn trace(&self, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error>;

    /// Surveys everything that can be reached from the start.
    ///
    /// # Errors
    /// If the start or the goal do not fit.
    fn survey(&self, scope: &Scope<'_>) -> Result<Survey, Error>;

    /// A lower bound on the moves of a solution, without a search.
    fn lower_bound(&self) -> Cost;

    /// A solution of any length that is found quickly; `None` if there is none, or none was found.
    fn quick_solution(&self, limits: &Limits) -> Option<Vec<Step>>;

    /// What a file saved by an enumeration says about this space.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or of another space.
    fn saved_space(&self, file: &Path) -> Result<SavedSpace, Error>;
}
