//! Whole spaces: positions with numbers, levels on all threads, components, distances, graphs.

pub(crate) mod distances;
pub(crate) mod enumerate;
pub(crate) mod filling;
pub(crate) mod flood;
pub(crate) mod graph;
pub(crate) mod numbering;
pub(crate) mod parts;
pub(crate) mod placements;
pub(crate) mod shards;
pub(crate) mod whole;
