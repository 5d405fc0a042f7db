//! Whole state spaces of sliding tiles: how many positions there are at each distance from a goal,
//! which are the farthest, and how far each one is.

mod census;
mod disk;
mod distances;
mod error;
mod file;
mod head;
mod level;
mod mailbox;
mod memory;
mod pull;
mod segment;
mod space;
mod sweep;
mod tail;
mod ways;
mod windows;
mod worker;

pub use census::{Census, Progress, Watch};
pub use disk::{enumerate_on_disk, tabulate_on_disk};
pub use distances::Distances;
pub use error::Error;
pub use level::{Folder, Level, LevelWriter};
pub use mailbox::Mailbox;
pub use memory::{Options, bytes_needed, enumerate, tabulate};
pub use segment::Segment;
pub use space::Space;
pub use windows::Windows;
pub use worker::{Outbox, Worker};
