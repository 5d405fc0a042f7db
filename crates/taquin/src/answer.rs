//! What solving comes back with, whatever the puzzle.

use std::fmt;

use taquin_search::{Outcome, Report};
use taquin_tiles::{Cell, Direction, Tile};

use crate::plan::Algorithm;

/// A report, and how it was come by.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    /// The heuristic that guided it, in words; `none` for the blind ones.
    pub heuristic: String,
    /// Why there is no solution, where that is proved without a search.
    pub reason: Option<String>,
    /// The outcome and the counts.
    pub report: Report<Step>,
}

impl Answer {
    /// The moves of the solution, if there is one.
    #[must_use]
    pub fn steps(&self) -> Option<&[Step]> {
        match &self.report.outcome {
            Outcome::Solved { moves, .. } => Some(moves),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        }
    }
}

/// One move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A tile slides into the blank.
    Tile {
        /// The tile.
        tile: Tile,
        /// The cell that it leaves.
        from: Cell,
        /// The cell where it arrives.
        to: Cell,
        /// Where it goes, around the edge of a torus if need be.
        direction: Direction,
    },
    /// A block travels, or flies.
    Block {
        /// The name of the piece.
        name: char,
        /// Which piece it is, and its way.
        step: Box<taquin_blocks::Step>,
    },
}

impl fmt::Display for Step {
    /// The move in words: `7 up`, `block c: left, up`, `block d: flies to row 2, column 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Tile { tile, direction, .. } => write!(f, "{tile} {}", direction.name()),
            Step::Block { name, step } if step.path.is_empty() => {
                write!(f, "block {name}: flies to row {}, column {}", step.place.0 + 1, step.place.1 + 1)
            }
            Step::Block { name, step } => {
                let words: Vec<&str> = step.path.iter().map(|direction| direction.name()).collect();
                write!(f, "block {name}: {}", words.join(", "))
            }
        }
    }
}
