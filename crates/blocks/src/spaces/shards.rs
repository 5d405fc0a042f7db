//! Breadth-first search over a whole space that keeps the states themselves, on all threads.
//!
//! States are assigned to shards by their hash, so that each shard's table stays small and in cache and
//! belongs to one thread at a time. A level is expanded in rounds of two phases: all threads expand states
//! and sort the successors by shard; then each shard inserts its own. Moves can be undone, so only the last
//! two levels have to be known to tell which successors are new (see `levels`).
//!
//! Which states a level has does not depend on the threads, but their order does; output is sorted.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use taquin_search::{Cost, Limit, Limits, Meter, Progress, Stats};

use crate::compiled::atlas::{NOWHERE, SpotId};
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::model::metric::Metric;
use crate::search::levels::Levels;
use crate::search::table::Table;
use crate::spaces::whole::{Pass, smallest};

/// Levels below this size are not worth another thread.
const SMALL: usize = 1 << 12;
/// A shard with more states than this in the last levels is split.
const CROWDED: usize = 1 << 14;
/// The bits of the hash by which shards are split at once.
const SPLIT: u32 = 2;
/// The number of states that a thread expands between two checks of the others.
const CHUNK: usize = 1 << 10;
/// The most bytes of successors that a thread collects before they are inserted.
const MOST: usize = 1 << 21;

/// States, and with each the spot of the piece that need not move again, where the metric has one.
#[derive(Clone, Debug)]
struct List<C> {
    states: Vec<C>,
    moved: Vec<SpotId>,
}

impl<C> Default for List<C> {
    fn default() -> Self {
        List { states: vec![], moved: vec![] }
    }
}

impl<C: Word> List<C> {
    #[inline]
    fn push(&mut self, state: C, moved: SpotId, travels: bool) {
        self.states.push(state);
        if travels {
            self.moved.push(moved);
        }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.moved.clear();
    }

    fn moved(&self, index: usize) -> SpotId {
        self.moved.get(index).copied().unwrap_or(NOWHERE)
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<C>() + self.moved.capacity() * size_of::<SpotId>()
    }
}

/// The states of the last levels that have one part of all hashes.
struct Shard<C> {
    table: Table<C>,
    previous: Vec<C>,
    frontier: List<C>,
    next: List<C>,
    goals: Vec<C>,
}

impl<C: Word> Shard<C> {
    fn new() -> Self {
        let (frontier, next) = (List::default(), List::default());
        Shard { table: Table::with_slots(1 << 6), previous: vec![], frontier, next, goals: vec![] }
    }

    fn live(&self) -> usize {
        self.previous.len() + self.frontier.states.len() + self.next.states.len()
    }

    fn bytes(&self) -> usize {
        let states = self.previous.capacity() + self.goals.capacity();
        self.table.bytes() + self.frontier.bytes() + self.next.bytes() + states * size_of::<C>()
    }

    /// Inserts a state of the next level, if it is new.
    #[inline]
    fn insert<O: Word>(&mut self, blocks: &Blocks<O, C>, state: C, moved: SpotId, travels: bool) {
        if self.table.is_full() {
            let lists = [&self.previous, &self.frontier.states, &self.next.states];
            self.table.rebuild_closely(lists.map(Vec::as_slice));
        }
        if self.table.insert(state) {
            self.next.push(state, moved, travels);
            if blocks.reached(state) {
                self.goals.push(state);
            }
        }
    }
}

/// What one thread has found, by shard.
type Found<C> = Vec<List<C>>;

/// A whole space, explored from some states.
pub(crate) struct Shards<'a, O, C> {
    blocks: &'a Blocks<O, C>,
    travels: bool,
    threads: usize,
    shards: Vec<Shard<C>>,
    /// How many bits of the hash assign a state to its shard.
    bits: u32,
    found: Vec<Found<C>>,
    meter: Meter<'a>,
    limits: &'a Limits,
    stats: Stats,
    counts: Vec<u64>,
    /// All levels, where they are kept.
    log: Option<Levels<C>>,
    nearest: Option<Cost>,
}

impl<'a, O: Word, C: Word> Shards<'a, O, C> {
    pub(crate) fn new(
        blocks: &'a Blocks<O, C>,
        sources: &[C],
        keep: bool,
        threads: usize,
        limits: &'a Limits,
    ) -> Self {
        let mut search = Shards {
            blocks,
            travels: blocks.metric() == Metric::Finger,
            threads: threads.max(1),
            shards: vec![Shard::new()],
            bits: 0,
            found: vec![],
            meter: Meter::start(limits),
            limits,
            stats: Stats::default(),
            counts: vec![],
            log: keep.then(Levels::default),
            nearest: None,
        };
        for &source in sources {
            search.shards[0].insert(blocks, source, NOWHERE, search.travels);
        }
        search.end_level();
        search
    }

    /// Goes from level to level until one is empty or lies beyond `depth`. Before each level, `turn` is called with
    /// the number of bytes held and may switch to another form.
    pub(crate) fn run<T>(
        mut self,
        depth: Cost,
        progress: &mut dyn Progress,
        mut turn: impl FnMut(usize) -> Option<T>,
    ) -> Result<Pass<C>, T> {
        let mut stopped = None;
        while !self.counts.is_empty() {
            if let Some(other) = turn(self.bytes()) {
                return Err(other);
            }
            progress.bound(self.counts.len() as Cost - 1);
            if let Err(limit) = self.expand(progress) {
                stopped = Some(limit);
                break;
            }
            let beyond = self.shards.iter().any(|shard| !shard.next.states.is_empty());
            if beyond && self.counts.len() as Cost > depth {
                stopped = Some(Limit::Depth);
            }
            if !beyond || stopped.is_some() {
                break;
            }
            self.end_level();
        }
        // The lists are freed before more memory is allocated.
        let pass = self.pass(stopped);
        match stopped.filter(|&limit| limit == Limit::Memory).and_then(|_| turn(usize::MAX)) {
            Some(other) => Err(other),
            None => Ok(pass),
        }
    }

    fn pass(self, stopped: Option<Limit>) -> Pass<C> {
        let farthest = smallest(self.shards.iter().map(|shard| shard.frontier.states.as_slice()));
        let seconds = self.meter.seconds();
        let goals = self.shards.into_iter().flat_map(|shard| shard.goals).collect();
        Pass {
            levels: self.counts,
            stopped,
            farthest,
            nearest_goal: self.nearest,
            goals,
            states: self.log,
            peak_bytes: self.stats.peak_bytes,
            seconds,
        }
    }

    fn bytes(&self) -> usize {
        let found: usize = self.found.iter().flatten().map(List::bytes).sum();
        let log = self.log.as_ref().map_or(0, Levels::bytes);
        self.shards.iter().map(Shard::bytes).sum::<usize>() + found + log
    }

    /// Makes the next level the one to expand.
    fn end_level(&mut self) {
        let count: usize = self.shards.iter().map(|shard| shard.next.states.len()).sum();
        if count == 0 {
            return;
        }
        if self.nearest.is_none() && self.shards.iter().any(|shard| !shard.goals.is_empty()) {
            self.nearest = Some(self.counts.len() as Cost);
        }
        self.counts.push(count as u64);
        self.stats.largest_open = self.stats.largest_open.max(count);
        for shard in &mut self.shards {
            std::mem::swap(&mut shard.frontier, &mut shard.next);
            shard.previous.clear();
            shard.previous.append(&mut shard.next.states);
            shard.next.clear();
        }
        if let Some(log) = &mut self.log {
            log.push_level(self.shards.iter().map(|shard| shard.frontier.states.as_slice()));
        }
        while self.shards.iter().map(Shard::live).sum::<usize>() > CROWDED * self.shards.len() {
            self.split();
        }
    }

    /// Divides all states among more shards.
    fn split(&mut self) {
        self.bits += SPLIT;
        let bits = self.bits;
        let mut shards: Vec<Shard<C>> = (0..1 << bits).map(|_| Shard::new()).collect();
        for old in std::mem::take(&mut self.shards) {
            for &state in &old.previous {
                shards[shard_of(state, bits)].previous.push(state);
            }
            for (index, &state) in old.frontier.states.iter().enumerate() {
                shards[shard_of(state, bits)].frontier.push(state, old.frontier.moved(index), self.travels);
            }
            for &state in &old.goals {
                shards[shard_of(state, bits)].goals.push(state);
            }
        }
        for shard in &mut shards {
            shard.table.rebuild_closely([&shard.previous, &shard.frontier.states, &[]]);
        }
        self.shards = shards;
    }

    /// Expands the frontier.
    fn expand(&mut self, progress: &mut dyn Progress) -> Result<(), Limit> {
        let level = self.counts[self.counts.len() - 1] as usize;
        let threads = if level < SMALL { 1 } else { self.threads };
        let (before, generated) = (self.stats.expanded, AtomicU64::new(0));
        // The frontier in pieces: the shard, and where in it.
        let pieces: Vec<(usize, usize)> = self
            .shards
            .iter()
            .enumerate()
            .flat_map(|(shard, this)| {
                (0..this.frontier.states.len()).step_by(CHUNK).map(move |at| (shard, at))
            })
            .collect();
        let next = AtomicUsize::new(0);
        while next.load(Relaxed) < pieces.len() {
            self.find(&pieces, &next, &generated, threads, progress)?;
            self.check()?;
            self.take_in(threads);
        }
        self.stats.generated += generated.into_inner();
        let bound = taquin_search::BoundCount {
            bound: self.counts.len() as Cost - 1,
            expanded: self.stats.expanded - before,
            generated: 0,
        };
        self.stats.bounds.push(bound);
        Ok(())
    }

    /// The first phase: all threads expand pieces of the frontier, until they have found enough.
    fn find(
        &mut self,
        pieces: &[(usize, usize)],
        next: &AtomicUsize,
        generated: &AtomicU64,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Result<(), Limit> {
        let shards = self.shards.len();
        let room = self.limits.memory.map_or(MOST, |most| (most / 16 / threads).min(MOST));
        let enough = (room / size_of::<C>()).max(1);
        let mut found = std::mem::take(&mut self.found);
        found.resize_with(threads.max(found.len()), Vec::new);
        for lists in &mut found {
            lists.resize_with(shards, List::default);
            lists.iter_mut().for_each(List::clear);
        }
        let (expanded, stop) = (AtomicU64::new(self.stats.expanded), AtomicBool::new(false));
        let finder = Finder {
            blocks: self.blocks,
            shards: &self.shards,
            bits: self.bits,
            travels: self.travels,
            enough,
            pieces,
            next,
            expanded: &expanded,
            generated,
            stop: &stop,
        };
        let (own, others) = found.split_first_mut().expect("there is a thread");
        let (meter, stats) = (&mut self.meter, &self.stats);
        let ended = taquin_search::host::scope(|scope| {
            for lists in others.iter_mut().take(threads - 1) {
                scope.spawn(|| finder.work(lists, || Ok(())));
            }
            let ended = finder.work(own, || {
                let now = expanded.load(Relaxed);
                if !meter.due(now) {
                    return Ok(());
                }
                // The memory is checked after the round.
                meter.check(now, 0)?;
                let told = Stats { expanded: now, seconds: meter.seconds(), ..stats.clone() };
                if progress.tick(&told).is_break() { Err(Limit::Cancelled) } else { Ok(()) }
            });
            if ended.is_err() {
                stop.store(true, Relaxed);
            }
            ended
        });
        self.found = found;
        self.stats.expanded = expanded.into_inner();
        ended
    }

    /// Looks at the limits between the phases: what is held, and what the tables will grow by.
    fn check(&mut self) -> Result<(), Limit> {
        let coming =
            |shard: usize| -> usize { self.found.iter().map(|lists| lists[shard].states.len()).sum() };
        let growth: usize = (0..self.shards.len())
            .map(|index| {
                let shard = &self.shards[index];
                if shard.table.has_room(coming(index)) { 0 } else { shard.table.close_growth(shard.live()) }
            })
            .sum();
        let bytes = self.bytes() + growth;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        self.stats.seconds = self.meter.seconds();
        if self.limits.memory.is_some_and(|most| bytes > most) { Err(Limit::Memory) } else { Ok(()) }
    }

    /// The second phase: every shard inserts the states that were found for it.
    fn take_in(&mut self, threads: usize) {
        let (blocks, travels, found) = (self.blocks, self.travels, &self.found);
        let queue = Mutex::new(self.shards.iter_mut().enumerate());
        let work = || {
            loop {
                let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((index, shard)) = taken else { return };
                for list in found.iter().map(|lists| &lists[index]) {
                    for (at, &state) in list.states.iter().enumerate() {
                        shard.insert(blocks, state, list.moved(at), travels);
                    }
                }
            }
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..threads.min(1 << self.bits) {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// Which of `1 << bits` shards a state belongs to; by other bits than those that place it in a table.
#[inline]
fn shard_of<C: Word>(state: C, bits: u32) -> usize {
    let hash = state.mixed();
    let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    if bits == 0 { 0 } else { (hash >> (64 - bits)) as usize }
}

/// The first phase of a round, as its threads share it.
struct Finder<'s, O, C> {
    blocks: &'s Blocks<O, C>,
    shards: &'s [Shard<C>],
    bits: u32,
    travels: bool,
    enough: usize,
    pieces: &'s [(usize, usize)],
    next: &'s AtomicUsize,
    expanded: &'s AtomicU64,
    generated: &'s AtomicU64,
    stop: &'s AtomicBool,
}

impl<O: Word, C: Word> Finder<'_, O, C> {
    /// Expands piece after piece into `lists`, asking `look` in between.
    fn work(&self, lists: &mut Found<C>, mut look: impl FnMut() -> Result<(), Limit>) -> Result<(), Limit> {
        let mut sum = 0;
        while sum < self.enough && !self.stop.load(Relaxed) {
            let piece = self.next.fetch_add(1, Relaxed);
            let Some(&(shard, begin)) = self.pieces.get(piece) else { break };
            let frontier = &self.shards[shard].frontier;
            let end = (begin + CHUNK).min(frontier.states.len());
            let before = sum;
            for at in begin..end {
                let state = frontier.states[at];
                let empty = self.blocks.empty(state);
                self.blocks.each_other_move(state, empty, frontier.moved(at), |mv, after| {
                    lists[shard_of(after, self.bits)].push(after, mv.to, self.travels);
                    sum += 1;
                });
            }
            self.expanded.fetch_add((end - begin) as u64, Relaxed);
            self.generated.fetch_add((sum - before) as u64, Relaxed);
            look()?;
        }
        Ok(())
    }
}
