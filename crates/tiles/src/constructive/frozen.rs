//! The part of the board that is solved and must not be changed again: everything outside a rectangle, and the part
//! of one line along its edge that has been filled.

use super::home_board::{HomeBoard, Spot, steps};
use super::region::Span;
use crate::geometry::Direction;

/// A line of cells along the edge of the rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: Spot,
    pub(super) along: Direction,
    pub(super) len: u32,
}

impl Line {
    /// The cell at a place of the line.
    pub(super) fn spot(&self, place: u32) -> Spot {
        let (row, col) = (self.first.row(), self.first.col());
        match self.along {
            Direction::Up => Spot::new(row - place, col),
            Direction::Left => Spot::new(row, col - place),
            Direction::Down => Spot::new(row + place, col),
            Direction::Right => Spot::new(row, col + place),
        }
    }

    /// The place of a cell on the line.
    fn place(&self, spot: Spot) -> Option<u32> {
        let (row, col) = (spot.row(), spot.col());
        let (first_row, first_col) = (self.first.row(), self.first.col());
        match self.along {
            Direction::Up if col == first_col => first_row.checked_sub(row),
            Direction::Left if row == first_row => first_col.checked_sub(col),
            Direction::Down if col == first_col => row.checked_sub(first_row),
            Direction::Right if row == first_row => col.checked_sub(first_col),
            _ => None,
        }
    }
}

/// The free part of the board.
#[derive(Clone, Debug)]
pub(super) struct Frozen {
    pub(super) rows: std::ops::Range<u32>,
    pub(super) cols: std::ops::Range<u32>,
    /// Whether the blank may go around from the last column to the first.
    pub(super) around: bool,
    /// The line that is being filled, and how many of its cells are filled.
    pub(super) line: Option<(Line, u32)>,
}

impl Frozen {
    /// Whether the cell may be entered.
    #[inline]
    pub(super) fn is_free(&self, spot: Spot) -> bool {
        let filled = |(line, filled): (Line, u32)| line.place(spot).is_some_and(|place| place < filled);
        self.rows.contains(&spot.row()) && self.cols.contains(&spot.col()) && !self.line.is_some_and(filled)
    }

    /// Whether the cell lies on the line that is being filled.
    pub(super) fn is_on_line(&self, spot: Spot) -> bool {
        self.line.is_some_and(|(line, _)| line.place(spot).is_some())
    }

    /// The distance that a tile at `at` has to its home as long as it stays within the frozen.
    #[inline]
    pub(super) fn distance(&self, state: &HomeBoard, at: Spot, home: Spot) -> i32 {
        steps(at.row(), home.row(), state.rows(), false)
            + steps(at.col(), home.col(), state.cols(), self.around)
    }

    /// The signed columns from `a` to `b`, around the edge where that is allowed and shorter.
    pub(super) fn columns(&self, state: &HomeBoard, a: Spot, b: Spot) -> i64 {
        let direct = i64::from(b.col()) - i64::from(a.col());
        let len = i64::from(state.cols());
        match direct.abs() * 2 > len && self.around {
            true => direct - len * direct.signum(),
            false => direct,
        }
    }

    /// The smallest rectangle with a margin that holds these cells, as far as it lies within the
    /// frozen.
    pub(super) fn frame(
        &self,
        state: &HomeBoard,
        spots: impl Iterator<Item = Spot> + Clone,
        margin: u32,
    ) -> (Span, Span) {
        let margin = i64::from(margin);
        let origin = spots.clone().next().expect("a frame holds something");
        let rows = spots.clone().map(|spot| i64::from(spot.row()));
        let (top, bottom) = rows.fold((i64::MAX, 0), |(low, high), row| (low.min(row), high.max(row)));
        let top = (top - margin).max(self.rows.start.into());
        let bottom = (bottom + margin).min(i64::from(self.rows.end) - 1);
        let start = i64::from(origin.col());
        let cols = spots.map(|spot| start + self.columns(state, origin, spot));
        let (left, right) = cols.fold((start, start), |(low, high), col| (low.min(col), high.max(col)));
        let rows = Span::around(top, bottom, 0, state.rows(), false);
        if self.around {
            return (rows, Span::around(left, right, margin, state.cols(), true));
        }
        let left = (left - margin).max(self.cols.start.into());
        let right = (right + margin).min(i64::from(self.cols.end) - 1);
        (rows, Span::around(left, right, 0, state.cols(), false))
    }
}
