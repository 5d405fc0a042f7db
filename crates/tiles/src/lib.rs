//! Sliding tiles on R x C cells, flat or torus, square or not, with any goal arrangement.
//!
//! [`Tiles`] is the puzzle; its states are boards in one machine word ([`Packed16`], [`Packed25`])
//! or of any size ([`Board`]).
//!
//! ```
//! use taquin_tiles::{Board, Exhaustive, Geometry, GoalCells, Packed16, Tiles, format, solvability};
//!
//! let start = format::parse_board("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let (grid, goal) = (Geometry::new(3, 3, false), Board::blank_last(3, 3));
//! assert!(solvability(&grid, &start, &GoalCells::of(&goal)).is_solvable());
//!
//! let puzzle = Tiles::<Packed16>::new(grid, &goal)?;
//! let moves = Exhaustive::new(&puzzle)?.solve(&puzzle, &puzzle.state(&start)?);
//! assert_eq!(moves.unwrap().len(), 31);
//! # Ok::<(), taquin_tiles::Error>(())
//! ```

pub mod automaton;
pub mod beam;
mod bits;
mod board;
mod cells;
pub mod constructive;
pub mod deepening;
mod error;
mod exhaustive;
pub mod fifteen;
pub mod format;
mod geometry;
mod goal;
pub mod heuristic;
pub mod labelled;
mod levels;
mod lines;
mod metered;
pub mod metric;
mod order;
mod packed;
mod parity;
mod parse_error;
mod paths;
pub mod pattern;
mod permutation;
mod prefetch;
mod processor;
mod puzzle;
mod random;
mod rank;
mod stamp;

pub use board::{Board, Tile};
pub use cells::Cells;
pub use error::Error;
pub use exhaustive::Exhaustive;
pub use geometry::{Cell, Direction, Geometry};
pub use goal::GoalCells;
pub use levels::known_levels;
pub use lines::{KeptLines, LinesHead, kept_lines, verify_lines};
pub use metered::{Metered, shortened};
pub use metric::Metric;
pub use order::{AnyOrder, Ascending, NorthEastSouthWest, Order, UpLeftDownRight};
pub use packed::{Packed, Packed16, Packed25, Word};
pub use parity::{Solvability, permutation_is_odd, solvability};
pub use parse_error::{Expected, ParseError};
pub use paths::{Greedy, Paths, Slide, Slides, Sliding};
pub use puzzle::{Move, Moves, Tiles};
pub use random::RandomBoards;
pub use rank::Arrangements;
