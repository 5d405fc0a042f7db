//! Why a text is not a board, and where.

use std::fmt;

/// A text that is not a board: the place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u64,
    /// The column, counted from 1 in characters.
    pub column: u64,
    /// What was expected there, and what was found.
    pub expected: Expected,
}

/// What was expected, and what was found instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A number or a separator, but there is a word.
    Number {
        /// The word, or its beginning.
        found: String,
    },
    /// A label: a number or a word of letters.
    Label {
        /// The word, or its beginning.
        found: String,
    },
    /// A board, but there is nothing.
    Board,
    /// A number of tiles.
    Tiles {
        /// How many there should be.
        count: u64,
        /// How many there are; `None` if reading stopped at one too many.
        found: Option<u64>,
    },
    /// A square number of tiles, since the size is not given.
    Square {
        /// How many tiles there are.
        found: u64,
    },
    /// A row as long as the first.
    Row {
        /// The length of the first row.
        len: u64,
        /// The length of this one.
        found: u64,
    },
    /// A tile from 0 to the largest.
    Tile {
        /// The largest tile of a board of this size.
        largest: u32,
        /// The number found; `None` if it is beyond any board.
        found: Option<u32>,
    },
    /// Every tile once.
    Once {
        /// The tile that appears again.
        again: u32,
    },
    /// A side from 1 to 32768.
    Side,
    /// A second board of the size of the first.
    SameSize {
        /// The rows of the first board.
        rows: u32,
        /// The columns of the first board.
        cols: u32,
    },
    /// One board, or a start and a goal.
    TwoBoards,
    /// One board only.
    OneBoard,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Number { found } => write!(f, "a number, found '{found}'"),
            Expected::Label { found } => write!(f, "a number, a word of letters or '*', found '{found}'"),
            Expected::Board => f.write_str("a board, found nothing"),
            Expected::Tiles { count, found: Some(found) } => write!(f, "{count} tiles, found {found}"),
            Expected::Tiles { count, found: None } => write!(f, "{count} tiles, found more"),
            Expected::Square { found } => write!(
                f,
                "a square number of tiles, or rows of equal length, or the size in the first line, \
                 found {found} tiles"
            ),
            Expected::Row { len, found } => write!(f, "a row of {len} tiles, found one of {found}"),
            Expected::Tile { largest, found: Some(found) } => {
                write!(f, "a tile from 0 to {largest}, found {found}")
            }
            Expected::Tile { largest, found: None } => {
                write!(f, "a tile from 0 to {largest}, found a larger number")
            }
            Expected::Once { again } => write!(f, "every tile once, found {again} again"),
            Expected::Side => f.write_str("a board with sides of 1 to 32768 cells"),
            Expected::SameSize { rows, cols } => write!(f, "a goal of {rows} x {cols} cells like the start"),
            Expected::TwoBoards => f.write_str("one board, or a start and a goal, found more"),
            Expected::OneBoard => {
                f.write_str("one board, found two; '->' stands between a start and its goal")
            }
        }
    }
}
