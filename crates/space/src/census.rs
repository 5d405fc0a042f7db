//! What an enumeration comes back with, and what it tells on the way.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::Limit;
use taquin_tiles::Board;

/// How many positions there are at each distance from the goal.
#[derive(Clone, Debug)]
pub struct Census<P = Board> {
    /// The number of positions at distance 0, 1, 2 ...; whole levels only.
    pub levels: Vec<u64>,
    /// The limit that ended the enumeration before the last level, if one did.
    pub stopped: Option<Limit>,
    /// Positions at the greatest distance, at most [`Census::FARTHEST`] of them.
    pub farthest: Vec<P>,
    /// The most bytes held in levels and tables.
    pub peak_bytes: usize,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl Census {
    /// The most positions that are kept as the farthest.
    pub const FARTHEST: usize = 1000;
}

impl<P> Census<P> {
    /// The same with the positions in another form.
    pub fn map<Q>(self, form: impl FnMut(P) -> Q) -> Census<Q> {
        let Census { levels, stopped, farthest, peak_bytes, seconds } = self;
        Census { levels, stopped, farthest: farthest.into_iter().map(form).collect(), peak_bytes, seconds }
    }

    /// All positions counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// The distance of the last whole level.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    /// The mean distance of the positions counted.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0u128..).zip(&self.levels).map(|(depth, &count)| depth * u128::from(count)).sum();
        sum as f64 / self.total().max(1) as f64
    }
}

/// How far an enumeration has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The distance of the level being counted.
    pub level: usize,
    /// What part of that level's work is done, from 0 to 1.
    pub part: f64,
    /// The positions found so far, this level's included.
    pub found: u64,
    /// The positions of the whole space, where they are known beforehand.
    pub size: Option<u128>,
    /// Wall-clock seconds since the start.
    pub seconds: f64,
}

impl Progress {
    /// Positions found a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.found as f64 / self.seconds.max(1e-9)
    }

    /// What part of the whole space is found, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.size.map(|size| self.found as f64 / size as f64)
    }

    /// About how long it will still take, if the positions left are found as fast as those so far;
    /// nothing sensible can be said before a hundredth of them is found.
    #[must_use]
    pub fn estimate(&self) -> Option<Duration> {
        let share = self.share().filter(|&share| share > 0.01)?;
        Duration::try_from_secs_f64(self.seconds * (1.0 - share) / share).ok()
    }
}

/// Called now and then and after every level; breaking cancels the enumeration.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;
