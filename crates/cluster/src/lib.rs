//! The same work over many processes and machines, on Timely Dataflow.
//!
//! Every host of a list runs the same program with the same arguments. There are two ways to work:
//!
//! - A whole space ([`enumerate()`]): each holds the windows of the space whose number is its own modulo
//!   the number of members, successors travel to the member that owns them, and a level ends when the
//!   dataflow says that nothing is on its way any more.
//! - Many tasks ([`share`]): the first host gives them out as they are asked for, and takes what comes
//!   of them.
//!
//! Timely stops when a process dies; the work then goes on from what was kept, with the same or another
//! number of hosts.

mod cluster;
mod collect;
mod connection;
mod enumerate;
mod error;
mod from_goals;
mod handshake;
mod hosts;
mod join;
mod machine;
mod member;
mod post;
mod queue;
mod resume;
mod slice;
mod work;

pub use cluster::Cluster;
pub use enumerate::{Counted, Job, enumerate};
pub use error::Error;
pub use hosts::Hosts;
pub use machine::Together;
pub use member::{Letter, Member, Traffic};
pub use queue::{Giver, Next, Tasks, share};
