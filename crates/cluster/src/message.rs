//! The messages between the members of an enumeration.

use serde::{Deserialize, Serialize};

use crate::inventory::Inventory;
use crate::member::Traffic;

/// A message from one member to another.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Message {
    /// What the sender begins with.
    Start(Start),
    /// What the sender has done of a level.
    Report(Report),
    /// The distance of the first goal that the sender has, if it has one.
    FirstGoal(Option<usize>),
    /// Why the sender cannot go on, and so no member can.
    Failure(String),
    /// Positions at distance `depth` in a window of the receiver.
    Segment { depth: usize, window: usize, count: u64, bytes: Vec<u8> },
    /// One of the farthest positions.
    Farthest(String),
    /// A piece of what the sender extracts of its next window, and whether it is the last of them.
    Extract { bytes: Vec<u8>, last: bool },
    /// That nothing more is to be extracted.
    Break,
}

/// What a member begins with.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Start {
    /// The bytes that it may take.
    pub(crate) memory: usize,
    /// The levels and goals in the folder of its process, if it is the first member there.
    pub(crate) levels: Inventory,
    pub(crate) goals: Inventory,
    /// A number above the numbers of all writers that have files there.
    pub(crate) writers: usize,
}

/// What a member has done of a level.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Report {
    /// How many positions it has found.
    pub(crate) found: u64,
    /// The number of a limit that its process has reached, and whether its part of the level is unfinished.
    pub(crate) limit: Option<(usize, bool)>,
    /// What it has sent since the work began.
    pub(crate) traffic: Traffic,
}
