//! Whole spaces: a map of one bit for each class of positions, swept once a level.
//!
//! Where all moves change a parity, a level's positions and the next one's are different parts of one map, and
//! marking the neighbours of all marked positions of one part is a step of breadth-first search: what was
//! marked before stays marked. Elsewhere there are two maps, one for each end of the step. As long as few
//! positions are known, the marked ones mark their neighbours; later those not yet marked look for a marked
//! neighbour.

mod classes;
mod map;
mod symmetry;
mod tail;
#[cfg(test)]
mod tests;
mod twin;

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use taquin_search::{Limit, Progress};
use taquin_space::{Census, LevelCount, Options};
use taquin_tiles::{Board, Geometry};

#[cfg(any(feature = "cuda", test))]
pub(crate) use classes::Class;
pub(crate) use classes::Classes;
#[cfg(any(feature = "cuda", test))]
pub(crate) use twin::LISTED;
pub(crate) use twin::TwinMap;

use crate::error::Error;

/// The words of a map that are swept at a time, by the threads of a block.
pub(crate) const TASK: u64 = 256;
/// How long a map is swept between two checks of the limits.
const PATIENCE: Duration = Duration::from_millis(100);
/// Levels that may have more positions than this are not listed.
const LISTED_UP_TO: u64 = 100_000_000;
/// How often a run that is kept on disk writes its map.
const KEEP_EVERY: Duration = Duration::from_secs(300);

/// The marks of a part of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The bits.
    pub(crate) bits: u64,
    /// The positions that they stand for.
    pub(crate) positions: u64,
}

/// A sweep over some classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sweep {
    /// Whether positions not yet marked look for a marked neighbour, instead of marked ones marking theirs.
    pub(crate) pull: bool,
    /// Whether new positions are listed.
    pub(crate) list: bool,
    /// The first class of those that are swept.
    pub(crate) first: usize,
}

/// A map of a space, which is swept.
pub(crate) trait Map {
    /// The bytes that it takes.
    fn bytes(&self) -> usize;

    /// Begins a level: nothing is listed.
    fn begin(&mut self) -> Result<(), Error>;

    /// Sweeps tasks, which are numbered from the first class of the sweep on.
    fn sweep(&mut self, sweep: Sweep, tasks: Range<u64>) -> Result<(), Error>;

    /// Ends a level: its marks are seen by the next one's sweeps.
    fn end(&mut self) -> Result<(), Error>;

    /// The marks of classes.
    fn count(&mut self, classes: Range<usize>) -> Result<Marks, Error>;

    /// Some positions that were new in this level, by class and tail.
    fn listed(&mut self) -> Result<Vec<(usize, u32)>, Error>;

    /// Reads words of the map.
    fn read(&mut self, from: u64, words: &mut [u32]) -> Result<(), Error>;

    /// Writes words of the map.
    fn write(&mut self, to: u64, words: &[u32]) -> Result<(), Error>;
}

/// Makes an empty map for the classes of a space.
pub(crate) type Make<'a> = dyn FnMut(&Classes) -> Result<Box<dyn Map>, Error> + 'a;

/// Counts the positions of a board at every distance from its goal. With a `folder` the map is kept there, from time
/// to time and when the run is stopped, and the next run continues from it.
pub(crate) fn enumerate(
    geometry: Geometry,
    goal: &Board,
    make: &mut Make<'_>,
    folder: Option<&Path>,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Census, Error> {
    let started = Instant::now();
    let classes = Classes::new(geometry, goal)?;
    let mut map = make(&classes)?;
    let kept = folder.map(|folder| map::Kept::open(folder, &classes)).transpose()?;
    let levels = match &kept {
        Some(kept) => kept.load(&mut *map, progress)?,
        None => None,
    };
    let levels = levels.map_or_else(|| first(&classes, &mut *map), Ok)?;
    let bytes = map.bytes();
    let mut count = Count {
        classes: &classes,
        map: &mut *map,
        kept,
        options,
        started,
        saved: started,
        levels,
        farthest: Vec::new(),
    };
    let stopped = count.run(progress)?;
    let (levels, farthest) = (count.levels, count.farthest);
    // Several tails of a class can stand for the same boards.
    let mut boards: Vec<Board> =
        farthest.iter().flat_map(|&(class, tail)| classes.boards(class, tail)).collect();
    boards.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
    boards.dedup();
    boards.truncate(Census::FARTHEST);
    let farthest = boards;
    let census =
        Census { levels, stopped, farthest, peak_bytes: bytes, seconds: started.elapsed().as_secs_f64() };
    if stopped.is_none() && census.total() != classes.positions() {
        return Err(Error::Lost { found: census.total(), all: classes.positions() });
    }
    Ok(census)
}

/// Marks the goal.
fn first(classes: &Classes, map: &mut dyn Map) -> Result<Vec<u64>, Error> {
    let (class, tail) = classes.start();
    let word = class as u64 * classes.words() + u64::from(tail) / classes::BITS;
    map.write(word, &[1 << (u64::from(tail) % classes::BITS)])?;
    Ok(vec![1])
}

/// An enumeration in progress.
struct Count<'a> {
    classes: &'a Classes,
    map: &'a mut dyn Map,
    kept: Option<map::Kept>,
    options: &'a Options,
    started: Instant,
    saved: Instant,
    levels: Vec<u64>,
    farthest: Vec<(usize, u32)>,
}

impl Count<'_> {
    fn run(&mut self, progress: &mut dyn Progress) -> Result<Option<Limit>, Error> {
        loop {
            if self.options.depth.is_some_and(|most| self.levels.len() > most) {
                return Ok(Some(Limit::Depth));
            }
            let level = self.levels.len();
            progress.bound(level as u32);
            if let Some(limit) = self.level(level, progress)? {
                self.keep(progress);
                return Ok(Some(limit));
            }
            let positions = self.map.count(self.part(level))?.positions;
            let fresh = positions - self.known(level);
            if fresh == 0 {
                return Ok(None);
            }
            self.levels.push(fresh);
            self.farthest = self.map.listed()?;
            if self.saved.elapsed() >= KEEP_EVERY {
                self.keep(progress);
            }
        }
    }

    /// The classes that the positions of a level are in.
    fn part(&self, level: usize) -> Range<usize> {
        let (even, all) = (self.classes.even, self.classes.len());
        if !self.classes.tails.paired {
            0..all
        } else if level.is_multiple_of(2) {
            0..even
        } else {
            even..all
        }
    }

    /// The positions of earlier levels in the part of `level`.
    fn known(&self, level: usize) -> u64 {
        let step = if self.classes.tails.paired { 2 } else { 1 };
        self.levels.iter().skip(level % step).step_by(step).sum()
    }

    /// Sweeps the map once; gives the limit that ended it.
    fn level(&mut self, level: usize, progress: &mut dyn Progress) -> Result<Option<Limit>, Error> {
        let (source, target) = (self.part(level - 1), self.part(level));
        let marked = self.map.count(source.clone())?.bits;
        let open = target.len() as u64 * u64::from(self.classes.tails.count())
            - self.map.count(target.clone())?.bits;
        let found: u64 = self.levels.iter().sum();
        let most = self.levels.last().map_or(1, |&last| 3 * last + 1).min(self.classes.positions() - found);
        let pull = open < marked;
        let swept = if pull { target } else { source };
        let sweep = Sweep { pull, list: most <= LISTED_UP_TO, first: swept.start };
        let all = swept.len() as u64 * self.classes.words().div_ceil(TASK);
        self.map.begin()?;
        let (mut done, mut step) = (0, 1024);
        while done < all {
            let begun = Instant::now();
            let tasks = done..all.min(done + step);
            self.map.sweep(sweep, tasks.clone())?;
            done = tasks.end;
            // Within a factor of four of what can be waited for.
            match begun.elapsed() {
                took if took < PATIENCE / 2 => step *= 2,
                took if took > PATIENCE * 2 => step = (step / 2).max(1),
                _ => {}
            }
            let counted = LevelCount {
                level,
                done: done as f64 / all as f64,
                found,
                size: Some(self.classes.positions().into()),
                seconds: self.started.elapsed().as_secs_f64(),
            };
            if let Err(limit) = self.options.check(&counted, progress) {
                return Ok(Some(limit));
            }
        }
        self.map.end()?;
        Ok(None)
    }

    /// Writes the map, if it is to be kept; a failure to write is reported and does not end the run.
    fn keep(&mut self, progress: &mut dyn Progress) {
        self.saved = Instant::now();
        let Some(kept) = &self.kept else { return };
        if let Err(error) = kept.save(self.map, &self.levels) {
            progress.warning(&format!("the map was not kept: {error}"));
        }
    }
}
