//! Level-synchronous breadth-first search, the fast way through a whole space.
//!
//! The generic `breadth_first` keeps every state with its parent in a hash table that soon outgrows
//! the caches. Here moves can be undone at the same cost, so a successor of level n lies in level
//! n - 1, n or n + 1: only those have to be in the table, which stays small and in cache, and the
//! states themselves are appended to one log. Parents are not stored; they are found again by
//! undoing moves (Korf's frontier search, 1999, with the old levels kept in a log).
//!
//! Under the finger metric the piece that moved last need not move again: wherever it could go, the
//! move before could have taken it, so those states are of this level or an earlier one.

use taquin_search::{BoundCount, Cost, Limit, Limits, Meter, Progress, Stats};

use crate::compiled::atlas::{NOWHERE, SpotId};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::symmetry::{Symmetries, orbit};
use crate::compiled::word::Word;
use crate::model::metric::Metric;
use crate::search::sort::sort;
use crate::search::table::Table;

/// All states within reach, level by level. Of symmetric states only the smallest is kept.
#[derive(Clone, Debug)]
pub struct Levels<C> {
    states: Vec<C>,
    /// Where each level ends in `states`.
    ends: Vec<usize>,
    /// How many different states each level stands for when images are counted.
    counts: Vec<u64>,
    /// The state of the last level at which the exploration stopped.
    goal: Option<C>,
}

impl<C> Default for Levels<C> {
    fn default() -> Self {
        Levels { states: vec![], ends: vec![], counts: vec![], goal: None }
    }
}

/// How an exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The goal was met in the last level.
    Goal,
    /// Nothing is left.
    Exhausted,
    /// A limit was reached; all complete levels but no part of the next are kept.
    Stopped(Limit),
}

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Explored<C> {
    /// The states.
    pub levels: Levels<C>,
    /// How it ended.
    pub end: End,
    /// The counts.
    pub stats: Stats,
}

impl<C: Word> Levels<C> {
    /// The levels that another search has found, nearest first, all of them without images; sorted on `threads`
    /// threads.
    #[must_use]
    pub fn from_states(levels: Vec<Vec<C>>, threads: usize) -> Self {
        let mut all = Levels::default();
        levels.into_iter().for_each(|level| all.push_level([level.as_slice()].into_iter()));
        all.sort(threads);
        all
    }

    /// The first level that has a state of which `wanted` holds.
    #[must_use]
    pub fn nearest(&self, wanted: impl Fn(C) -> bool) -> Option<Cost> {
        let at = self.states.iter().position(|&state| wanted(state))?;
        Some(self.ends.partition_point(|&end| end <= at) as Cost)
    }

    /// Adds a level beyond all others, in parts.
    pub(crate) fn push_level<'s>(&mut self, parts: impl Iterator<Item = &'s [C]>) {
        parts.for_each(|part| self.states.extend_from_slice(part));
        self.counts.push((self.states.len() - self.ends.last().copied().unwrap_or(0)) as u64);
        self.ends.push(self.states.len());
    }

    /// Puts the states of every level in ascending order, so that it does not matter which thread found them.
    pub(crate) fn sort(&mut self, threads: usize) {
        let mut begin = 0;
        for &end in &self.ends {
            sort(&mut self.states[begin..end], threads);
            begin = end;
        }
    }

    /// The number of the deepest level.
    #[must_use]
    pub fn depth(&self) -> Cost {
        self.ends.len() as Cost - 1
    }

    /// The states of one level.
    #[must_use]
    pub fn level(&self, depth: Cost) -> &[C] {
        let depth = depth as usize;
        let begin = if depth == 0 { 0 } else { self.ends[depth - 1] };
        &self.states[begin..self.ends[depth]]
    }

    /// All states that were kept, nearest first.
    #[must_use]
    pub fn states(&self) -> &[C] {
        &self.states
    }

    /// How many different states each expanded level holds, images included.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<C>()
    }

    /// The state that the exploration was looking for.
    #[must_use]
    pub fn goal(&self) -> Option<C> {
        self.goal
    }

    /// The moves from the only source, `start`, to `last`, a state of the deepest level.
    ///
    /// # Panics
    /// If the log does not lead from the one to the other.
    #[must_use]
    pub fn path<O: Word>(
        &self,
        blocks: &Blocks<O, C>,
        symmetries: &Symmetries<C>,
        start: C,
        last: C,
    ) -> Vec<Move> {
        let mut stages = vec![last];
        for depth in (0..self.depth()).rev() {
            let state = *stages.last().expect("there is a stage");
            let mut parents = vec![];
            each_smallest(blocks, symmetries, state, |_, parent| parents.push(parent));
            parents.sort_unstable();
            let parent = self.level(depth).iter().find(|state| parents.binary_search(state).is_ok());
            stages.push(*parent.expect("every state has a parent in the level before"));
        }
        let mut state = start;
        let mut moves = vec![];
        for &stage in stages.iter().rev().skip(1) {
            let mut step = None;
            each_smallest(blocks, symmetries, state, |mv, smallest| {
                if smallest == stage && step.is_none() {
                    step = Some(mv);
                }
            });
            let step = step.expect("an image of a path is a path");
            state = blocks.moved(state, step);
            moves.push(step);
        }
        moves
    }
}

/// Calls `visit` with every move of `state` and the smallest image of where it leads.
#[inline]
fn each_smallest<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    symmetries: &Symmetries<C>,
    state: C,
    mut visit: impl FnMut(Move, C),
) {
    let images = symmetries.images(blocks, state);
    blocks.each_move(state, &mut |mv, after| visit(mv, symmetries.smallest_after(&images, mv, after)));
}

/// Explores from `sources` until `until` holds of a new state, nothing is left or a limit is hit.
pub fn explore<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    symmetries: &Symmetries<C>,
    sources: impl IntoIterator<Item = C>,
    limits: &Limits,
    progress: &mut dyn Progress,
    until: impl Fn(C) -> bool,
) -> Explored<C> {
    explore_within(blocks, symmetries, sources, Cost::MAX, limits, progress, until)
}

/// The same, no deeper than `depth`, which counts as a limit where something lies beyond.
pub fn explore_within<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    symmetries: &Symmetries<C>,
    sources: impl IntoIterator<Item = C>,
    depth: Cost,
    limits: &Limits,
    progress: &mut dyn Progress,
    until: impl Fn(C) -> bool,
) -> Explored<C> {
    let mut search = Exploration::start(blocks, symmetries, sources, limits);
    search.levels.goal = search.levels.states.iter().copied().find(|&state| until(state));
    let end = loop {
        if search.levels.goal.is_some() {
            break End::Goal;
        }
        if search.frontier.nodes.is_empty() {
            search.levels.ends.pop();
            break End::Exhausted;
        }
        if search.levels.depth() > depth {
            search.levels.states.truncate(search.levels.ends[depth as usize]);
            search.levels.ends.pop();
            break End::Stopped(Limit::Depth);
        }
        progress.bound(search.levels.depth());
        if let Err(limit) = search.expand_level(blocks, symmetries, progress, &until) {
            search.levels.states.truncate(search.levels.ends[search.levels.ends.len() - 1]);
            break End::Stopped(limit);
        }
    };
    search.stats.goal_checks = search.levels.states.len() as u64;
    search.stats.largest_closed = search.levels.states.len();
    search.stats.peak_bytes = search.stats.peak_bytes.max(search.bytes());
    search.stats.seconds = search.meter.seconds();
    Explored { levels: search.levels, end, stats: search.stats }
}

/// A lower bound on the distance of the goal, by a search that keeps only the last levels and so gets deeper within
/// the same memory. The levels of the result have counts and no states.
pub fn probe<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    symmetries: &Symmetries<C>,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Explored<C> {
    let mut search = Exploration::start(blocks, symmetries, [blocks.start()], limits);
    let until = |state: C| blocks.reached(state);
    search.levels.goal = Some(blocks.start()).filter(|&state| until(state));
    let end = loop {
        if search.levels.goal.is_some() {
            break End::Goal;
        }
        if search.frontier.nodes.is_empty() {
            search.levels.ends.pop();
            break End::Exhausted;
        }
        progress.bound(search.levels.depth());
        if let Err(limit) = search.expand_level(blocks, symmetries, progress, &until) {
            break End::Stopped(limit);
        }
        search.levels.states.drain(..search.previous);
        search.previous = 0;
    };
    search.levels.states.clear();
    search.stats.peak_bytes = search.stats.peak_bytes.max(search.bytes());
    search.stats.seconds = search.meter.seconds();
    Explored { levels: search.levels, end, stats: search.stats }
}

/// A running exploration.
pub(crate) struct Exploration<'a, O, C> {
    pub(crate) levels: Levels<C>,
    /// The states of the last two levels and of the one being made; older ones may linger.
    table: Table<C>,
    /// Where the level before the frontier begins in the log.
    previous: usize,
    frontier: Frontier<O, C>,
    next: Frontier<O, C>,
    moves: Vec<(Move, C)>,
    /// By spot: whether no piece is to be moved there; empty if all may be.
    pub(crate) barred: Vec<bool>,
    meter: Meter<'a>,
    stats: Stats,
}

impl<'a, O: Word, C: Word> Exploration<'a, O, C> {
    /// Begins with the level of all `sources`.
    pub(crate) fn start(
        blocks: &Blocks<O, C>,
        symmetries: &Symmetries<C>,
        sources: impl IntoIterator<Item = C>,
        limits: &'a Limits,
    ) -> Self {
        let mut search = Exploration {
            levels: Levels { states: vec![], ends: vec![], counts: vec![], goal: None },
            // One state has fewer successors than half of the slots, so that one check of the table suffices for all
            // of them.
            table: Table::with_slots((4 * blocks.most_moves()).max(1 << 10)),
            previous: 0,
            frontier: Frontier::default(),
            next: Frontier::default(),
            moves: Vec::with_capacity(64),
            barred: vec![],
            meter: Meter::start(limits),
            stats: Stats::default(),
        };
        for source in sources {
            if search.table.is_full() {
                search.table.rebuild(&search.levels.states);
            }
            let smallest = symmetries.smallest(blocks, source);
            if search.table.insert(smallest) {
                search.levels.states.push(smallest);
                let images = symmetries.images(blocks, source);
                let node = Node { state: source, empty: blocks.empty(source), moved: NOWHERE };
                search.frontier.push(node, images.into_iter());
            }
        }
        search.levels.ends.push(search.levels.states.len());
        search
    }

    /// How many states are to be expanded next.
    pub(crate) fn frontier_len(&self) -> usize {
        self.frontier.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.levels.bytes() + self.frontier.bytes() + self.next.bytes()
    }

    /// Checks the limits, and reports the counts.
    #[cold]
    fn check(&mut self, progress: &mut dyn Progress) -> Result<(), Limit> {
        let bytes = self.bytes();
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        self.stats.seconds = self.meter.seconds();
        self.meter.check(self.stats.expanded, bytes)?;
        if progress.tick(&self.stats).is_break() { Err(Limit::Cancelled) } else { Ok(()) }
    }

    /// Expands the frontier, unless a new state satisfies `until`.
    pub(crate) fn expand_level(
        &mut self,
        blocks: &Blocks<O, C>,
        symmetries: &Symmetries<C>,
        progress: &mut dyn Progress,
        until: &impl Fn(C) -> bool,
    ) -> Result<(), Limit> {
        let begin = self.levels.states.len() - self.frontier.nodes.len();
        let before = BoundCount { bound: 0, expanded: self.stats.expanded, generated: self.stats.generated };
        let mut count = 0;
        let travels = blocks.metric() == Metric::Finger;
        self.stats.largest_open = self.stats.largest_open.max(self.frontier.nodes.len());
        for index in 0..self.frontier.nodes.len() {
            if self.meter.due(self.stats.expanded) {
                self.check(progress)?;
            }
            if self.table.is_full() {
                let live = &self.levels.states[self.previous..];
                // Asked beforehand, because it may double what is held.
                self.meter.check(self.stats.expanded, self.bytes() + self.table.growth(live.len()))?;
                self.table.rebuild(live);
            }
            let Node { state, empty, moved } = self.frontier.nodes[index];
            let images = self.frontier.images(index, symmetries.len());
            count += orbit(state, images);
            self.moves.clear();
            blocks.each_other_move(state, empty, moved, |mv, after| self.moves.push((mv, after)));
            if !self.barred.is_empty() {
                self.moves.retain(|(mv, _)| !self.barred[usize::from(mv.to)]);
            }
            self.stats.expanded += 1;
            self.stats.generated += self.moves.len() as u64;
            for &(mv, after) in &self.moves {
                let smallest = symmetries.smallest_after(images, mv, after);
                if self.table.insert(smallest) {
                    self.levels.states.push(smallest);
                    let moved = if travels { mv.to } else { NOWHERE };
                    let node = Node { state: after, empty: blocks.empty_after(empty, mv), moved };
                    self.next.push(node, symmetries.images_after(images, mv));
                    if until(smallest) {
                        self.levels.goal = Some(smallest);
                    }
                }
            }
            if self.levels.goal.is_some() {
                break;
            }
        }
        self.stats.bounds.push(BoundCount {
            bound: self.levels.depth(),
            expanded: self.stats.expanded - before.expanded,
            generated: self.stats.generated - before.generated,
        });
        self.levels.counts.push(count);
        self.levels.ends.push(self.levels.states.len());
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.previous = begin;
        Ok(())
    }
}

/// A state of the frontier as it was reached.
#[derive(Clone, Copy, Debug)]
struct Node<O, C> {
    state: C,
    empty: O,
    /// Where the piece stands that need not move again.
    moved: SpotId,
}

/// The states of one level as they were reached, with what a move changes by two look-ups: their
/// empty cells and their images.
#[derive(Debug)]
struct Frontier<O, C> {
    nodes: Vec<Node<O, C>>,
    images: Vec<C>,
}

impl<O, C> Default for Frontier<O, C> {
    fn default() -> Self {
        Frontier { nodes: vec![], images: vec![] }
    }
}

impl<O: Word, C: Word> Frontier<O, C> {
    #[inline]
    fn push(&mut self, node: Node<O, C>, images: impl Iterator<Item = C>) {
        self.nodes.push(node);
        self.images.extend(images);
    }

    #[inline]
    fn images(&self, index: usize, symmetries: usize) -> &[C] {
        &self.images[index * symmetries..][..symmetries]
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.images.clear();
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<O, C>>() + self.images.capacity() * size_of::<C>()
    }
}
