//! Pattern tables as a heuristic for any algorithm: the largest of the views of a few partitions.
//!
//! Every board is looked up afresh, so this is for comparing algorithms; what solves hard boards is
//! [`deepening`](crate::deepening).

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::{Cost, Heuristic};

use super::Named;
use crate::cells::Cells;
use crate::deepening::{MOST_CELLS, build_tables, quick_partitions, views};
use crate::error::Error;
use crate::goal::GoalCells;
use crate::geometry::Geometry;
use crate::order::Order;
use crate::pattern::Lookup;
use crate::puzzle::{Move, Tiles};

/// The largest sum of distances of disjoint patterns.
#[derive(Clone, Debug)]
pub struct Patterns {
    views: Arc<[Vec<Lookup>]>,
    goal: GoalCells,
    cells: u32,
}

impl Patterns {
    /// Builds small tables for the goal of `puzzle`.
    ///
    /// # Errors
    /// If the board has fewer than 2 or more than [`MOST_CELLS`] cells.
    pub fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        let geometry = *puzzle.geometry();
        let cells = geometry.cells();
        if !(2..=MOST_CELLS as u32).contains(&cells) {
            return Err(Error::TooLarge { cells, most: MOST_CELLS as u32 });
        }
        let goal = puzzle.board(puzzle.goal_state());
        let partitions = quick_partitions(geometry, goal.blank());
        let tables = build_tables(geometry, &partitions, 1, &mut || ControlFlow::Continue(()));
        let views = views(&partitions, goal.blank(), &tables.expect("nothing stops it"));
        Ok(Patterns { views: views.into(), goal: GoalCells::of(&goal), cells })
    }

    fn of<S: Cells>(&self, state: &S) -> Cost {
        let mut cell_of = [0; MOST_CELLS];
        for cell in 0..self.cells {
            cell_of[self.goal.cell(state.tile(cell)) as usize] = cell;
        }
        let distance = |lookup: &Lookup| {
            let back = lookup.map.inverse();
            let cell_of = |goal| lookup.map.image(cell_of[back.image(goal) as usize]);
            lookup.table.distance(cell_of, lookup.map.image(state.blank()))
        };
        self.views.iter().map(|view| view.iter().map(distance).sum()).max().unwrap_or(0)
    }
}

impl Named for Patterns {
    const NAME: &'static str = "patterns";
    const ABOUT: &'static str = "tables of the exact cost of groups of tiles (boards of 2 to 64 cells)";
    const QUICK: bool = false;

    fn fits(geometry: &Geometry) -> bool {
        (2..=MOST_CELLS as u32).contains(&geometry.cells())
    }

    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        Patterns::new(puzzle)
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for Patterns {
    type Memo = Cost;

    fn start(&self, _: &Tiles<S, O>, state: &S) -> Cost {
        self.of(state)
    }

    fn step(&self, _: &Tiles<S, O>, _: Cost, after: &S, _: Move) -> Cost {
        self.of(after)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
