//! Shortest solutions in moves of lines on flat boards of four by four.

mod build;
mod numbering;
mod pair;
mod probe;
mod solver;
mod tables;

pub(crate) use solver::Fifteen;
