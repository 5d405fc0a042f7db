//! One part of a level: the positions whose hashes lie in a range, in buckets that a processor's cache holds.
//!
//! All walks from the last list are made, and the ends that lie in the range are collected; so are the ends of walks
//! that are two, four ... moves shorter, which were counted before. Walks begin with a move that leads away from the
//! goal, so whatever lies nearer than the new level is an end of such a shorter walk, if that may begin with any
//! move. Then each bucket is sorted, and what is not known is counted.

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use taquin_search::Limit;

use super::code::{BACK, Code, KNOWN, OWN_MIRROR};
use super::grid::Grid;
use super::walker::{Ends, Walker};
use crate::census::Census;

/// Why a part is not counted.
pub(crate) enum Stop {
    Limit(Limit),
    /// There is no room for so many positions.
    Full,
}

/// What was found in a part, or in several.
pub(crate) struct Found<C> {
    pub(crate) count: u64,
    /// The positions, if they are kept.
    pub(crate) lists: Vec<Vec<C>>,
    /// The least of them.
    pub(crate) least: Vec<C>,
    /// The most codes that were held at once.
    pub(crate) most: usize,
}

impl<C> Default for Found<C> {
    fn default() -> Self {
        Found { count: 0, lists: Vec::new(), least: Vec::new(), most: 0 }
    }
}

impl<C: Code> Found<C> {
    /// Adds another part.
    pub(crate) fn join(&mut self, other: Self) {
        self.count += other.count;
        self.lists.extend(other.lists);
        self.least.extend(other.least);
        self.least.sort_unstable();
        self.least.truncate(Census::FARTHEST);
        self.most = self.most.max(other.most);
    }
}

/// The codes of a bucket come in pieces of this length.
const PIECE: usize = 64;
/// About how many codes a bucket has in the end.
const BUCKET: usize = 1 << 15;
/// How many codes of the last list a thread expands at a time.
const UNIT: usize = 1 << 12;

/// A part that is being counted.
pub(crate) struct Pass<'a, C> {
    grid: &'a Grid,
    /// What the walks begin with.
    last: Vec<&'a [C]>,
    steps: usize,
    keep: bool,
    /// The range of hashes.
    low: u64,
    high: u64,
    buckets: Vec<Mutex<Bucket<C>>>,
    held: AtomicUsize,
    most: usize,
}

impl<'a, C: Code> Pass<'a, C> {
    /// Part number `part` of `parts`, where about `expected` and at most `most` codes are collected.
    pub(crate) fn new(
        grid: &'a Grid,
        last: &'a [Vec<C>],
        (steps, keep): (usize, bool),
        (part, parts): (usize, usize),
        (expected, most): (usize, usize),
    ) -> Self {
        // The hash that stands for a position and its image is the lesser of two: where a part ends is a square root.
        let end = |part: usize| {
            let share = part as f64 / parts as f64;
            let share = if grid.is_symmetric() { 1.0 - (1.0 - share).sqrt() } else { share };
            (share * 2f64.powi(64)) as u64
        };
        let high = if part + 1 == parts { u64::MAX } else { end(part + 1) - 1 };
        let buckets = (expected / BUCKET).next_power_of_two();
        let least = (most / 4 / buckets).clamp(PIECE, 2 * BUCKET);
        Pass {
            grid,
            last: last.iter().flat_map(|list| list.chunks(UNIT)).collect(),
            steps,
            keep,
            low: end(part),
            high,
            buckets: (0..buckets).map(|_| Mutex::new(Bucket { most: least, ..Bucket::default() })).collect(),
            held: AtomicUsize::new(0),
            most,
        }
    }

    /// Counts it on `threads` threads. `check` is told which part of the work is done and how many were found.
    pub(crate) fn run(
        &self,
        threads: usize,
        check: &mut dyn FnMut(f64, u64) -> Result<(), Limit>,
    ) -> Result<Found<C>, Stop> {
        let full = AtomicBool::new(false);
        let total = AtomicU64::new(0);
        let collected = share(threads, self.last.len(), &full, &mut |done| check(done * 0.7, 0), || {
            let mut walker = Walker::new(self.grid);
            let mut sink = Sink { pass: self, flag: 0, pieces: vec![Vec::new(); self.buckets.len()] };
            let full = &full;
            move |unit: Option<usize>| {
                match unit {
                    Some(unit) => {
                        self.last[unit].iter().for_each(|&code| self.expand(&mut walker, &mut sink, code))
                    }
                    None => sink.finish(),
                }
                full.fetch_or(self.held.load(Ordering::Relaxed) > self.most, Ordering::Relaxed);
            }
        });
        collected.map_err(Stop::Limit)?;
        if full.into_inner() {
            return Err(Stop::Full);
        }
        let found = Mutex::new(Found { most: self.held.load(Ordering::Relaxed), ..Found::default() });
        let stop = AtomicBool::new(false);
        let mut between = |done: f64| check(0.7 + done * 0.3, total.load(Ordering::Relaxed));
        let counted = share(threads, self.buckets.len(), &stop, &mut between, || {
            let mut counter = Counter::new(self.keep, if self.grid.is_symmetric() { 2 } else { 1 });
            let (found, total) = (&found, &total);
            move |bucket: Option<usize>| match bucket {
                Some(bucket) => {
                    let pieces = std::mem::take(&mut lock(&self.buckets[bucket]).pieces);
                    total.fetch_add(counter.count(pieces), Ordering::Relaxed);
                }
                None => lock(found).join(counter.found()),
            }
        });
        counted.map_err(Stop::Limit)?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Walks from one position.
    fn expand(&self, walker: &mut Walker<'_>, sink: &mut Sink<'_, C>, code: C) {
        let back = walker.start(code);
        sink.flag = 0;
        walker.walk(self.steps, back, sink);
        sink.flag = KNOWN;
        for steps in (0..self.steps.saturating_sub(1)).rev().step_by(2) {
            walker.walk(steps, 0, sink);
        }
    }
}

/// Collects the codes of one thread.
struct Sink<'a, C> {
    pass: &'a Pass<'a, C>,
    /// [`KNOWN`] for what was counted before.
    flag: u64,
    pieces: Vec<Vec<C>>,
}

impl<C: Code> Ends<C> for Sink<'_, C> {
    #[inline]
    fn wants(&self, hash: u64) -> bool {
        (self.pass.low..=self.pass.high).contains(&hash)
    }

    #[inline]
    fn take(&mut self, hash: u64, mut code: C) {
        code.put(0, self.flag);
        let bucket = hash as usize & (self.pieces.len() - 1);
        let piece = &mut self.pieces[bucket];
        if piece.capacity() == 0 {
            piece.reserve_exact(PIECE);
        }
        piece.push(code);
        if piece.len() == PIECE {
            self.pass.held.fetch_add(PIECE, Ordering::Relaxed);
            let fewer = lock(&self.pass.buckets[bucket]).push(std::mem::take(piece));
            self.pass.held.fetch_sub(fewer, Ordering::Relaxed);
        }
    }
}

impl<C: Code> Sink<'_, C> {
    /// Hands over what is left.
    fn finish(&mut self) {
        for (piece, bucket) in self.pieces.iter_mut().zip(&self.pass.buckets) {
            self.pass.held.fetch_add(piece.len(), Ordering::Relaxed);
            let fewer = lock(bucket).push(std::mem::take(piece));
            self.pass.held.fetch_sub(fewer, Ordering::Relaxed);
        }
    }
}

/// The codes whose hashes end in the same bits.
struct Bucket<C> {
    pieces: Vec<Vec<C>>,
    len: usize,
    /// With more codes, those that are there several times are looked for: where there are many ways to a position,
    /// walks may lead to it more often than memory holds.
    most: usize,
}

impl<C> Default for Bucket<C> {
    fn default() -> Self {
        Bucket { pieces: Vec::new(), len: 0, most: 0 }
    }
}

impl<C: Code> Bucket<C> {
    /// Adds a piece, and returns how many codes were there several times.
    fn push(&mut self, piece: Vec<C>) -> usize {
        self.len += piece.len();
        self.pieces.push(piece);
        if self.len <= self.most {
            return 0;
        }
        let mut codes = self.pieces.concat();
        codes.sort_unstable();
        codes.dedup_by(|other, code| {
            let same = code.is_same(*other);
            if same {
                code.put(0, other.bits(0) & (BACK | KNOWN));
            }
            same
        });
        codes.shrink_to_fit();
        let fewer = self.len - codes.len();
        self.len = codes.len();
        self.most = self.most.max(2 * self.len);
        self.pieces = vec![codes];
        fewer
    }
}

/// Counts the buckets of one thread.
struct Counter<C> {
    keep: bool,
    /// How many positions a code stands for, unless it is its own mirror image.
    orbit: u64,
    codes: Vec<C>,
    lists: Vec<Vec<C>>,
    least: BinaryHeap<C>,
    count: u64,
}

impl<C: Code> Counter<C> {
    fn new(keep: bool, orbit: u64) -> Self {
        let (codes, lists, least) = (Vec::new(), Vec::new(), BinaryHeap::new());
        Counter { keep, orbit, codes, lists, least, count: 0 }
    }

    /// Counts what is new in a bucket.
    fn count(&mut self, pieces: Vec<Vec<C>>) -> u64 {
        self.codes.clear();
        pieces.into_iter().for_each(|piece| self.codes.extend(piece));
        self.codes.sort_unstable();
        let mut new = Vec::new();
        let mut count = 0;
        for same in self.codes.chunk_by(|&a, &b| a.is_same(b)) {
            let flags = same.iter().fold(0, |flags, code| flags | code.bits(0));
            if flags & KNOWN != 0 {
                continue;
            }
            count += if flags & OWN_MIRROR == 0 { self.orbit } else { 1 };
            let mut code = same[0];
            code.put(0, flags & BACK);
            if self.keep {
                new.push(code);
            }
            if self.least.len() < Census::FARTHEST {
                self.least.push(code);
            } else if self.least.peek().is_some_and(|&greatest| code < greatest) {
                self.least.pop();
                self.least.push(code);
            }
        }
        if !new.is_empty() {
            new.shrink_to_fit();
            self.lists.push(new);
        }
        self.count += count;
        count
    }

    /// Everything that was counted.
    fn found(&mut self) -> Found<C> {
        let (lists, least) = (std::mem::take(&mut self.lists), std::mem::take(&mut self.least).into_vec());
        Found { count: self.count, lists, least, most: 0 }
    }
}

/// Does `work` for each of `units` units on all threads, and at the end of each thread for none, until `stop` is set.
/// `between` is called on this thread.
fn share<W: FnMut(Option<usize>)>(
    threads: usize,
    units: usize,
    stop: &AtomicBool,
    between: &mut dyn FnMut(f64) -> Result<(), Limit>,
    work: impl Fn() -> W + Sync,
) -> Result<(), Limit> {
    let next = AtomicUsize::new(0);
    let run = |between: &mut dyn FnMut(f64) -> Result<(), Limit>| {
        let mut work = work();
        loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units || stop.load(Ordering::Relaxed) {
                break;
            }
            if let Err(limit) = between(unit as f64 / units as f64) {
                stop.store(true, Ordering::Relaxed);
                return Err(limit);
            }
            work(Some(unit));
        }
        work(None);
        Ok(())
    };
    taquin_search::host::scope(|scope| {
        for _ in 1..threads.min(units) {
            scope.spawn(|| run(&mut |_| Ok(())));
        }
        run(between)
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
