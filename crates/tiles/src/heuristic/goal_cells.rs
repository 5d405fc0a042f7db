//! Where every tile belongs.

use crate::board::{Board, Tile};
use crate::geometry::Cell;

/// The goal cell of every tile.
#[derive(Clone, Debug)]
pub enum GoalCells {
    /// 1, 2, 3 ... with the blank last; needs no table, which matters for a thousand million tiles.
    BlankLast {
        /// The number of cells.
        cells: u32,
    },
    /// By table.
    Table(Box<[Cell]>),
}

impl GoalCells {
    /// The cells of the tiles on the board `goal`.
    #[must_use]
    pub fn of(goal: &Board) -> Self {
        let mut cells = vec![0; goal.tiles().len()].into_boxed_slice();
        for (cell, &tile) in (0..).zip(goal.tiles()) {
            cells[tile as usize] = cell;
        }
        GoalCells::Table(cells)
    }

    /// The goal cell of `tile`.
    #[inline]
    #[must_use]
    pub fn cell(&self, tile: Tile) -> Cell {
        match self {
            GoalCells::BlankLast { cells } => tile.checked_sub(1).unwrap_or(cells - 1),
            GoalCells::Table(cells) => cells[tile as usize],
        }
    }
}
