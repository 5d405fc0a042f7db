//! The index that finds a state among the nodes of an arena.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::arena::{Arena, NodeId};

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
    pub(crate) fn find<S: Clone + Eq + Hash, X>(&self, arena: &Arena<S, X>, state: &S) -> Slot {
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

    /// The bytes that will be added soon, when the index doubles: a memory limit must be checked before it is
    /// exceeded.
    pub(crate) fn growth(&self) -> usize {
        if self.len >= self.room() / 16 * 15 { 2 * self.bytes() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_what_was_inserted_and_nothing_else() {
        let mut arena: Arena<u64, ()> = Arena::default();
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
