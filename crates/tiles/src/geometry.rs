//! The grid: which cells touch. Flat and torus are two neighbour tables, not two types.

use crate::board::Board;
use crate::error::Error;

/// A cell, counted in reading order from 0.
pub type Cell = u32;

/// A direction on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One row up.
    Up,
    /// One column to the left.
    Left,
    /// One row down.
    Down,
    /// One column to the right.
    Right,
}

impl Direction {
    /// All four, in the order up, left, down, right.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

    /// Its name, in small letters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Right => "right",
        }
    }

    /// The change of row and column.
    #[must_use]
    pub fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Down => (1, 0),
            Direction::Right => (0, 1),
        }
    }

    /// Its letter, as moves are written: `U`, `L`, `D` or `R`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Left => 'L',
            Direction::Down => 'D',
            Direction::Right => 'R',
        }
    }

    /// Its arrow, as people see moves written.
    #[must_use]
    pub fn arrow(self) -> char {
        match self {
            Direction::Up => '↑',
            Direction::Left => '←',
            Direction::Down => '↓',
            Direction::Right => '→',
        }
    }
}

/// The grid of a board: its size and whether its edges are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    rows: u32,
    cols: u32,
    torus: bool,
}

/// What kind of graph the cells form, which decides what can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One cell after the other.
    Line,
    /// The same, closed.
    Ring,
    /// Any other grid whose cells can be coloured like a chessboard.
    Bipartite,
    /// A torus with an odd side of three cells or more and another side that is not one.
    Odd,
}

impl Geometry {
    /// The most rows or columns.
    pub const MAX_SIDE: u32 = 32768;

    /// A grid of `rows` x `cols` cells, each side from 1 to [`Geometry::MAX_SIDE`].
    ///
    /// # Panics
    /// If a side is out of range.
    #[must_use]
    pub fn new(rows: u32, cols: u32, torus: bool) -> Self {
        let sides = 1..=Self::MAX_SIDE;
        assert!(sides.contains(&rows) && sides.contains(&cols), "a side is 1 to {}", Self::MAX_SIDE);
        Geometry { rows, cols, torus }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Whether opposite edges are joined.
    #[must_use]
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.rows * self.cols
    }

    /// The cell next to `cell` in `direction`. On a torus a side of one cell has no neighbour along it.
    #[must_use]
    pub fn neighbor(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let step = |at: u32, len: u32, forward: bool| match (forward, at) {
            _ if len == 1 => None,
            (true, at) if at + 1 < len => Some(at + 1),
            (false, at) if at > 0 => Some(at - 1),
            _ if !self.torus => None,
            (true, _) => Some(0),
            (false, _) => Some(len - 1),
        };
        match direction {
            Direction::Up => step(row, self.rows, false).map(|row| row * self.cols + col),
            Direction::Down => step(row, self.rows, true).map(|row| row * self.cols + col),
            Direction::Left => step(col, self.cols, false).map(|col| row * self.cols + col),
            Direction::Right => step(col, self.cols, true).map(|col| row * self.cols + col),
        }
    }

    /// What kind of graph the cells form.
    pub(crate) fn shape(&self) -> Shape {
        match (self.rows.min(self.cols), self.rows.max(self.cols)) {
            (2, 2) => Shape::Ring,
            (1, 3..) if self.torus => Shape::Ring,
            (1, _) => Shape::Line,
            _ if self.is_bipartite() => Shape::Bipartite,
            _ => Shape::Odd,
        }
    }

    /// The cell at a place along a line or around a ring, and as well the place of a cell: around
    /// four cells the second row runs backwards.
    pub(crate) fn around(&self, place: u32) -> Cell {
        if self.rows == 2 && self.cols == 2 && place > 1 { 5 - place } else { place }
    }

    /// Whether the cells can be coloured so that neighbours always differ: on a flat board, and on a
    /// torus without an odd side. (A side of one or two cells is never walked around.)
    #[must_use]
    pub fn is_bipartite(&self) -> bool {
        let even = |side: u32| side == 1 || side.is_multiple_of(2);
        !self.torus || (even(self.rows) && even(self.cols))
    }

    /// The colour of a cell, 0 or 1, as on a chessboard.
    #[must_use]
    pub fn color(&self, cell: Cell) -> u32 {
        (cell / self.cols + cell % self.cols) & 1
    }

    /// Checks that `board` has the size of this grid.
    pub(crate) fn expect_size(&self, board: &Board) -> Result<(), Error> {
        let (rows, cols) = (self.rows, self.cols);
        if (board.rows(), board.cols()) == (rows, cols) {
            return Ok(());
        }
        Err(Error::Size { rows, cols, found_rows: board.rows(), found_cols: board.cols() })
    }

    /// The fewest single steps between two cells, around the edge where that is shorter on a torus.
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        let along = |x: u32, y: u32, len: u32| {
            let direct = x.abs_diff(y);
            if self.torus { direct.min(len - direct) } else { direct }
        };
        along(a / self.cols, b / self.cols, self.rows) + along(a % self.cols, b % self.cols, self.cols)
    }
}
