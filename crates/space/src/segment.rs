//! A set of positions as bytes: the part of a level that lies in one window, or a run of successors
//! on its way to the window they belong to.
//!
//! Numbers ascend, and each is written as its distance to the one before, seven bits a byte. Where more
//! than seven positions fall on a word the words themselves are shorter: they are announced by a difference
//! of 0, which no position has. So a sparse level costs about log2 of its sparsity for each position, a
//! dense one little more than a bit for each place.

use crate::tail::Word;

/// The number of a position in its half: 64 times the number of its word, and the bit.
pub(crate) type Number = u128;

/// A set of positions, written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// How many there are.
    pub count: u64,
    /// Their numbers, as the head of this file says. Only this crate makes segments; other crates store or send them,
    /// and return the same bytes.
    pub bytes: Vec<u8>,
}

/// Writes positions down, in ascending order.
pub(crate) struct Writer {
    segment: Segment,
    /// The smallest number that may come next.
    next: Number,
}

impl Writer {
    /// A writer for numbers from `start` on.
    pub(crate) fn new(start: Number) -> Self {
        Writer { segment: Segment::default(), next: start }
    }

    /// Adds one position.
    #[inline]
    pub(crate) fn push(&mut self, number: Number) {
        self.varint(number - self.next + 1);
        self.next = number + 1;
        self.segment.count += 1;
    }

    /// Adds the positions of neighbouring words, the first of which is `word`.
    pub(crate) fn push_words(&mut self, word: usize, words: &[Word]) {
        let count: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let start = word as Number * 64;
        if count > 7 * words.len() as u64 {
            self.segment.bytes.push(0);
            self.varint(start - self.next);
            self.varint(words.len() as Number);
            self.segment.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            self.next = start + words.len() as Number * 64;
            self.segment.count += count;
        } else if count > 0 {
            for (at, &word) in words.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    self.push(start + at as Number * 64 + Number::from(rest.trailing_zeros()));
                    rest &= rest - 1;
                }
            }
        }
    }

    #[inline]
    fn varint(&mut self, mut value: Number) {
        while value >= 128 {
            self.segment.bytes.push(value as u8 | 128);
            value >>= 7;
        }
        self.segment.bytes.push(value as u8);
    }

    pub(crate) fn finish(self) -> Segment {
        self.segment
    }
}

impl Segment {
    /// The positions in ascending order. `start` is what the writer was given.
    pub(crate) fn numbers(&self, start: Number) -> Numbers<'_> {
        Numbers { bytes: &self.bytes, next: start, words: &[], word: 0 }
    }

    /// Adds the positions to `words`, whose first has the number `start / 64`, and calls the closure for each word
    /// that is changed.
    pub(crate) fn add_to(&self, words: &mut [Word], mut touch: impl FnMut(usize)) {
        let mut numbers = self.numbers(0);
        while let Some(number) = numbers.next_single() {
            match number {
                Item::Number(number) => {
                    let word = (number / 64) as usize;
                    words[word] |= 1 << (number % 64);
                    touch(word);
                }
                Item::Words(first, bytes) => {
                    let first = (first / 64) as usize;
                    for (at, bytes) in bytes.as_chunks().0.iter().enumerate() {
                        words[first + at] |= Word::from_le_bytes(*bytes);
                        touch(first + at);
                    }
                }
            }
        }
    }
}

enum Item<'a> {
    Number(Number),
    Words(Number, &'a [u8]),
}

/// The positions of a segment, one after the other.
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
    next: Number,
    /// The words that are being read, after the present one.
    words: &'a [u8],
    /// The rest of the present word.
    word: Word,
}

impl<'a> Numbers<'a> {
    #[inline]
    fn varint(&mut self) -> Number {
        let (&first, mut rest) = self.bytes.split_first().expect("a segment ends with a whole number");
        let mut value = Number::from(first & 127);
        let mut more = first >= 128;
        let mut shift = 7;
        while more {
            let (&byte, after) = rest.split_first().expect("a segment ends with a whole number");
            value |= Number::from(byte & 127) << shift;
            shift += 7;
            more = byte >= 128;
            rest = after;
        }
        self.bytes = rest;
        value
    }

    /// The next position, or the next run of words.
    #[inline]
    fn next_single(&mut self) -> Option<Item<'a>> {
        if self.bytes.is_empty() {
            return None;
        }
        let gap = self.varint();
        if gap > 0 {
            self.next += gap;
            return Some(Item::Number(self.next - 1));
        }
        let start = self.next + self.varint();
        let len = self.varint();
        let (words, rest) = self.bytes.split_at(len as usize * 8);
        self.bytes = rest;
        self.next = start + len * 64;
        Some(Item::Words(start, words))
    }
}

impl Iterator for Numbers<'_> {
    type Item = Number;

    #[inline]
    fn next(&mut self) -> Option<Number> {
        loop {
            if self.word != 0 {
                let bit = self.word.trailing_zeros();
                self.word &= self.word - 1;
                // The words left, this one included, end where the next number may begin.
                return Some(self.next - 64 - self.words.len() as Number * 8 + Number::from(bit));
            }
            if let Some((bytes, rest)) = self.words.split_first_chunk() {
                self.word = Word::from_le_bytes(*bytes);
                self.words = rest;
                continue;
            }
            match self.next_single()? {
                Item::Number(number) => return Some(number),
                Item::Words(_, words) => self.words = words,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            start in 0..1000usize,
            gaps in prop::collection::vec((0..400u32, any::<u64>(), 1..9usize), 0..40),
        ) {
            let mut writer = Writer::new(start as Number * 64);
            let mut expected = Vec::new();
            let mut next = start;
            for (gap, bits, len) in gaps {
                next += gap as usize;
                // Thin words and dense ones, one or several.
                let words = vec![if gap % 3 == 0 { bits } else { bits & bits >> 7 & bits >> 21 & bits >> 35 }; len];
                writer.push_words(next, &words);
                for (at, word) in words.iter().enumerate() {
                    let base = (next + at) as Number * 64;
                    expected.extend((0..64).filter(|bit| word >> bit & 1 == 1).map(|bit| base + bit));
                }
                next += len;
            }
            let segment = writer.finish();
            prop_assert_eq!(segment.count, expected.len() as u64);
            prop_assert_eq!(segment.numbers(start as Number * 64).collect::<Vec<_>>(), expected.clone());
            let mut words = vec![0; next - start];
            segment.add_to(&mut words, |_| ());
            let set = (0..words.len() * 64).filter(|at| words[at / 64] >> (at % 64) & 1 == 1);
            let set: Vec<Number> = set.map(|at| (at + start * 64) as Number).collect();
            prop_assert_eq!(set, expected);
        }
    }

    #[test]
    fn far_numbers_and_dense_words_are_short() {
        let mut writer = Writer::new(0);
        writer.push(1 << 100);
        writer.push((1 << 100) + 5);
        assert_eq!(writer.segment.bytes.len(), 15 + 1);
        writer.push_words(1 << 60, &[]);
        let mut dense = Writer::new(0);
        dense.push_words(3, &[u64::MAX >> 4; 100]);
        assert!(dense.segment.bytes.len() < 810);
    }
}
