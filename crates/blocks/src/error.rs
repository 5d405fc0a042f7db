//! The one error type of this crate.

/// Why a puzzle could not be read or built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The text does not follow its format.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What the format requires.
        expected: String,
        /// What was found there.
        found: String,
    },
    /// The board that was described is not a puzzle.
    #[error("row {row}, column {column}: {problem}")]
    Grid {
        /// The row of the board, from 1.
        row: usize,
        /// The column of the board, from 1.
        column: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A position without the pieces that the goal asks for.
    #[error("the position has fewer pieces of a kind than the goal asks for")]
    TooFewPieces,
    /// Pieces that do not fit on the board.
    #[error("the pieces do not fit on the board")]
    Crowded,
    /// A file of distances that cannot be used.
    #[error("{0}")]
    Distances(String),
    /// The puzzle is too large for the engine.
    #[error("the puzzle is too large: {0}")]
    TooLarge(String),
}
