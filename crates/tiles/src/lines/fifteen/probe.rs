//! The search for a solution of a given number of moves.
//!
//! The two kinds of moves alternate, so the length and the kind of the first move say how many there are of each kind,
//! and which is the last. A pair is dropped if either kind has too few moves left. If it has exactly enough, the next
//! move of a kind must begin where the table says, which the move of the other kind before it has to lead to; and
//! the same holds backwards. So a solution is built from both ends, where fewer moves are possible.
//!
//! Pairs are expanded a few at a time, depth first: the entries of all their children are fetched at once.

use super::build::Entry;
use super::pair::Pair;
use super::tables::{Spot, Tables, fewest, places};

/// How many pairs are expanded together.
const WIDTH: usize = 32;

/// The lists of one search, kept from one length to the next.
#[derive(Debug, Default)]
pub(super) struct Lists {
    levels: Vec<Vec<Pair>>,
    /// Children, each with the axis of the move that made it and where its new entries are.
    children: Vec<(Pair, u8, [Spot; 2])>,
}

/// A search for a solution of a given length.
pub(super) struct Probe<'a> {
    pub(super) tables: &'a Tables,
    pub(super) length: usize,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// The axis of the next move at an end if `rest` moves are left: of the first of them, or of the last.
#[inline(always)]
fn axis_at(pair: &Pair, end: usize, rest: usize) -> usize {
    usize::from(pair.next) ^ (end & (rest + 1) & 1)
}

/// How many of `rest` moves go across an axis.
#[inline(always)]
fn share(pair: &Pair, axis: usize, rest: usize) -> u8 {
    ((rest + usize::from(axis == usize::from(pair.next))) / 2) as u8
}

/// The lines to which the next move at an end can bring the blank.
#[inline(always)]
fn lines(pair: &Pair, end: usize, rest: usize) -> u8 {
    let axis = axis_at(pair, end, rest);
    let here = 1 << pair.ends[end].blank[axis];
    places(pair.ends[end].entries[1 - axis], share(pair, 1 - axis, rest)) & !here
}

/// How promising it is to go on at an end where as many moves are possible as at the other: if more moves are needed from
/// there, fewer can be wasted.
#[inline(always)]
fn weight(entries: [Entry; 2]) -> u32 {
    entries.iter().map(|&entry| 1 << (2 * fewest(entry))).sum()
}

impl Probe<'_> {
    /// Whether `rest` moves can be enough by the entries at these spots, which are noted.
    #[inline(always)]
    fn keeps(&self, pair: &mut Pair, axis: usize, rest: usize, spots: [Spot; 2]) -> bool {
        let left = share(pair, axis, rest);
        for (end, spot) in (0..).zip(spots) {
            let entry = self.tables.entry(spot);
            // A move across this axis begins at the place of the blank, unless a move across the other comes before.
            let here = 1 << pair.ends[end].blank[1 - axis];
            let begins = if axis == axis_at(pair, end, rest) { here } else { 15 ^ here };
            pair.ends[end].entries[axis] = entry;
            if places(entry, left) & begins == 0 {
                return false;
            }
        }
        true
    }

    /// Finds a solution whose first move goes across `axis`: the positions on it. `pause` is given the work done now
    /// and then, and stops the search with an error.
    pub(super) fn run<E>(
        &self,
        mut pair: Pair,
        axis: usize,
        lists: &mut Lists,
        counts: &mut Counts,
        pause: &mut impl FnMut(&Counts) -> Result<(), E>,
    ) -> Result<Option<Vec<u64>>, E> {
        pair.next = axis as u8;
        for axis in [0, 1] {
            let spots = [0, 1].map(|end| pair.fetch(self.tables, end, axis));
            if !self.keeps(&mut pair, axis, self.length, spots) {
                return Ok(None);
            }
        }
        lists.levels.resize_with(lists.levels.len().max(self.length + 1), Vec::new);
        lists.levels[0] = vec![pair];
        // Of each depth, the pairs that are expanded already.
        let mut done = vec![0; self.length + 1];
        let mut depth = 0;
        loop {
            let from = done[depth];
            let to = lists.levels[depth].len().min(from + WIDTH);
            if from == to {
                if depth == 0 {
                    return Ok(None);
                }
                depth -= 1;
                continue;
            }
            done[depth] = to;
            counts.expanded += (to - from) as u64;
            self.expand(depth, from..to, lists, counts);
            if depth + 1 == self.length {
                let met = |pair: &&Pair| pair.ends[0].cells == pair.ends[1].cells;
                if let Some(last) = lists.levels[depth + 1].iter().find(met) {
                    return Ok(Some(self.path(lists, *last)));
                }
                continue;
            }
            pause(counts)?;
            depth += 1;
            done[depth] = 0;
        }
    }

    /// Finds the children of some pairs of a depth.
    fn expand(&self, depth: usize, range: std::ops::Range<usize>, lists: &mut Lists, counts: &mut Counts) {
        let rest = self.length - depth;
        let Lists { levels, children } = lists;
        children.clear();
        for number in range {
            let pair = &levels[depth][number];
            let masks = [0, 1].map(|end| lines(pair, end, rest));
            let cost = |end: usize| (masks[end].count_ones(), !weight(pair.ends[end].entries));
            let end = usize::from(cost(1) < cost(0));
            let axis = axis_at(pair, end, rest);
            pair.moves(&self.tables.labels, (end, axis), masks[end], |mut child| {
                counts.generated += 1;
                child.parent = number as u32;
                child.next ^= u8::from(end == 0);
                let spots = [0, 1].map(|end| child.fetch(self.tables, end, axis));
                children.push((child, axis as u8, spots));
            });
        }
        let next = &mut levels[depth + 1];
        next.clear();
        for (child, axis, spots) in children {
            if self.keeps(child, usize::from(*axis), rest - 1, *spots) {
                next.push(*child);
            }
        }
    }

    /// The positions from the start to the goal, if the ends meet in `last`.
    fn path(&self, lists: &Lists, last: Pair) -> Vec<u64> {
        let mut pair = last;
        let (mut boards, mut after) = (vec![last.ends[0].cells], Vec::new());
        for depth in (0..self.length).rev() {
            let before = lists.levels[depth][pair.parent as usize];
            if before.ends[0].cells == pair.ends[0].cells {
                after.push(before.ends[1].cells);
            } else {
                boards.push(before.ends[0].cells);
            }
            pair = before;
        }
        boards.reverse();
        boards.extend(after);
        boards
    }
}
