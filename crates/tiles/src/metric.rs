//! What counts as one move of tiles.
//!
//! A metric is one file that implements [`Metric`], and one line in the lineup below: boards can then be
//! solved, traced and enumerated by it, and every solution is counted by it.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use taquin_search::{Allows, Cost, Limit, Limits, Progress, Report, Stats, Within};

use crate::board::Board;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::metered::Metered;
use crate::packed::Packed25;
use crate::puzzle::Move;

/// A way to count moves.
pub trait Metric: Debug + Sync {
    /// The name for users.
    fn name(&self) -> &'static str;

    /// What counts as one move, in a few words.
    fn about(&self) -> &'static str;

    /// The paths of the blank from the cell `blank` that are one move, each as the cells that it enters, along a row
    /// or a column. The beginnings and the ends of a path are paths as well, and so is every path backwards.
    fn paths(&self, geometry: &Geometry, blank: Cell) -> Vec<Vec<Cell>>;

    /// How many moves of this metric `moves`, which are single slides into any of the blanks, make up.
    fn count(&self, geometry: &Geometry, moves: &mut dyn Iterator<Item = Move>) -> u64;

    /// A lower bound that is known at once, for boards of any size.
    fn least(&self, geometry: &Geometry, start: &Board, goal: &Board) -> Cost;

    /// Whether there is a search made for this metric on such a board that finds shortest solutions in general.
    fn has_search(&self, geometry: &Geometry) -> bool {
        let _ = geometry;
        false
    }

    /// Whether there is one that finds those of easy boards at least, and raises the lower bound of others.
    fn has_tables(&self, geometry: &Geometry) -> bool {
        self.has_search(geometry)
    }

    /// That search; tables that are not kept in `folder` are built on `threads` threads. For `many` boards they can be
    /// larger.
    ///
    /// # Errors
    /// If a limit is reached before they are built.
    ///
    /// # Panics
    /// If there is none.
    fn search(
        &self,
        geometry: &Geometry,
        goal: &Board,
        threads: usize,
        limits: &Limits,
        folder: Option<&Path>,
        many: bool,
    ) -> Result<Box<dyn Shortest>, Limit> {
        let _ = (goal, threads, limits, folder, many);
        unreachable!("no search for the metric {} on {geometry:?}", self.name())
    }
}

/// A search for shortest solutions on one grid and to one goal.
pub trait Shortest: Send + Sync {
    /// A lower bound on the moves of `puzzle` from `board`, by the tables.
    fn least(&self, puzzle: &Metered, board: &Board) -> Cost;

    /// Solves `start`, which must have a solution; the moves are single slides, the cost is that of the metric.
    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move>;

    /// Writes the tables into `folder`, and returns the files.
    ///
    /// # Errors
    /// If one cannot be written.
    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error>;

    /// The positions on paths of `bound` moves from `start` by the moves of `puzzle` that are allowed. There must be
    /// no shorter solution.
    ///
    /// # Errors
    /// If a limit is reached.
    fn positions_within(
        &self,
        puzzle: &Metered,
        start: &Board,
        bound: Cost,
        allows: &Allows<'_, Metered>,
        counted: (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Within<Packed25>, Limit>;
}

macro_rules! lineup {
    ($($file:ident :: $name:ident),* $(,)?) => {
        $(mod $file;)*

        /// All metrics; the first is the usual one.
        pub static METRICS: &[&dyn Metric] = &[$(&$file::$name,)*];

        /// Their names, each with what counts as one move.
        pub const NAMES: &[(&str, &str)] = &[$(($file::NAME, $file::ABOUT),)*];
    };
}

lineup! {
    single::Single,
    line::Line,
}

/// The metric called `name`.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Metric> {
    METRICS.iter().copied().find(|metric| metric.name() == name)
}
