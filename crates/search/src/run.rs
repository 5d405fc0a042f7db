//! The bookkeeping that every algorithm shares: the meter, the counts, the report at the end.

use std::ops::ControlFlow;

use crate::limits::{Limit, Limits, Meter};
use crate::progress::Progress;
use crate::puzzle::Cost;
use crate::report::{BoundCount, Outcome, Report, Stats};

/// One search in progress.
pub(crate) struct Run<'a> {
    meter: Meter<'a>,
    pub(crate) stats: Stats,
}

impl<'a> Run<'a> {
    pub(crate) fn start(limits: &'a Limits) -> Self {
        Run { meter: Meter::start(limits), stats: Stats::default() }
    }

    /// Whether it is time for [`Run::pulse`].
    #[inline]
    pub(crate) fn due(&self) -> bool {
        self.meter.due(self.stats.expanded)
    }

    /// Checks the limits and reports progress. `growth` bytes will soon be held in addition to `bytes`.
    pub(crate) fn pulse(
        &mut self,
        bytes: usize,
        growth: usize,
        progress: &mut dyn Progress,
    ) -> Result<(), Limit> {
        self.settle(bytes);
        self.meter.check(self.stats.expanded, bytes + growth)?;
        continues(progress.tick(&self.stats))
    }

    /// Begins the row of a new bound.
    pub(crate) fn begin_bound(&mut self, bound: Cost, progress: &mut dyn Progress) {
        self.settle_bound();
        self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
        progress.bound(bound);
    }

    /// Notes how many nodes are open.
    #[inline]
    pub(crate) fn note_open(&mut self, open: usize) {
        self.stats.largest_open = self.stats.largest_open.max(open);
    }

    /// Ends the search.
    pub(crate) fn finish<M>(mut self, outcome: Outcome<M>, lower_bound: Cost, bytes: usize) -> Report<M> {
        self.settle(bytes);
        Report { outcome, lower_bound, stats: self.stats }
    }

    /// Updates the counts that are not maintained all the time.
    pub(crate) fn settle(&mut self, bytes: usize) {
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        self.stats.seconds = self.meter.seconds();
        self.settle_bound();
    }

    /// Sets the counts of the last row to the totals minus the rows before it.
    fn settle_bound(&mut self) {
        let Some((last, before)) = self.stats.bounds.split_last_mut() else { return };
        last.expanded = self.stats.expanded - before.iter().map(|row| row.expanded).sum::<u64>();
        last.generated = self.stats.generated - before.iter().map(|row| row.generated).sum::<u64>();
    }
}

/// An observer that breaks cancels the search.
#[inline]
pub(crate) fn continues(flow: ControlFlow<()>) -> Result<(), Limit> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Limit::Cancelled),
    }
}
