//! A space larger than memory: its last two levels are kept in files, and each new level is computed window
//! by window.
//!
//! The files of a level appear when the level is complete, and the files of the level two before it are
//! removed after that. So the last two complete levels are always there, and an enumeration that was
//! interrupted in any way continues from them.
//!
//! Where a space has goals, the goals of every level are kept in separate files, which are written before
//! the level; together they are the first level of a second pass.

mod from_goals;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use taquin_files::Lock;
use taquin_search::host::Instant;
use taquin_search::{Cost, Limit, Progress};

use crate::buckets::Buckets;
use crate::census::{Census, FromGoals, LevelCount, expected_size};
use crate::error::Error;
use crate::index::WindowIndex;
use crate::level::{Folder, Level, LevelWriter};
use crate::memory::Options;
use crate::realm::{Division, Gatherer, Realm};
use crate::segment::Segment;

/// Counts the positions of a space at every distance from its origin, with its levels in the files of `folder`.
/// Continues from the last complete level that is there. The memory limit (one gibibyte if there is none) is shared
/// by the threads.
///
/// # Errors
/// If a file cannot be read or written, is damaged, or belongs to another space.
pub fn enumerate_on_disk(
    realm: &dyn Realm,
    folder: &Path,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Census<String>, Error> {
    DiskCensus::begin(realm, folder, options, None)?.census(false, progress)
}

/// The same, and then counts the distances to the nearest goal, unless a limit stops it before or the
/// space has no goals of its own. That is a second pass from all goals at once, since moves can be undone.
///
/// # Errors
/// Errors of [`enumerate_on_disk`], or if an earlier enumeration in `folder` has not kept its goals.
pub fn enumerate_both_ways(
    realm: &dyn Realm,
    folder: &Path,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<(Census<String>, Option<FromGoals>), Error> {
    let mut search = DiskCensus::begin(realm, folder, options, None)?;
    let census = search.census(false, progress)?;
    let second = realm.has_goals() && census.stopped.is_none();
    let from_goals = second.then(|| search.second_pass(progress)).transpose()?;
    Ok((census, from_goals))
}

/// Like [`enumerate_on_disk`], and hands the whole space to `gatherer`, unless a limit stops it. All levels are kept in
/// `folder`, so that a run that is killed meanwhile need not find them again.
///
/// # Errors
/// Those of [`enumerate_on_disk`] and of the gatherer; and if an earlier enumeration in `folder` has not
/// kept its levels.
pub fn tabulate_on_disk(
    realm: &dyn Realm,
    folder: &Path,
    gatherer: &mut dyn Gatherer,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<Census<String>, Error> {
    let mut search = DiskCensus::begin(realm, folder, options, None)?;
    let mut census = search.census(true, progress)?;
    if census.stopped.is_none() {
        match search.gather(gatherer, progress) {
            Ok(()) => (),
            Err(Stop::Limit(limit)) => census.stopped = Some(limit),
            Err(Stop::Error(error)) => return Err(error),
        }
    }
    Ok(census)
}

/// The last complete level of a folder of which the one before is complete too; nothing if the folder is new.
fn last_whole(folder: &Folder, realm: &dyn Realm) -> Result<Option<Level>, Error> {
    let whole = |depth| folder.level(realm, depth).map(|level| level.filter(Level::is_whole));
    let depths = folder.depths()?;
    for &depth in depths.iter().rev() {
        if let Some(level) = whole(depth)?
            && (depth == 0 || whole(depth - 1)?.is_some())
        {
            return Ok(Some(level));
        }
    }
    // A run that is killed at the very beginning may leave a part of level 0.
    match depths.last() {
        Some(&depth) if depth > 0 => Err(Error::Incomplete { depth }),
        _ => Ok(None),
    }
}

/// Why a level is not finished.
enum Stop {
    Limit(Limit),
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

struct DiskCensus<'a> {
    realm: &'a dyn Realm,
    division: Box<dyn Division + 'a>,
    fineness: usize,
    windows: usize,
    folder: Folder,
    /// No other process works in the folder.
    _lock: Lock,
    /// Where the goals of every level are kept, if there may be any.
    goals: Option<Folder>,
    options: &'a Options,
    threads: usize,
    /// The bytes that each thread may work in.
    room: usize,
    started: Instant,
    /// The counts of the levels that are whole.
    counts: Vec<u64>,
    /// All positions, where they are known and this is the second pass.
    whole: Option<u128>,
    peak: AtomicUsize,
}

impl<'a> DiskCensus<'a> {
    /// Continues with the levels in `folder`, or begins there, with the given division or the best one.
    fn begin(
        realm: &'a dyn Realm,
        folder: &Path,
        options: &'a Options,
        fineness: Option<usize>,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let folder = Folder::new(folder)?;
        let lock = folder.lock(None)?;
        let goals = folder.path().join(from_goals::GOALS);
        let goals = realm.has_goals().then(|| Folder::new(&goals)).transpose()?;
        let memory = options.limits.memory.unwrap_or(1 << 30);
        // Fewer threads are better than too little memory for each.
        let threads = options.threads().min(memory / LEAST).max(1);
        let room = memory / threads;
        let (fineness, counts) = match last_whole(&folder, realm)? {
            Some(level) => (level.fineness(), level.counts()),
            None => (fineness.unwrap_or_else(|| realm.fineness(room, threads)), Vec::new()),
        };
        let (division, windows) = (realm.divide(fineness), realm.windows(fineness));
        let peak = AtomicUsize::new(0);
        Ok(DiskCensus {
            realm,
            division,
            fineness,
            windows,
            folder,
            _lock: lock,
            goals,
            options,
            threads,
            room,
            started,
            counts,
            whole: None,
            peak,
        })
    }

    fn census(&mut self, keep: bool, progress: &mut dyn Progress) -> Result<Census<String>, Error> {
        let stopped = match self.run(keep, progress) {
            Ok(()) => None,
            Err(Stop::Limit(limit)) => Some(limit),
            Err(Stop::Error(error)) => return Err(error),
        };
        let mut farthest = self.farthest()?;
        farthest.sort();
        let (levels, peak_bytes) = (self.counts.clone(), self.peak.load(Ordering::Relaxed));
        Ok(Census { levels, stopped, farthest, peak_bytes, seconds: self.started.elapsed().as_secs_f64() })
    }

    fn run(&mut self, keep: bool, progress: &mut dyn Progress) -> Result<(), Stop> {
        self.folder.tidy()?;
        self.goals.as_ref().map_or(Ok(()), Folder::tidy)?;
        if self.counts.is_empty() {
            let (window, origin) = self.division.origin();
            self.begin_with(|other| Ok(if other == window { origin.clone() } else { Segment::default() }))?;
        }
        let depth = self.counts.len();
        self.folder.remove(|old| old >= depth || (!keep && old + 2 < depth))?;
        if let Some(goals) = &self.goals {
            goals.remove(|old| old >= depth)?;
        }
        loop {
            let depth = self.counts.len();
            if self.options.depth.is_some_and(|most| depth > most) {
                return Err(Limit::Depth.into());
            }
            progress.bound(depth as Cost);
            let found = self.level(depth, progress)?;
            if found == 0 {
                return Ok(());
            }
            self.counts.push(found);
            if !keep {
                self.folder.remove(|old| old + 2 <= depth)?;
            }
        }
    }

    /// Writes level 0, given what of it lies in each window.
    fn begin_with(&mut self, segment: impl Fn(usize) -> Result<Segment, Stop>) -> Result<(), Stop> {
        self.folder.remove(|_| true)?;
        let mut writer = self.writer()?;
        let mut count = 0;
        for window in 0..self.windows {
            let segment = segment(window)?;
            count += segment.count;
            writer.push(&*self.division, window, &segment)?;
        }
        writer.commit()?;
        self.counts.push(count);
        Ok(())
    }

    /// The files of the next level.
    fn writer(&self) -> Result<Writer, Error> {
        let write = |folder: &Folder| folder.write(self.realm, self.fineness, &self.counts, 0);
        Ok(Writer { level: write(&self.folder)?, goals: self.goals.as_ref().map(write).transpose()? })
    }

    /// Computes the level at `depth` and returns its count. Nothing is written if that is 0.
    fn level(&self, depth: usize, progress: &mut dyn Progress) -> Result<u64, Stop> {
        let level = self.folder.level(self.realm, depth - 1)?;
        let before = if depth > 1 { self.folder.level(self.realm, depth - 2)? } else { None };
        let read = |level: &Option<Level>, window| {
            level.as_ref().map_or(Ok(Segment::default()), |level| level.read(window))
        };
        let dense = self.division.is_dense(self.counts[depth - 1], self.room);
        let buckets = Buckets::new(Some(self.folder.path()), self.windows)?;
        self.each_window(depth, 0.0, &AtomicU64::new(0), progress, |window| {
            let level = read(&level, window)?;
            if level.count == 0 {
                return Ok(0);
            }
            let mut sent = Ok(());
            let mut send = |window, segment: Segment| {
                if sent.is_ok() {
                    sent = buckets.push(window, segment);
                }
            };
            self.division.expand(depth - 1, window, &level, dense, self.room / 4, &mut send);
            sent?;
            Ok(0)
        })?;
        let writer = Mutex::new(self.writer()?);
        let found = AtomicU64::new(0);
        self.each_window(depth, 0.5, &found, progress, |window| {
            let known = level_bytes(&before, window) + level_bytes(&level, window);
            self.fits(known + buckets.bytes(window), dense)?;
            let sent = buckets.take(window)?;
            let (before, level) = (read(&before, window)?, read(&level, window)?);
            let levels = [&before, &level];
            let new = self.division.advance(depth, window, levels, &sent, dense, self.room / 4)?;
            lock(&writer).push(&*self.division, window, &new)?;
            Ok(new.count)
        })?;
        let found = found.into_inner();
        if found > 0 {
            writer.into_inner().unwrap_or_else(PoisonError::into_inner).commit()?;
        }
        Ok(found)
    }

    /// Whether a thread has memory for a window of which `read` bytes are read; also records this memory for all
    /// threads.
    fn fits(&self, read: usize, dense: bool) -> Result<(), Limit> {
        let work = if dense { self.division.sweep_bytes() } else { (4 * read).min(self.room / 4) };
        self.peak.fetch_max((read + work) * self.threads, Ordering::Relaxed);
        fits(read, self.room)
    }

    /// Passes all levels, which were kept, to the gatherer.
    fn gather(&self, gatherer: &mut dyn Gatherer, progress: &mut dyn Progress) -> Result<(), Stop> {
        gatherer.begin(self.fineness, &self.counts)?;
        let levels = self.counts.len();
        let found = self.counts.iter().sum();
        let windows: Vec<usize> = (0..self.windows).collect();
        for round in 0..self.realm.rounds() {
            for windows in windows.chunks(WindowIndex::batch(levels, self.room / 16)) {
                let index = WindowIndex::new(&self.folder, self.realm, levels, windows)?;
                for &window in windows {
                    self.check(levels - 1, 1.0, found, progress)?;
                    let mut read = |depth| index.read(depth, window);
                    gatherer.take(round, window, self.division.extract(round, window, levels, &mut read)?)?;
                }
            }
        }
        Ok(gatherer.end()?)
    }

    /// Reports progress, and checks the limits.
    fn check(&self, level: usize, done: f64, found: u64, progress: &mut dyn Progress) -> Result<(), Limit> {
        let size = self.whole.or_else(|| self.realm.size()).or_else(|| expected_size(&self.counts));
        let seconds = self.started.elapsed().as_secs_f64();
        self.options.check(&LevelCount { level, done, found, size, seconds }, progress)
    }

    /// Does `work` for every window, on all threads. It returns how many positions it has found.
    fn each_window(
        &self,
        depth: usize,
        done: f64,
        found: &AtomicU64,
        progress: &mut dyn Progress,
        work: impl Fn(usize) -> Result<u64, Stop> + Sync,
    ) -> Result<(), Stop> {
        let known: u64 = self.counts.iter().sum();
        let windows = self.windows;
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let failure = Mutex::new(None);
        let run = |between: &mut dyn FnMut(usize) -> Result<(), Limit>| {
            while !stopped.load(Ordering::Relaxed) {
                let window = next.fetch_add(1, Ordering::Relaxed);
                if window >= windows {
                    break;
                }
                let done = between(window).map_err(Stop::from).and_then(|()| work(window));
                match done {
                    Ok(count) => {
                        found.fetch_add(count, Ordering::Relaxed);
                    }
                    Err(stop) => {
                        stopped.store(true, Ordering::Relaxed);
                        lock(&failure).get_or_insert(stop);
                    }
                }
            }
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..self.threads.min(windows) {
                scope.spawn(|| run(&mut |_| Ok(())));
            }
            run(&mut |window| {
                let done = done + window as f64 / windows as f64 / 2.0;
                self.check(depth, done, known + found.load(Ordering::Relaxed), progress)
            });
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// The first positions of the last whole level.
    fn farthest(&self) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        let depth = self.counts.len() - 1;
        if let Some(level) = self.folder.level(self.realm, depth)? {
            for (window, _) in level.present() {
                let room = Census::FARTHEST - lines.len();
                if room > 0 {
                    lines.extend(self.division.lines(depth, window, &level.read(window)?, room));
                }
            }
        }
        Ok(lines)
    }
}

/// The files of one level that are being written.
struct Writer {
    level: LevelWriter,
    goals: Option<LevelWriter>,
}

impl Writer {
    fn push(&mut self, division: &dyn Division, window: usize, segment: &Segment) -> Result<(), Error> {
        if let Some(goals) = &mut self.goals {
            goals.push(window, &division.goals(segment))?;
        }
        self.level.push(window, segment)
    }

    /// The goals come first, so that they are there if the level is.
    fn commit(self) -> Result<(), Error> {
        self.goals.map_or(Ok(()), LevelWriter::commit)?;
        self.level.commit()
    }
}

fn level_bytes(level: &Option<Level>, window: usize) -> usize {
    level.as_ref().map_or(0, |level| level.bytes(window))
}

/// The least memory of a thread, whatever the limit is.
const LEAST: usize = 1 << 22;

/// Whether `read` bytes of a window can be read with `room` bytes to work in: what is made of them
/// takes as much again, and may double while it grows.
///
/// # Errors
/// The memory limit, if they cannot.
pub fn fits(read: usize, room: usize) -> Result<(), Limit> {
    if read > room.max(LEAST) / 3 { Err(Limit::Memory) } else { Ok(()) }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
