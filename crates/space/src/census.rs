//! The result of an enumeration, and its progress.

use std::ops::ControlFlow;

use taquin_search::{Estimate, Limit, Progress, Stats};
use taquin_tiles::Board;

/// How many positions there are at each distance from the goal.
#[derive(Clone, Debug)]
pub struct Census<P = Board> {
    /// The number of positions at distance 0, 1, 2 ...; only complete levels.
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
    /// No level at all, because there is none or a limit was reached first.
    #[must_use]
    pub fn nothing(stopped: Option<Limit>) -> Self {
        Census { levels: Vec::new(), stopped, farthest: Vec::new(), peak_bytes: 0, seconds: 0.0 }
    }

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

    /// The distance of the last complete level.
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

/// The positions of a space by their distance to the nearest goal, if the origin is not the only goal.
#[derive(Clone, Debug)]
pub struct FromGoals {
    /// The levels, the first of which is all goals; none at all where there is no goal in the space.
    pub census: Census<String>,
    /// How far the origin is from a goal.
    pub origin: Option<usize>,
}

/// An estimate of the number of positions of a space from its first levels: `None` as long as they grow; then they
/// are assumed to continue shrinking as the last ones did.
#[must_use]
pub fn expected_size(levels: &[u64]) -> Option<u128> {
    // Levels go up and down a little, so more than a few of them are compared.
    let span = (levels.len() / 8).max(4);
    let (rest, last) = levels.split_at(levels.len().checked_sub(span)?);
    let before = &rest[rest.len().checked_sub(span)?..];
    let sum = |counts: &[u64]| counts.iter().map(|&count| count as f64).sum::<f64>();
    let ratio = (sum(last) / sum(before)).powf(1.0 / span as f64);
    let found: u128 = levels.iter().map(|&count| u128::from(count)).sum();
    let left = sum(last) / span as f64 * ratio / (1.0 - ratio);
    (ratio < 1.0).then(|| found + left as u128)
}

/// How far an enumeration has come.
#[derive(Clone, Copy, Debug)]
pub struct LevelCount {
    /// The distance of the level being counted.
    pub level: usize,
    /// How much of that level's work is done, from 0 to 1.
    pub done: f64,
    /// The positions found so far, this level's included.
    pub found: u64,
    /// The positions of the whole space, where they are known or can be guessed ([`expected_size`]).
    pub size: Option<u128>,
    /// Wall-clock seconds since the start of the pass.
    pub seconds: f64,
}

impl LevelCount {
    /// Reports it to `progress`; breaking cancels the enumeration.
    pub fn tell(&self, progress: &mut dyn Progress) -> ControlFlow<()> {
        let total = self.size.map(|size| size as f64);
        progress.estimate(&Estimate { lower_bound: 0, done: self.done, total });
        progress.tick(&Stats { expanded: self.found, seconds: self.seconds, ..Stats::default() })
    }
}

/// The name of the second pass, which counts the distances from the goals.
pub const FROM_GOALS: &str = "from the goals";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_guessed_when_levels_shrink() {
        assert_eq!(expected_size(&[1, 2, 4, 8, 16, 32, 64, 128, 256]), None);
        assert_eq!(expected_size(&[1, 2, 4]), None);
        // 2^20 down to 2^11 by halves: about as many are left as the last level has.
        let levels: Vec<u64> = (11..=20).rev().map(|power| 1 << power).collect();
        let (found, all) = (levels.iter().sum::<u64>(), expected_size(&levels).unwrap());
        assert!(all > u128::from(found) && all < u128::from(found) + (1 << 13), "{all}");
    }
}
