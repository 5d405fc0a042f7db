//! A set of small integers, one bit each: a billion tiles take 128 MiB.

/// A set of the integers below its length.
#[derive(Clone, Debug)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set over the integers below `len`.
    pub(crate) fn new(len: u32) -> Self {
        BitSet { words: vec![0; len.div_ceil(64) as usize] }
    }

    /// Whether `value` is in the set.
    #[inline]
    pub(crate) fn contains(&self, value: u32) -> bool {
        self.words[(value / 64) as usize] >> (value % 64) & 1 == 1
    }

    /// Puts `value` into the set; whether it is new there.
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) -> bool {
        let word = &mut self.words[(value / 64) as usize];
        let bit = 1 << (value % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The smallest integer that is not in the set.
    pub(crate) fn first_missing(&self) -> u32 {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        u32::try_from(full).expect("a set over u32") * 64 + rest
    }
}
