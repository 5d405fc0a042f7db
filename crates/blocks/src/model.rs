//! A puzzle as people describe it: board, pieces, goal, rules, and playing by hand.

pub(crate) mod grid;
pub(crate) mod metric;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod problem;
pub(crate) mod rules;
pub(crate) mod shape;
