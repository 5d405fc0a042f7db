//! The fewest moves: level by level through packed states.

pub(crate) mod levels;
pub(crate) mod middle;
pub(crate) mod small;
pub(crate) mod solve;
pub(crate) mod sort;
pub(crate) mod table;
