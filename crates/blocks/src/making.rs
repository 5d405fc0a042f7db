//! Puzzles that are made or known by name: hard starts, layouts, Rush Hour boards, the catalogue.

pub mod catalogue;
pub(crate) mod generate;
pub(crate) mod hardest;
pub mod layouts;
pub(crate) mod minimal;
pub(crate) mod piece_set;
pub(crate) mod random;
pub mod rush_hour;
