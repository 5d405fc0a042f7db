//! A line of tiles moves by one cell: the blank jumps along its row or its column.

use std::path::Path;

use taquin_search::{Cost, Limit, Limits};

use super::{Metric, Shortest};
use crate::board::Board;
use crate::cells::Cells;
use crate::geometry::{Cell, Direction, Geometry};
use crate::lines::{Fifteen, Guided, Lines};
use crate::packed::Packed25;
use crate::puzzle::Move;

pub(super) const NAME: &str = "line";
pub(super) const ABOUT: &str = "tiles: a line of tiles moves together";

/// The most cells of boards that are solved with tables, and of those that have tables which are too coarse for that.
const MOST_CELLS: u32 = 16;
const MOST_TABLE_CELLS: u32 = Packed25::MAX_CELLS;

/// A line of tiles goes one cell.
#[derive(Debug)]
pub(super) struct Line;

impl Metric for Line {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn paths(&self, geometry: &Geometry, blank: Cell) -> Vec<Vec<Cell>> {
        let mut paths = Vec::new();
        for direction in Direction::ALL {
            let mut path = Vec::new();
            let mut cell = blank;
            while let Some(next) = geometry.neighbor(cell, direction).filter(|&next| next != blank) {
                path.push(next);
                if !paths.contains(&path) {
                    paths.push(path.clone());
                }
                cell = next;
            }
        }
        paths
    }

    fn count(&self, geometry: &Geometry, moves: &mut dyn Iterator<Item = Move>) -> u64 {
        let (mut count, mut run) = (0, 0);
        let mut last: Option<Move> = None;
        for mv in moves {
            let directions = |mv: Move| Direction::ALL.map(|way| geometry.neighbor(mv.to, way) == Some(mv.from));
            // A tile that does not follow into the cell just left moves into another blank.
            let on = last.is_some_and(|last| {
                last.from == mv.to
                    && directions(last).into_iter().zip(directions(mv)).any(|(before, now)| before && now)
            });
            let vertical = mv.from % geometry.cols() == mv.to % geometry.cols();
            let most = if vertical { geometry.rows() } else { geometry.cols() } - 1;
            // Around a torus a line is as long as its side without the blank.
            run = if on && run < most { run + 1 } else { 1 };
            count += u64::from(run == 1);
            last = Some(mv);
        }
        count
    }

    /// A vertical move takes at most one tile across each line between two rows, and brings at most one tile of each row
    /// one row nearer. On flat boards the two kinds of moves alternate.
    fn least(&self, geometry: &Geometry, start: &Board, goal: &Board) -> Cost {
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let mut homes = vec![0; start.tiles().len()];
        (0..).zip(goal.tiles()).for_each(|(cell, &tile)| homes[tile as usize] = cell);
        let tiles = || (0..).zip(start.tiles()).filter(|&(_, &tile)| tile != 0);
        let ways = || tiles().map(|(cell, &tile): (Cell, _)| (cell, homes[tile as usize]));
        let least = if geometry.is_torus() {
            let away = |from: u32, to: u32, side: u32| u64::from(from.abs_diff(to).min(side - from.abs_diff(to)));
            let down: u64 = ways().map(|(cell, home)| away(cell / cols, home / cols, rows)).sum();
            let across: u64 = ways().map(|(cell, home)| away(cell % cols, home % cols, cols)).sum();
            let moves = |sum: u64, side: u32| sum.div_ceil(u64::from(side - 1).max(1));
            moves(down, rows) + moves(across, cols)
        } else {
            let down = most_crossings(rows, ways().map(|(cell, home)| (cell / cols, home / cols)));
            let across = most_crossings(cols, ways().map(|(cell, home)| (cell % cols, home % cols)));
            (2 * down.max(across)).saturating_sub(u64::from(down != across))
        };
        Cost::try_from(least.max(u64::from(start != goal))).unwrap_or(Cost::MAX)
    }

    fn has_search(&self, geometry: &Geometry) -> bool {
        geometry.cells() <= MOST_CELLS && geometry.rows().min(geometry.cols()) > 1
    }

    fn has_tables(&self, geometry: &Geometry) -> bool {
        geometry.cells() <= MOST_TABLE_CELLS && geometry.rows().min(geometry.cols()) > 1
    }

    fn search(
        &self,
        geometry: &Geometry,
        goal: &Board,
        threads: usize,
        limits: &Limits,
        folder: Option<&Path>,
        many: bool,
    ) -> Result<Box<dyn Shortest>, Limit> {
        if Fifteen::serves(geometry) {
            return Ok(Box::new(Guided(Fifteen::new(goal, threads, limits, folder, many)?)));
        }
        Ok(Box::new(Guided(Lines::new(*geometry, goal, threads, limits, folder)?)))
    }
}

/// How many tiles have to cross the line between two neighbouring rows or columns, where most have to: each goes from the
/// first number of a pair to the second.
fn most_crossings(side: u32, ways: impl Iterator<Item = (u32, u32)>) -> u64 {
    // How many more have to cross a line than the one before.
    let mut more = vec![0_i64; side as usize + 1];
    for (from, to) in ways {
        more[from.min(to) as usize] += 1;
        more[from.max(to) as usize] -= 1;
    }
    let crossings = more.iter().scan(0, |crossing, more| {
        *crossing += more;
        Some(*crossing)
    });
    crossings.max().unwrap_or(0).unsigned_abs()
}
