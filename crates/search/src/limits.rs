//! When a search must stop: nodes, time, memory, or a request from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::host::Instant;

/// The limits of one search. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most nodes to expand.
    pub nodes: Option<u64>,
    /// The most time to take.
    pub time: Option<Duration>,
    /// The most bytes to hold in lists and tables.
    pub memory: Option<usize>,
    /// Set from outside to stop the search.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether a stop was requested.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// Cancelled from outside, or by an observer.
    Cancelled,
    /// The depth limit of a depth-limited search.
    Depth,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 5] = [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Cancelled, Limit::Depth];
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Nodes => "node limit",
            Limit::Time => "time limit",
            Limit::Memory => "memory limit",
            Limit::Cancelled => "cancelled",
            Limit::Depth => "depth limit",
        })
    }
}

/// Checks [`Limits`] while a search runs. It is called once per expansion, but reads the clock and the flag less
/// often: often enough that slow expansions of large states exceed no limit by much, seldom enough that the cost for
/// quick ones is negligible.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    looked: Instant,
    interval: u64,
    next: u64,
}

impl<'a> Meter<'a> {
    /// The most expansions between two looks at the clock.
    pub const MOST: u64 = 4096;

    /// The time that should pass between two looks at the clock.
    const PACE: Duration = Duration::from_millis(2);

    /// A meter that starts now.
    #[must_use]
    pub fn start(limits: &'a Limits) -> Self {
        let now = Instant::now();
        Meter { limits, started: now, looked: now, interval: 1, next: limits.nodes.unwrap_or(1).min(1) }
    }

    /// Whether this expansion is one at which [`Meter::check`] must be called.
    #[inline]
    #[must_use]
    pub fn due(&self, expanded: u64) -> bool {
        expanded >= self.next
    }

    /// How many more expansions may be made before [`Meter::check`] must be called, after `expanded`.
    #[inline]
    #[must_use]
    pub fn until_due(&self, expanded: u64) -> u64 {
        self.next.saturating_sub(expanded)
    }

    /// Looks at every limit, given the expansions and the bytes held so far.
    ///
    /// # Errors
    /// The limit that is reached.
    #[cold]
    pub fn check(&mut self, expanded: u64, bytes: usize) -> Result<(), Limit> {
        let now = Instant::now();
        let quick = now - self.looked < Self::PACE;
        self.interval = if quick { (2 * self.interval).min(Self::MOST) } else { (self.interval / 2).max(1) };
        self.looked = now;
        self.next = (expanded + self.interval).min(self.limits.nodes.unwrap_or(u64::MAX).max(expanded + 1));
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Cancelled);
        }
        if self.limits.nodes.is_some_and(|most| expanded >= most) {
            return Err(Limit::Nodes);
        }
        if self.limits.time.is_some_and(|most| now - self.started >= most) {
            return Err(Limit::Time);
        }
        if self.limits.memory.is_some_and(|most| bytes > most) {
            return Err(Limit::Memory);
        }
        Ok(())
    }

    /// The seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}
