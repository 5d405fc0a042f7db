//! Rows and columns of cells and of goals, for heuristics that work line by line.

use crate::board::Tile;
use crate::cells::Cells;
use crate::geometry::Cell;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// The two ways in which a tile moves on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// From row to row.
    Vertical = 0,
    /// From column to column.
    Horizontal = 1,
}

/// The row and the column of every cell and of every tile's goal.
#[derive(Clone, Debug)]
pub(super) struct Places {
    cells: Box<[[u16; 2]]>,
    homes: Box<[[u16; 2]]>,
}

impl Places {
    pub(super) fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Self {
        let (count, cols) = (puzzle.geometry().cells(), puzzle.geometry().cols());
        let cells: Box<[[u16; 2]]> =
            (0..count).map(|cell| [(cell / cols) as u16, (cell % cols) as u16]).collect();
        let mut homes = cells.clone();
        for cell in 0..count {
            homes[puzzle.goal_state().tile(cell) as usize] = cells[cell as usize];
        }
        Places { cells, homes }
    }

    /// The row (or the column) of `cell`.
    #[inline(always)]
    pub(super) fn line(&self, cell: Cell, axis: Axis) -> u16 {
        self.cells[cell as usize][axis as usize]
    }

    /// The row (or the column) where `tile` belongs.
    #[inline(always)]
    pub(super) fn home(&self, tile: Tile, axis: Axis) -> u16 {
        self.homes[tile as usize][axis as usize]
    }

    /// The way in which `mv` moves its tile.
    #[inline(always)]
    pub(super) fn axis(&self, mv: Move) -> Axis {
        let same_row = self.line(mv.from, Axis::Vertical) == self.line(mv.to, Axis::Vertical);
        if same_row { Axis::Horizontal } else { Axis::Vertical }
    }
}

impl Axis {
    /// The other one.
    pub(super) fn other(self) -> Self {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }
}
