//! A number for every position of a piece set, so that a table of bits can say which were seen.
//!
//! The pieces fall into three parts. The *filling* is the largest group of single cells: given the
//! others, which of the cells that are left it takes is a combination, numbered in colexicographic
//! order. The *suffix* is one more group, whose combination of spots is one number; the *prefix* is
//! all that remains. Prefixes are found in a hash table, the suffixes of a prefix by binary search,
//! and the positions that differ in the filling alone lie side by side in one block.
//!
//! Invariant: the positions of a block are those of one prefix and one suffix, and every position of
//! the piece set has exactly one number, save those that the goal is at once in reach of: see `exits`.

use std::ops::ControlFlow;

use crate::atlas::{Group, NOWHERE, SpotId};
use crate::blocks::Blocks;
use crate::metric::Metric;
use crate::word::Word;

/// What single cells take up, and how their combinations are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Filling {
    /// Its group, if there is one.
    pub(crate) group: Option<Group>,
    /// How many pieces it has.
    count: usize,
    /// Whether the cells that it leaves empty are numbered, because they are fewer.
    holes: bool,
    /// By floor cell that the filling can stand on: the cell.
    pub(crate) floor: Vec<u16>,
    /// By cells that are free: the combinations, ascending.
    sets: Vec<Vec<u64>>,
}

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
    /// How many planes of bits a block has.
    planes: usize,
    words: usize,
}

/// The longest states whose positions are worth listing.
const MOST_BITS: usize = 128;

/// Binomial coefficients, `CHOOSE[n][k]`.
static CHOOSE: [[u32; 33]; 65] = choose();

const fn choose() -> [[u32; 33]; 65] {
    let mut table = [[0_u32; 33]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 33 {
            if n > 0 {
                table[n][k] = table[n - 1][k - 1].saturating_add(table[n - 1][k]);
            }
            k += 1;
        }
        n += 1;
    }
    table
}

/// Where each free cell of the filling comes in the combinations of a block.
pub(crate) type Places = [u8; 64];

impl Filling {
    /// The words of one plane of a block with so many free cells.
    pub(crate) fn words(&self, free: usize) -> usize {
        self.positions(free).div_ceil(64)
    }

    /// How many combinations there are.
    fn positions(&self, free: usize) -> usize {
        CHOOSE[free][self.count.min(free - self.count)] as usize
    }

    /// All cells that the filling can stand on.
    pub(crate) fn all(&self) -> u64 {
        (0..self.floor.len()).fold(0, |all, place| all | 1 << place)
    }

    /// The cells that are numbered, from the pieces of the filling and the cells that are free.
    pub(crate) fn numbered(&self, pieces: u64, free: u64) -> u64 {
        if self.holes { free & !pieces } else { pieces }
    }

    /// The combination with this number: the cells that are numbered, as their places.
    pub(crate) fn set(&self, free: usize, number: usize) -> u64 {
        self.sets[free][number]
    }

    /// The pieces of the filling as cells, from the cells that are numbered and those that are free.
    pub(crate) fn pieces(&self, numbered: u64, free: u64) -> u64 {
        if self.holes { free & !numbered } else { numbered }
    }

    /// The cells that are numbered after a piece beside the filling moved.
    pub(crate) fn after(&self, numbered: u64, vacated: u64, taken: u64) -> u64 {
        if self.holes { (numbered | vacated) & !taken } else { numbered }
    }

    /// The number of a combination, given as cells.
    #[inline]
    pub(crate) fn number(mut numbered: u64, places: &Places) -> usize {
        let mut sum = 0;
        let mut chosen = 1;
        while numbered != 0 {
            sum += CHOOSE[usize::from(places[numbered.trailing_zeros() as usize])][chosen];
            numbered &= numbered - 1;
            chosen += 1;
        }
        sum as usize
    }

    /// The places of the cells of `free`.
    pub(crate) fn places(free: u64) -> Places {
        let mut places = [0; 64];
        for (place, cell) in (0..).zip(free.elements()) {
            places[cell] = place;
        }
        places
    }
}

impl<C: Word> Numbering<C> {
    /// Numbers the positions of `blocks` for a table of `planes` bits a position; `None` if they cannot
    /// be numbered this way, or a table of at most `most` bytes does not hold them.
    pub(crate) fn new<O: Word>(blocks: &Blocks<O, C>, planes: usize, most: usize) -> Option<Self> {
        // So many pieces have more positions than any memory, and none of them may be found for ages.
        if blocks.state_bits() > MOST_BITS {
            return None;
        }
        let groups = &blocks.atlas.groups;
        let single_cells = |group: &&Group| {
            !group.single && group.len <= 64 && blocks.atlas.spots[usize::from(group.first)].floor.len() == 1
        };
        let group = groups.iter().filter(single_cells).max_by_key(|group| group.start.len()).cloned();
        let (mut count, mut floor) = (0, vec![]);
        if let Some(group) = &group {
            count = group.start.len();
            floor = (0..group.len)
                .map(|rank| blocks.atlas.spots[usize::from(group.first) + rank].floor[0])
                .collect();
        }
        let first = group.as_ref().map(|group| group.first);
        let others = groups.iter().filter(|other| Some(other.first) != first);
        let combinations = |group: &&Group| CHOOSE[group.len.min(64)][group.start.len().min(32)];
        let within = |group: &&Group| {
            let spots = &blocks.atlas.spots[usize::from(group.first)..][..group.len];
            first.is_none() || spots.iter().flat_map(|spot| &spot.floor).all(|cell| floor.contains(cell))
        };
        let few = |group: &&Group| group.len <= 64 && combinations(group) < u32::MAX;
        // Without a group that will do, every prefix has the one suffix of no pieces.
        let nobody = Group { kind: 0, first: NOWHERE, len: 0, single: false, start: vec![], goal: vec![] };
        let suffix = others.filter(few).filter(within).max_by_key(combinations).cloned().unwrap_or(nobody);
        let cover = |spot: &crate::atlas::Spot| {
            let places = spot.floor.iter().filter_map(|cell| floor.iter().position(|own| own == cell));
            places.fold(0, |all, place| all | 1 << place)
        };
        let covers = blocks.atlas.spots.iter().map(cover).collect();
        let filling = Filling { group, count, holes: false, floor, sets: vec![] };
        let mut numbering = Numbering {
            filling,
            suffix,
            prefix_bits: C::default(),
            prefixes: vec![],
            slots: vec![],
            suffixes: vec![],
            covers,
            planes,
            words: 0,
        };
        numbering.list(blocks, most).then_some(numbering)
    }

    /// Lists prefixes and suffixes; whether they fit.
    fn list<O: Word>(&mut self, blocks: &Blocks<O, C>, most: usize) -> bool {
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
        let exits = exits(blocks);
        let full = self.filling.all();
        // Without a filling nobody asks how many cells there are.
        let spot = blocks.atlas.spots.get(usize::from(self.suffix.first)).filter(|_| filling.is_some());
        let suffix_cells = spot.map_or(0, |spot| spot.floor.len() * self.suffix.start.len());
        let (mut prefixes, mut suffixes, mut words) = (vec![], vec![], 0);
        let mut fits = true;
        let _ = blocks.each_placement_of(&prefix_counts, C::default(), blocks.floor, |key, empty| {
            let mut left = false;
            let mut cover = 0;
            self.each_prefix_spot(blocks, key, &prefix_counts, |spot| {
                left |= exits[usize::from(spot)];
                cover |= self.covers[usize::from(spot)];
            });
            let free = (full & !cover).count().saturating_sub(suffix_cells);
            if left || free < self.filling.count {
                return ControlFlow::Continue(());
            }
            let begin = suffixes.len();
            let _ = blocks.each_placement_of(&suffix_counts, C::default(), empty, |suffix, _| {
                suffixes.push(self.suffix_number(blocks, suffix));
                ControlFlow::Continue(())
            });
            if suffixes.len() > begin {
                suffixes[begin..].sort_unstable();
                prefixes.push(Prefix { key, cover, begin, base: words, free });
                words += (suffixes.len() - begin) * self.planes * self.filling.words(free);
            }
            fits = 8 * words + 4 * suffixes.len() + prefixes.len() * size_of::<Prefix<C>>() <= most;
            if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if !fits || prefixes.len() >= u32::MAX as usize / 4 {
            return false;
        }
        self.filling.holes =
            prefixes.iter().map(|prefix| prefix.free).max().unwrap_or(0) < 2 * self.filling.count;
        let mut sets = vec![vec![]; 65];
        for free in prefixes.iter().map(|prefix| prefix.free) {
            if sets[free].is_empty() {
                let size = if self.filling.holes { free - self.filling.count } else { self.filling.count };
                sets[free] = combinations(free, size);
            }
        }
        self.filling.sets = sets;
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
        this.base + (suffix - this.begin) * self.planes * self.filling.words(this.free)
    }

    /// The prefix and the suffix of a state; `None` where the goal is in reach of it at once.
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
            + 4 * (self.suffixes.capacity() + self.slots.len())
            + self.prefixes.capacity() * size_of::<Prefix<C>>()
    }
}

/// All sets of `size` of the numbers below `free`, ascending.
fn combinations(free: usize, size: usize) -> Vec<u64> {
    let mut sets = vec![];
    let mut set: u64 = if size == 64 { u64::MAX } else { (1 << size) - 1 };
    for _ in 0..CHOOSE[free][size] {
        sets.push(set);
        if set != 0 {
            // The next larger number with as many bits (Gosper).
            let low = set & set.wrapping_neg();
            let ripple = set.wrapping_add(low);
            set = ripple | (((set ^ ripple) >> 2) / low);
        }
    }
    sets
}

/// By spot: whether a piece that stands there can go on to its goal within the same move, whatever the
/// others do, because no other piece ever stands in its way. Under the finger metric such a position
/// is never worth a move of its own: the move that reaches it can as well reach the goal.
pub(crate) fn exits<O: Word, C: Word>(blocks: &Blocks<O, C>) -> Vec<bool> {
    let mut exits = vec![false; blocks.entries.len()];
    let mut wanted = blocks.atlas.groups.iter().filter(|group| !group.goal.is_empty());
    let (Some(group), None) = (wanted.next(), wanted.next()) else { return exits };
    if !group.single || blocks.metric() != Metric::Finger {
        return exits;
    }
    let range = usize::from(group.first)..usize::from(group.first) + group.len;
    let others = blocks.entries.iter().enumerate().filter(|(spot, _)| !range.contains(spot));
    let crowded = others.fold(O::default(), |all, (_, entry)| all.or(entry.mask));
    let mut stack: Vec<usize> = group.goal.iter().map(|&spot| usize::from(spot)).collect();
    while let Some(at) = stack.pop() {
        if std::mem::replace(&mut exits[at], true) {
            continue;
        }
        let entry = &blocks.entries[at];
        for next in entry.next.iter().filter(|&&next| next != NOWHERE).map(|&next| usize::from(next)) {
            if !exits[next] && entry.mask.minus(blocks.entries[next].mask).disjoint(crowded) {
                stack.push(next);
            }
        }
    }
    exits
}
