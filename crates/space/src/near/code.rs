//! A position as a few words: the nearer to the goal, the fewer of their bits are used.
//!
//! From the lowest bit on: the moves that lead back (four bits), whether the position is known from an earlier level,
//! whether it is its own mirror image, the cell of the blank (six bits); then for every cell one bit 0 if it holds
//! its own tile (or the blank). Otherwise there is the distance of the tile from its goal cell as that many ones and
//! a 0, and which of the cells at that distance is the goal cell. There are at most 4k cells at distance k, so this
//! takes at most 3k + 1 bits; and a move changes one distance by one. So a position at distance d takes at most
//! [`FIXED`] bits, one for each cell, and 3d.

/// The bits before those of the cells.
pub(crate) const FIXED: u32 = 12;
/// The moves that lead back.
pub(crate) const BACK: u64 = 0b1111;
/// Set for what was found at an earlier level.
pub(crate) const KNOWN: u64 = 1 << 4;
/// Set for a position that is its own mirror image.
pub(crate) const OWN_MIRROR: u64 = 1 << 5;
/// Where the cell of the blank begins.
pub(crate) const BLANK: u32 = 6;

/// Words that a position is written in.
pub(crate) trait Code: Copy + Ord + Default + Send + Sync {
    /// How many bits there are.
    const BITS: u32;

    /// Sets `bits` from the bit `at` on.
    fn put(&mut self, at: u32, bits: u64);

    /// At least 32 bits from the bit `at` on.
    fn bits(self, at: u32) -> u64;

    /// Whether two positions are the same, however they were reached.
    fn is_same(self, other: Self) -> bool;
}

impl Code for u128 {
    const BITS: u32 = 128;

    #[inline]
    fn put(&mut self, at: u32, bits: u64) {
        *self |= u128::from(bits) << at;
    }

    #[inline]
    fn bits(self, at: u32) -> u64 {
        self.checked_shr(at).unwrap_or(0) as u64
    }

    #[inline]
    fn is_same(self, other: Self) -> bool {
        (self ^ other) >> 5 == 0
    }
}

/// Twice as many bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wide {
    high: u128,
    low: u128,
}

impl Code for Wide {
    const BITS: u32 = 256;

    #[inline]
    fn put(&mut self, at: u32, bits: u64) {
        if at < 128 {
            self.low |= u128::from(bits) << at;
            // What does not fit continues in the higher half.
            self.high |= u128::from(bits).checked_shr(128 - at).unwrap_or(0);
        } else {
            self.high |= u128::from(bits) << (at - 128);
        }
    }

    #[inline]
    fn bits(self, at: u32) -> u64 {
        if at < 128 {
            (self.low >> at | self.high.checked_shl(128 - at).unwrap_or(0)) as u64
        } else {
            self.high.checked_shr(at - 128).unwrap_or(0) as u64
        }
    }

    #[inline]
    fn is_same(self, other: Self) -> bool {
        self.high == other.high && self.low.is_same(other.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_bits_cross_the_middle() {
        let mut code = Wide::default();
        code.put(120, 0xabcd);
        code.put(200, 0x77);
        assert_eq!((code.bits(120) & 0xffff, code.bits(128) & 0xff, code.bits(200)), (0xabcd, 0xab, 0x77));
        assert_eq!((code.low >> 120, code.high & 0xff), (0xcd, 0xab));
    }
}
