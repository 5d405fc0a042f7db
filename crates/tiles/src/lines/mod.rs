//! Shortest solutions where a line of tiles that moves together is one move.
//!
//! Every such move goes along a row or along a column, so a lower bound on the vertical moves and one on the
//! horizontal moves add up; and on a flat board two moves along the same line are one, so that the two kinds
//! alternate. [`Lines`] searches by iterative deepening with an exact table for each kind; [`Fifteen`] is for flat boards of
//! four by four.

mod axis;
mod fifteen;
mod file;
mod guided;
mod inverse;
mod search;
mod table;

pub(crate) use fifteen::Fifteen;
pub use file::{KeptLines, LinesHead, kept_lines, verify_lines};
pub(crate) use guided::Guided;
pub(crate) use search::Lines;
