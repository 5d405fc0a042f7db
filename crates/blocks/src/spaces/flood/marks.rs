//! Two bits for each position of a space: unseen, of an odd level, of an even one, or expanded.
//!
//! A position that is marked has one of its bits set, one that is expanded both. Bits are only ever set,
//! and the result of a level does not depend on the order in which threads set them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use taquin_search::Cost;

/// How many bits a position has.
pub(crate) const PLANES: usize = 2;

/// Where a position's bits are: the first word of its block, the words of a plane of the block, its
/// number in the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) block: usize,
    pub(super) words: usize,
    pub(super) number: usize,
}

/// The bits of all positions.
#[derive(Debug)]
pub(super) struct Marks {
    bits: Vec<AtomicU64>,
}

impl Marks {
    /// Nothing is marked in `words` words. Memory is taken only as it is touched.
    pub(super) fn new(words: usize) -> Self {
        Marks { bits: bytemuck::allocation::zeroed_vec(words) }
    }

    /// Which plane stands for a level.
    fn plane(depth: Cost) -> usize {
        depth as usize % 2
    }

    /// Marks a position as one of the level `depth`; whether it was unseen.
    #[inline]
    pub(super) fn mark(&self, place: Place, depth: Cost) -> bool {
        let (word, bit) = (place.block + place.number / 64, 1 << (place.number % 64));
        let seen = self.bits[word].load(Relaxed) | self.bits[word + place.words].load(Relaxed);
        if seen & bit != 0 {
            return false;
        }
        self.bits[word + Self::plane(depth) * place.words].fetch_or(bit, Relaxed) & bit == 0
    }

    /// The positions of one word of a block that are of the level `depth`; they count as expanded
    /// from now on.
    #[inline]
    pub(super) fn take(&self, block: usize, words: usize, word: usize, depth: Cost) -> u64 {
        let plane = |plane: usize| &self.bits[block + plane * words + word];
        let (this, other) = (plane(Self::plane(depth)), plane(Self::plane(depth + 1)));
        let level = this.load(Relaxed) & !other.load(Relaxed);
        if level != 0 {
            other.fetch_or(level, Relaxed);
        }
        level
    }

    /// The positions of one word of a block that were seen.
    pub(super) fn seen(&self, block: usize, words: usize, word: usize) -> u64 {
        self.bits[block + word].load(Relaxed) | self.bits[block + words + word].load(Relaxed)
    }

    /// Forgets a word of a block but for these positions, which are of level 0.
    pub(super) fn begin_again(&self, block: usize, words: usize, word: usize, level: u64) {
        self.bits[block + word].store(level, Relaxed);
        self.bits[block + words + word].store(0, Relaxed);
    }
}
