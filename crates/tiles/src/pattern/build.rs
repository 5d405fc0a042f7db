//! Breadth-first search over a pattern's [`Space`], a whole block of states at a time.
//!
//! The frontier is one bit a state. A block's part of the next frontier is gathered from the blocks
//! around it: each gives its part of the frontier, turned by the slide between them, which is a
//! move of whole words or one fixed permutation of the bits of every word. Distances of neighbouring
//! states differ by at most one, so what is no new state is in one of the last two frontiers, and
//! no list of visited states is needed. Where parity alternates, the blocks of either parity hold
//! one frontier and the last two are all there is: one bit a state for the search and one for the
//! table that it fills.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;

use super::arrangement::{Arrangements, Orders};
use super::bytes::Bytes;
use super::space::{Cells, Space, elements};
use super::table::{Pattern, Summary, Table, WordBytes};

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct BuildProgress {
    /// The distance that is complete.
    pub distance: u32,
    /// How many states have been reached.
    pub reached: u64,
    /// How many states there are; some may be out of reach.
    pub states: u64,
}

/// Builds tables over one space; what does not depend on which tiles they are is made once.
#[derive(Debug)]
pub struct Builder {
    space: Arc<Space>,
    /// The slides into each block: `links[starts[block]..starts[block + 1]]`.
    links: Vec<Link>,
    starts: Vec<u32>,
    turns: Vec<Turn>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    source: u32,
    turn: u8,
}

/// What a slide does to a block of words: nothing, or one step for every interleaving.
#[derive(Debug)]
enum Turn {
    Same,
    Rows(Vec<Row>),
}

/// Where the words of one interleaving go. At most one of the two parts changes them.
#[derive(Clone, Copy, Debug)]
struct Row {
    target: u8,
    outer: u8,
    inner: u8,
}

/// One term of a permutation of the bits of a word: those under the mask, shifted to the left, or
/// to the right where the distance is negative.
type Term = (u32, i32);

impl Builder {
    /// A builder for the tables over `space`.
    #[must_use]
    pub fn new(space: Arc<Space>) -> Self {
        let tiles = space.tiles();
        let arrangements = &space.arrangements;
        let places = (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to)));
        let turns = places.map(|(from, to)| {
            if from == to {
                return Turn::Same;
            }
            let row = |row: &super::arrangement::TurnRow| Row {
                target: row.interleaving(),
                outer: row.outer(),
                inner: row.inner(),
            };
            Turn::Rows(arrangements.rows(from, to).iter().map(row).collect())
        });
        let turns = turns.collect();
        let mut links = Vec::new();
        let mut starts = vec![0];
        for block in 0..space.blocks.len() as u32 {
            // A slide out of the block, undone, is a slide into it.
            let into = |slide: super::space::Slide| Link {
                source: slide.block,
                turn: slide.new_place * tiles as u8 + slide.place,
            };
            links.extend(space.slides(block).map(into));
            starts.push(links.len() as u32);
        }
        Builder { space, links, starts, turns }
    }

    /// The bytes that it takes to build a table over `space`: the table, the frontier and the slides.
    #[must_use]
    pub fn bytes(space: &Space) -> usize {
        let frontiers = if space.is_bipartite() { 1 } else { 2 };
        let words = space.blocks.len() * space.arrangements.words() * size_of::<u32>();
        // Each tile has about two neighbours in the blank's region at most.
        let links = space.blocks.len() * space.tiles() * 2 * size_of::<Link>();
        Table::bytes(space) + frontiers * words + links
    }

    /// The distances of all states from `pattern`'s goal, on `threads` threads. After each
    /// distance `progress` is called; breaking gives up, and `None` comes back.
    pub fn build(
        &self,
        pattern: Pattern,
        threads: usize,
        progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Option<Table> {
        match self.space.arrangements.outer.count {
            1 => self.build_sized::<1>(pattern, threads, progress),
            2 => self.build_sized::<2>(pattern, threads, progress),
            6 => self.build_sized::<6>(pattern, threads, progress),
            24 => self.build_sized::<24>(pattern, threads, progress),
            120 => self.build_sized::<120>(pattern, threads, progress),
            count => unreachable!("{count} orders of the outer tiles"),
        }
    }

    fn build_sized<const OUTER: usize>(
        &self,
        pattern: Pattern,
        threads: usize,
        progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Option<Table> {
        let space = &*self.space;
        let mut search = Search::<OUTER>::new(self, &pattern);
        let mut tally = Tally::default();
        tally.add(0, search.seed, 1);
        loop {
            let distance = tally.levels.len() as u32;
            let (weight, count) = search.advance(distance, threads);
            if count == 0 {
                break;
            }
            tally.add(distance, weight, count);
            let told = BuildProgress { distance, reached: tally.reached, states: space.states() };
            if progress(told).is_break() {
                return None;
            }
        }
        let summary = tally.summary();
        Some(Table::new(self.space.clone(), pattern, Bytes::Memory(search.table), summary))
    }
}

/// The counts of a build.
#[derive(Default)]
struct Tally {
    levels: Vec<u64>,
    reached: u64,
    weight: u64,
    weighted: u64,
}

impl Tally {
    /// Adds a level of `count` states that stand for `weight` cells of the blank.
    fn add(&mut self, distance: u32, weight: u64, count: u64) {
        self.levels.push(count);
        self.reached += count;
        self.weight += weight;
        self.weighted += weight * u64::from(distance);
    }

    fn summary(&self) -> Summary {
        Summary {
            mean: self.weighted as f64 / self.weight as f64,
            largest: self.levels.len() as u32 - 1,
            states: self.reached,
        }
    }
}

/// The state of one build; `OUTER` is the number of orders of the outer tiles.
struct Search<'a, const OUTER: usize> {
    builder: &'a Builder,
    /// Two frontiers, of even and of odd distance from the goal's parity. Where parity alternates
    /// each covers the blocks of its parity, else each covers all.
    frontier: [Layer<OUTER>; 2],
    /// One or two planes of bits, the upper bit of the distance mod 4 first.
    table: MmapMut,
    seed: u64,
    terms: Vec<Vec<Term>>,
}

/// A frontier over some of the blocks.
struct Layer<const OUTER: usize> {
    first: usize,
    words: Vec<[u32; OUTER]>,
    /// Which blocks have a bit set.
    live: Vec<bool>,
}

impl<'a, const OUTER: usize> Search<'a, OUTER> {
    fn new(builder: &'a Builder, pattern: &Pattern) -> Self {
        let space = &*builder.space;
        let rows = space.arrangements.words() / OUTER;
        let layer = |blocks: std::ops::Range<usize>| Layer {
            first: blocks.start,
            words: vec![[0; OUTER]; blocks.len() * rows],
            live: vec![false; blocks.len()],
        };
        let all = space.blocks.len();
        let even = space.even_blocks();
        let mut frontier = if space.is_bipartite() {
            [layer(0..even), layer(even..all)]
        } else {
            [layer(0..all), layer(0..all)]
        };
        let (block, at) = pattern.goal_state(space);
        let parity = usize::from(space.is_bipartite() && block as usize >= even);
        frontier.rotate_left(parity);
        let goal = &mut frontier[0];
        let local = block as usize - goal.first;
        goal.words[local * rows + at.interleaving as usize][at.outer as usize] = 1 << at.inner;
        goal.live[local] = true;
        let seed = u64::from(space.blocks[block as usize].1.count_ones());
        let table = Bytes::zeros(Table::bytes(space));
        let terms = bit_permutations(&space.arrangements.inner);
        Search { builder, frontier, table, seed, terms }
    }

    /// Replaces the older frontier by the states at `distance`, and notes them in the table.
    /// Returns how many cells of the blank and how many states they are.
    fn advance(&mut self, distance: u32, threads: usize) -> (u64, u64) {
        let space = &*self.builder.space;
        let rows = space.arrangements.words() / OUTER;
        let planes = Planes::of(space, distance);
        let [first, second] = &mut self.frontier;
        let (older, newer) = if distance & 1 == 1 { (second, &*first) } else { (first, &*second) };
        let width = WordBytes::of(&space.arrangements);
        let block_bytes = rows * OUTER * width.0;
        let plane_bytes = space.blocks.len() * block_bytes;
        let range = older.first * block_bytes..(older.first + older.live.len()) * block_bytes;
        let (upper, lower) = self.table.split_at_mut(plane_bytes);
        let upper = &mut upper[range.clone()];
        let lower = if space.is_bipartite() { &mut [][..] } else { &mut lower[range] };

        let chunk = older.live.len().div_ceil(threads.max(1) * 16).max(1);
        let mut chunks = Vec::new();
        let mut lower_chunks = lower.chunks_mut(chunk * block_bytes);
        let parts = older.words.chunks_mut(chunk * rows).zip(older.live.chunks_mut(chunk));
        for (index, ((words, live), upper)) in parts.zip(upper.chunks_mut(chunk * block_bytes)).enumerate() {
            let lower = lower_chunks.next().unwrap_or_default();
            chunks.push(Chunk { first: older.first + index * chunk, words, live, upper, lower });
        }
        let queue = std::sync::Mutex::new(chunks);
        let (weight, count) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            let next = || queue.lock().expect("no builder thread panics").pop();
            while let Some(mut part) = next() {
                let (w, c) = gather(self.builder, &self.terms, newer, &mut part, planes, width);
                weight.fetch_add(w, Ordering::Relaxed);
                count.fetch_add(c, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        (weight.into_inner(), count.into_inner())
    }
}

/// Which planes of the table the states at some distance are noted in.
#[derive(Clone, Copy)]
struct Planes {
    upper: bool,
    lower: bool,
}

impl Planes {
    fn of(space: &Space, distance: u32) -> Self {
        Planes { upper: distance >> 1 & 1 == 1, lower: distance & 1 == 1 && !space.is_bipartite() }
    }
}

/// Some consecutive blocks of the older frontier with their part of the table.
struct Chunk<'a, const OUTER: usize> {
    first: usize,
    words: &'a mut [[u32; OUTER]],
    live: &'a mut [bool],
    upper: &'a mut [u8],
    lower: &'a mut [u8],
}

/// Computes the next frontier for the blocks of a chunk.
fn gather<const OUTER: usize>(
    builder: &Builder,
    terms: &[Vec<Term>],
    newer: &Layer<OUTER>,
    chunk: &mut Chunk<'_, OUTER>,
    planes: Planes,
    width: WordBytes,
) -> (u64, u64) {
    let space = &*builder.space;
    let rows = space.arrangements.words() / OUTER;
    let outer = &space.arrangements.outer;
    let mut sum = vec![[0; OUTER]; rows];
    let (mut weight, mut count) = (0, 0);
    for (index, live) in chunk.live.iter_mut().enumerate() {
        let block = chunk.first + index;
        let mut reached = false;
        for link in &builder.links[builder.starts[block] as usize..builder.starts[block + 1] as usize] {
            let source = link.source as usize - newer.first;
            if !newer.live[source] {
                continue;
            }
            if !reached {
                reached = true;
                sum.fill([0; OUTER]);
            }
            let from = &newer.words[source * rows..][..rows];
            pull(&mut sum, from, &builder.turns[link.turn as usize], outer, terms);
        }
        let words = &mut chunk.words[index * rows..][..rows];
        if !reached {
            if *live {
                words.fill([0; OUTER]);
            }
            *live = false;
            continue;
        }
        let same = (!space.is_bipartite()).then(|| &newer.words[block * rows..][..rows]);
        let states = settle(words, &sum, same);
        *live = states != 0;
        count += states;
        weight += states * u64::from(space.blocks[block].1.count_ones());
        let bytes = index * rows * OUTER * width.0..(index + 1) * rows * OUTER * width.0;
        if planes.upper && *live {
            note(&mut chunk.upper[bytes.clone()], words, width);
        }
        if planes.lower && *live {
            note(&mut chunk.lower[bytes], words, width);
        }
    }
    (weight, count)
}

/// Adds what comes into a block by one slide.
#[inline(always)]
fn pull<const OUTER: usize>(
    sum: &mut [[u32; OUTER]],
    from: &[[u32; OUTER]],
    turn: &Turn,
    outer: &Orders,
    terms: &[Vec<Term>],
) {
    let Turn::Rows(rows) = turn else {
        for (sum, from) in sum.iter_mut().flatten().zip(from.iter().flatten()) {
            *sum |= from;
        }
        return;
    };
    for (row, from) in rows.iter().zip(from) {
        let sum = &mut sum[row.target as usize];
        if row.inner != 0 {
            for &(mask, shift) in &terms[row.inner as usize] {
                if shift >= 0 {
                    for (sum, from) in sum.iter_mut().zip(from) {
                        *sum |= (from & mask) << shift;
                    }
                } else {
                    for (sum, from) in sum.iter_mut().zip(from) {
                        *sum |= (from & mask) >> -shift;
                    }
                }
            }
        } else if row.outer != 0 {
            for (&to, from) in outer.permutation(row.outer).iter().zip(from) {
                sum[to as usize] |= from;
            }
        } else {
            for (sum, from) in sum.iter_mut().zip(from) {
                *sum |= from;
            }
        }
    }
}

/// Keeps of the states that were reached those in neither of the last two frontiers; counts them.
fn settle<const OUTER: usize>(
    words: &mut [[u32; OUTER]],
    reached: &[[u32; OUTER]],
    same: Option<&[[u32; OUTER]]>,
) -> u64 {
    let mut count = 0;
    for (word, reached) in words.iter_mut().flatten().zip(reached.iter().flatten()) {
        *word = reached & !*word;
    }
    if let Some(same) = same {
        for (word, same) in words.iter_mut().flatten().zip(same.iter().flatten()) {
            *word &= !same;
        }
    }
    for row in words.iter() {
        count += row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    }
    count
}

/// Sets the bits of a block's states in a plane of the table.
fn note<const OUTER: usize>(bytes: &mut [u8], words: &[[u32; OUTER]], width: WordBytes) {
    for (bytes, word) in bytes.chunks_exact_mut(width.0).zip(words.iter().flatten()) {
        for (byte, new) in bytes.iter_mut().zip(word.to_le_bytes()) {
            *byte |= new;
        }
    }
}

/// For every turn of the inner tiles the permutation of the bits of a word, as terms of equal shift.
fn bit_permutations(inner: &Orders) -> Vec<Vec<Term>> {
    let terms = |after: &[u8]| {
        let mut terms: Vec<Term> = Vec::new();
        for (before, &after) in after.iter().enumerate() {
            let shift = i32::from(after) - before as i32;
            match terms.iter_mut().find(|term| term.1 == shift) {
                Some(term) => term.0 |= 1 << before,
                None => terms.push((1 << before, shift)),
            }
        }
        terms
    };
    (0..inner.turns() as u8).map(|turn| terms(inner.permutation(turn))).collect()
}

impl Pattern {
    /// The block and the arrangement of the goal.
    pub(crate) fn goal_state(&self, space: &Space) -> (u32, super::arrangement::Arrangement) {
        let occupied: Cells = self.tiles();
        let sequence: Vec<u8> = (0..elements(occupied).count() as u8).collect();
        (space.block(occupied, self.blank()), space.arrangements.rank(&sequence))
    }
}

impl WordBytes {
    /// The bytes that a word of inner orders takes in a table.
    pub(crate) fn of(arrangements: &Arrangements) -> Self {
        WordBytes(arrangements.inner.count.div_ceil(8))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::geometry::Geometry;

    /// The distances of all placements of the pattern's tiles and the blank, by a search that knows
    /// nothing of regions and blocks: moves of the blank through other cells are free.
    fn placements(space: &Space, pattern: &Pattern) -> HashMap<(Vec<u32>, u32), u32> {
        let goal = (pattern.cells().collect::<Vec<_>>(), pattern.blank());
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut open = VecDeque::from([(goal, 0)]);
        while let Some(((tiles, blank), distance)) = open.pop_front() {
            if distances[&(tiles.clone(), blank)] < distance {
                continue;
            }
            for next in elements(space.neighbors(blank)) {
                let mut moved = tiles.clone();
                let tile = moved.iter_mut().find(|cell| **cell == next);
                let cost = u32::from(tile.is_some());
                if let Some(cell) = tile {
                    *cell = blank;
                }
                let state = (moved, next);
                if distances.get(&state).is_none_or(|&known| known > distance + cost) {
                    distances.insert(state.clone(), distance + cost);
                    let entry = (state, distance + cost);
                    if cost == 0 { open.push_front(entry) } else { open.push_back(entry) }
                }
            }
        }
        distances
    }

    fn check(rows: u32, cols: u32, torus: bool, tiles: &[u32], blank: u32) {
        let space = Arc::new(Space::new(Geometry::new(rows, cols, torus), tiles.len()));
        let pattern = Pattern::new(tiles.iter().copied(), blank);
        let builder = Builder::new(space.clone());
        let table =
            builder.build(pattern, 2, &mut |_| ControlFlow::Continue(())).expect("never told to stop");
        let expected = placements(&space, &pattern);
        let home: Vec<u32> = pattern.cells().collect();
        for ((cells, blank), &distance) in &expected {
            let cell_of = |goal| cells[home.iter().position(|&cell| cell == goal).expect("a tile")];
            assert_eq!(table.distance(cell_of, *blank), distance, "{cells:?} {blank}");
        }
        let sum: u32 = expected.values().sum();
        let mean = f64::from(sum) / expected.len() as f64;
        assert!((table.summary().mean - mean).abs() < 1e-9);
        assert_eq!(Some(&table.summary().largest), expected.values().max());
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        check(3, 3, false, &[1, 2, 3, 4], 0);
        check(3, 3, false, &[0, 1, 3, 5, 7], 8);
        check(3, 3, false, &[0, 8, 4], 2);
        check(3, 3, true, &[1, 2, 3, 4], 0);
        check(3, 4, false, &[1, 4, 5, 8], 0);
        check(2, 4, true, &[1, 4, 5, 6, 7], 0);
        check(2, 5, false, &[1, 2, 3, 7, 8], 9);
        check(2, 3, true, &[0, 1, 2], 3);
        check(1, 4, false, &[0, 1], 3);
        check(1, 5, true, &[0, 1, 2, 3], 4);
    }

    #[test]
    fn a_build_can_be_given_up() {
        let builder = Builder::new(Arc::new(Space::new(Geometry::new(3, 3, false), 4)));
        assert!(builder.build(Pattern::new(1..5, 0), 1, &mut |_| ControlFlow::Break(())).is_none());
    }
}
