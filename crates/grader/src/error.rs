//! What can be wrong with a grading that was asked for.

use std::io;
use std::path::PathBuf;

/// The errors of this crate. What is wrong with a submission is never one of them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such course, or it cannot be graded.
    #[error("'{name}' is no course that can be graded; there are {known}")]
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
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder holds more than a program.
    #[error(
        "{}: holds more than {files} files or {mebibytes} MiB; put the program into a folder of its own",
        path.display()
    )]
    TooLarge {
        /// The folder.
        path: PathBuf,
        /// The most files.
        files: usize,
        /// The most mebibytes.
        mebibytes: u64,
    },
    /// The grading was cancelled.
    #[error("stopped before the grading was done")]
    Cancelled,
    /// The command does not fit the course.
    #[error("{0}")]
    Command(String),
}

impl Error {
    /// For `map_err` on whatever concerns the file at `path`.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Error::File { path, source }
    }
}
