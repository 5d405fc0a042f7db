//! How a block of one plane collects the successors of a level in the neighbouring planes.
//!
//! A word of the new level is the union of words of the old one, each rearranged by a move. Only the
//! place of the moving tile matters:
//! - within the head, whole runs of words are taken over as they are;
//! - within the tail, the bits of each word change places;
//! - from one to the other, a word comes in five groups of twelve bits from five words.
//!
//! The tables hold what is the same in every block; the rest is computed from the digits.

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
    /// As many empty words as it has heads.
    pub(crate) zeros: &'a [Word],
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
    /// Whether the tile comes from the tail into the head, seen from the word that collects.
    takes: bool,
    /// For even and odd tails; not needed for the first place, where groups already stand apart.
    shuffles: Option<Box<[Shuffle; 2]>>,
    /// The groups of each head's word, by the rank of the tile that moves (or that comes in for it).
    groups: Box<[[Group; TAIL]]>,
}

/// A group of twelve bits in another word.
#[derive(Clone, Copy)]
struct Group {
    /// The place of the word in its block, as far as the digits within the block determine it.
    inner: u16,
    /// Which of the blocks that the tile leads to: its rank where it leaves the digits of a block.
    base: u8,
    /// Where the group begins in the word; and in the highest bit, whether the parities of the two
    /// tails differ. Four bytes a group are a tenth faster than six.
    shift: u8,
}

/// A block that a tile leads to from before the split, or comes from.
#[derive(Clone, Copy)]
struct Base<'a> {
    words: &'a [Word],
    /// What its first digit there adds to a place in the block.
    inner: usize,
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
            // The shuffle needs the parity before the move that it undoes, which is that of the collecting word.
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
        if let Kind::Split(split) = &self.kind {
            return split.collect(block, level, self.slot, words);
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
            Kind::Runs { .. } | Kind::Split(_) => {}
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
        let (split, len) = (heads.split(), heads.len());
        // Within the digits of a block the place itself is used; a tile that leaves them is handled from or to the
        // split.
        let (near, place) = (head >= split, head.max(split));
        let group = |inner: usize, rank: usize| {
            let mut digits = heads.digits(At { block: 0, inner });
            let rank = rank as u8;
            let number =
                if takes { take(&mut digits, place, len, rank) } else { give(&mut digits, place, len, rank) };
            let base = if takes && !near { std::mem::take(&mut digits[split]) } else { 0 };
            let flips = (usize::from(rank ^ number) + tail) % 2 == 1;
            let shift = (number * GROUP as u8) | (u8::from(flips) << 7);
            Group { inner: heads.at(&digits).inner as u16, base, shift }
        };
        let groups = (0..heads.block()).map(|inner| std::array::from_fn(|rank| group(inner, rank))).collect();
        let shuffles = (tail > 0).then(|| Box::new([shuffle(false), shuffle(true)]));
        Split { head, takes, shuffles, groups }
    }

    #[inline(always)]
    fn collect(&self, block: &Block<'_>, level: Level<'_>, slot: usize, words: &mut [Word]) {
        let (heads, len) = (block.heads, words.len());
        if self.head >= heads.split() {
            if let Some(own) = level.block(block.number, slot, len) {
                self.collect_from(words, &self.groups, block.odd, |group| own[usize::from(group.inner)]);
            }
            return;
        }
        let mut bases = [Base { words: block.zeros, inner: 0 }; Heads::MAX + TAIL];
        let mut live = false;
        for (rank, base) in bases.iter_mut().enumerate().take(heads.choices(heads.split())) {
            let (number, inner) = self.base(block, rank as u8);
            let found = level.block(number, slot, len);
            live |= found.is_some();
            *base = Base { words: found.unwrap_or(block.zeros), inner };
        }
        if !live {
            return;
        }
        if self.takes {
            self.collect_from(words, &self.groups, block.odd, |group| {
                let base = bases[usize::from(group.base)];
                base.words[base.inner + usize::from(group.inner)]
            });
        } else {
            let run = heads.run(heads.split() + 1);
            let runs = words.chunks_exact_mut(run).zip(block.odd.chunks_exact(run));
            for ((words, odd), base) in runs.zip(bases) {
                let groups = &self.groups[base.inner..][..run];
                self.collect_from(words, groups, odd, |group| base.words[usize::from(group.inner)]);
            }
        }
    }

    /// Adds to each word the groups that are found for it.
    #[inline(always)]
    fn collect_from(
        &self,
        words: &mut [Word],
        groups: &[[Group; TAIL]],
        odd: &[bool],
        find: impl Fn(Group) -> Word,
    ) {
        for ((word, groups), &odd) in words.iter_mut().zip(groups).zip(odd) {
            *word |= self.join(odd, groups, groups.map(&find));
        }
    }

    /// The block that a tile leads to which has `rank` at the split: one that comes from behind, or
    /// the one that comes in for a tile that goes there. And what then stands at the split, as part of
    /// a place in a block.
    #[inline(always)]
    fn base(&self, block: &Block<'_>, rank: u8) -> (usize, usize) {
        let (heads, split) = (block.heads, block.heads.split());
        let mut digits = block.digits;
        let at_split = if self.takes {
            take(&mut digits, self.head, split, rank)
        } else {
            give(&mut digits, self.head, split, rank)
        };
        (heads.at(&digits).block, usize::from(at_split) * heads.run(split + 1))
    }

    /// The word, with tails of parity `odd`, that is made of one group from each of the sources.
    #[inline(always)]
    fn join(&self, odd: bool, groups: &[Group; TAIL], sources: [Word; TAIL]) -> Word {
        let mut word = 0;
        for (rank, (group, mut source)) in groups.iter().zip(sources).enumerate() {
            if let (Some(shuffles), false) = (&self.shuffles, self.takes) {
                source = shuffles[usize::from(odd) ^ usize::from(group.shift >> 7)].apply(source);
            }
            word |= (source >> (group.shift & 63) & GROUP_MASK) << (rank as u32 * GROUP);
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
