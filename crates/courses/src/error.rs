//! What can be wrong with the arguments or the input of a course program.

use std::io;
use std::path::PathBuf;

/// The errors of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The arguments are not what the program takes.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file does not hold what it should.
    #[error("{}: line {line}, column {column}: expected {expected}, found {found}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What was expected there.
        expected: String,
        /// What was found there.
        found: String,
    },
    /// A file does not hold a board.
    #[error("{}: {source}", path.display())]
    Board {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: taquin_tiles::Error,
    },
    /// The tiles do not form a board.
    #[error(transparent)]
    Tiles(#[from] taquin_tiles::Error),
    /// The digits are not a board of the flying Klotski.
    #[error(transparent)]
    Klotski(#[from] taquin_blocks::Error),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}
