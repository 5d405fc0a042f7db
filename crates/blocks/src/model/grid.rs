//! The grid of a puzzle: floor, walls and gates, with rows and columns that may wrap around.
//!
//! Flat and torus differ only in [`Grid::offset`]; nothing else knows about wrapping.

/// What a cell of the board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// No piece may ever stand here.
    Wall,
    /// Any piece may stand here.
    Floor,
    /// Only pieces whose motion says so may stand here.
    Gate,
}

/// A cell of the board, counted in reading order from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A direction of travel. The order is the order in which moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
    /// Away from row 0.
    Down,
}

impl Direction {
    /// All four, in the order of generation.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// The change of row and column.
    #[must_use]
    pub fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Down => (1, 0),
        }
    }

    /// Its name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }
}

/// A grid of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    wrap_rows: bool,
    wrap_cols: bool,
    ground: Vec<Ground>,
}

impl Grid {
    /// The most cells that a board may have.
    pub const MOST_CELLS: usize = 1 << 15;

    /// A flat board without walls.
    ///
    /// # Panics
    /// If it has no cell or more than [`Grid::MOST_CELLS`].
    #[must_use]
    pub fn open(rows: usize, cols: usize) -> Self {
        let cells = rows.checked_mul(cols).filter(|&cells| 0 < cells && cells <= Self::MOST_CELLS);
        let cells = cells.expect("a board has between 1 cell and the most that are allowed");
        Grid { rows, cols, wrap_rows: false, wrap_cols: false, ground: vec![Ground::Floor; cells] }
    }

    /// The same board with rows or columns that wrap around: `rows` joins the top to the bottom,
    /// `cols` the left side to the right.
    #[must_use]
    pub fn wrapping(mut self, rows: bool, cols: bool) -> Self {
        self.wrap_rows = rows;
        self.wrap_cols = cols;
        self
    }

    /// Lays `ground` at `cell`.
    pub fn lay(&mut self, cell: Cell, ground: Ground) {
        self.ground[cell.index()] = ground;
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whether the top joins the bottom, and whether the left side joins the right.
    #[must_use]
    pub fn wraps(&self) -> (bool, bool) {
        (self.wrap_rows, self.wrap_cols)
    }

    /// Every cell, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.ground.len()).map(to_cell)
    }

    /// What lies at `cell`.
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground[cell.index()]
    }

    /// The cell in `row` and `col`.
    #[must_use]
    pub fn cell(&self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows && col < self.cols);
        to_cell(row * self.cols + col)
    }

    /// The row and the column of `cell`.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.cols, cell.index() % self.cols)
    }

    /// The cell `down` rows below and `right` columns beside `cell`, around the edge where the
    /// board wraps; `None` outside.
    #[must_use]
    pub fn offset(&self, cell: Cell, down: i32, right: i32) -> Option<Cell> {
        let (row, col) = self.place(cell);
        let row = along(row, down, self.rows, self.wrap_rows)?;
        let col = along(col, right, self.cols, self.wrap_cols)?;
        Some(self.cell(row, col))
    }
}

/// The position `delta` away from `from` on a line of `len`, around its end where it wraps.
fn along(from: usize, delta: i32, len: usize, wraps: bool) -> Option<usize> {
    let len = i64::try_from(len).ok()?;
    let to = i64::try_from(from).ok()? + i64::from(delta);
    let to = if wraps { to.rem_euclid(len) } else { to };
    usize::try_from(to).ok().filter(|_| to < len)
}

fn to_cell(index: usize) -> Cell {
    Cell(u16::try_from(index).expect("a board has at most 2^15 cells"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stop_or_wrap() {
        let flat = Grid::open(3, 4);
        assert_eq!(flat.offset(flat.cell(0, 3), 0, 1), None);
        assert_eq!(flat.offset(flat.cell(2, 3), -1, -3), Some(flat.cell(1, 0)));
        let torus = Grid::open(3, 4).wrapping(true, true);
        assert_eq!(torus.offset(torus.cell(0, 3), -1, 1), Some(torus.cell(2, 0)));
        let cylinder = Grid::open(3, 4).wrapping(false, true);
        assert_eq!(cylinder.offset(cylinder.cell(0, 3), -1, 0), None);
    }
}
