//! What the searches over moves of lines share: the rule of alternating moves, and a heuristic that tells which positions
//! lie on short paths.

use std::path::{Path, PathBuf};

use taquin_search::{
    Allows, Cost, Heuristic, Limit, Limits, Progress, Report, Stats, Within, positions_within,
};

use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::metered::Metered;
use crate::metric::Shortest;
use crate::packed::Packed25;
use crate::puzzle::Move;

/// The fewest moves from a position that needs at least `rest` moves across each axis and whose next move goes across
/// an axis other than `last`, if any. The kinds alternate, as they do on flat boards.
#[inline(always)]
pub(super) fn alternating(rest: [u8; 2], last: Option<usize>) -> Cost {
    let [rows, cols] = rest.map(Cost::from);
    // The rarer kind is missing at one end at most: at the end if the other comes next, at neither if it comes next
    // itself.
    let (first, second) = match last {
        None => return (2 * rows.max(cols)).saturating_sub(Cost::from(rows != cols)),
        Some(0) => (cols, rows),
        Some(_) => (rows, cols),
    };
    if first > second { 2 * first - 1 } else { 2 * second }
}

/// A search whose tables are a heuristic.
pub(crate) trait Tabled: Heuristic<Metered> + Send + Sync {
    /// See [`Shortest::solve`].
    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move>;

    /// See [`Shortest::keep`].
    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error>;
}

/// A search with tables, guided by them in all that it is asked.
#[derive(Debug)]
pub(crate) struct Guided<T>(pub(crate) T);

impl<T: Tabled> Shortest for Guided<T> {
    fn least(&self, puzzle: &Metered, board: &Board) -> Cost {
        self.0.value(self.0.start(puzzle, &Packed25::from_board(board)))
    }

    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move> {
        self.0.solve(start, limits, progress)
    }

    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        self.0.keep(folder)
    }

    fn positions_within(
        &self,
        puzzle: &Metered,
        start: &Board,
        bound: Cost,
        allows: &Allows<'_, Metered>,
        counted: (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Within<Packed25>, Limit> {
        positions_within(puzzle, Packed25::from_board(start), &self.0, bound, allows, counted, progress)
    }
}
