//! Whole state spaces over many processes and machines, on Timely Dataflow.
//!
//! Every host of a list runs the same program with the same arguments. Each holds the windows of the
//! space whose number is its own modulo the number of members, successors travel to the member that
//! owns them, and a level ends when the dataflow says that nothing is on its way any more. Timely stops
//! when a process dies; the work then goes on from the last whole level that the hosts have on disk,
//! with the same or another number of hosts.

mod cluster;
mod enumerate;
mod error;
mod hosts;
mod link;
mod member;
mod resume;
mod work;

pub use cluster::Cluster;
pub use enumerate::{Job, enumerate};
pub use error::Error;
pub use hosts::Hosts;
pub use member::{Letter, Member};
