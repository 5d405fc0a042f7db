//! What can be wrong with a board.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::parse_error::ParseError;

/// The errors of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A side is zero or too long.
    #[error("a board has sides of 1 to 32768 cells, not {rows} x {cols}")]
    Side {
        /// The requested rows.
        rows: u64,
        /// The requested columns.
        cols: u64,
    },
    /// The number of tiles does not fit the size.
    #[error("a board of {rows} x {cols} has {} cells, not {found}", u64::from(*rows) * u64::from(*cols))]
    Count {
        /// The rows of the board.
        rows: u32,
        /// The columns of the board.
        cols: u32,
        /// The tiles given.
        found: usize,
    },
    /// A tile is larger than the board allows.
    #[error("tile {tile} is out of range: the tiles are 0 to {largest}")]
    Range {
        /// The tile.
        tile: u32,
        /// The largest tile of this board.
        largest: u32,
    },
    /// A tile appears twice, so another is missing.
    #[error("tile {tile} is repeated and tile {missing} is missing")]
    Repeated {
        /// The tile that appears twice.
        tile: u32,
        /// The smallest tile that does not appear.
        missing: u32,
    },
    /// A board does not have the size of the puzzle or of its goal.
    #[error("a board of {found_rows} x {found_cols} does not fit one of {rows} x {cols}")]
    Size {
        /// The rows expected.
        rows: u32,
        /// The columns expected.
        cols: u32,
        /// The rows found.
        found_rows: u32,
        /// The columns found.
        found_cols: u32,
    },
    /// A board has more cells than this form of state can hold.
    #[error("a board of {cells} cells does not fit a state of at most {most}")]
    TooLarge {
        /// The cells of the board.
        cells: u32,
        /// The most cells of the state.
        most: u32,
    },
    /// A heuristic does not hold on a torus.
    #[error("{what} is for flat boards, not for a torus")]
    FlatOnly {
        /// The heuristic.
        what: &'static str,
    },
    /// A heuristic would need more memory than is sensible.
    #[error("the tables of {what} would be too large for a board of {rows} x {cols}")]
    TableTooLarge {
        /// The heuristic.
        what: &'static str,
        /// The rows of the board.
        rows: u32,
        /// The columns of the board.
        cols: u32,
    },
    /// A text is not a board.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A stream could not be read.
    #[error("cannot read: {message}")]
    Read {
        /// What the system says.
        message: String,
    },
    /// A table file that is damaged, or a file that is not a table.
    #[error("{}: {what}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file or folder that cannot be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        message: String,
        /// The kind of error.
        kind: ErrorKind,
    },
    /// A partition that does not fit the board.
    #[error("{0}")]
    Partition(String),
    /// Labels that do not form a puzzle.
    #[error(transparent)]
    Labels(#[from] crate::labelled::LabelError),
    /// A checkpoint that cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] crate::deepening::CheckpointError),
}

impl Error {
    pub(crate) fn file(path: &Path, error: &std::io::Error) -> Self {
        Error::File { path: path.to_owned(), message: error.to_string(), kind: error.kind() }
    }

    /// The file that cannot be used and the kind of error; `None` if the error is not about a file.
    #[must_use]
    pub fn of_file(&self) -> Option<(&Path, ErrorKind)> {
        match self {
            Error::File { path, kind, .. } => Some((path, *kind)),
            Error::Table { path, .. } => Some((path, ErrorKind::InvalidData)),
            _ => None,
        }
    }
}
