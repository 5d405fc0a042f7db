//! What can be wrong with a request for grading.

use std::io;
use std::path::PathBuf;

use crate::names;

/// The errors of this crate. Mistakes of a submission are not errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such course, or it cannot be graded.
    #[error("'{name}' is not a course that can be graded; there are {known}")]
    Course {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A rubric does not say what it should.
    #[error("{}: {problem}", path.display())]
    Rubric {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        problem: String,
    },
    /// A file or folder could not be read or written.
    #[error("{}: {source}", names::plain(path.as_os_str()))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder holds more than a program should.
    #[error(
        "{}: holds more than {files} files or {mebibytes} MiB, or folders deeper than {depth}; put the program into a folder of its own",
        names::plain(path.as_os_str())
    )]
    TooLarge {
        /// The folder.
        path: PathBuf,
        /// The most files.
        files: usize,
        /// The most mebibytes.
        mebibytes: u64,
        /// The deepest folder.
        depth: usize,
    },
    /// What was handed in is neither a file nor a folder.
    #[error("{}: is {kind}, neither a file nor a folder, and was not opened", names::plain(path.as_os_str()))]
    Special {
        /// What was handed in.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// There is no sandbox on this system.
    #[error("submissions cannot be isolated: {0}")]
    NoWalls(String),
    /// A submission could not be run, for reasons that are not its own.
    #[error("the submission could not be run: {0}")]
    Sandbox(String),
    /// The grading was cancelled.
    #[error("stopped before the grading was done")]
    Cancelled,
    /// The command does not fit the course.
    #[error("{0}")]
    Command(String),
}

impl Error {
    /// Whether the grading failed, and not the submission.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        !matches!(self, Error::TooLarge { .. } | Error::Special { .. })
    }

    /// For `map_err` on whatever concerns the file at `path`.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Error::File { path, source }
    }
}
