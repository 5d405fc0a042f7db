//! What can go wrong with a whole space.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The errors of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The goal does not fit the grid.
    #[error(transparent)]
    Tiles(#[from] taquin_tiles::Error),
    /// The positions of the board cannot be counted in a machine word.
    #[error("the positions of a board of {cells} cells cannot be numbered in 64 bits")]
    TooLarge {
        /// The cells of the board.
        cells: u32,
    },
    /// The board has too many cells for its first levels to be counted.
    #[error("levels are counted on boards of at most {most} cells, and this one has {cells}")]
    TooManyCells {
        /// The cells of the board.
        cells: u32,
        /// The most that a board may have.
        most: u32,
    },
    /// All positions are needed at once, and they do not fit into memory.
    #[error("{positions} positions are needed at once, and memory does not hold them")]
    NoRoom {
        /// How many there are.
        positions: u64,
    },
    /// An earlier enumeration has left some windows, but no complete level.
    #[error(
        "only some of the level at distance {depth} is here: continue with all folders of that run, or remove its \
         files to start over"
    )]
    Incomplete {
        /// The distance of the last level that there is something of.
        depth: usize,
    },
    /// A file cannot be read or written.
    #[error("{}: {why}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        why: String,
        /// The kind of error.
        kind: ErrorKind,
    },
    /// A file is not what it should be.
    #[error("{}: {what}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, error: std::io::Error) -> Self {
        Error::Io { path: path.to_owned(), why: error.to_string(), kind: error.kind() }
    }

    /// The file that cannot be used and the kind of error; `None` if the error is not about a file.
    #[must_use]
    pub fn of_file(&self) -> Option<(&Path, ErrorKind)> {
        match self {
            Error::Io { path, kind, .. } => Some((path, *kind)),
            Error::Format { path, .. } => Some((path, ErrorKind::InvalidData)),
            Error::Tiles(error) => error.of_file(),
            _ => None,
        }
    }
}
