//! Level-synchronous breadth-first search, the fast way through a whole space.
//!
//! The generic `breadth_first` keeps every state with its parent in a hash table that soon outgrows
//! the caches. Here moves can be undone at the same cost, so a successor of level n lies in level
//! n - 1, n or n + 1: only those have to be in the table, which stays small and in cache, and the
//! states themselves are appended to one log. Parents are not stored; they are found again by
//! undoing moves (Korf's frontier search, 1999, with the old levels kept in a log).

use taquin_search::{Cost, Limit, Limits, Meter};

use crate::blocks::{Blocks, Move};
use crate::symmetry::{Symmetries, orbit};
use crate::table::Table;
use crate::word::Word;

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

/// How an exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The goal was met in the last level.
    Goal,
    /// Nothing is left.
    Exhausted,
    /// A limit was reached; the last level may be incomplete.
    Stopped(Limit),
}

/// The counts of an exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The most bytes held.
    pub peak_bytes: usize,
}

impl<C: Word> Levels<C> {
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

    fn bytes(&self) -> usize {
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
    blocks.each_move(state, |mv, after| visit(mv, symmetries.smallest_after(&images, mv, after)));
}

/// Explores from `sources` until `until` holds of a new state, nothing is left or a limit is hit.
/// `progress` is told the depth and the effort when a level begins.
pub fn explore<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    symmetries: &Symmetries<C>,
    sources: impl IntoIterator<Item = C>,
    limits: &Limits,
    until: impl Fn(C) -> bool,
    mut progress: impl FnMut(Cost, &Effort),
) -> (Levels<C>, End, Effort) {
    let mut levels = Levels { states: vec![], ends: vec![], counts: vec![], goal: None };
    let mut table = Table::with_slots((4 * blocks.most_moves()).max(1 << 10));
    let mut frontier = Frontier::default();
    for source in sources {
        if table.is_full() {
            table.rebuild(&levels.states);
        }
        let smallest = symmetries.smallest(blocks, source);
        if table.insert(smallest) {
            levels.states.push(smallest);
            frontier.push(source, blocks.empty(source), symmetries.images(blocks, source).into_iter());
        }
    }
    levels.ends.push(levels.states.len());
    levels.goal = levels.states.iter().copied().find(|&state| until(state));
    let mut effort = Effort::default();
    let mut meter = Meter::start(limits);
    let mut next = Frontier::default();
    let mut previous = 0;
    let mut moves = Vec::with_capacity(blocks.most_moves());
    let end = loop {
        if levels.goal.is_some() {
            break End::Goal;
        }
        if frontier.nodes.is_empty() {
            levels.ends.pop();
            break End::Exhausted;
        }
        progress(levels.depth(), &effort);
        let begin = levels.states.len() - frontier.nodes.len();
        let mut count = 0;
        for (index, &(state, empty)) in frontier.nodes.iter().enumerate() {
            if meter.due(effort.expanded) {
                let bytes = table.bytes() + levels.bytes() + frontier.bytes() + next.bytes();
                effort.peak_bytes = effort.peak_bytes.max(bytes);
                if let Err(limit) = meter.check(effort.expanded, bytes) {
                    levels.ends.push(levels.states.len());
                    return (levels, End::Stopped(limit), effort);
                }
            }
            // One state has fewer successors than half of the slots, so one look is enough.
            if table.is_full() {
                table.rebuild(&levels.states[previous..]);
            }
            let images = frontier.images(index, symmetries.len());
            count += orbit(state, images);
            effort.expanded += 1;
            moves.clear();
            blocks.each_move_into(state, empty, |mv, after| moves.push((mv, after)));
            effort.generated += moves.len() as u64;
            for &(mv, after) in &moves {
                let smallest = symmetries.smallest_after(images, mv, after);
                if table.insert(smallest) {
                    levels.states.push(smallest);
                    next.push(after, blocks.empty_after(empty, mv), symmetries.images_after(images, mv));
                    if until(smallest) {
                        levels.goal = Some(smallest);
                    }
                }
            }
            if levels.goal.is_some() {
                break;
            }
        }
        levels.counts.push(count);
        levels.ends.push(levels.states.len());
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
        previous = begin;
    };
    (levels, end, effort)
}

/// The states of one level as they were reached, with what a move changes by two look-ups: their
/// empty cells and their images.
#[derive(Debug)]
struct Frontier<O, C> {
    nodes: Vec<(C, O)>,
    images: Vec<C>,
}

impl<O, C> Default for Frontier<O, C> {
    fn default() -> Self {
        Frontier { nodes: vec![], images: vec![] }
    }
}

impl<O: Word, C: Word> Frontier<O, C> {
    #[inline]
    fn push(&mut self, state: C, empty: O, images: impl Iterator<Item = C>) {
        self.nodes.push((state, empty));
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
        self.nodes.capacity() * size_of::<(C, O)>() + self.images.capacity() * size_of::<C>()
    }
}
