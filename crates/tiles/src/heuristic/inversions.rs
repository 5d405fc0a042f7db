//! Inversion distance on flat boards.
//!
//! In reading order, a tile that moves up or down passes all but one of the cells of a row and nothing else
//! changes its order, so one vertical move removes at most `columns - 1` pairs that are in the wrong order.
//! Column by column the same holds for horizontal moves. The two kinds of moves add up.

use taquin_search::{Cost, Heuristic};

use super::Named;
use crate::board::Tile;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::goal::GoalCells;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// Pairs of tiles in the wrong order, row by row and column by column, divided by the pairs that a move can correct. The
/// memo is the number of pairs of each kind.
#[derive(Clone, Debug)]
pub struct Inversions {
    goal: GoalCells,
    rows: u32,
    cols: u32,
}

impl Inversions {
    /// The place of a cell when cells are counted column by column.
    fn by_columns(&self, cell: Cell) -> u32 {
        cell % self.cols * self.rows + cell / self.cols
    }

    /// How many of `others` are on the wrong side of `tile`, which stands before them in reading order.
    fn by_rows(&self, tile: Tile, others: impl Iterator<Item = Tile>) -> Cost {
        let home = self.goal.cell(tile);
        others.filter(|&other| other != 0 && self.goal.cell(other) < home).count() as Cost
    }

    /// The same, column by column.
    fn by_cols(&self, tile: Tile, others: impl Iterator<Item = Tile>) -> Cost {
        let home = self.by_columns(self.goal.cell(tile));
        let place = |other: Tile| self.by_columns(self.goal.cell(other));
        others.filter(|&other| other != 0 && place(other) < home).count() as Cost
    }

    /// The cell at a place that is counted column by column.
    fn cell_by_columns(&self, place: u32) -> Cell {
        place % self.rows * self.cols + place / self.rows
    }
}

impl Named for Inversions {
    const NAME: &'static str = "inversions";
    const ABOUT: &'static str = "pairs of tiles in the wrong order, divided by what one move can correct";

    fn fits(geometry: &Geometry) -> bool {
        // The first count looks at all pairs.
        !geometry.is_torus() && geometry.cells() <= 1024
    }

    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        let geometry = puzzle.geometry();
        if geometry.is_torus() {
            return Err(Error::FlatOnly { what: Self::NAME });
        }
        let (rows, cols) = (geometry.rows(), geometry.cols());
        if geometry.cells() > 1024 {
            return Err(Error::TableTooLarge { what: Self::NAME, rows, cols });
        }
        Ok(Inversions { goal: GoalCells::of(&puzzle.board(puzzle.goal_state())), rows, cols })
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for Inversions {
    type Memo = [Cost; 2];

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> [Cost; 2] {
        let cells = puzzle.geometry().cells();
        let tile = |cell| state.tile(cell);
        let mut pairs = [0; 2];
        for place in (0..cells).filter(|&cell| tile(cell) != 0) {
            pairs[0] += self.by_rows(tile(place), (place + 1..cells).map(tile));
            let column = self.by_columns(place);
            let others = (column + 1..cells).map(|place| tile(self.cell_by_columns(place)));
            pairs[1] += self.by_cols(tile(place), others);
        }
        pairs
    }

    fn step(&self, _: &Tiles<S, O>, mut memo: [Cost; 2], after: &S, mv: Move) -> [Cost; 2] {
        let tile = after.tile(mv.to);
        let vertical = mv.from % self.cols == mv.to % self.cols;
        // The tile has passed all tiles between the two cells: those that were in order with it are not now.
        let (passed, wrong, is_forward) = if vertical {
            let between = mv.from.min(mv.to) + 1..mv.from.max(mv.to);
            let tiles = between.map(|cell| after.tile(cell));
            (self.cols - 1, self.by_rows(tile, tiles), mv.to > mv.from)
        } else {
            let (from, to) = (self.by_columns(mv.from), self.by_columns(mv.to));
            let tiles = (from.min(to) + 1..from.max(to)).map(|place| after.tile(self.cell_by_columns(place)));
            (self.rows - 1, self.by_cols(tile, tiles), to > from)
        };
        // `wrong` tiles belong before the tile: behind it they are inversions, before it they are not.
        let (gained, lost) = if is_forward { (passed - wrong, wrong) } else { (wrong, passed - wrong) };
        let pairs = &mut memo[usize::from(!vertical)];
        *pairs = *pairs + gained - lost;
        memo
    }

    fn value(&self, [by_rows, by_cols]: [Cost; 2]) -> Cost {
        by_rows.div_ceil((self.cols - 1).max(1)) + by_cols.div_ceil((self.rows - 1).max(1))
    }
}
