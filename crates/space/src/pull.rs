//! How a block of one plane collects what a level of the neighbouring planes leads to.
//!
//! A word of the new level is the union of words of the old one, each rearranged by a move. Only the
//! place of the moving tile matters:
//! - within the head, whole runs of words are taken over as they are;
//! - within the tail, the bits of each word change places;
//! - from one to the other, a word comes in five groups of twelve bits from five words.
//!
//! The tables hold what is the same in every block; the rest is counted out with the digits.

use crate::head::{At, Digits, Heads, give, is_odd, shift, take};
use crate::space::{Plane, Space, Step};
use crate::tail::{GROUP, GROUP_MASK, Shuffle, TAIL, Word};

/// A level in one half of the planes.
#[derive(Clone, Copy)]
pub(crate) struct Level<'a> {
    pub(crate) words: &'a [Word],
    /// Which blocks hold anything.
    pub(crate) live: &'a [bool],
    /// How many planes the half has.
    pub(crate) planes: usize,
    /// The first block that is there.
    pub(crate) first: usize,
}

impl<'a> Level<'a> {
    /// The words of one plane in one block of `len` heads, unless the block is empty or not there.
    #[inline(always)]
    fn block(&self, block: usize, slot: usize, len: usize) -> Option<&'a [Word]> {
        let block = block.wrapping_sub(self.first);
        self.live.get(block).is_some_and(|&live| live).then(|| {
            let start = (block * self.planes + slot) * len;
            &self.words[start..start + len]
        })
    }
}

/// The block being collected, and what all of its heads share.
pub(crate) struct Block<'a> {
    pub(crate) heads: &'a Heads,
    pub(crate) number: usize,
    /// The digits of its first head.
    pub(crate) digits: Digits,
    /// For each of its heads, whether its tails are odd.
    pub(crate) odd: &'a [bool],
}

/// What a plane collects from one neighbouring plane.
pub(crate) struct Pull {
    /// The place of that plane in its half.
    slot: usize,
    kind: Kind,
}

enum Kind {
    /// The sequence does not change.
    Same,
    /// A tile moves within the head; `end` is the first place that keeps its digit.
    Runs { from: usize, to: usize, end: usize },
    /// The same within the digits of a block: for each head the place of the other.
    Inner(Box<[u16]>),
    /// A tile moves within the tail; the shuffles are for even and odd tails.
    Tail(Box<[Shuffle; 2]>),
    /// A tile moves between head and tail.
    Split(Split),
}

struct Split {
    /// The place in the head.
    head: usize,
    /// The place in the tail.
    tail: usize,
    /// Whether the tile comes from the tail into the head, seen from the word that collects.
    takes: bool,
    /// For even and odd tails; not needed for the first place, where groups already stand apart.
    shuffles: Option<Box<[Shuffle; 2]>>,
    /// The parts of each head's word, where they are all in the same block.
    table: Option<Box<[[Part; TAIL]]>>,
}

/// A group of twelve bits in another word of the same block.
#[derive(Clone, Copy)]
struct Part {
    inner: u16,
    shift: u8,
    /// Whether the parities of the two tails differ.
    flips: bool,
}

impl Pull {
    /// What the planes collect, for every plane one list.
    pub(crate) fn plan(space: &Space) -> Vec<Vec<Pull>> {
        let pulls = |plane: &Plane| plane.steps.iter().map(|&step| Pull::new(space, step)).collect();
        space.planes().iter().map(pulls).collect()
    }

    fn new(space: &Space, step: Step) -> Self {
        let Step { plane, from, to } = step;
        let heads = space.heads();
        let (len, low, high) = (heads.len(), from.min(to), from.max(to));
        let kind = if from == to {
            Kind::Same
        } else if low >= len {
            // The shuffle is told the parity before the move that it undoes: the collecting word's.
            let shuffle = |odd| Shuffle::undo_move(space.tail(), from - len, to - len, odd);
            Kind::Tail(Box::new([shuffle(false), shuffle(true)]))
        } else if high >= len {
            Kind::Split(Split::new(heads, low, high - len, from > to))
        } else if low >= heads.split() {
            Kind::Inner(inner_table(heads, |digits| shift(digits, from, to)))
        } else {
            Kind::Runs { from, to, end: high + 1 }
        };
        Pull { slot: space.planes()[plane].slot, kind }
    }

    /// Adds to the words of `block` what the moves of this step lead to from `level`.
    #[inline(always)]
    pub(crate) fn collect(&self, block: &Block<'_>, level: Level<'_>, words: &mut [Word]) {
        if let Kind::Runs { from, to, end } = self.kind {
            return self.collect_runs(block, level, words, [from, to, end]);
        }
        if let Kind::Split(split @ Split { table: None, .. }) = &self.kind {
            return split.collect_far(block, level, self.slot, words);
        }
        let Some(source) = level.block(block.number, self.slot, words.len()) else { return };
        match &self.kind {
            Kind::Same => union(words, source),
            Kind::Inner(table) => {
                for (word, &inner) in words.iter_mut().zip(table) {
                    *word |= source[usize::from(inner)];
                }
            }
            Kind::Tail(shuffles) => {
                for ((word, &other), &odd) in words.iter_mut().zip(source).zip(block.odd) {
                    if other != 0 {
                        *word |= shuffles[usize::from(odd)].apply(other);
                    }
                }
            }
            Kind::Split(split) => split.collect_near(block, source, words),
            Kind::Runs { .. } => {}
        }
    }

    #[inline(always)]
    fn collect_runs(
        &self,
        block: &Block<'_>,
        level: Level<'_>,
        words: &mut [Word],
        [from, to, end]: [usize; 3],
    ) {
        let heads = block.heads;
        let whole = words.len();
        let len = heads.run(end);
        let mut digits = block.digits;
        for run in words.chunks_exact_mut(len) {
            let mut other = digits;
            shift(&mut other, from, to);
            let At { block, inner } = heads.at(&other);
            if let Some(source) = level.block(block, self.slot, whole) {
                union(run, &source[inner..inner + len]);
            }
            heads.count_up(&mut digits, end);
        }
    }
}

/// Adds the other words to these.
#[inline(always)]
pub(crate) fn union(words: &mut [Word], others: &[Word]) {
    for (word, other) in words.iter_mut().zip(others) {
        *word |= other;
    }
}

/// For each head of a block, where `change` leads to in it.
fn inner_table(heads: &Heads, change: impl Fn(&mut Digits)) -> Box<[u16]> {
    let place = |inner| {
        let mut digits = heads.digits(At { block: 0, inner });
        change(&mut digits);
        heads.at(&digits).inner as u16
    };
    (0..heads.block()).map(place).collect()
}

impl Split {
    fn new(heads: &Heads, head: usize, tail: usize, takes: bool) -> Self {
        let shuffle = |odd| if takes { Shuffle::ungroup(tail, odd) } else { Shuffle::group(tail, odd) };
        let mut split = Split { head, tail, takes, shuffles: None, table: None };
        if tail > 0 {
            split.shuffles = Some(Box::new([shuffle(false), shuffle(true)]));
        }
        if head >= heads.split() {
            let parts = |inner| {
                let digits = heads.digits(At { block: 0, inner });
                split.parts(heads, &digits).map(|(_, part)| part)
            };
            split.table = Some((0..heads.block()).map(parts).collect());
        }
        split
    }

    /// For each tile that a tail may have in its place (or first, if the head gives), by rank: the
    /// head of the other word and the group in it.
    #[inline(always)]
    fn parts(&self, heads: &Heads, digits: &Digits) -> [(usize, Part); TAIL] {
        std::array::from_fn(|rank| {
            let rank = rank as u8;
            let mut other = *digits;
            let group = if self.takes {
                take(&mut other, self.head, heads.len(), rank)
            } else {
                give(&mut other, self.head, heads.len(), rank)
            };
            let At { block, inner } = heads.at(&other);
            let flips = (usize::from(rank ^ group) + self.tail) % 2 == 1;
            (block, Part { inner: inner as u16, shift: group * GROUP as u8, flips })
        })
    }

    /// Collects from words of the same block.
    #[inline(always)]
    fn collect_near(&self, block: &Block<'_>, source: &[Word], words: &mut [Word]) {
        let table = self.table.as_deref().unwrap_or_default();
        for ((word, parts), &odd) in words.iter_mut().zip(table).zip(block.odd) {
            let sources = parts.map(|part| source[usize::from(part.inner)]);
            *word |= self.join(odd, parts, sources);
        }
    }

    /// Collects from words of any blocks.
    #[inline(always)]
    fn collect_far(&self, block: &Block<'_>, level: Level<'_>, slot: usize, words: &mut [Word]) {
        let len = words.len();
        let mut digits = block.digits;
        for (word, &odd) in words.iter_mut().zip(block.odd) {
            let parts = self.parts(block.heads, &digits);
            let sources = parts.map(|(block, part)| {
                level.block(block, slot, len).map_or(0, |source| source[usize::from(part.inner)])
            });
            *word |= self.join(odd, &parts.map(|(_, part)| part), sources);
            block.heads.count_up(&mut digits, block.heads.len());
        }
    }

    /// The word, with tails of parity `odd`, that is made of one group from each of the sources.
    #[inline(always)]
    fn join(&self, odd: bool, parts: &[Part; TAIL], sources: [Word; TAIL]) -> Word {
        let mut word = 0;
        for (rank, (part, mut source)) in parts.iter().zip(sources).enumerate() {
            if let (Some(shuffles), false) = (&self.shuffles, self.takes) {
                source = shuffles[usize::from(odd ^ part.flips)].apply(source);
            }
            word |= (source >> part.shift & GROUP_MASK) << (rank as u32 * GROUP);
        }
        match &self.shuffles {
            Some(shuffles) if self.takes => shuffles[usize::from(odd)].apply(word),
            _ => word,
        }
    }
}

/// For each head of a block, whether its digits within the block make it odd.
pub(crate) fn inner_parity(heads: &Heads) -> Vec<bool> {
    (0..heads.block()).map(|inner| is_odd(&heads.digits(At { block: 0, inner }))).collect()
}
