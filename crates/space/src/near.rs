//! The first levels around a goal, in memory, on boards of up to 64 cells, whose whole spaces are beyond any disk.
//!
//! The levels are held as lists of [codes](code) while they are small. Each code has the moves that lead back, so the
//! next level needs no list of the one before. When the next list would take too much memory, the last one is kept
//! and the levels beyond it are only counted: all walks of two, three, four ... moves begin at the last list, and
//! what they lead to is counted in [parts](pass), one after the other, of which each fits into memory. Longer walks
//! are made again for each part, which is much faster than files: early levels have hardly any duplicates, so a walk
//! costs little more than the position that it leads to.
//!
//! A move exchanges the blank with a tile, hence an odd arrangement with an even one: no move stays in a level. Where
//! a reflection leaves the goal as it is, one of each two mirrored positions stands for both.

mod code;
mod grid;
mod pass;
mod walker;

use taquin_search::host::Instant;
use taquin_search::{Cost, Limit, Progress};
use taquin_tiles::{Board, Geometry};

use crate::census::{Census, LevelCount};
use crate::error::Error;
use crate::memory::Options;
use code::{Code, Wide};
use grid::Grid;
use pass::{Pass, Stop};

/// Counts the positions around `goal` level by level, to the depth or the limit that `options` set. Any memory will
/// do; little memory makes it slow.
///
/// # Errors
/// If the goal has not the size of the grid, or the board has more than 64 cells.
pub fn enumerate_near(
    geometry: Geometry,
    goal: &Board,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Census, Error> {
    let grid = Grid::new(geometry, goal)?;
    // Half as many bytes a position, where they are enough.
    let short = options.depth.is_some_and(|depth| depth <= grid.depth_within(u128::BITS));
    Ok(if short {
        Levels::<u128>::new(&grid, options).run(progress)
    } else {
        Levels::<Wide>::new(&grid, options).run(progress)
    })
}

/// The levels found so far.
struct Levels<'a, C> {
    grid: &'a Grid,
    options: &'a Options,
    started: Instant,
    counts: Vec<u64>,
    /// The codes of one level, in lists that a thread expands at a time.
    last: Vec<Vec<C>>,
    /// The distance of that level.
    at: usize,
    /// The least codes of the last level that was counted.
    farthest: Vec<C>,
    peak_bytes: usize,
}

impl<'a, C: Code> Levels<'a, C> {
    fn new(grid: &'a Grid, options: &'a Options) -> Self {
        let origin: C = grid.origin();
        Levels {
            grid,
            options,
            started: Instant::now(),
            counts: vec![1],
            last: vec![vec![origin]],
            at: 0,
            farthest: vec![origin],
            peak_bytes: size_of::<C>(),
        }
    }

    fn run(mut self, progress: &mut dyn Progress) -> Census {
        let stopped = self.go(progress).err();
        let mut farthest: Vec<Board> =
            self.farthest.iter().flat_map(|&code| self.grid.boards(code)).collect();
        farthest.sort_by(|a, b| a.tiles().cmp(b.tiles()));
        farthest.truncate(Census::FARTHEST);
        let (levels, peak_bytes) = (self.counts, self.peak_bytes);
        Census { levels, stopped, farthest, peak_bytes, seconds: self.started.elapsed().as_secs_f64() }
    }

    fn go(&mut self, progress: &mut dyn Progress) -> Result<(), Limit> {
        let memory = self.options.limits.memory.unwrap_or(1 << 30).max(LEAST);
        loop {
            let depth = self.counts.len();
            if self.options.depth.is_some_and(|most| depth > most) {
                return Err(Limit::Depth);
            }
            if depth > self.grid.depth_within(C::BITS) {
                return Err(Limit::Memory);
            }
            progress.bound(depth as Cost);
            let steps = depth - self.at;
            let expected = self.expected();
            let keep = steps == 1 && expected < memory / KEPT / size_of::<C>();
            let held: usize = self.last.iter().map(|list| list.capacity() * size_of::<C>()).sum();
            let room = memory.saturating_sub(held).max(LEAST / 2);
            let mut parts = (expected * size_of::<C>()).div_ceil(room / 4 * 3).max(1);
            let found = loop {
                let most = room / size_of::<C>();
                match self.level(steps, keep, (parts, expected / parts, most), progress) {
                    // There were more than expected.
                    Err(Stop::Full) => parts *= 2,
                    Err(Stop::Limit(limit)) => return Err(limit),
                    Ok(found) => break found,
                }
            };
            self.peak_bytes = self.peak_bytes.max(held + found.most * size_of::<C>());
            if found.count == 0 {
                return Ok(());
            }
            self.counts.push(found.count);
            self.farthest = found.least;
            if keep {
                (self.last, self.at) = (found.lists, depth);
            }
        }
    }

    /// How many codes the walks to the next level will lead to, if it grows like those before.
    fn expected(&self) -> usize {
        let counts = &self.counts;
        let ratio = |at: usize| counts[at] as f64 / counts[at - 1] as f64;
        let growth = (counts.len().saturating_sub(2).max(1)..counts.len()).map(ratio).fold(1.0, f64::max);
        let last = counts[counts.len() - 1] as f64;
        let orbit = if self.grid.is_symmetric() { 2.0 } else { 1.0 };
        // A fifth more are those that were reached before, or are reached several times.
        (last * growth * 1.25 / orbit) as usize + 1
    }

    /// Counts the next level, part by part.
    fn level(
        &self,
        steps: usize,
        keep: bool,
        (parts, each, most): (usize, usize, usize),
        progress: &mut dyn Progress,
    ) -> Result<pass::Found<C>, Stop> {
        let mut all = pass::Found::default();
        let known: u64 = self.counts.iter().sum();
        for part in 0..parts {
            let pass = Pass::new(self.grid, &self.last, (steps, keep), (part, parts), (each, most));
            let before = known + all.count;
            let found = pass.run(self.options.threads(), &mut |done, found| {
                let done = (part as f64 + done) / parts as f64;
                let seconds = self.started.elapsed().as_secs_f64();
                let counted =
                    LevelCount { level: self.counts.len(), done, found: before + found, size: None, seconds };
                self.options.check(&counted, progress)
            })?;
            all.join(found);
        }
        Ok(all)
    }
}

/// A list is kept if it takes at most this part of the memory.
const KEPT: usize = 4;

/// The least memory to work in, whatever the limit is.
const LEAST: usize = 1 << 16;
