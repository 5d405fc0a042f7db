//! Whole spaces: the component of a position, the farthest positions, all components of a piece set.

use taquin_search::{Limit, Limits, Progress, Stats};

use crate::compiled::blocks::Blocks;
use crate::compiled::symmetry::Symmetries;
use crate::compiled::word::Word;
use crate::search::levels::{End, Levels, explore};

/// What can be reached from a position.
#[derive(Clone, Debug)]
pub struct Reachable<C> {
    /// The states by their distance from the start.
    pub levels: Levels<C>,
    /// The limit that cut it short.
    pub stopped: Option<Limit>,
    /// The counts.
    pub stats: Stats,
}

/// Everything that can be reached from the start, with images kept apart.
pub fn component<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Reachable<C> {
    let found = explore(blocks, &Symmetries::none(), [blocks.start()], limits, progress, |_| false);
    let stopped = if let End::Stopped(limit) = found.end { Some(limit) } else { None };
    Reachable { levels: found.levels, stopped, stats: found.stats }
}

/// How many states there are at each distance from the start, without keeping images that are equally
/// far; `None` if a limit was reached.
pub fn level_counts<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Option<Vec<u64>> {
    let symmetries = Symmetries::of(blocks).fixing(blocks, blocks.start());
    let found = explore(blocks, &symmetries, [blocks.start()], limits, progress, |_| false);
    (found.end == End::Exhausted).then(|| found.levels.counts().to_vec())
}

/// The positions from which the goal is farthest, among all positions of a piece set.
#[derive(Clone, Debug)]
pub struct Farthest<C> {
    /// All positions that can reach the goal, by their distance from it; of images only one.
    pub levels: Levels<C>,
    /// The symmetries by which images were merged.
    pub symmetries: Symmetries<C>,
    /// The limit that cut it short: then farther ones may exist.
    pub stopped: Option<Limit>,
    /// The counts.
    pub stats: Stats,
}

impl<C: Word> Farthest<C> {
    /// The positions that are farthest from the goal, images included.
    #[must_use]
    pub fn positions<O: Word>(&self, blocks: &Blocks<O, C>) -> Vec<C> {
        let last = self.levels.level(self.levels.depth());
        let with_images = |&state: &C| std::iter::once(state).chain(self.symmetries.images(blocks, state));
        let mut all: Vec<C> = last.iter().flat_map(with_images).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Searches backwards from every position of the piece set that satisfies the goal.
pub fn farthest<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Farthest<C> {
    let symmetries = Symmetries::of(blocks);
    let mut goals = vec![];
    blocks.each_placement(&blocks.goal_spots(), |state| goals.push(state));
    let found = explore(blocks, &symmetries, goals, limits, progress, |_| false);
    let stopped = if let End::Stopped(limit) = found.end { Some(limit) } else { None };
    Farthest { levels: found.levels, symmetries, stopped, stats: found.stats }
}
