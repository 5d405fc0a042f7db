//! A number for every position of a piece set, so that a table of bits can record which were seen.
//!
//! The pieces fall into three parts. The *filling* is the largest group of single cells: given the
//! others, which of the cells that are left it takes is a combination, numbered in colexicographic
//! order. The *suffix* is one more group, whose combination of spots is one number; the *prefix* is
//! all that remains. Prefixes are found in a hash table, the suffixes of a prefix by binary search,
//! and the positions that differ in the filling alone lie side by side in one block.
//!
//! Invariant: the positions of a block are those of one prefix and one suffix, and every position of the
//! piece set has exactly one number, except those that are left out because the goal is within reach: see
//! `exits`.

use std::ops::ControlFlow;

use crate::compiled::atlas::{Group, NOWHERE, SpotId};
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::spaces::filling::{CHOOSE, Filling};
use crate::spaces::flood::marks::PLANES;

/// A part of the positions: the places of all pieces but the filling and the suffix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix<C> {
    /// The state of those pieces.
    pub(crate) key: C,
    /// The cells of the filling that they cover.
    pub(crate) cover: u64,
    /// The first of its suffixes.
    pub(crate) begin: usize,
    /// The word at which the blocks of its suffixes begin.
    base: usize,
    /// How many cells the filling has to choose from.
    pub(crate) free: usize,
}

/// The numbers of all positions.
#[derive(Clone, Debug)]
pub(crate) struct Numbering<C> {
    pub(crate) filling: Filling,
    suffix: Group,
    /// The bits of a state that are of the prefix.
    prefix_bits: C,
    pub(crate) prefixes: Vec<Prefix<C>>,
    /// An open-addressing table over the prefixes.
    slots: Vec<u32>,
    suffixes: Vec<u32>,
    /// By spot: the cells of the filling that a piece there covers.
    pub(crate) covers: Vec<u64>,
    words: usize,
}

/// The longest states whose positions are worth listing.
const MOST_BITS: usize = 128;

impl<C: Word> Numbering<C> {
    /// The bytes of a prefix: itself, its slots, and what threads need to share it.
    const EACH: usize = size_of::<Prefix<C>>() + 48;

    /// Numbers the positions of `blocks` in which no piece stands on a spot of `left_out`; `None` if they
    /// cannot be numbered this way, a table of at most `most` bytes does not hold them, or `steps` steps
    /// do not list them.
    pub(crate) fn new<O: Word>(
        blocks: &Blocks<O, C>,
        left_out: &[bool],
        most: usize,
        steps: usize,
    ) -> Option<Self> {
        // With this many pieces there are more positions than any memory holds, and finding even the first may take
        // too long.
        if blocks.state_bits() > MOST_BITS {
            return None;
        }
        let groups = &blocks.atlas.groups;
        let single_cells = |group: &&Group| {
            !group.single && group.len <= 64 && blocks.atlas.spots[usize::from(group.first)].floor.len() == 1
        };
        let group = groups.iter().filter(single_cells).max_by_key(|group| group.start.len()).cloned();
        let floor_of = |group: &Group| -> Vec<u16> {
            let spots = &blocks.atlas.spots[usize::from(group.first)..][..group.len];
            spots.iter().map(|spot| spot.floor[0]).collect()
        };
        let floor = group.as_ref().map_or(vec![], floor_of);
        let first = group.as_ref().map(|group| group.first);
        let others = groups.iter().filter(|other| Some(other.first) != first);
        let combinations = |group: &&Group| CHOOSE[group.len.min(64)][group.start.len().min(32)];
        let within = |group: &&Group| {
            let spots = &blocks.atlas.spots[usize::from(group.first)..][..group.len];
            first.is_none() || spots.iter().flat_map(|spot| &spot.floor).all(|cell| floor.contains(cell))
        };
        let few = |group: &&Group| group.len <= 64 && combinations(group) < u32::MAX;
        // Without a suitable group, every prefix has only the empty suffix.
        let nobody = Group { kind: 0, first: NOWHERE, len: 0, single: false, start: vec![], goal: vec![] };
        let suffix = others.filter(few).filter(within).max_by_key(combinations).cloned().unwrap_or(nobody);
        let cover = |spot: &crate::compiled::atlas::Spot| {
            let places = spot.floor.iter().filter_map(|cell| floor.iter().position(|own| own == cell));
            places.fold(0, |all, place| all | 1 << place)
        };
        let covers = blocks.atlas.spots.iter().map(cover).collect();
        let mut numbering = Numbering {
            filling: Filling::new(group, floor),
            suffix,
            prefix_bits: C::default(),
            prefixes: vec![],
            slots: vec![],
            suffixes: vec![],
            covers,
            words: 0,
        };
        numbering.list(blocks, left_out, most, steps).then_some(numbering)
    }

    /// Lists prefixes and suffixes; whether they fit.
    fn list<O: Word>(&mut self, blocks: &Blocks<O, C>, left_out: &[bool], most: usize, steps: usize) -> bool {
        let groups = &blocks.atlas.groups;
        let filling = self.filling.group.as_ref().map(|group| group.first);
        let of_prefix = |group: &Group| Some(group.first) != filling && group.first != self.suffix.first;
        let counts = |wanted: &dyn Fn(&Group) -> bool| -> Vec<usize> {
            groups.iter().map(|group| if wanted(group) { group.start.len() } else { 0 }).collect()
        };
        let (prefix_counts, suffix_counts) =
            (counts(&of_prefix), counts(&|group| group.first == self.suffix.first));
        let mut shift = 0;
        for group in groups {
            if of_prefix(group) {
                self.prefix_bits = (shift..shift + group.bits()).map(C::bit).fold(self.prefix_bits, C::or);
            }
            shift += group.bits();
        }
        let full = self.filling.all();
        // Without a filling the number of cells is not used.
        let spot = blocks.atlas.spots.get(usize::from(self.suffix.first)).filter(|_| filling.is_some());
        let suffix_cells = spot.map_or(0, |spot| spot.floor.len() * self.suffix.start.len());
        let (mut prefixes, mut suffixes, mut words) = (vec![], vec![], 0);
        let (mut steps, mut suffix_steps) = (steps, steps);
        // The combinations of the filling are listed once for every number of cells that it finds free.
        let (mut occurs, mut combinations) = ([false; 65], 0_usize);
        let every = (C::default(), blocks.floor);
        let listed =
            blocks.each_placement_within(&mut steps, &prefix_counts, every.0, every.1, |key, empty| {
                let mut left = false;
                let mut cover = 0;
                self.each_prefix_spot(blocks, key, &prefix_counts, |spot| {
                    left |= left_out[usize::from(spot)];
                    cover |= self.covers[usize::from(spot)];
                });
                let free = (full & !cover).count().saturating_sub(suffix_cells);
                if left || free < self.filling.count {
                    return ControlFlow::Continue(());
                }
                let begin = suffixes.len();
                let none = C::default();
                blocks.each_placement_within(
                    &mut suffix_steps,
                    &suffix_counts,
                    none,
                    empty,
                    |suffix, _| {
                        suffixes.push(self.suffix_number(blocks, suffix));
                        if 4 * suffixes.len() <= most {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    },
                )?;
                if suffixes.len() > begin {
                    suffixes[begin..].sort_unstable();
                    prefixes.push(Prefix { key, cover, begin, base: words, free });
                    words += (suffixes.len() - begin) * PLANES * self.filling.words(free);
                }
                if !std::mem::replace(&mut occurs[free], true) {
                    combinations += self.filling.positions(free);
                }
                let bytes = 8 * (words + combinations) + 4 * suffixes.len() + prefixes.len() * Self::EACH;
                let fits = bytes <= most && combinations < u32::MAX as usize;
                if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        if listed.is_break() || prefixes.len() >= u32::MAX as usize / 4 {
            return false;
        }
        self.filling.list(prefixes.iter().map(|prefix| prefix.free));
        (self.prefixes, self.suffixes, self.words) = (prefixes, suffixes, words);
        self.hash();
        true
    }

    fn hash(&mut self) {
        let slots = (2 * self.prefixes.len()).next_power_of_two().max(2);
        self.slots = vec![u32::MAX; slots];
        for index in 0..self.prefixes.len() {
            let mut at = self.slot(self.prefixes[index].key);
            while self.slots[at] != u32::MAX {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = index as u32;
        }
    }

    fn slot(&self, key: C) -> usize {
        (key.mixed() >> (64 - self.slots.len().ilog2())) as usize
    }

    fn each_prefix_spot<O: Word>(
        &self,
        blocks: &Blocks<O, C>,
        key: C,
        counts: &[usize],
        mut visit: impl FnMut(SpotId),
    ) {
        blocks.each_spot(key, |spot| {
            if counts[blocks.group_of(spot)] > 0 {
                visit(spot);
            }
        });
    }

    /// The number of the suffix in `state`.
    #[inline]
    fn suffix_number<O: Word>(&self, blocks: &Blocks<O, C>, state: C) -> u32 {
        if self.suffix.len == 0 {
            return 0;
        }
        if self.suffix.single {
            return (blocks.field_of(&self.suffix).spot(state) - self.suffix.first).into();
        }
        let mut spots = state.slice(usize::from(self.suffix.first), self.suffix.len).number();
        let (mut sum, mut chosen) = (0, 1);
        while spots != 0 {
            sum += CHOOSE[spots.trailing_zeros() as usize][chosen];
            spots &= spots - 1;
            chosen += 1;
        }
        sum
    }

    /// Calls `visit` with the spots of the suffix that has this number.
    pub(crate) fn each_suffix_spot(&self, index: usize, mut visit: impl FnMut(SpotId)) {
        let mut number = self.suffixes[index];
        if self.suffix.single {
            return visit(self.suffix.first + number as SpotId);
        }
        let mut rank = self.suffix.len;
        for chosen in (1..=self.suffix.start.len()).rev() {
            rank =
                (0..rank).rev().find(|&rank| CHOOSE[rank][chosen] <= number).expect("a number of a suffix");
            number -= CHOOSE[rank][chosen];
            visit(self.suffix.first + rank as SpotId);
        }
    }

    /// The suffixes of a prefix.
    pub(crate) fn suffixes_of(&self, prefix: usize) -> std::ops::Range<usize> {
        let end = self.prefixes.get(prefix + 1).map_or(self.suffixes.len(), |next| next.begin);
        self.prefixes[prefix].begin..end
    }

    /// The first word of the block of a suffix of `prefix`.
    pub(crate) fn block(&self, prefix: usize, suffix: usize) -> usize {
        let this = &self.prefixes[prefix];
        this.base + (suffix - this.begin) * PLANES * self.filling.words(this.free)
    }

    /// The prefix and the suffix of a state; `None` if the goal is in reach of it at once.
    #[inline]
    pub(crate) fn find<O: Word>(&self, blocks: &Blocks<O, C>, state: C) -> Option<(usize, usize)> {
        let key = state.and(self.prefix_bits);
        let mut at = self.slot(key);
        let prefix = loop {
            let index = self.slots[at] as usize;
            if self.prefixes.get(index)?.key == key {
                break index;
            }
            at = (at + 1) & (self.slots.len() - 1);
        };
        let range = self.suffixes_of(prefix);
        let number = self.suffix_number(blocks, state);
        let place = self.suffixes[range.clone()].binary_search(&number).ok()?;
        Some((prefix, range.start + place))
    }

    /// How many words the table of bits takes.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// How many positions have a number.
    pub(crate) fn positions(&self) -> u64 {
        let count = |prefix: usize| self.suffixes_of(prefix).len() as u64;
        let blocks = self.prefixes.iter().enumerate();
        blocks.map(|(index, prefix)| count(index) * self.filling.positions(prefix.free) as u64).sum()
    }

    /// The bytes of the numbering and of its table.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.words
            + self.filling.bytes()
            + 4 * self.suffixes.capacity()
            + self.prefixes.capacity() * Self::EACH
    }
}
