//! All arrangements by their distance from the goals, level by level in memory.
//!
//! One byte for each arrangement holds its distance modulo 255, which is enough to walk down to a goal: neighbours
//! differ by one at most. Threads take parts of a level and claim what they find by writing its byte.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

use taquin_search::host::{self, Instant};
use taquin_search::{Cost, Estimate, Limit, Limits, Progress, Stats};

use super::goal::arrangements;
use super::kinds::Kinds;
use super::puzzle::LabelMoves;
use super::space::{ArrangementSpace, Masks, masks};
use crate::paths::Slide;
use crate::puzzle::Move;

/// What the byte of an arrangement is before it is reached.
const UNKNOWN: u8 = u8::MAX;

/// Arrangements that a thread takes at once; the limits are looked at in between.
const BATCH: usize = 1 << 15;

/// The arrangements of a puzzle by their distance.
#[derive(Debug)]
pub struct Flood {
    /// How many arrangements are 0, 1, 2 … moves from a goal: whole levels.
    pub levels: Vec<u64>,
    /// The limit that ended the flood, if one did; [`Limit::Depth`] for the level that was asked for.
    pub stopped: Option<Limit>,
    /// The arrangements of the last whole level, by number.
    pub farthest: Vec<u32>,
    /// The bytes that were held.
    pub bytes: usize,
    space: ArrangementSpace,
    distances: Vec<AtomicU8>,
}

/// Until where a flood goes.
#[derive(Clone, Copy, Debug, Default)]
pub enum Until {
    /// Over everything that can be reached.
    #[default]
    End,
    /// Over the levels up to this one.
    Level(usize),
    /// As far as the arrangement with this number.
    Found(u64),
}

impl Flood {
    /// The bytes that the flood of a space takes, about; `None` if the arrangements are too many.
    #[must_use]
    pub fn bytes_for(space: &ArrangementSpace) -> Option<usize> {
        // A byte for each, and four for each of two levels, which hold a tenth of all at most.
        let size = u32::try_from(space.size()).ok().filter(|&size| size < u32::MAX)?;
        usize::try_from(u64::from(size) * 2).ok()
    }

    /// A shortest way from an arrangement to a goal; `None` if it was not reached.
    #[must_use]
    pub fn way(&self, kinds: &Kinds, start: &[u8]) -> Option<Vec<Slide>> {
        let mut here = [0; 64];
        here[..start.len()].copy_from_slice(start);
        let mut masks = masks(here[..kinds.cells()].iter().copied());
        let stored =
            |masks: &Masks| self.distances[self.space.rank_of(masks) as usize].load(Ordering::Relaxed);
        let mut distance = Some(stored(&masks)).filter(|&distance| distance != UNKNOWN)?;
        let mut moves = Vec::new();
        while !kinds.is_goal(&here) {
            let wanted = if distance == 0 { UNKNOWN - 1 } else { distance - 1 };
            let next = LabelMoves::new(&kinds.paths, masks[0]).find(|&slide| {
                toggle(kinds, &here, &mut masks, slide);
                let found = stored(&masks) == wanted;
                toggle(kinds, &here, &mut masks, slide);
                found
            });
            let next = next.expect("a level has a neighbour in the one before");
            toggle(kinds, &here, &mut masks, next);
            kinds.paths.singles(next).for_each(|mv| here.swap(mv.from as usize, mv.to as usize));
            distance = wanted;
            moves.push(next);
        }
        Some(moves)
    }

    /// The space whose arrangements are numbered.
    #[must_use]
    pub fn space(&self) -> &ArrangementSpace {
        &self.space
    }
}

/// Finds all arrangements of `kinds` by their distance from the goals, on `threads` threads.
#[must_use]
pub fn flood(
    kinds: &Kinds,
    until: Until,
    threads: usize,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Option<Flood> {
    let space = ArrangementSpace::new(&kinds.counts)?;
    let bytes = Flood::bytes_for(&space)?;
    let (levels, farthest) = (Vec::new(), Vec::new());
    let mut flood = Flood { levels, stopped: None, farthest, bytes, space, distances: Vec::new() };
    let size = flood.space.size() as usize;
    if limits.memory.is_some_and(|most| bytes > most) || flood.distances.try_reserve_exact(size).is_err() {
        return None;
    }
    flood.distances.resize_with(size, || AtomicU8::new(UNKNOWN));
    let mut level: Vec<u32> = Vec::new();
    for goal in &kinds.goals {
        let _ = arrangements(goal, &kinds.counts, &mut |goal| {
            let rank = flood.space.rank(goal) as u32;
            if flood.distances[rank as usize].swap(0, Ordering::Relaxed) == UNKNOWN {
                level.push(rank);
            }
            ControlFlow::Continue(())
        });
    }
    let mut run = Run { started: Instant::now(), expanded: 0, limits, progress, size };
    while !level.is_empty() {
        let depth = flood.levels.len();
        flood.levels.push(level.len() as u64);
        let reached = |rank: u64| flood.distances[rank as usize].load(Ordering::Relaxed) != UNKNOWN;
        let ends = match until {
            Until::End => false,
            Until::Level(last) if depth >= last => {
                flood.stopped = Some(Limit::Depth);
                true
            }
            Until::Level(_) => false,
            Until::Found(rank) => reached(rank),
        };
        if ends {
            flood.farthest = level;
            return Some(flood);
        }
        run.progress.bound(depth as Cost);
        match next_level(kinds, &flood, &level, threads, &mut run) {
            Ok(next) => flood.farthest = std::mem::replace(&mut level, next),
            Err(limit) => {
                flood.stopped = Some(limit);
                flood.farthest = level;
                break;
            }
        }
    }
    Some(flood)
}

/// A flood under way.
struct Run<'a> {
    started: Instant,
    expanded: u64,
    limits: &'a Limits,
    progress: &'a mut dyn Progress,
    size: usize,
}

impl Run<'_> {
    fn check(&mut self, done: f64) -> Result<(), Limit> {
        let seconds = self.started.elapsed();
        if self.limits.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if self.limits.nodes.is_some_and(|most| self.expanded >= most) {
            return Err(Limit::Nodes);
        }
        if self.limits.time.is_some_and(|most| seconds >= most) {
            return Err(Limit::Time);
        }
        self.progress.estimate(&Estimate { lower_bound: 0, done, total: Some(self.size as f64) });
        let stats = Stats { expanded: self.expanded, seconds: seconds.as_secs_f64(), ..Stats::default() };
        if self.progress.tick(&stats).is_break() { Err(Limit::Cancelled) } else { Ok(()) }
    }
}

/// Everything one move beyond `level` that was not reached before.
fn next_level(
    kinds: &Kinds,
    flood: &Flood,
    level: &[u32],
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Vec<u32>, Limit> {
    let mark = (flood.levels.len() % usize::from(UNKNOWN)) as u8;
    let mut next = Vec::new();
    let mut done = 0;
    for batch in level.chunks(BATCH * threads.max(1)) {
        run.check(done as f64 / level.len() as f64)?;
        if batch.len() < BATCH / 8 {
            next.extend(expand(kinds, flood, batch, mark));
        } else {
            let parts: Vec<Vec<u32>> = host::scope(|scope| {
                let parts = batch.chunks(batch.len().div_ceil(threads.max(1)));
                let workers: Vec<_> =
                    parts.map(|part| scope.spawn(move || expand(kinds, flood, part, mark))).collect();
                workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
            });
            next.extend(parts.into_iter().flatten());
        }
        done += batch.len();
        run.expanded += batch.len() as u64;
    }
    Ok(next)
}

fn expand(kinds: &Kinds, flood: &Flood, part: &[u32], mark: u8) -> Vec<u32> {
    let mut found = Vec::new();
    let (mut here, mut masks) = ([0; 64], [0; 64]);
    for &rank in part {
        flood.space.unrank_to(rank.into(), &mut here, &mut masks);
        for slide in LabelMoves::new(&kinds.paths, masks[0]) {
            toggle(kinds, &here, &mut masks, slide);
            let rank = flood.space.rank_of(&masks);
            toggle(kinds, &here, &mut masks, slide);
            let byte = &flood.distances[rank as usize];
            let claimed = byte.load(Ordering::Relaxed) == UNKNOWN
                && byte.compare_exchange(UNKNOWN, mark, Ordering::Relaxed, Ordering::Relaxed).is_ok();
            found.extend(claimed.then_some(rank as u32));
        }
    }
    found
}

/// Makes a move from the arrangement `here` in the cells of its kinds, or takes it back.
#[inline]
pub(super) fn toggle(kinds: &Kinds, here: &[u8], masks: &mut Masks, slide: Slide) {
    for Move { from, to } in kinds.paths.singles(slide) {
        let both = 1 << from | 1 << to;
        masks[here[from as usize] as usize] ^= both;
        masks[0] ^= both;
    }
}
