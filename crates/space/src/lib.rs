//! Whole state spaces of sliding tiles: how many positions there are at each distance from a goal, which
//! are the farthest, and how far each one is. On disk or over many machines, spaces of blocks too
//! ([`Realm`]).

mod blocks;
mod buckets;
mod buffers;
mod census;
mod disk;
mod distances;
mod error;
mod file;
mod head;
mod index;
mod level;
mod memory;
mod merge;
mod metered;
mod near;
mod pull;
mod realm;
mod segment;
mod space;
mod sweep;
mod tail;
mod tiles;
mod ways;
mod windows;

pub use blocks::{block_levels, block_realm};
pub use buckets::Buckets;
pub use census::{Census, FROM_GOALS, FromGoals, LevelCount, expected_size};
pub use disk::{enumerate_both_ways, enumerate_on_disk, fits, tabulate_on_disk};
pub use distances::{Distances, TableFile};
pub use error::Error;
pub use index::WindowIndex;
pub use level::{Folder, Level, LevelWriter};
pub use memory::{Options, bytes_needed, enumerate, tabulate};
pub use metered::enumerate_by;
pub use near::enumerate_near;
pub use realm::{Division, Gatherer, Read, Realm, Send};
pub use segment::Segment;
pub use space::Space;
pub use taquin_files::Lock;
