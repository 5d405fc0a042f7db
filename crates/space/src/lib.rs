//! Whole state spaces of sliding tiles: how many positions there are at each distance from a goal,
//! which are the farthest, and how far each one is.

mod census;
mod distances;
mod error;
mod file;
mod head;
mod memory;
mod pull;
mod space;
mod sweep;
mod tail;

pub use census::{Census, Progress, Watch};
pub use distances::Distances;
pub use error::Error;
pub use memory::{Options, bytes_needed, enumerate, tabulate};
pub use space::Space;
