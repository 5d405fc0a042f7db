//! The algorithms together, on puzzles small enough to know everything about.

mod agreement;
mod limits;
mod observers;
mod toys;
