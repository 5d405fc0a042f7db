//! The time of the dataflow: a clock of its own for each member.
//!
//! With one clock for all, a member with nothing to send would block every other member that waits for its
//! own messages to be read. Times of different members are therefore not comparable, and the frontier says
//! for each member how far its messages have been read.

use serde::{Deserialize, Serialize};
use timely::PartialOrder;
use timely::progress::Timestamp;
use timely::progress::timestamp::{PathSummary, Refines};

/// When a batch of messages was sent, by the clock of its sender. The default is before all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Time {
    /// The phase of the work that the batch belongs to.
    pub(crate) phase: u32,
    /// The number of the batch within its phase, from 1.
    pub(crate) batch: u32,
    /// The member that sent it.
    pub(crate) sender: usize,
}

impl PartialOrder for Time {
    fn less_equal(&self, other: &Self) -> bool {
        *self == Time::default() || self.sender == other.sender && self <= other
    }
}

impl Timestamp for Time {
    type Summary = ();

    fn minimum() -> Self {
        Time::default()
    }
}

impl PathSummary<Time> for () {
    fn results_in(&self, time: &Time) -> Option<Time> {
        Some(*time)
    }

    fn followed_by(&self, (): &()) -> Option<()> {
        Some(())
    }
}

impl Refines<()> for Time {
    fn to_inner((): ()) -> Self {
        Time::default()
    }

    fn to_outer(self) {}

    fn summarize((): ()) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_of_one_sender_are_comparable() {
        let time = |phase, batch, sender| Time { phase, batch, sender };
        let all = [time(0, 0, 0), time(0, 1, 0), time(0, 2, 1), time(1, 1, 0), time(1, 1, 1)];
        for (one, a) in all.iter().enumerate() {
            for (other, b) in all.iter().enumerate() {
                let expected = one == 0 || a.sender == b.sender && one <= other;
                assert_eq!(a.less_equal(b), expected, "{a:?} {b:?}");
                assert!(!a.less_equal(b) || a <= b, "a sorted list is in an order of time");
            }
        }
    }
}
