//! The sliding-tile puzzle under any metric: a move is a path of the blank.

mod near;

use taquin_search::{Puzzle, Reversible, SingleGoal};

use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::metric::Metric;
use crate::packed::Packed25;
use crate::paths::{Paths, Slide, Slides, Sliding};
use crate::puzzle::Move;

pub use near::shortened;

/// The puzzle of reaching one arrangement, with moves as a metric counts them; up to 25 cells.
#[derive(Clone, Debug)]
pub struct Metered {
    geometry: Geometry,
    goal: Packed25,
    paths: Paths,
}

impl Metered {
    /// The puzzle of reaching `goal` on `geometry` by the moves of `metric`.
    ///
    /// # Errors
    /// If the goal has not the size of the grid, or the board is too large.
    pub fn new(geometry: Geometry, goal: &Board, metric: &dyn Metric) -> Result<Self, Error> {
        geometry.expect_size(goal)?;
        if geometry.cells() > Packed25::MAX_CELLS {
            return Err(Error::TooLarge { cells: geometry.cells(), most: Packed25::MAX_CELLS });
        }
        Ok(Metered { geometry, goal: Packed25::from_board(goal), paths: Paths::new(&geometry, metric) })
    }

    /// The state that stands for `board`.
    ///
    /// # Errors
    /// If the board has not the size of the grid.
    pub fn state(&self, board: &Board) -> Result<Packed25, Error> {
        self.geometry.expect_size(board)?;
        Ok(Packed25::from_board(board))
    }

    /// The board that `state` stands for.
    #[must_use]
    pub fn board(&self, state: &Packed25) -> Board {
        let tiles = (0..self.geometry.cells()).map(|cell| state.tile(cell)).collect();
        Board::from_permutation(self.geometry.rows(), self.geometry.cols(), state.blank(), tiles)
    }

    /// The cells that the blank enters in a move.
    #[must_use]
    pub fn path(&self, slide: Slide) -> &[Cell] {
        self.paths.path(slide)
    }

    /// The same move, one tile after the other.
    pub fn singles(&self, slide: Slide) -> impl Iterator<Item = Move> {
        self.paths.singles(slide)
    }
}

impl Puzzle for Metered {
    type State = Packed25;
    type Move = Slide;
    type Moves = Slides;

    fn moves(&self, state: &Packed25) -> Slides {
        self.paths.of(state.blank())
    }

    fn apply(&self, state: &mut Packed25, slide: Slide) {
        self.singles(slide).for_each(|mv| state.slide(mv.from, mv.to));
    }

    fn is_goal(&self, state: &Packed25) -> bool {
        *state == self.goal
    }
}

impl Sliding for Metered {
    fn paths(&self) -> &Paths {
        &self.paths
    }
}

impl Reversible for Metered {
    fn inverse(&self, slide: Slide) -> Slide {
        self.paths.inverse(slide)
    }
}

impl SingleGoal for Metered {
    fn goal(&self) -> Packed25 {
        self.goal
    }
}
