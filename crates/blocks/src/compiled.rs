//! A puzzle as the engine sees it: states packed into words, moves by table.

pub(crate) mod atlas;
pub(crate) mod blocks;
pub(crate) mod compile;
pub(crate) mod exits;
pub(crate) mod replay;
pub(crate) mod successors;
pub(crate) mod symmetry;
pub(crate) mod travel;
pub(crate) mod word;
