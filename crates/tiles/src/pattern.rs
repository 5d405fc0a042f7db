//! Pattern databases: tables of the exact cost of moving a few tiles home, whose sums are lower
//! bounds for the whole board (Korf and Felner, "Disjoint pattern database heuristics", 2002).

mod arrangement;
mod build;
pub(crate) mod bytes;
mod catalogue;
mod cover;
mod file;
mod frontier;
mod naming;
mod partition;
mod probe;
mod reader;
mod space;
mod store;
mod symmetry;
mod table;
mod turning;

pub use arrangement::MOST_TILES;
pub use build::Builder;
pub use catalogue::{Entry, catalogue, entries_for, gpu_entries_for, grouped, groups, most_tiles, runs};
pub use cover::{Cover, covers};
pub use file::Head;
pub use partition::{Lookup, Partition, canonical};
pub(crate) use probe::{Bit, NUMBERS, PROBED, Placement, missing};
pub(crate) use reader::{Narrow, Reader, Stance};
pub use space::{Cells, MOST_CELLS, PatternSpace};
pub(crate) use space::{NARROW, all_cells, elements};
pub use store::{Listed, Store};
pub use symmetry::Symmetry;
pub use table::{Layout, Pattern, Summary, Table};
