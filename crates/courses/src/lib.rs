//! Five course programs, to the byte: the search assignments of several courses, each of them a
//! configuration of the engine and a printer.
//!
//! | program | puzzle | search |
//! | --- | --- | --- |
//! | [`torus`] | 3x3 torus, successors by their number | iterative deepening |
//! | [`eight_puzzle`] | 3x3, any goal | A*, misplaced tiles, tree search on the textbook heap |
//! | [`torus_astar`] | 3x3 torus, successors by their number | A*, misplaced tiles, insertion-ordered queue |
//! | [`Board`], [`Solver`] | N x N | A*, Manhattan distance, tree search on the textbook heap |
//! | [`klotski`] | 5x4 blocks, singles fly | A*, ties by the 20-digit number |
//!
//! A program is called as [`run`]`(program, arguments, settings, out, err)`, and returns the exit code: 0
//! if it is done, 1 if the puzzle is proved unsolvable, 2 if the arguments or the input are wrong and 3 if
//! it stopped at a limit.
//!
//! ```
//! use taquin_courses::{Program, Settings, run};
//!
//! let arguments = ["100", "1", "2", "3", "4", "5", "0", "6", "7", "8"].map(Into::into);
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let exit = run(Program::Torus, &arguments, &Settings::default(), &mut out, &mut err);
//! assert_eq!(exit, 0);
//! assert!(out.starts_with(b"1 2 0 4 5 3 6 7 8\n"));
//! ```

mod arguments;
mod board;
mod error;
mod link;
mod memory;
mod on_push;
mod program;
pub mod report;
mod slip;
mod variants;

pub mod eight_puzzle;
pub mod klotski;
pub mod solver;
pub mod torus;
pub mod torus_astar;
pub mod visualizer;

pub use board::Board;
pub use error::Error;
pub use link::link;
pub use memory::three_quarters_of_free;
pub use program::{Program, Settings, run};
pub use slip::Slip;
pub use solver::{Solver, Unsolved};
