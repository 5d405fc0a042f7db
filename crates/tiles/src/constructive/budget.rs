//! The work done so far, measured against the limits.

use taquin_search::{Limit, Limits, Meter};

/// About the work of a second.
const RATE: f64 = 2e7;

/// A meter and a count of nodes and cells looked at.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    limits: &'a Limits,
    meter: Meter<'a>,
    done: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn start(limits: &'a Limits) -> Self {
        Budget { limits, meter: Meter::start(limits), done: 0 }
    }

    /// Adds `more` to the count and checks the limits from time to time.
    pub(super) fn add(&mut self, more: u64) -> Result<(), Limit> {
        self.done += more;
        if self.meter.due(self.done) { self.meter.check(self.done, 0) } else { Ok(()) }
    }

    /// The work done so far.
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// How many times, at most `most`, work of this `amount` fits into half of what the limits leave.
    pub(super) fn fitting(&self, amount: u64, most: u64) -> u64 {
        let mut left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.done));
        if let Some(time) = self.limits.time {
            let seconds = (time.as_secs_f64() - self.seconds()).max(0.0);
            left = left.min((seconds * RATE) as u64);
        }
        (left / 2 / amount.max(1)).min(most)
    }

    /// The seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.meter.seconds()
    }
}
