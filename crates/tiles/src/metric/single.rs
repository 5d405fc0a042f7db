//! One tile moves by one cell.

use taquin_search::Cost;

use super::Metric;
use crate::board::Board;
use crate::geometry::{Cell, Direction, Geometry};
use crate::goal::GoalCells;
use crate::heuristic::Manhattan;
use crate::puzzle::Move;

pub(super) const NAME: &str = "single";
pub(super) const ABOUT: &str = "tiles: one tile moves by one cell";

/// One tile goes one cell.
#[derive(Debug)]
pub(super) struct Single;

impl Metric for Single {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn paths(&self, geometry: &Geometry, blank: Cell) -> Vec<Vec<Cell>> {
        let mut paths = Vec::new();
        for next in Direction::ALL.into_iter().filter_map(|direction| geometry.neighbor(blank, direction)) {
            // Around a side of two cells both directions lead to the same neighbour.
            if !paths.contains(&vec![next]) {
                paths.push(vec![next]);
            }
        }
        paths
    }

    fn count(&self, _: &Geometry, moves: &mut dyn Iterator<Item = Move>) -> u64 {
        moves.count() as u64
    }

    fn least(&self, geometry: &Geometry, start: &Board, goal: &Board) -> Cost {
        Cost::try_from(Manhattan::distance(geometry, start, &GoalCells::of(goal))).unwrap_or(Cost::MAX)
    }
}
