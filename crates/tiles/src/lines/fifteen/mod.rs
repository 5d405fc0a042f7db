//! Shortest solutions in moves of lines on flat boards of four by four.

mod build;
mod frame;
mod numbering;
mod probe;
mod solver;

pub(crate) use solver::Fifteen;
