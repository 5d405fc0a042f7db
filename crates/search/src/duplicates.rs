//! What a best-first search does about states it has met before.

use std::hash::Hash;

use crate::arena::{Arena, Index, NodeId, Slot};

/// What is known of a state that was just generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is in this node.
    At(NodeId),
    /// Nothing; the number is for [`Duplicates::insert`].
    Nothing(u64),
}

/// A memory of the states met so far. A generated state that is known at no higher cost is dropped.
pub trait Duplicates<S> {
    /// What a node carries for this memory. The default is the mark of an open node.
    type Mark: Copy + Default;

    /// Looks for `state`, a successor of the node `parent`.
    fn find<M: Copy>(&self, arena: &Arena<S, M, Self::Mark>, parent: NodeId, state: &S) -> Known;

    /// Remembers the new node `id`, whose state `find` called unknown with this number.
    fn insert(&mut self, number: u64, id: NodeId);

    /// The mark of a node that is closed now.
    fn close(&mut self) -> Self::Mark;

    /// Forgets that one node was closed.
    fn reopen(&mut self);

    /// The place of a mark in the order of closing; `None` for that of an open node.
    fn closed_at(mark: Self::Mark) -> Option<u32>;

    /// How many nodes are closed.
    fn closed_len(&self) -> usize;

    /// The bytes held.
    fn bytes(&self) -> usize;

    /// The bytes that will be added soon.
    fn growth(&self) -> usize;
}

/// Tree search: a node only never generates its parent's state again. Nothing is remembered, so
/// a state may be open many times.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentOnly;

impl<S: Clone + Eq> Duplicates<S> for ParentOnly {
    type Mark = ();

    #[inline]
    fn find<M: Copy>(&self, arena: &Arena<S, M, ()>, parent: NodeId, state: &S) -> Known {
        match arena.parent(parent) {
            Some(grandparent) if arena.state(grandparent) == state => Known::At(grandparent),
            _ => Known::Nothing(0),
        }
    }

    fn insert(&mut self, _: u64, _: NodeId) {}
    fn close(&mut self) {}
    fn reopen(&mut self) {}
    fn closed_at((): ()) -> Option<u32> {
        None
    }
    fn closed_len(&self) -> usize {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn growth(&self) -> usize {
        0
    }
}

/// Graph search: one node per state. An open node reached at a lower cost is redirected, a closed
/// one is redirected and opened again.
#[derive(Clone, Debug, Default)]
pub struct ClosedList {
    index: Index,
    closings: u32,
    closed: usize,
}

impl<S: Clone + Eq + Hash> Duplicates<S> for ClosedList {
    /// How many nodes had been closed when this one was; 0 for an open node.
    type Mark = u32;

    #[inline]
    fn find<M: Copy>(&self, arena: &Arena<S, M, u32>, _: NodeId, state: &S) -> Known {
        match self.index.find(arena, state) {
            Slot::Taken(id) => Known::At(id),
            Slot::Vacant(tag) => Known::Nothing(tag),
        }
    }

    #[inline]
    fn insert(&mut self, number: u64, id: NodeId) {
        self.index.insert(number, id);
    }

    #[inline]
    fn close(&mut self) -> u32 {
        self.closed += 1;
        self.closings = self.closings.saturating_add(1);
        self.closings
    }

    fn reopen(&mut self) {
        self.closed -= 1;
    }

    #[inline]
    fn closed_at(mark: u32) -> Option<u32> {
        (mark != 0).then_some(mark)
    }

    fn closed_len(&self) -> usize {
        self.closed
    }

    fn bytes(&self) -> usize {
        self.index.bytes()
    }

    fn growth(&self) -> usize {
        self.index.growth()
    }
}
