//! A large bound in slices, so that a search that is stopped in the middle of it keeps what it has finished.
//!
//! The roots are those of one depth, without duplicates, so that they are the same in every run, in any order;
//! a slice is those of one class. A number identifies the way in which a run has divided the bound.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use taquin_search::BoundCount;
use taquin_tiles::deepening::Checkpoint;

use crate::approach::Approach;
use crate::engine::Slice;
use crate::tuning::Tuning;

/// The most slices of a bound.
const MOST: f64 = 256.0;

/// The deepest roots: no layer reaches as far.
const DEEPEST: usize = 100;

/// How a bound is divided, and what of it is finished.
#[derive(Clone, Debug)]
pub(crate) struct Slices {
    division: u64,
    finished: Vec<bool>,
    /// What was counted above the roots and in the finished slices.
    pub(crate) count: BoundCount,
}

/// A number for the way in which an approach divides a bound with roots at `depth`.
fn division(approach: &Approach, depth: usize) -> u64 {
    let mut hasher = FxHasher::default();
    (approach.backward, approach.plan.blank, &approach.plan.sums, depth).hash(&mut hasher);
    hasher.finish()
}

impl Slices {
    /// The slices of a bound that is expected to have `expected` nodes, none of them finished.
    pub(crate) fn new(
        approach: &Approach,
        depth: usize,
        expected: f64,
        tuning: &Tuning,
        count: BoundCount,
    ) -> Self {
        let slices = if expected >= tuning.slice_from {
            (expected / tuning.nodes_per_slice).clamp(2.0, MOST) as usize
        } else {
            1
        };
        Slices { division: division(approach, depth), finished: vec![false; slices], count }
    }

    /// The slices of a bound that was stopped, if it was divided by this approach.
    pub(crate) fn of(checkpoint: &Checkpoint, approach: &Approach) -> Option<Self> {
        let (known, finished) = checkpoint.parts()?;
        let count = *checkpoint.counts().last()?;
        let is_own = (0..DEEPEST).any(|depth| division(approach, depth) == known);
        is_own.then(|| Slices { division: known, finished: finished.to_vec(), count })
    }

    /// Whether the roots are at `depth`.
    pub(crate) fn is_at(&self, approach: &Approach, depth: usize) -> bool {
        self.division == division(approach, depth)
    }

    /// The next slice that is not finished.
    pub(crate) fn next(&self) -> Option<Slice> {
        let number = self.finished.iter().position(|&done| !done)?;
        Some(Slice { number: number as u32, count: self.finished.len() as u32 })
    }

    /// Notes that a slice is finished; `count` is the bound's count so far.
    pub(crate) fn finish(&mut self, slice: Slice, count: BoundCount) {
        self.finished[slice.number as usize] = true;
        self.count = count;
    }

    /// The division and the finished slices, as a checkpoint has them; none if the bound is in one piece.
    pub(crate) fn parts(&self) -> Option<(u64, Vec<bool>)> {
        (self.finished.len() > 1).then(|| (self.division, self.finished.clone()))
    }
}
