//! Pattern databases: tables of the exact cost of moving a few tiles home, whose sums are lower
//! bounds for the whole board (Korf and Felner, "Disjoint pattern database heuristics", 2002).

mod arrangement;
mod build;
mod space;
mod table;

pub use arrangement::MOST_TILES;
pub use build::{BuildProgress, Builder};
pub use space::{MOST_CELLS, Space};
pub use table::{Pattern, Summary, Table};
