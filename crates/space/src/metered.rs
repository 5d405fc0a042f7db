//! Whole spaces under any metric of tiles: one byte for each position if they fit into memory, otherwise
//! the first levels as lists.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use taquin_search::host::Instant;
use taquin_search::{Limit, Progress};
use taquin_tiles::{Arrangements, Board, Cell, Cells, Geometry, Metric, Packed16};

use crate::census::{Census, LevelCount};
use crate::error::Error;
use crate::memory::Options;

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// The most bytes where no limit is set.
const MOST_BYTES: usize = 4 << 30;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 1 << 16;

/// Counts the positions at every distance from `goal` by the moves of `metric`.
///
/// # Errors
/// If the goal has not the size of the grid, or the board has too many cells.
pub fn enumerate_by(
    metric: &dyn Metric,
    geometry: Geometry,
    goal: &Board,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Census, Error> {
    let arrangements = Arrangements::new(geometry, goal)?;
    let paths = (0..geometry.cells()).map(|cell| metric.paths(&geometry, cell)).collect();
    let grid = Grid { arrangements, paths };
    let most = options.limits.memory.unwrap_or(MOST_BYTES);
    let mut count = Count { grid: &grid, options, started: Instant::now(), levels: Vec::new(), progress };
    let goal = Packed16::from_board(goal);
    let bytes = usize::try_from(arrangements.count()).unwrap_or(usize::MAX);
    let (stopped, farthest, peak_bytes) = if bytes <= most {
        let (stopped, farthest) = count.in_bytes(goal);
        (stopped, farthest, bytes)
    } else {
        count.in_lists(goal, most)
    };
    let seconds = count.started.elapsed().as_secs_f64();
    let board = |state: Packed16| {
        let tiles: Vec<_> = state.tiles(geometry.cells()).collect();
        Board::new(geometry.rows(), geometry.cols(), tiles)
    };
    let farthest = farthest.into_iter().map(board).collect::<Result<_, _>>()?;
    Ok(Census { levels: count.levels, stopped, farthest, peak_bytes, seconds })
}

/// The positions and the ways between them.
struct Grid {
    arrangements: Arrangements,
    paths: Vec<Vec<Vec<Cell>>>,
}

impl Grid {
    fn successors(&self, state: Packed16) -> impl Iterator<Item = Packed16> {
        let blank = state.blank();
        self.paths[blank as usize].iter().map(move |path| {
            let (mut next, mut to) = (state, blank);
            for &from in path {
                next.slide(from, to);
                to = from;
            }
            next
        })
    }
}

struct Count<'a> {
    grid: &'a Grid,
    options: &'a Options,
    started: Instant,
    levels: Vec<u64>,
    progress: &'a mut dyn Progress,
}

impl Count<'_> {
    /// Counts all levels with a byte for each position.
    fn in_bytes(&mut self, goal: Packed16) -> (Option<Limit>, Vec<Packed16>) {
        let ranks = self.grid.arrangements;
        let mut distances: Vec<AtomicU8> = Vec::new();
        if distances.try_reserve_exact(ranks.count() as usize).is_err() {
            return (Some(Limit::Memory), Vec::new());
        }
        distances.resize_with(ranks.count() as usize, || AtomicU8::new(UNKNOWN));
        distances[ranks.rank(&goal) as usize] = AtomicU8::new(0);
        let mut found = 1;
        let mut stopped = None;
        for depth in 0..UNKNOWN {
            self.levels.push(found);
            match self.after(depth.into()).and_then(|()| self.expand(&distances, depth)) {
                Ok(0) => break,
                Ok(new) => found = new,
                Err(limit) => {
                    stopped = Some(limit);
                    break;
                }
            }
        }
        let last = self.levels.len() as u8 - 1;
        let there = (0..).zip(&distances).filter(|(_, distance)| distance.load(Ordering::Relaxed) == last);
        (stopped, there.take(Census::FARTHEST).map(|(rank, _)| ranks.unrank(rank)).collect())
    }

    /// Marks the successors of the positions at `depth`, on all threads.
    ///
    /// # Errors
    /// If a limit is reached meanwhile.
    fn expand(&self, distances: &[AtomicU8], depth: u8) -> Result<u64, Limit> {
        let (next, found) = (AtomicU64::new(0), AtomicU64::new(0));
        let (grid, ranks) = (self.grid, self.grid.arrangements);
        let (options, started) = (self.options, self.started);
        let work = || {
            let mut new = 0;
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= ranks.count() || interrupted(options, started).is_err() {
                    break;
                }
                for rank in first..(first + CHUNK).min(ranks.count()) {
                    if distances[rank as usize].load(Ordering::Relaxed) != depth {
                        continue;
                    }
                    for state in grid.successors(ranks.unrank(rank)) {
                        let distance = &distances[ranks.rank(&state) as usize];
                        if distance.load(Ordering::Relaxed) == UNKNOWN {
                            let order = Ordering::Relaxed;
                            new += u64::from(
                                distance.compare_exchange(UNKNOWN, depth + 1, order, order).is_ok(),
                            );
                        }
                    }
                }
            }
            found.fetch_add(new, Ordering::Relaxed);
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..options.threads() {
                scope.spawn(work);
            }
            work();
        });
        interrupted(options, started).map(|()| found.into_inner())
    }

    /// Counts levels while two of them fit in `most` bytes; moves can be undone, so no other is needed.
    fn in_lists(&mut self, goal: Packed16, most: usize) -> (Option<Limit>, Vec<Packed16>, usize) {
        let (mut before, mut level): (Vec<Packed16>, Vec<Packed16>) = (Vec::new(), vec![goal]);
        let mut peak = 0;
        let stopped = loop {
            self.levels.push(level.len() as u64);
            if let Err(limit) = self.after(self.levels.len() - 1) {
                break Some(limit);
            }
            let width = self.grid.paths.iter().map(Vec::len).max().unwrap_or(0);
            let bytes = (before.len() + level.len() * (1 + width)) * size_of::<Packed16>();
            peak = peak.max(bytes);
            if bytes > most {
                break Some(Limit::Memory);
            }
            let mut next: Vec<Packed16> =
                level.iter().flat_map(|&state| self.grid.successors(state)).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|state| level.binary_search(state).is_err() && before.binary_search(state).is_err());
            if next.is_empty() {
                break None;
            }
            before = std::mem::replace(&mut level, next);
        };
        level.truncate(Census::FARTHEST);
        (stopped, level, peak)
    }

    /// Reports a complete level and checks the limits.
    fn after(&mut self, depth: usize) -> Result<(), Limit> {
        if self.options.depth.is_some_and(|most| depth >= most) {
            return Err(Limit::Depth);
        }
        let counted = LevelCount {
            level: depth,
            done: 1.0,
            found: self.levels.iter().sum(),
            size: Some(u128::from(self.grid.arrangements.count())),
            seconds: self.started.elapsed().as_secs_f64(),
        };
        self.options.check(&counted, self.progress)
    }
}

/// Whether to stop in the middle of a level.
fn interrupted(options: &Options, started: Instant) -> Result<(), Limit> {
    match options.limits.time {
        _ if options.limits.is_cancelled() => Err(Limit::Cancelled),
        Some(most) if started.elapsed() >= most => Err(Limit::Time),
        _ => Ok(()),
    }
}
