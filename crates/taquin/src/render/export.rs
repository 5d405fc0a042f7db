//! Puzzles for other programs.

use crate::error::Error;
use crate::planning::Task;

/// A form that planners read.
pub trait Export: Sync {
    /// The name for users.
    fn name(&self) -> &'static str;

    /// What it is, in a few words.
    fn about(&self) -> &'static str;

    /// The files of a puzzle: a name and a text for each.
    ///
    /// # Errors
    /// If the puzzle is too large for the form.
    fn files(&self, task: &Task) -> Result<Vec<(&'static str, String)>, Error>;
}
