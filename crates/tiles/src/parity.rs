//! Whether one arrangement can be turned into another: by parity in linear time.
//!
//! Wilson (1974): on a grid that is neither a line nor a ring (nor a certain graph of seven cells,
//! which no grid is) the moves reach every arrangement, or exactly one half where the grid is
//! bipartite. Then every move exchanges the blank with a tile and takes the blank to a cell of the
//! other colour, so the permutation is as odd as the blank's way. On a line the tiles keep their
//! order, on a ring their order around it.

use std::fmt;

use crate::board::Board;
use crate::geometry::{Cell, Geometry, Shape};
use crate::goal::GoalCells;
use crate::permutation;

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

/// Whether the moves on the grid `geometry` lead from `board` to the goal, and why. Linear in the
/// number of cells.
///
/// # Panics
/// If the board does not have the size of the grid.
#[must_use]
pub fn solvability(geometry: &Geometry, board: &Board, goal: &GoalCells) -> Solvability {
    assert!(geometry.expect_size(board).is_ok(), "a board of the size of its grid");
    match geometry.shape() {
        Shape::Line => Solvability::Line { same_order: goal_places(geometry, board, goal).is_sorted() },
        Shape::Ring => {
            let places = goal_places(geometry, board, goal);
            let falls = places.windows(2).filter(|pair| pair[1] < pair[0]).count();
            let last_fall = usize::from(places.first() < places.last());
            Solvability::Ring { same_order: falls + last_fall <= 1 }
        }
        Shape::Bipartite => Solvability::Parity {
            permutation_odd: permutation_is_odd(board, goal),
            blank_odd: geometry.color(board.blank()) != geometry.color(goal.cell(0)),
        },
        Shape::Odd => Solvability::OddSide,
    }
}

/// The places at which the tiles, read along the line or ring, stand in the goal.
fn goal_places(geometry: &Geometry, board: &Board, goal: &GoalCells) -> Vec<Cell> {
    let tiles = (0..geometry.cells()).map(|place| board.tiles()[geometry.around(place) as usize]);
    tiles.filter(|&tile| tile != 0).map(|tile| geometry.around(goal.cell(tile))).collect()
}

/// Whether the permutation that takes every tile of `board`, the blank included, to its goal cell is
/// odd.
#[must_use]
pub fn permutation_is_odd(board: &Board, goal: &GoalCells) -> bool {
    permutation::is_odd(board.tiles().len() as u32, |cell| goal.cell(board.tiles()[cell as usize]))
}
