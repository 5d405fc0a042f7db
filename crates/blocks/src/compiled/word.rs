//! Fixed-size bit sets, used both for the cells of a board and for packed states.
//!
//! The usual boards fit in one machine word; larger ones take two, and [`Wide`] holds the rest.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of small numbers, kept in the bits of a value that is cheap to copy.
pub trait Word: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// How many bits there are.
    const BITS: usize;

    /// The set that contains only `index`.
    #[must_use]
    fn bit(index: usize) -> Self;
    /// The elements of both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// The elements of either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// The elements of exactly one.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// The elements of `self` that are not in `other`.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Whether there is no element.
    #[must_use]
    fn is_empty(self) -> bool;
    /// The smallest element; the set must not be empty.
    #[must_use]
    fn lowest(self) -> usize;
    /// The set without its smallest element.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The `len` bits that begin at `shift`, moved down to 0.
    #[must_use]
    fn slice(self, shift: usize, len: usize) -> Self;
    /// The number that the lowest bits spell, up to 64 of them.
    #[must_use]
    fn number(self) -> u64;
    /// The set whose bits spell `number`, moved up by `shift`; the result must fit.
    #[must_use]
    fn spelled(number: u64, shift: usize) -> Self;
    /// How many elements there are.
    #[must_use]
    fn count(self) -> usize;
    /// Well-mixed bits for a hash table of a power-of-two size, taken from the top.
    #[must_use]
    fn mixed(self) -> u64;

    /// Whether there is no common element.
    #[inline]
    #[must_use]
    fn disjoint(self, other: Self) -> bool {
        self.and(other).is_empty()
    }
    /// The elements, ascending.
    #[inline]
    fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

/// The elements of a [`Word`], ascending.
#[derive(Clone, Copy, Debug)]
pub struct Elements<W>(W);

impl<W: Word> Iterator for Elements<W> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }
}

/// An odd number near 2^64 over the golden ratio: Knuth's multiplicative hashing.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

macro_rules! machine_word {
    ($type:ty, $fold:expr) => {
        impl Word for $type {
            const BITS: usize = <$type>::BITS as usize;
            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn slice(self, shift: usize, len: usize) -> Self {
                (self >> shift) & (<$type>::MAX >> (<Self as Word>::BITS - len))
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the lowest bits are what is asked for")]
            fn number(self) -> u64 {
                self as u64
            }
            #[inline]
            fn spelled(number: u64, shift: usize) -> Self {
                <$type>::from(number) << shift
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn mixed(self) -> u64 {
                let folded: u64 = $fold(self);
                folded.wrapping_mul(GOLDEN)
            }
        }
    };
}
machine_word!(u64, |word: u64| word);
machine_word!(u128, |word: u128| (word as u64) ^ ((word >> 64) as u64).wrapping_mul(GOLDEN).rotate_left(29));

/// A set of `64 * N` numbers, for boards and states that outgrow two machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> Wide<N> {
    /// Whether its operations are calls: for many words, inlining takes long to compile and is no faster.
    const IS_LONG: bool = N > 4;

    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        if Self::IS_LONG { self.zip_long(&other, combine) } else { self.zip_here(&other, combine) }
    }
    #[inline(always)]
    fn zip_here(self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|index| combine(self.0[index], other.0[index])))
    }
    #[inline(never)]
    fn zip_long(self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        self.zip_here(other, combine)
    }
    /// The first of its words that is not 0.
    #[inline]
    fn first(&self) -> Option<usize> {
        if Self::IS_LONG { first_long(&self.0) } else { first_here(&self.0) }
    }
    #[inline(always)]
    fn slice_here(&self, shift: usize, len: usize) -> Self {
        let (words, bits) = (shift / 64, shift % 64);
        let at = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let shifted: [u64; N] = std::array::from_fn(|index| {
            let low = at(index + words) >> bits;
            if bits == 0 { low } else { low | at(index + words + 1) << (64 - bits) }
        });
        Wide(std::array::from_fn(|index| match len.saturating_sub(64 * index) {
            0 => 0,
            left if left >= 64 => shifted[index],
            left => shifted[index] & ((1 << left) - 1),
        }))
    }
    #[inline(never)]
    fn slice_long(&self, shift: usize, len: usize) -> Self {
        self.slice_here(shift, len)
    }
}

#[inline(always)]
fn first_here(words: &[u64]) -> Option<usize> {
    words.iter().position(|&word| word != 0)
}
#[inline(never)]
fn first_long(words: &[u64]) -> Option<usize> {
    first_here(words)
}

#[inline(always)]
fn mixed_here(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, &word| (hash.rotate_left(29) ^ word).mixed())
}
#[inline(never)]
fn mixed_long(words: &[u64]) -> u64 {
    mixed_here(words)
}

impl<const N: usize> Word for Wide<N> {
    const BITS: usize = 64 * N;
    fn bit(index: usize) -> Self {
        Self::spelled(1, index)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.first().is_none()
    }
    #[inline]
    fn lowest(self) -> usize {
        let index = self.first().expect("the set is not empty");
        64 * index + self.0[index].trailing_zeros() as usize
    }
    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(index) = self.first() {
            self.0[index] &= self.0[index] - 1;
        }
        self
    }
    #[inline]
    fn slice(self, shift: usize, len: usize) -> Self {
        if Self::IS_LONG { self.slice_long(shift, len) } else { self.slice_here(shift, len) }
    }
    fn number(self) -> u64 {
        self.0[0]
    }
    fn spelled(number: u64, shift: usize) -> Self {
        let mut result = [0; N];
        let (word, bits) = (shift / 64, shift % 64);
        result[word] = number << bits;
        if bits > 0 && number >> (64 - bits) != 0 {
            result[word + 1] = number >> (64 - bits);
        }
        Wide(result)
    }
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    #[inline]
    fn mixed(self) -> u64 {
        if Self::IS_LONG { mixed_long(&self.0) } else { mixed_here(&self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_widths_agree(a: u64, b: u64, shift in 0_usize..60, len in 1_usize..=64) {
            fn check<W: Word>(a: u64, b: u64, shift: usize, len: usize) -> Vec<u64> {
                let (x, y) = (W::spelled(a, 0), W::spelled(b, 0));
                let mut all = vec![
                    x.and(y).number(), x.or(y).number(), x.xor(y).number(), x.minus(y).number(),
                    x.slice(shift, len).number(), x.without_lowest().number(), x.count() as u64,
                    u64::from(x.disjoint(y)),
                ];
                all.extend(x.elements().map(|element| element as u64));
                all
            }
            let len = len.min(64 - shift);
            let expected = check::<u64>(a, b, shift, len);
            prop_assert_eq!(&check::<u128>(a, b, shift, len), &expected);
            prop_assert_eq!(&check::<Wide<1>>(a, b, shift, len), &expected);
            prop_assert_eq!(&check::<Wide<3>>(a, b, shift, len), &expected);
            prop_assert_eq!(&check::<Wide<5>>(a, b, shift, len), &expected);
        }

        #[test]
        fn wide_numbers_come_back(number: u64, shift in 0_usize..128) {
            prop_assert_eq!(Wide::<3>::spelled(number, shift).slice(shift, 64).number(), number);
            prop_assert_eq!(Wide::<3>::bit(shift).lowest(), shift);
            prop_assert_eq!(Wide::<32>::spelled(number, 9 * shift).slice(9 * shift, 64).number(), number);
        }
    }
}
