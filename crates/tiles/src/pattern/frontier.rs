//! The frontier of a build: one bit a state, replaced from distance to distance.
//!
//! Distances of neighbouring states differ by at most one, so a state that is not new is in one of the last
//! two frontiers, and no list of visited states is needed. Where parity alternates, the blocks of either
//! parity hold one frontier and the last two are all there is: one bit a state for the search and one for
//! the table that it fills.

use std::sync::atomic::{AtomicU64, Ordering};

use super::build::Builder;
use super::bytes::{Bytes, zeros};
use super::space::PatternSpace;
use super::table::{Pattern, Table, WordBytes};
use super::turning::{Term, bit_permutations, pull};

/// The state of one build; `OUTER` is the number of orders of the outer tiles.
pub(crate) struct TableBuild<'a, const OUTER: usize> {
    builder: &'a Builder,
    /// Two frontiers, of even and of odd distance from the goal's parity. Where parity alternates
    /// each covers the blocks of its parity, else each covers all.
    frontier: [Layer<OUTER>; 2],
    /// One or two planes of bits, the upper bit of the distance mod 4 first.
    pub(crate) table: Bytes,
    /// How many cells of the blank the goal stands for.
    pub(crate) seed: u64,
    terms: Vec<Vec<Term>>,
}

/// A frontier over some of the blocks.
struct Layer<const OUTER: usize> {
    first: usize,
    words: Vec<[u32; OUTER]>,
    /// Which blocks have a bit set.
    live: Vec<bool>,
}

impl<'a, const OUTER: usize> TableBuild<'a, OUTER> {
    pub(crate) fn new(builder: &'a Builder, pattern: &Pattern) -> Self {
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
        let table = zeros(Table::bytes(space));
        let terms = bit_permutations(&space.arrangements.inner);
        TableBuild { builder, frontier, table, seed, terms }
    }

    /// Replaces the older frontier by the states at `distance`, and notes them in the table.
    /// Returns how many cells of the blank and how many states they are.
    pub(crate) fn advance(&mut self, distance: u32, threads: usize) -> (u64, u64) {
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
        taquin_search::host::scope(|scope| {
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
    fn of(space: &PatternSpace, distance: u32) -> Self {
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
