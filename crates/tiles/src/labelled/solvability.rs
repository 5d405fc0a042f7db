//! Whether a goal can be reached, decided without a search.
//!
//! By Wilson (1974), see the parity of numbered tiles: on a grid that is neither a line nor a ring the moves reach
//! every arrangement, or one half of them where the grid is bipartite. Then two tiles that are alike, or two blanks,
//! join the halves, because exchanging them changes nothing. On a line the tiles keep their order, on a ring their
//! order around it.

use std::fmt;
use std::ops::ControlFlow;

use super::goal::arrangements;
use super::kinds::Kinds;
use crate::geometry::Shape;
use crate::permutation;

/// The most arrangements that are compared with the start.
const MOST_GOALS: usize = 100_000;

/// Whether a goal can be reached, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelSolvability {
    /// A torus with an odd side.
    OddSide,
    /// Several blanks.
    Blanks,
    /// Tiles that are alike, or that no goal tells apart.
    Alike,
    /// All tiles differ, and every other arrangement can be reached.
    Parity {
        /// Whether that of a goal is among them.
        same: bool,
    },
    /// One row or column, where the tiles keep their order.
    Line {
        /// Whether it is that of a goal.
        same_order: bool,
    },
    /// A ring of cells, where the tiles keep their order around it.
    Ring {
        /// Whether it is that of a goal.
        same_order: bool,
    },
}

impl LabelSolvability {
    /// Whether a goal can be reached.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        match self {
            LabelSolvability::OddSide | LabelSolvability::Blanks | LabelSolvability::Alike => true,
            LabelSolvability::Parity { same } => same,
            LabelSolvability::Line { same_order } | LabelSolvability::Ring { same_order } => same_order,
        }
    }
}

impl fmt::Display for LabelSolvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LabelSolvability::OddSide => {
                "solvable: on a torus with an odd side every arrangement can be reached"
            }
            LabelSolvability::Blanks => "solvable: with several blanks every arrangement can be reached",
            LabelSolvability::Alike => {
                "solvable: two tiles are alike to the goal, so every arrangement can be reached"
            }
            LabelSolvability::Parity { same: true } => {
                "solvable: the permutation to a goal is as odd as the blank's distance to its cell there"
            }
            LabelSolvability::Parity { same: false } => {
                "unsolvable: the permutation to every goal is odd where the blank's distance is even, or even \
                 where that is odd, and every move changes both"
            }
            LabelSolvability::Line { same_order: true } => {
                "solvable: in a single line the tiles keep their order, and it is that of a goal"
            }
            LabelSolvability::Line { same_order: false } => {
                "unsolvable: in a single line the tiles keep their order, and no goal has it"
            }
            LabelSolvability::Ring { same_order: true } => {
                "solvable: the cells form a ring, and around it the tiles are in the order of a goal"
            }
            LabelSolvability::Ring { same_order: false } => {
                "unsolvable: the cells form a ring, where the tiles keep their order, and no goal has it"
            }
        })
    }
}

/// Whether the moves lead from an arrangement to a goal; `None` where only a search can tell, because the goals are
/// too many to be looked at one by one.
#[must_use]
pub fn label_solvability(kinds: &Kinds, start: &[u8]) -> Option<LabelSolvability> {
    let geometry = kinds.geometry();
    let start = &start[..geometry.cells() as usize];
    match geometry.shape() {
        Shape::Line => {
            let tiles = |board: &[u8]| board.iter().copied().filter(|&kind| kind != 0).collect::<Vec<u8>>();
            let order = tiles(start);
            any_goal(kinds, &mut |goal| tiles(goal) == order)
                .map(|same_order| LabelSolvability::Line { same_order })
        }
        Shape::Ring => {
            let around = |board: &[u8]| {
                let places = (0..geometry.cells()).map(|place| board[geometry.around(place) as usize]);
                places.filter(|&kind| kind != 0).collect::<Vec<u8>>()
            };
            let order = around(start);
            let is_turned = |goal: &[u8]| {
                let goal = around(goal);
                let turned = |by: usize| goal.iter().cycle().skip(by).zip(&order).all(|(a, b)| a == b);
                order.is_empty() || (0..order.len()).any(turned)
            };
            any_goal(kinds, &mut |goal| is_turned(goal))
                .map(|same_order| LabelSolvability::Ring { same_order })
        }
        Shape::Odd => Some(LabelSolvability::OddSide),
        Shape::Bipartite if kinds.blanks() > 1 => Some(LabelSolvability::Blanks),
        Shape::Bipartite if kinds.has_equal_tiles() => Some(LabelSolvability::Alike),
        Shape::Bipartite => {
            let cell_of = |board: &[u8], kind: u8| board.iter().position(|&other| other == kind).unwrap_or(0);
            let blank = cell_of(start, 0) as u32;
            let mut is_same = |goal: &[u8]| {
                let cell = |cell: u32| cell_of(goal, start[cell as usize]) as u32;
                let odd = permutation::is_odd(geometry.cells(), cell);
                odd == (geometry.color(blank) != geometry.color(cell(blank)))
            };
            any_goal(kinds, &mut is_same).map(|same| LabelSolvability::Parity { same })
        }
    }
}

/// Whether any arrangement of the goals is as `wanted`; `None` where there are too many.
fn any_goal(kinds: &Kinds, wanted: &mut dyn FnMut(&[u8]) -> bool) -> Option<bool> {
    let (mut found, mut seen) = (false, 0);
    for goal in &kinds.goals {
        let ended = arrangements(goal, &kinds.counts, &mut |goal| {
            seen += 1;
            found = wanted(goal);
            if found || seen > MOST_GOALS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if ended.is_break() {
            return found.then_some(true);
        }
    }
    Some(false)
}
