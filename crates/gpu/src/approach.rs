//! An approach to a puzzle: which tables to search with, and from which end.
//!
//! A backward search starts at the goal and looks for the start. With every tile named by its cell in the start, this
//! is an ordinary puzzle, with the blank's goal where the blank starts; its solutions are those of the puzzle,
//! reversed.

use crate::grid::MAX_CELLS;
use crate::plan::Plan;
use crate::position::Position;

/// A plan and a direction.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    pub(crate) plan: Plan,
    pub(crate) backward: bool,
}

impl Approach {
    /// Where this approach starts, for the puzzle that starts at `start`.
    pub(crate) fn start(&self, start: &Position) -> Position {
        if !self.backward {
            return *start;
        }
        let mut tiles = [0; MAX_CELLS];
        let mut blank = 0;
        for cell in 0..self.plan.grid.cells() {
            tiles[usize::from(start.tiles[cell])] = cell as u8;
            if cell == usize::from(start.blank) {
                blank = start.tiles[cell];
            }
        }
        Position { tiles, blank }
    }

    /// The path of the puzzle, from the path of this approach.
    pub(crate) fn path(&self, mut path: Vec<u8>) -> Vec<u8> {
        if self.backward {
            path.reverse();
            path.iter_mut().for_each(|k| *k ^= 2);
        }
        path
    }
}
