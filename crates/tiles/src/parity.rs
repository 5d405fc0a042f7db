//! Whether one arrangement can be turned into another: by cycle parity in linear time.
//!
//! Wilson (1974): on a grid that is neither a line nor a ring (nor a certain graph of seven cells,
//! which no grid is) the moves reach every arrangement, or exactly one half where the grid is
//! bipartite. Then every move exchanges the blank with a tile and takes the blank to a cell of the
//! other colour, so the permutation is as odd as the blank's way. On a line the tiles keep their
//! order, on a ring their order around it.

use std::fmt;

use crate::bits::BitSet;
use crate::board::Board;
use crate::geometry::{Cell, Geometry};
use crate::goal::GoalCells;

/// Whether a goal can be reached, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// A torus with an odd side: every arrangement can be reached from every other.
    OddSide,
    /// A bipartite grid: solvable if both are odd or both are even.
    Parity {
        /// Whether the permutation from the arrangement to the goal is odd.
        permutation_odd: bool,
        /// Whether the blank is an odd number of steps from its goal cell.
        blank_odd: bool,
    },
    /// One row or column: solvable if the tiles are in the order of the goal.
    Line {
        /// Whether they are.
        same_order: bool,
    },
    /// A ring of cells: solvable if the tiles are in the order of the goal around it.
    Ring {
        /// Whether they are.
        same_order: bool,
    },
}

impl Solvability {
    /// Whether the goal can be reached.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        match self {
            Solvability::OddSide => true,
            Solvability::Parity { permutation_odd, blank_odd } => permutation_odd == blank_odd,
            Solvability::Line { same_order } | Solvability::Ring { same_order } => same_order,
        }
    }
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |odd| if odd { "odd" } else { "even" };
        match *self {
            Solvability::OddSide => {
                f.write_str("solvable: on a torus with an odd side every arrangement can be reached")
            }
            Solvability::Parity { permutation_odd, blank_odd } if permutation_odd == blank_odd => {
                let odd = word(blank_odd);
                write!(f, "solvable: the permutation is {odd}, and so is the blank's distance to its goal cell")
            }
            Solvability::Parity { permutation_odd, blank_odd } => {
                let (permutation, blank) = (word(permutation_odd), word(blank_odd));
                write!(
                    f,
                    "unsolvable: the permutation is {permutation} but the blank's distance to its goal cell \
                     is {blank}, and every move changes both"
                )
            }
            Solvability::Line { same_order: true } => {
                f.write_str("solvable: in a single line the tiles keep their order, and it is that of the goal")
            }
            Solvability::Line { same_order: false } => {
                f.write_str("unsolvable: in a single line the tiles keep their order, and the goal has another")
            }
            Solvability::Ring { same_order: true } => {
                f.write_str("solvable: the cells form a ring, and around it the tiles are in the goal's order")
            }
            Solvability::Ring { same_order: false } => f.write_str(
                "unsolvable: the cells form a ring, where the tiles keep their order, and the goal has another",
            ),
        }
    }
}

/// Whether the moves on the grid `geometry` lead from `board` to the goal, and why. Both must have
/// the size of the grid. Linear in the number of cells.
#[must_use]
pub fn solvability(geometry: &Geometry, board: &Board, goal: &GoalCells) -> Solvability {
    let (rows, cols) = (geometry.rows(), geometry.cols());
    let (short, long) = (rows.min(cols), rows.max(cols));
    if long == 2 && short == 2 || short == 1 && long > 2 && geometry.is_torus() {
        // Around four cells the second row runs backwards.
        let around = |cell: Cell| if short == 2 && cell > 1 { 5 - cell } else { cell };
        let places = goal_places(board, goal, around);
        let falls = places.windows(2).filter(|pair| pair[1] < pair[0]).count();
        let last_fall = usize::from(places.first() < places.last());
        return Solvability::Ring { same_order: falls + last_fall <= 1 };
    }
    if short == 1 {
        return Solvability::Line { same_order: goal_places(board, goal, |cell| cell).is_sorted() };
    }
    if !geometry.is_bipartite() {
        return Solvability::OddSide;
    }
    Solvability::Parity {
        permutation_odd: permutation_is_odd(board, goal),
        blank_odd: geometry.color(board.blank()) != geometry.color(goal.cell(0)),
    }
}

/// The places at which the tiles, read place by place, stand in the goal; `around` takes a place on
/// the line or ring to its cell and back.
fn goal_places(board: &Board, goal: &GoalCells, around: impl Fn(Cell) -> Cell) -> Vec<Cell> {
    let tiles = (0..board.tiles().len() as Cell).map(|place| board.tiles()[around(place) as usize]);
    tiles.filter(|&tile| tile != 0).map(|tile| around(goal.cell(tile))).collect()
}

/// Whether the permutation that takes every tile of `board`, the blank included, to its goal cell is
/// odd: as odd as the number of cells less the number of cycles.
#[must_use]
pub fn permutation_is_odd(board: &Board, goal: &GoalCells) -> bool {
    let tiles = board.tiles();
    let mut seen = BitSet::new(tiles.len() as u32);
    let mut odd = false;
    for start in 0..tiles.len() as Cell {
        let mut cell = start;
        let mut closes = true;
        while seen.insert(cell) {
            cell = goal.cell(tiles[cell as usize]);
            // A cycle of k cells is k - 1 exchanges: all steps count but the one that closes it.
            odd ^= !closes;
            closes = false;
        }
    }
    odd
}
