//! The head of a sequence: all tiles but the last five, as the digits of a number.
//!
//! Digit i is the rank of tile i among the tiles that are not before it, so a head is a number in a mixed base, and
//! its number is the lexicographic one. Moving a tile from one place to another changes only the digits between, each
//! by comparison with the moving tile's own rank (Lehmer 1960): the tiles themselves need not be known.
//!
//! The last three digits are counted within a block, the others count the blocks: a block is what is
//! swept at once and stays in the first cache.

use crate::tail::TAIL;

/// The digits of one head.
pub(crate) type Digits = [u8; Heads::MAX];

/// Where a head stands: the block, and the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) block: usize,
    pub(crate) inner: usize,
}

/// The numbering of all heads of a space.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    /// The number of tiles in a whole sequence.
    tiles: usize,
    /// The number of tiles in a head.
    len: usize,
    /// The first digit that counts within a block.
    split: usize,
    /// What each digit counts: blocks before `split`, places in a block from there.
    weights: [usize; Heads::MAX],
    blocks: usize,
    block: usize,
}

impl Heads {
    /// The most digits: those of 25 cells, whose blocks can still be counted in 64 bits.
    pub(crate) const MAX: usize = 19;
    /// How many digits count within a block.
    const INNER: usize = 3;

    /// The heads of all sequences of `tiles` tiles, or `None` if they cannot be counted.
    pub(crate) fn new(tiles: usize) -> Option<Self> {
        let len = tiles.saturating_sub(TAIL);
        let split = len.saturating_sub(Self::INNER);
        if len > Self::MAX {
            return None;
        }
        let mut weights = [0; Self::MAX];
        let count = |weights: &mut [usize], range: std::ops::Range<usize>| {
            range.rev().try_fold(1usize, |unit, place| {
                weights[place] = unit;
                unit.checked_mul(tiles - place)
            })
        };
        let block = count(&mut weights, split..len)?;
        let blocks = count(&mut weights, 0..split)?;
        Some(Heads { tiles, len, split, weights, blocks, block })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The first digit that counts within a block.
    pub(crate) fn split(&self) -> usize {
        self.split
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many heads a block has.
    pub(crate) fn block(&self) -> usize {
        self.block
    }

    /// How many tiles may stand in a place.
    pub(crate) fn choices(&self, place: usize) -> usize {
        self.tiles - place
    }

    /// How many ways there are to fill the first `prefix` places, which are before the split.
    pub(crate) fn prefixes(&self, prefix: usize) -> usize {
        (0..prefix).map(|place| self.tiles - place).product()
    }

    /// How many heads in a row share the digits before `place`, which is not before the split.
    pub(crate) fn run(&self, place: usize) -> usize {
        if place <= self.split { self.block } else { self.weights[place - 1] }
    }

    /// The digits of a head.
    pub(crate) fn digits(&self, at: At) -> Digits {
        let mut digits = [0; Self::MAX];
        let mut block = at.block;
        for place in (0..self.split).rev() {
            digits[place] = (block % (self.tiles - place)) as u8;
            block /= self.tiles - place;
        }
        self.with_inner(digits, at.inner)
    }

    /// The digits of another head of the same block.
    pub(crate) fn with_inner(&self, mut digits: Digits, mut inner: usize) -> Digits {
        for place in (self.split..self.len).rev() {
            digits[place] = (inner % (self.tiles - place)) as u8;
            inner /= self.tiles - place;
        }
        digits
    }

    /// Where the head with these digits stands.
    #[inline(always)]
    pub(crate) fn at(&self, digits: &Digits) -> At {
        let sum = |range: std::ops::Range<usize>| {
            range.fold(0, |sum, place| sum + self.weights[place] * usize::from(digits[place]))
        };
        At { block: sum(0..self.split), inner: sum(self.split..self.len) }
    }

    /// Counts the digits from the split to `end` up by one, as an odometer does.
    #[inline(always)]
    pub(crate) fn count_up(&self, digits: &mut Digits, end: usize) {
        for place in (self.split..end).rev() {
            digits[place] += 1;
            if usize::from(digits[place]) < self.tiles - place {
                return;
            }
            digits[place] = 0;
        }
    }
}

/// Whether the head with these digits, or a sequence with these and the tail's, is an odd permutation.
#[inline(always)]
pub(crate) fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// Moves the tile in place `from` to place `to`, both in the head.
#[inline(always)]
pub(crate) fn shift(digits: &mut Digits, from: usize, to: usize) {
    if to <= from {
        let rank = digits[from];
        if from > to {
            digits[from] = take(digits, to, from, rank);
        }
    } else {
        digits[to] = give_within(digits, from, to);
    }
}

/// Puts the tile of `rank` among those from place `end` on into place `to`, in front of the tiles in
/// `to..end`. Returns the digit of the last of these, which has been pushed out to place `end`.
#[inline(always)]
pub(crate) fn take(digits: &mut Digits, to: usize, end: usize, mut rank: u8) -> u8 {
    let mut pushed = 0;
    for place in (to..end).rev() {
        let greater = rank >= digits[place];
        let digit = digits[place] - u8::from(!greater);
        rank += u8::from(greater);
        if place + 1 < end {
            digits[place + 1] = digit;
        } else {
            pushed = digit;
        }
    }
    digits[to] = rank;
    pushed
}

/// Takes the tile in place `from` out, over the tiles in `from + 1..=to`. Returns its rank among what
/// is left at place `to`.
#[inline(always)]
fn give_within(digits: &mut Digits, from: usize, to: usize) -> u8 {
    let mut rank = digits[from];
    for place in from + 1..=to {
        let greater = rank > digits[place];
        digits[place - 1] = digits[place] + u8::from(!greater);
        rank -= u8::from(greater);
    }
    rank
}

/// Takes the tile in place `from` out of a head of `len` tiles and lets the first tile of the tail,
/// of rank `first` there, in at its end. Returns the rank of the tile among the tiles of the new tail.
#[inline(always)]
pub(crate) fn give(digits: &mut Digits, from: usize, len: usize, first: u8) -> u8 {
    let rank = give_within(digits, from, len - 1);
    let greater = rank > first;
    digits[len - 1] = first + u8::from(!greater);
    rank - u8::from(greater)
}
