//! The sliding-tile puzzle under any metric: a move is a path of the blank.

use taquin_search::{Puzzle, Reversible, SingleGoal};

use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::metric::Metric;
use crate::packed::Packed25;
use crate::puzzle::Move;

/// A path of the blank that counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Where the blank is before the move.
    pub blank: Cell,
    /// Which of the paths from there it takes.
    number: u32,
}

/// The puzzle of reaching one arrangement, with moves as a metric counts them; up to 25 cells.
#[derive(Clone, Debug)]
pub struct Metered {
    geometry: Geometry,
    goal: Packed25,
    /// The paths from each cell.
    paths: Vec<Vec<Vec<Cell>>>,
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
        let paths = (0..geometry.cells()).map(|cell| metric.paths(&geometry, cell)).collect();
        Ok(Metered { geometry, goal: Packed25::from_board(goal), paths })
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
        &self.paths[slide.blank as usize][slide.number as usize]
    }

    /// The same move, one tile after the other.
    pub fn singles(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let mut to = slide.blank;
        self.path(slide).iter().map(move |&from| Move { from, to: std::mem::replace(&mut to, from) })
    }
}

impl Puzzle for Metered {
    type State = Packed25;
    type Move = Slide;
    type Moves = Slides;

    fn moves(&self, state: &Packed25) -> Slides {
        let blank = state.blank();
        Slides { blank, numbers: 0..self.paths[blank as usize].len() as u32 }
    }

    fn apply(&self, state: &mut Packed25, slide: Slide) {
        self.singles(slide).for_each(|mv| state.slide(mv.from, mv.to));
    }

    fn is_goal(&self, state: &Packed25) -> bool {
        *state == self.goal
    }
}

impl Reversible for Metered {
    fn inverse(&self, slide: Slide) -> Slide {
        let path = self.path(slide);
        let blank = *path.last().expect("a move goes somewhere");
        let back: Vec<Cell> = path.iter().rev().skip(1).copied().chain([slide.blank]).collect();
        let number = self.paths[blank as usize].iter().position(|path| *path == back);
        Slide { blank, number: number.expect("every path goes both ways") as u32 }
    }
}

impl SingleGoal for Metered {
    fn goal(&self) -> Packed25 {
        self.goal
    }
}

/// The same puzzle with the last move in its states. A move that only continues the last one is left out, so that a
/// sequence of slides is divided into moves in exactly one way, also if a line goes around a torus.
#[derive(Clone, Debug)]
pub struct Greedy<'a>(pub &'a Metered);

impl Greedy<'_> {
    /// Whether the move `last` could have continued to the first cell of `next`.
    fn goes_on(&self, last: Slide, next: Slide) -> bool {
        let (path, cell) = (self.0.path(last), self.0.path(next)[0]);
        let longer =
            |other: &Vec<Cell>| other.split_last().is_some_and(|(end, rest)| *end == cell && rest == path);
        self.0.paths[last.blank as usize].iter().any(longer)
    }
}

impl Puzzle for Greedy<'_> {
    type State = (Packed25, Option<Slide>);
    type Move = Slide;
    type Moves = std::vec::IntoIter<Slide>;

    fn moves(&self, (board, last): &Self::State) -> Self::Moves {
        let moves = self.0.moves(board).filter(|&next| last.is_none_or(|last| !self.goes_on(last, next)));
        moves.collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, (board, last): &mut Self::State, slide: Slide) {
        self.0.apply(board, slide);
        *last = Some(slide);
    }

    fn is_goal(&self, (board, _): &Self::State) -> bool {
        self.0.is_goal(board)
    }
}

/// The moves of one board.
#[derive(Clone, Debug)]
pub struct Slides {
    blank: Cell,
    numbers: std::ops::Range<u32>,
}

impl Iterator for Slides {
    type Item = Slide;

    fn next(&mut self) -> Option<Slide> {
        Some(Slide { blank: self.blank, number: self.numbers.next()? })
    }
}
