//! The sum over the tiles of the steps to their goal cell: every move brings one tile one step
//! nearer at most. On a torus the shorter way around counts.

use taquin_search::{Cost, Heuristic};

use super::Named;
use crate::board::{Board, Tile};
use crate::error::Error;
use crate::cells::{Cells, TABLED, tabled};
use crate::geometry::{Cell, Geometry};
use crate::goal::GoalCells;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// The Manhattan distance. The memo is the distance itself.
///
/// The distance of a board must fit a [`Cost`], which holds for every board of up to 1024 x 1024;
/// [`Manhattan::distance`] is for any size.
#[derive(Clone, Debug)]
pub struct Manhattan {
    goal: GoalCells,
    /// For small boards the distance of each tile from each cell to its goal cell.
    table: Box<[[u8; TABLED]]>,
}

impl Manhattan {
    /// The Manhattan distance to the goal of `puzzle`.
    #[must_use]
    pub fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Self {
        let goal = GoalCells::of(&puzzle.board(puzzle.goal_state()));
        let geometry = puzzle.geometry();
        let mut table = Vec::new();
        if tabled::<S>() {
            table.resize(TABLED, [0; TABLED]);
            for tile in 1..geometry.cells() {
                for cell in 0..geometry.cells() {
                    let steps = geometry.distance(cell, goal.cell(tile));
                    table[tile as usize][cell as usize] = u8::try_from(steps).expect("a small board");
                }
            }
        }
        Manhattan { goal, table: table.into() }
    }

    /// The Manhattan distance of a board of any size on the grid `geometry`.
    #[must_use]
    pub fn distance(geometry: &Geometry, board: &Board, goal: &GoalCells) -> u64 {
        let steps = |(cell, &tile): (Cell, &Tile)| match tile {
            0 => 0,
            _ => u64::from(geometry.distance(cell, goal.cell(tile))),
        };
        (0..).zip(board.tiles()).map(steps).sum()
    }

    #[inline(always)]
    fn steps<S: Cells>(&self, geometry: &Geometry, tile: Tile, cell: Cell) -> Cost {
        if tabled::<S>() {
            self.table[tile as usize % TABLED][cell as usize % TABLED].into()
        } else {
            geometry.distance(cell, self.goal.cell(tile))
        }
    }
}

impl Named for Manhattan {
    const NAME: &'static str = "manhattan";
    const ABOUT: &'static str = "sum of the tiles' distances (blocks: distance of the goal pieces)";

    fn fits(_: &Geometry) -> bool {
        true
    }

    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        Ok(Manhattan::new(puzzle))
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for Manhattan {
    type Memo = Cost;

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> Cost {
        let cells = 0..puzzle.geometry().cells();
        let tiles = cells.map(|cell| (cell, state.tile(cell))).filter(|&(_, tile)| tile != 0);
        tiles.map(|(cell, tile)| self.steps::<S>(puzzle.geometry(), tile, cell)).sum()
    }

    #[inline(always)]
    fn step(&self, puzzle: &Tiles<S, O>, before: Cost, after: &S, mv: Move) -> Cost {
        let tile = after.tile(mv.to);
        let steps = |cell| self.steps::<S>(puzzle.geometry(), tile, cell);
        before + steps(mv.to) - steps(mv.from)
    }

    #[inline(always)]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
