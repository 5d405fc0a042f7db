//! Shapes: sets of cells up to translation. They may have holes and need not be connected.

use std::str::FromStr;

use crate::error::Error;
use crate::model::grid::{Cell, Grid};

/// A set of cells relative to an anchor, which is one of them.
///
/// Invariant: two sets of cells of the same board have equal shapes exactly when one is a
/// translation of the other. On a flat board the anchor is the first cell in reading order; on one
/// that wraps it is the cell from which the offsets read smallest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    offsets: Vec<(i32, i32)>,
}

impl Shape {
    /// The shape of `cells`, which must not be empty, and their anchor.
    ///
    /// # Panics
    /// If `cells` is empty.
    #[must_use]
    pub fn of(grid: &Grid, cells: &[Cell]) -> (Shape, Cell) {
        let first = *cells.iter().min().expect("a piece has at least one cell");
        let anchors = if grid.wraps() == (false, false) { vec![first] } else { cells.to_vec() };
        let candidates = anchors.into_iter().map(|anchor| (Shape::seen_from(grid, anchor, cells), anchor));
        candidates.min().expect("there is at least one anchor")
    }

    fn seen_from(grid: &Grid, anchor: Cell, cells: &[Cell]) -> Shape {
        let delta = |from: usize, to: usize, len: usize, wraps: bool| {
            let (from, to) = (from as i32, to as i32);
            if wraps { (to - from).rem_euclid(len as i32) } else { to - from }
        };
        let (row, col) = grid.place(anchor);
        let (wrap_rows, wrap_cols) = grid.wraps();
        let relative = |&cell: &Cell| {
            let (r, c) = grid.place(cell);
            (delta(row, r, grid.rows(), wrap_rows), delta(col, c, grid.cols(), wrap_cols))
        };
        let mut offsets: Vec<_> = cells.iter().map(relative).collect();
        offsets.sort_unstable();
        offsets.dedup();
        Shape { offsets }
    }

    /// A solid rectangle.
    #[must_use]
    pub fn rectangle(rows: i32, cols: i32) -> Shape {
        Shape { offsets: (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect() }
    }

    /// How many cells it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.offsets.len()
    }

    /// The cells relative to the anchor, as rows down and columns to the right.
    #[must_use]
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// The cells it covers when its anchor is at `anchor`; `None` if one falls off the board.
    #[must_use]
    pub fn cells_at(&self, grid: &Grid, anchor: Cell) -> Option<Vec<Cell>> {
        self.offsets.iter().map(|&(down, right)| grid.offset(anchor, down, right)).collect()
    }
}

/// Rows by columns of a rectangle, as `2x1`, or a picture whose rows are separated by `/`, as `XX/X.`.
impl FromStr for Shape {
    type Err = Error;
    fn from_str(text: &str) -> Result<Shape, Error> {
        let error = |column: usize, found: String| Error::Text {
            line: 1,
            column,
            expected: "a shape such as 2x1, or a picture such as XX/X.".into(),
            found,
        };
        let side = |word: &str| word.trim().parse::<i32>().ok().filter(|side| (1..=64).contains(side));
        if let Some((rows, cols)) = text.split_once('x').and_then(|(r, c)| Some((side(r)?, side(c)?))) {
            return Ok(Shape::rectangle(rows, cols));
        }
        let mut offsets = vec![];
        let (mut row, mut col) = (0, 0);
        for (index, mark) in text.trim().chars().enumerate() {
            match mark {
                '/' => (row, col) = (row + 1, -1),
                '.' => {}
                mark if mark.is_alphabetic() => offsets.push((row, col)),
                mark => return Err(error(index + 1, format!("'{mark}'"))),
            }
            col += 1;
        }
        let &first = offsets.first().ok_or_else(|| error(1, "no cell".into()))?;
        offsets.iter_mut().for_each(|cell| *cell = (cell.0 - first.0, cell.1 - first.1));
        Ok(Shape { offsets })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_sizes_and_as_pictures() {
        let shape = |text: &str| text.parse::<Shape>().map(|shape| shape.offsets);
        assert_eq!(shape("2x1"), shape("X/X"));
        assert_eq!(shape("1x2"), shape(".XX/..."));
        assert_eq!(shape(".A/AA"), Ok(vec![(0, 0), (1, -1), (1, 0)]));
        assert_eq!(shape("a.a"), Ok(vec![(0, 0), (0, 2)]));
        for bad in ["", "...", "2x0", "0", "X#", "3*2x1", "x1"] {
            assert!(matches!(shape(bad), Err(Error::Text { .. })), "{bad}");
        }
        assert!(shape("X?").unwrap_err().to_string().starts_with("line 1, column 2: expected a shape"));
    }
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn translations_have_one_shape(
            picked in proptest::collection::btree_set(0_u16..20, 1..6),
            (down, right) in (-4_i32..5, -3_i32..4),
            wraps: (bool, bool),
        ) {
            let grid = Grid::open(5, 4).wrapping(wraps.0, wraps.1);
            let cells: Vec<_> = picked.into_iter().map(Cell).collect();
            let (shape, anchor) = Shape::of(&grid, &cells);
            let mut back = shape.cells_at(&grid, anchor).expect("it stood there");
            back.sort_unstable();
            prop_assert_eq!(&back, &cells);
            let moved: Option<Vec<_>> =
                cells.iter().map(|&cell| grid.offset(cell, down, right)).collect();
            if let Some(moved) = moved {
                prop_assert_eq!(Shape::of(&grid, &moved).0, shape);
            }
        }
    }
}
