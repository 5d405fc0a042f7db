//! What can go wrong between a text and an answer.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::plan::{Algorithm, HeuristicName};
use crate::reading::at_line;

/// The errors of the facade.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An invalid board, or one that does not fit.
    #[error(transparent)]
    Tiles(#[from] taquin_tiles::Error),
    /// A space that cannot be numbered, or a file of one that cannot be used.
    #[error(transparent)]
    Space(#[from] taquin_space::Error),
    /// A text that is not a puzzle.
    #[error(transparent)]
    Parse(#[from] taquin_tiles::ParseError),
    /// A goal that is not a board of this size.
    #[error("goal: {0}")]
    Goal(taquin_tiles::ParseError),
    /// A text that is not a puzzle of blocks, or a puzzle that is too large.
    #[error(transparent)]
    Blocks(#[from] taquin_blocks::Error),
    /// Blocks without a goal, where one is needed.
    #[error("the puzzle has no goal; add a line 'goal:' with a picture of it, or give one beside it")]
    NoGoal,
    /// Something that a family of puzzles does not have.
    #[error("{kind} have no {what}")]
    NotFor {
        /// The algorithm, the heuristic or the option.
        what: String,
        /// The family.
        kind: &'static str,
    },
    /// An unknown name.
    #[error("{0}")]
    Name(String),
    /// A word that is neither a puzzle nor the name of one.
    #[error("'{word}' is not a board or the name of a puzzle{}", meant(nearest.as_ref()))]
    Unknown {
        /// The word.
        word: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
    },
    /// A text that is not a list of moves.
    #[error("column {column} of the moves: expected {expected}, found {found}")]
    Moves {
        /// The column, counted from 1 in characters.
        column: usize,
        /// What was expected there.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A text that begins like a JSON object but is not one.
    #[error("line {line}, column {column}: expected the JSON of a puzzle, found a mistake in it: {message}")]
    Json {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A JSON object that is not a puzzle.
    #[error("expected the JSON of a puzzle, found an object without its text")]
    NoText,
    /// An impossible move.
    #[error("move {number} of the scramble, {word}: {why}")]
    Scramble {
        /// The number of the move, counted from 1.
        number: usize,
        /// The move.
        word: String,
        /// Why it is impossible.
        why: String,
    },
    /// An impossible move among those that a solution must begin with.
    #[error("move {number} of the first moves, {word}: {why}")]
    FirstMoves {
        /// The number of the move, counted from 1.
        number: usize,
        /// The move.
        word: String,
        /// Why it is impossible.
        why: String,
    },
    /// A list of puzzles where one is expected.
    #[error("expected one puzzle, found a list of them; a goal comes after '->'")]
    Several,
    /// A course program that takes other puzzles.
    #[error("the course program {lesson} does not take this puzzle")]
    OtherLesson {
        /// Its name.
        lesson: &'static str,
    },
    /// A line of a list that is not a puzzle.
    #[error("{}", at_line(line, message))]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it by itself.
        message: String,
    },
    /// A machine that cannot do what the plan asks for, or that has failed.
    #[error("{machine} {what}")]
    Machine {
        /// The name of the machine.
        machine: &'static str,
        /// What it does not do, or what went wrong with it.
        what: String,
    },
    /// A machine that ended before it had an answer.
    #[error("the work ended before there was an answer")]
    NoAnswer,
    /// Joined edges or another goal for a puzzle that cannot be written as a plain picture.
    #[error("only what a plain picture can show can have joined edges or another goal")]
    PicturesOnly,
    /// A heuristic for an algorithm that takes none.
    #[error("{algorithm} takes no heuristic, so {heuristic} cannot guide it; try ida-star")]
    Uninformed {
        /// The requested algorithm.
        algorithm: Algorithm,
        /// The requested heuristic.
        heuristic: HeuristicName,
    },
    /// A table of distances for an algorithm that searches.
    #[error("{algorithm} searches, so a table of distances is of no use to it; ask for no algorithm")]
    UnusedDistances {
        /// The requested algorithm.
        algorithm: Algorithm,
    },
    /// A table of distances from another goal.
    #[error("the distances are those of another board; they are counted from {goal}")]
    OtherDistances {
        /// The goal of the table.
        goal: String,
    },
    /// A position that is not in a file of distances.
    #[error("this is not a position of the file, which has the distances of all that {start} leads to")]
    OtherComponent {
        /// The position from which the file was made.
        start: String,
    },
    /// Distances under another metric.
    #[error("the distances are those of the {metric} metric, not of the one asked for")]
    OtherMetric {
        /// The metric of the file.
        metric: taquin_blocks::Metric,
    },
    /// A bidirectional search for a goal of many positions.
    #[error(
        "bidirectional searches from the goal too, so the goal has to name the place of every piece; \
         this one leaves {free} of {pieces} pieces free"
    )]
    ManyGoals {
        /// How many pieces the goal does not place.
        free: usize,
        /// How many there are.
        pieces: usize,
    },
    /// A bidirectional search for a goal that is not one arrangement.
    #[error(
        "bidirectional searches from the goal too, so the goal has to be one arrangement; this one is several"
    )]
    OpenGoal,
    /// A whole space that does not fit into memory.
    #[error("exhaustive keeps a note of each position of the pieces, and memory does not hold all of them")]
    TooManyPositions,
    /// An algorithm that would need too large a table.
    #[error("{algorithm} is for boards of at most {most} cells")]
    TooLarge {
        /// The requested algorithm.
        algorithm: Algorithm,
        /// The most cells.
        most: u32,
    },
    /// A puzzle with more actions than are listed for a planner.
    #[error("a list of all actions is for puzzles with at most {most} of them; PDDL needs no such list")]
    TooManyActions {
        /// The most actions.
        most: u64,
    },
    /// A file that cannot be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
        /// The kind of error.
        kind: ErrorKind,
    },
    /// A board without a solution, where one was needed.
    #[error("{reason}")]
    Unsolvable {
        /// Why, in words.
        reason: String,
    },
    /// A solution that is too long to hold.
    #[error("a solution of this board has more than {least} moves, too many to hold; stream them")]
    TooLong {
        /// A lower bound on the moves.
        least: u64,
    },
}

/// The question whether another word was meant.
fn meant(nearest: Option<&&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

impl Error {
    /// Text that is not JSON.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let message = error.to_string();
        // The place comes first, as it does for every other text.
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        Error::Json { line: error.line(), column: error.column(), message: message.to_string() }
    }

    pub(crate) fn file(path: &Path, error: &std::io::Error) -> Self {
        Error::File { path: path.to_owned(), message: error.to_string(), kind: error.kind() }
    }

    /// A file that is not what it should be.
    pub(crate) fn damaged(path: &Path, message: String) -> Self {
        Error::File { path: path.to_owned(), message, kind: ErrorKind::InvalidData }
    }

    /// The file that cannot be used and the kind of error; `None` if the error is not about a file.
    #[must_use]
    pub fn of_file(&self) -> Option<(&Path, ErrorKind)> {
        match self {
            Error::File { path, kind, .. } => Some((path, *kind)),
            Error::Tiles(error) => error.of_file(),
            Error::Space(error) => error.of_file(),
            _ => None,
        }
    }
}
