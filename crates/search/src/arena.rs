//! The nodes of a search, in one vector, and the index that finds a state among them.
//!
//! A node is its state, the number of its parent, its cost, its heuristic memo and the mark of the
//! duplicate handling: 24 bytes where the state is one word. The move that led to it is not kept;
//! the few that lie on a solution are found again by trying the parent's moves.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::observer::Entry;
use crate::puzzle::{Cost, Puzzle};

/// The number of a node in its arena; nodes are numbered in the order in which they were made.
pub type NodeId = u32;

/// The parent of the initial node, and an empty slot of the index.
const NONE: u32 = u32::MAX;

/// Nodes are numbered below this, so that the numbers of a few more expansions still fit.
const MOST_NODES: usize = u32::MAX as usize - (1 << 24);

#[derive(Clone, Debug)]
struct Node<S, M, K> {
    state: S,
    parent: NodeId,
    g: Cost,
    memo: M,
    mark: K,
}

/// The nodes of one search: states of type `S`, memos of type `M`, marks of type `K`.
#[derive(Clone, Debug)]
pub struct Arena<S, M, K> {
    nodes: Vec<Node<S, M, K>>,
    heap_bytes: usize,
}

impl<S, M, K> Default for Arena<S, M, K> {
    fn default() -> Self {
        Arena { nodes: Vec::new(), heap_bytes: 0 }
    }
}

impl<S: Clone + Eq, M: Copy, K: Copy + Default> Arena<S, M, K> {
    /// Adds a node whose state owns `heap_bytes` beyond its own size.
    #[inline]
    pub(crate) fn push(
        &mut self,
        state: S,
        parent: Option<NodeId>,
        g: Cost,
        memo: M,
        heap_bytes: usize,
    ) -> NodeId {
        // Growing by a quarter, not by doubling, keeps what is asked for close to what is used.
        reserve_quarter(&mut self.nodes);
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { state, parent: parent.unwrap_or(NONE), g, memo, mark: K::default() });
        self.heap_bytes += heap_bytes;
        id
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the node numbers are about to run out.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// The state of a node.
    #[inline]
    #[must_use]
    pub fn state(&self, id: NodeId) -> &S {
        &self.nodes[id as usize].state
    }

    /// The parent of a node; `None` for the initial node.
    #[inline]
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// The cost of the path to a node.
    #[inline]
    #[must_use]
    pub fn g(&self, id: NodeId) -> Cost {
        self.nodes[id as usize].g
    }

    /// The heuristic memo of a node.
    #[inline]
    #[must_use]
    pub fn memo(&self, id: NodeId) -> M {
        self.nodes[id as usize].memo
    }

    /// The mark of a node.
    #[inline]
    #[must_use]
    pub fn mark(&self, id: NodeId) -> K {
        self.nodes[id as usize].mark
    }

    #[inline]
    pub(crate) fn set_mark(&mut self, id: NodeId, mark: K) {
        self.nodes[id as usize].mark = mark;
    }

    /// Leads a node over a new parent at a new cost.
    pub(crate) fn redirect(&mut self, id: NodeId, parent: NodeId, g: Cost) {
        let node = &mut self.nodes[id as usize];
        node.parent = parent;
        node.g = g;
    }

    /// The bytes held by the nodes and by what their states own.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<S, M, K>>() + self.heap_bytes
    }

    /// The nodes from the initial one to `id`.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// A node as an observer sees it.
    pub(crate) fn entry(&self, id: NodeId, h: Cost) -> Entry<'_, S> {
        Entry { state: self.state(id), parent: self.parent(id).map(|id| self.state(id)), g: self.g(id), h }
    }

    /// The moves from the initial node to `id`, and what they cost.
    pub(crate) fn solution<P: Puzzle<State = S>>(&self, puzzle: &P, id: NodeId) -> (Vec<P::Move>, Cost) {
        let states: Vec<&S> = self.path(id).into_iter().map(|id| self.state(id)).collect();
        moves_along(puzzle, &states)
    }
}

/// The cheapest moves that lead along `states`, and what they cost.
///
/// # Panics
/// If a state is not a successor of the one before it.
pub(crate) fn moves_along<P: Puzzle>(puzzle: &P, states: &[&P::State]) -> (Vec<P::Move>, Cost) {
    let mut cost = 0;
    let moves = states.windows(2).map(|pair| {
        let leads_there = |&mv: &P::Move| puzzle.successor(pair[0], mv) == *pair[1];
        let mv = puzzle.moves(pair[0]).filter(leads_there).min_by_key(|&mv| puzzle.cost(mv));
        let mv = mv.expect("a node's state is a successor of its parent's");
        cost += puzzle.cost(mv);
        mv
    });
    (moves.collect(), cost)
}

/// Makes room for one more item, a quarter of the length at a time.
#[inline]
pub(crate) fn reserve_quarter<T>(items: &mut Vec<T>) {
    if items.len() == items.capacity() {
        items.reserve_exact((items.len() / 4).max(256));
    }
}

/// A hash whose high bits depend on every bit of the state.
#[inline]
pub(crate) fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// An open-addressing hash index from states to node numbers.
///
/// A slot holds 32 bits of the state's hash above the node number; the states themselves are only
/// compared in the arena, and growing never touches them.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    slots: Vec<u64>,
    len: usize,
}

/// Where a state is, or where it would go.
pub(crate) enum Slot {
    /// In this node.
    Taken(NodeId),
    /// Nowhere; it belongs in this slot.
    Vacant(u64),
}

impl Default for Index {
    fn default() -> Self {
        Index { slots: vec![u64::MAX; 1 << 10], len: 0 }
    }
}

impl Index {
    const EMPTY: u64 = u64::MAX;

    /// Looks for `state`.
    #[inline]
    pub(crate) fn find<S: Clone + Eq + Hash, M: Copy, K: Copy + Default>(
        &self,
        arena: &Arena<S, M, K>,
        state: &S,
    ) -> Slot {
        let tag = hash(state) >> 32;
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == Self::EMPTY {
                return Slot::Vacant(tag);
            }
            if slot >> 32 == tag && arena.state(slot as NodeId) == state {
                return Slot::Taken(slot as NodeId);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node in the place that [`Index::find`] named for its state.
    #[inline]
    pub(crate) fn insert(&mut self, tag: u64, id: NodeId) {
        if self.len >= self.room() {
            self.grow();
        }
        self.len += 1;
        Self::place(&mut self.slots, tag << 32 | u64::from(id));
    }

    fn place(slots: &mut [u64], slot: u64) {
        let mask = slots.len() - 1;
        let mut at = (slot >> 32) as usize & mask;
        while slots[at] != Self::EMPTY {
            at = (at + 1) & mask;
        }
        slots[at] = slot;
    }

    /// How many nodes fit before the index grows: three quarters of the slots.
    fn room(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![Self::EMPTY; self.slots.len() * 2];
        for &slot in self.slots.iter().filter(|&&slot| slot != Self::EMPTY) {
            Self::place(&mut slots, slot);
        }
        self.slots = slots;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// The bytes that will be added soon, when the index doubles: a memory limit must be felt
    /// before it is broken.
    pub(crate) fn growth(&self) -> usize {
        if self.len >= self.room() / 16 * 15 { 2 * self.bytes() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_of_a_word_takes_24_bytes() {
        assert_eq!(size_of::<Node<u64, u32, u32>>(), 24);
        assert_eq!(size_of::<Node<u64, u32, ()>>(), 24);
        assert_eq!(size_of::<Node<u64, (), ()>>(), 16);
    }

    #[test]
    fn the_index_finds_what_was_inserted_and_nothing_else() {
        let mut arena: Arena<u64, (), ()> = Arena::default();
        let mut index = Index::default();
        for state in (0..20_000u64).map(|i| i * i) {
            let Slot::Vacant(tag) = index.find(&arena, &state) else { panic!("{state} was there already") };
            let id = arena.push(state, None, 0, (), 0);
            index.insert(tag, id);
        }
        for (id, state) in (0..20_000u64).map(|i| i * i).enumerate() {
            assert!(matches!(index.find(&arena, &state), Slot::Taken(found) if found as usize == id));
            assert!(matches!(index.find(&arena, &(state + 1)), Slot::Vacant(_)) || state == 0);
        }
    }
}
