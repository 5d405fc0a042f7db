//! The positions of a layer by their hashes, for several threads at once.

use std::sync::atomic::{AtomicU64, Ordering};

use taquin_files::system::use_large_pages;

use crate::prefetch::prefetch;

/// A set of hashes, each with the smallest of the numbers it was entered with.
///
/// An entry has the upper half of a hash and a number; where it stands says some of the lower half. Two positions
/// with the same entry count as one, which loses one of them in about a thousand layers.
#[derive(Default)]
pub(super) struct Seen {
    entries: Vec<AtomicU64>,
    /// How many of the entries are used: a power of two.
    room: usize,
}

impl Seen {
    /// Forgets all, and makes room for `most` hashes.
    pub(super) fn clear(&mut self, most: usize) {
        self.room = (2 * most).next_power_of_two().max(1 << 10);
        if self.entries.len() < self.room {
            self.entries = Vec::with_capacity(self.room);
            use_large_pages(self.entries.spare_capacity_mut());
            self.entries.resize_with(self.room, AtomicU64::default);
        } else {
            self.entries[..self.room].iter_mut().for_each(|entry| *entry.get_mut() = 0);
        }
    }

    /// Asks for the memory that `hash` is looked up in.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.entries, hash as usize & self.room.wrapping_sub(1));
    }

    /// Asks for the memory of a place.
    #[inline(always)]
    pub(super) fn prefetch_place(&self, place: u32) {
        prefetch(&self.entries, place as usize);
    }

    /// Enters `hash` with a `number` above 0; gives its place.
    #[inline(always)]
    pub(super) fn enter(&self, hash: u64, number: u32) -> u32 {
        let (mask, entry) = (self.room - 1, hash >> 32 << 32 | u64::from(number));
        let mut place = hash as usize & mask;
        loop {
            let found = self.entries[place].load(Ordering::Relaxed);
            if found == 0 {
                match self.entries[place].compare_exchange(0, entry, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return place as u32,
                    Err(_) => continue,
                }
            }
            if found >> 32 == hash >> 32 {
                self.entries[place].fetch_min(entry, Ordering::Relaxed);
                return place as u32;
            }
            place = (place + 1) & mask;
        }
    }

    /// The smallest number that was entered at `place`.
    #[inline(always)]
    pub(super) fn first(&self, place: u32) -> u32 {
        self.entries[place as usize].load(Ordering::Relaxed) as u32
    }
}
