//! The nodes of a search, in one vector.
//!
//! A node is its state, the number of its parent, its cost and the extra data of the search: 16 bytes where the state
//! is one word and nothing else is kept. The move that led to it is not stored; the moves along a solution are
//! recomputed by trying the parent's moves.

use crate::puzzle::{Cost, Puzzle};

/// The number of a node in its arena; nodes are numbered in the order in which they were made.
pub(crate) type NodeId = u32;

/// The parent of the initial node.
pub(crate) const NONE: NodeId = NodeId::MAX;

/// Nodes are numbered below this, so that the numbers of a few more expansions still fit.
const MOST_NODES: usize = NodeId::MAX as usize - (1 << 24);

#[derive(Clone, Debug)]
struct Node<S, X> {
    state: S,
    parent: NodeId,
    g: Cost,
    extra: X,
}

/// The nodes of one search: states of type `S`, and an `X` beside each.
#[derive(Clone, Debug)]
pub(crate) struct Arena<S, X> {
    nodes: Vec<Node<S, X>>,
    heap_bytes: usize,
}

impl<S, X> Default for Arena<S, X> {
    fn default() -> Self {
        Arena { nodes: Vec::new(), heap_bytes: 0 }
    }
}

impl<S: Clone + Eq, X> Arena<S, X> {
    /// Adds a node whose state owns `heap_bytes` beyond its own size.
    #[inline]
    pub(crate) fn push(
        &mut self,
        state: S,
        parent: Option<NodeId>,
        g: Cost,
        extra: X,
        heap_bytes: usize,
    ) -> NodeId {
        self.heap_bytes += heap_bytes;
        let id = self.nodes.len() as NodeId;
        push_tight(&mut self.nodes, Node { state, parent: parent.unwrap_or(NONE), g, extra });
        id
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the node numbers are about to run out.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// The state of a node.
    #[inline]
    pub(crate) fn state(&self, id: NodeId) -> &S {
        &self.nodes[id as usize].state
    }

    /// The parent of a node; `None` for the initial node.
    #[inline]
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// The state of a node's parent.
    #[inline]
    pub(crate) fn parent_state(&self, id: NodeId) -> Option<&S> {
        self.parent(id).map(|parent| self.state(parent))
    }

    /// The cost of the path to a node.
    #[inline]
    pub(crate) fn g(&self, id: NodeId) -> Cost {
        self.nodes[id as usize].g
    }

    /// The extra data of a node.
    #[inline]
    pub(crate) fn extra(&self, id: NodeId) -> &X {
        &self.nodes[id as usize].extra
    }

    #[inline]
    pub(crate) fn extra_mut(&mut self, id: NodeId) -> &mut X {
        &mut self.nodes[id as usize].extra
    }

    /// Gives a node a new parent and a new cost.
    pub(crate) fn redirect(&mut self, id: NodeId, parent: NodeId, g: Cost) {
        let node = &mut self.nodes[id as usize];
        node.parent = parent;
        node.g = g;
    }

    /// The bytes held by the nodes and by what their states own.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<S, X>>() + self.heap_bytes
    }

    /// The states from the initial node to `id`.
    pub(crate) fn path(&self, id: NodeId) -> Vec<&S> {
        let nodes = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<&S> = nodes.map(|id| self.state(id)).collect();
        path.reverse();
        path
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

/// Adds an item to a vector that grows by a quarter: growing by doubling would ask for far more than
/// is used.
#[inline]
pub(crate) fn push_tight<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        items.reserve_exact((items.len() / 4).max(256));
    }
    items.push(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_of_a_word_takes_16_bytes() {
        assert_eq!(size_of::<Node<u64, ()>>(), 16);
        assert_eq!(size_of::<Node<u64, (u32, u32)>>(), 24);
    }
}
