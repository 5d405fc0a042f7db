//! The positions of all layers so far, as far as there is room, for several threads at once.

use std::sync::atomic::{AtomicU32, Ordering};

use taquin_files::system::use_large_pages;

use crate::prefetch::prefetch;

/// How many entries there are for every position of a layer, at the least; and in all, at the least and at the most.
const ENTRIES: usize = 32;
const LEAST: usize = 1 << 18;
const MOST: usize = 1 << 26;

/// The low bits of an entry hold bits of a hash, the others the number of a layer.
const TAG_BITS: u32 = 20;

/// A set of hashes that forgets those of earlier layers where it has no room for them.
///
/// A position that comes again is of no use: it has been reached by fewer moves before. Without this set, a narrow
/// search of a large board visits the same positions again and again. Two positions with the same entry count as one,
/// which loses about one position in a million.
#[derive(Default)]
pub(super) struct Closed {
    entries: Vec<AtomicU32>,
}

impl Closed {
    /// The bytes for every position of a layer.
    pub(super) const BYTES: usize = 2 * ENTRIES * size_of::<AtomicU32>();

    /// Forgets all, and makes room for layers of `width` positions.
    pub(super) fn clear(&mut self, width: usize) {
        let room = (ENTRIES * width).next_power_of_two().clamp(LEAST, MOST);
        self.entries.clear();
        self.entries.reserve_exact(room);
        use_large_pages(self.entries.spare_capacity_mut());
        self.entries.resize_with(room, AtomicU32::default);
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.entries.len().wrapping_sub(1)
    }

    /// Asks for the memory that `hash` is looked up in.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.entries, self.place(hash));
    }

    /// Enters a position of the layer of this number, from 1. Of those that want the same place, the one of the last
    /// layer has it, whatever the order in which they are entered.
    #[inline(always)]
    pub(super) fn enter(&self, hash: u64, layer: usize) {
        let layer = layer.min((1 << (u32::BITS - TAG_BITS)) - 1) as u32;
        self.entries[self.place(hash)].fetch_max(layer << TAG_BITS | tag(hash), Ordering::Relaxed);
    }

    /// Whether `hash` was entered, as far as is remembered.
    #[inline(always)]
    pub(super) fn has(&self, hash: u64) -> bool {
        let entry = self.entries[self.place(hash)].load(Ordering::Relaxed);
        entry != 0 && entry & ((1 << TAG_BITS) - 1) == tag(hash)
    }
}

/// The bits of a hash that an entry holds: the highest, which do not say where it stands.
#[inline(always)]
fn tag(hash: u64) -> u32 {
    (hash >> (u64::BITS - TAG_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_layer_has_the_place() {
        let mut closed = Closed::default();
        closed.clear(1);
        let [one, other] = [1 << 63 | 5, 1 << 62 | 5];
        assert!(!closed.has(one));
        closed.enter(one, 3);
        assert!(closed.has(one) && !closed.has(other));
        closed.enter(other, 4);
        closed.enter(one, 3);
        assert!(closed.has(other) && !closed.has(one));
        closed.clear(1);
        assert!(!closed.has(other));
    }
}
