//! Errors as Python exceptions, by kind, with the library's messages.

use std::io::ErrorKind;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use taquin::Error;

create_exception!(taquin, TaquinError, PyValueError, "The base class of all errors of this package.");
create_exception!(
    taquin,
    ParseError,
    TaquinError,
    "A text or an object that is not a puzzle, or not a list of moves."
);
create_exception!(taquin, MoveError, TaquinError, "A move that cannot be made.");
create_exception!(
    taquin,
    UnsupportedError,
    TaquinError,
    "An option, or a combination of options, that the puzzle does not have."
);
create_exception!(
    taquin,
    TableError,
    TaquinError,
    "A file that has no distances of this puzzle, or is damaged."
);
create_exception!(taquin, NoSolutionError, TaquinError, "There is no solution to show.");

/// An error of the library as the exception of its kind.
pub(crate) fn raise(error: Error) -> PyErr {
    let words = error.to_string();
    match error.of_file() {
        Some((_, ErrorKind::InvalidData)) => return TableError::new_err(words),
        Some((path, kind)) => {
            let place = format!("{}: ", path.display());
            let why = words.strip_prefix(&place).unwrap_or(&words);
            // The number is part of the exception, so its text is removed.
            let why = why.split_once(" (os error").map_or(why, |(why, _)| why).to_string();
            return match number(kind) {
                // Python turns these into FileNotFoundError and similar exceptions.
                Some(number) => PyOSError::new_err((number, why, path.as_os_str().to_owned())),
                None => PyOSError::new_err(words),
            };
        }
        None => (),
    }
    use taquin::{blocks, space, tiles};
    match error {
        Error::Tiles(
            tiles::Error::TooLarge { .. }
            | tiles::Error::FlatOnly { .. }
            | tiles::Error::TableTooLarge { .. }
            | tiles::Error::Partition(_),
        )
        | Error::Blocks(blocks::Error::TooLarge(_))
        | Error::Space(space::Error::TooLarge { .. } | space::Error::NoRoom { .. })
        | Error::NoGoal
        | Error::NotFor { .. }
        | Error::Name(_)
        | Error::OtherLesson { .. }
        | Error::Uninformed { .. }
        | Error::UnusedDistances { .. }
        | Error::ManyGoals { .. }
        | Error::OpenGoal
        | Error::TooManyPositions
        | Error::TooLarge { .. }
        | Error::TooManyActions { .. }
        | Error::TooLong { .. } => UnsupportedError::new_err(words),
        Error::Blocks(blocks::Error::Distances(_))
        | Error::Space(space::Error::Incomplete { .. })
        | Error::OtherDistances { .. }
        | Error::OtherComponent { .. }
        | Error::OtherMetric { .. } => TableError::new_err(words),
        Error::Scramble { .. } | Error::FirstMoves { .. } => MoveError::new_err(words),
        Error::Unsolvable { .. } => NoSolutionError::new_err(words),
        Error::Machine { .. } | Error::NoAnswer => PyRuntimeError::new_err(words),
        _ => ParseError::new_err(words),
    }
}

/// The number of a kind of error, for the system and for Python.
fn number(kind: ErrorKind) -> Option<i32> {
    Some(match kind {
        ErrorKind::NotFound => 2,
        ErrorKind::PermissionDenied => 13,
        ErrorKind::AlreadyExists => 17,
        ErrorKind::NotADirectory => 20,
        ErrorKind::IsADirectory => 21,
        ErrorKind::StorageFull => 28,
        _ => return None,
    })
}

/// The exception for an unknown option.
pub(crate) fn unsupported(words: impl std::fmt::Display) -> PyErr {
    UnsupportedError::new_err(words.to_string())
}

/// The exception for something that is not a puzzle.
pub(crate) fn no_puzzle(words: impl std::fmt::Display) -> PyErr {
    ParseError::new_err(words.to_string())
}
