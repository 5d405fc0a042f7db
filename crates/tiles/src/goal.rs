//! Where every tile belongs.

use crate::board::{Board, Tile};
use crate::geometry::Cell;

/// The goal cell of every tile.
#[derive(Clone, Debug)]
pub struct GoalCells(Form);

#[derive(Clone, Debug)]
enum Form {
    /// 1, 2, 3 ... with the blank in the last cell: needs no table.
    BlankLast { cells: u32 },
    /// One cell for each tile.
    Table(Box<[Cell]>),
}

impl GoalCells {
    /// The goal 1, 2, 3 ... with the blank last, on a board of `cells` cells. It takes no memory, which matters for a
    /// billion tiles.
    #[must_use]
    pub fn blank_last(cells: u32) -> Self {
        GoalCells(Form::BlankLast { cells })
    }

    /// The cells of the tiles on the board `goal`.
    #[must_use]
    pub fn of(goal: &Board) -> Self {
        let (&last, rest) = goal.tiles().split_last().expect("a board has a cell");
        if last == 0 && (1..).zip(rest).all(|(next, &tile)| next == tile) {
            return GoalCells::blank_last(goal.tiles().len() as u32);
        }
        let mut cells = vec![0; goal.tiles().len()].into_boxed_slice();
        for (cell, &tile) in (0..).zip(goal.tiles()) {
            cells[tile as usize] = cell;
        }
        GoalCells(Form::Table(cells))
    }

    /// The goal cell of `tile`.
    #[inline]
    #[must_use]
    pub fn cell(&self, tile: Tile) -> Cell {
        match &self.0 {
            Form::BlankLast { cells } => tile.checked_sub(1).unwrap_or(cells - 1),
            Form::Table(cells) => cells[tile as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_of_the_goal_is_in_its_cell() {
        let turned = Board::new(2, 3, [4, 2, 0, 5, 1, 3]).unwrap();
        for goal in [Board::blank_last(2, 3), Board::blank_first(2, 3), Board::blank_last(1, 1), turned] {
            let cells = GoalCells::of(&goal);
            assert!((0..).zip(goal.tiles()).all(|(cell, &tile)| cells.cell(tile) == cell));
        }
    }
}
