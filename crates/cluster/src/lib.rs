//! The same work over many processes and machines, on Timely Dataflow.
//!
//! Every host of a list runs the same program with the same arguments, as one process of as many members
//! as it has threads. There are two ways to work:
//!
//! - A whole space ([`enumerate()`]): each member holds the windows of the space whose number is its own
//!   modulo the number of members, successors are sent to the member that owns them, and a level ends when
//!   the dataflow says that all of them have been read.
//! - Many tasks ([`share`]): the first host hands them out as they are asked for, and takes the answers.
//!
//! Hosts prove to each other that they know the same secret before anything else is sent; without one, all
//! of them must be on one machine. Timely stops when a process dies; a new run continues from what was
//! kept, with the same or another number of hosts.

mod cluster;
mod connection;
mod enumerate;
mod error;
mod from_goals;
mod gather;
mod handshake;
mod hosts;
mod inventory;
mod levels;
mod machine;
mod member;
mod message;
mod queue;
mod relay;
mod search;
mod secret;
mod shared;
mod start;
mod timestamp;

pub use cluster::Cluster;
pub use enumerate::{Counted, Job, enumerate};
pub use error::Error;
pub use hosts::Hosts;
pub use machine::Together;
pub use member::{Member, Received, Traffic};
pub use queue::{Next, TaskSource, Tasks, share};
pub use secret::Secret;
