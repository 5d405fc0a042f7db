//! A space that memory does not hold: its last two levels are kept in files, and each new one is
//! worked out window by window.
//!
//! The files of a level appear when it is whole, and those of the level but one before go after that.
//! So at every moment the last two whole levels are there, and an enumeration that was interrupted,
//! however rudely, goes on from them.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use taquin_search::Limit;
use taquin_tiles::Board;

use crate::census::{Census, Progress, Watch};
use crate::distances::TableWriter;
use crate::error::Error;
use crate::level::{Folder, Level};
use crate::mailbox::Mailbox;
use crate::memory::Options;
use crate::segment::Segment;
use crate::space::Space;
use crate::windows::Windows;
use crate::worker::{Outbox, Worker};

/// Counts the positions of `space` at every distance from the goal, with its levels in the files of
/// `folder`. Goes on from the last whole level that is there. The memory limit (one gibibyte if there
/// is none) is shared by the threads.
///
/// # Errors
/// If a file cannot be read or written, is damaged, or belongs to another space.
pub fn enumerate_on_disk(
    space: &Space,
    folder: &Path,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Census, Error> {
    count(space, folder, false, options, watch)
}

/// The same, and writes the distances of all positions to `table`, unless a limit stops it. All levels
/// are kept in `folder` until the table is there.
///
/// # Errors
/// Those of [`enumerate_on_disk`]; and if an earlier enumeration in `folder` has not kept its levels.
pub fn tabulate_on_disk(
    space: &Space,
    folder: &Path,
    table: &Path,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Census, Error> {
    let census = count(space, folder, true, options, watch)?;
    if census.stopped.is_none() {
        let folder = Folder::new(folder)?;
        write_table(space, &folder, &census.levels, table)?;
        folder.remove(|depth| depth + 2 < census.levels.len())?;
    }
    Ok(census)
}

/// Gathers the marks of a table from all levels, window by window.
fn write_table(space: &Space, folder: &Folder, counts: &[u64], path: &Path) -> Result<(), Error> {
    let mut writer = TableWriter::new(space, counts, path)?;
    for half in 0..2 {
        let mut levels = Vec::new();
        for depth in (0..counts.len()).filter(|depth| depth % 2 == half) {
            let level = folder.level(space, depth)?.filter(Level::is_whole);
            let what = format!("the level at distance {depth} has not been kept");
            let level = level.ok_or_else(|| Error::Format { path: folder.path().to_owned(), what })?;
            levels.push((depth, level));
        }
        let Some((_, any)) = levels.first() else { continue };
        let windows = any.windows();
        for window in 0..windows.count() {
            let mut words = vec![0; windows.blocks(window).len() * space.stride(half)];
            for (_, level) in levels.iter().filter(|(depth, _)| depth / 2 % 2 == 1) {
                level.read(window)?.add_to(&mut words, |_| ());
            }
            writer.push(&words)?;
        }
    }
    writer.commit()
}

fn count(
    space: &Space,
    folder: &Path,
    keep: bool,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Census, Error> {
    let started = Instant::now();
    let folder = Folder::new(folder)?;
    let threads = options.threads();
    let room = options.limits.memory.unwrap_or(1 << 30) / threads;
    let (windows, counts) = match last_whole(&folder, space)? {
        Some(level) => (level.windows(), level.counts()),
        None => (Windows::fitting(space, room, threads), Vec::new()),
    };
    let worker = Worker::new(space, windows);
    let mut search =
        Search { space, worker, folder, options, threads, room, started, counts, peak: AtomicUsize::new(0) };
    let stopped = match search.run(keep, watch) {
        Ok(()) => None,
        Err(Stop::Limit(limit)) => Some(limit),
        Err(Stop::Error(error)) => return Err(error),
    };
    let farthest = search.farthest()?;
    let (levels, peak_bytes) = (search.counts, search.peak.into_inner());
    Ok(Census { levels, stopped, farthest, peak_bytes, seconds: started.elapsed().as_secs_f64() })
}

/// The last whole level of a folder of which the one before is whole too.
fn last_whole(folder: &Folder, space: &Space) -> Result<Option<Level>, Error> {
    let whole = |depth| folder.level(space, depth).map(|level| level.filter(Level::is_whole));
    for depth in folder.depths()?.into_iter().rev() {
        if let Some(level) = whole(depth)?
            && (depth == 0 || whole(depth - 1)?.is_some())
        {
            return Ok(Some(level));
        }
    }
    Ok(None)
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

struct Search<'a> {
    space: &'a Space,
    worker: Worker<'a>,
    folder: Folder,
    options: &'a Options,
    threads: usize,
    /// The bytes that each thread may work in.
    room: usize,
    started: Instant,
    /// The counts of the levels that are whole.
    counts: Vec<u64>,
    peak: AtomicUsize,
}

impl Search<'_> {
    fn run(&mut self, keep: bool, watch: Watch<'_>) -> Result<(), Stop> {
        if self.counts.is_empty() {
            self.folder.remove(|_| true)?;
            let mut writer = self.folder.write(self.space, self.worker.windows(), &[], 0)?;
            let (window, goal) = self.worker.goal();
            let empty = Segment::default();
            for other in 0..self.worker.windows().count() {
                writer.push(other, if other == window { &goal } else { &empty })?;
            }
            writer.commit()?;
            self.counts.push(1);
        }
        let depth = self.counts.len();
        self.folder.remove(|old| old >= depth || (!keep && old + 2 < depth))?;
        loop {
            let depth = self.counts.len();
            if self.options.depth.is_some_and(|most| depth > most) {
                return Err(Limit::Depth.into());
            }
            let found = self.level(depth, watch)?;
            if found == 0 {
                return Ok(());
            }
            self.counts.push(found);
            if !keep {
                self.folder.remove(|old| old + 2 <= depth)?;
            }
        }
    }

    /// Works out the level at `depth` and returns its count. Nothing is written if that is 0.
    fn level(&self, depth: usize, watch: Watch<'_>) -> Result<u64, Stop> {
        let windows = self.worker.windows();
        let level = self.folder.level(self.space, depth - 1)?;
        let before = if depth > 1 { self.folder.level(self.space, depth - 2)? } else { None };
        let read = |level: &Option<Level>, window| {
            level.as_ref().map_or(Ok(Segment::default()), |level| level.read(window))
        };
        let dense = self.worker.is_dense(self.counts[depth - 1], self.room);
        let mailbox = Mailbox::new(Some(&self.folder.path().join("sent.part")), windows.count())?;
        self.each_window(depth, 0.0, &AtomicU64::new(0), watch, |window| {
            let level = read(&level, window)?;
            if level.count == 0 {
                return Ok(0);
            }
            let mut sent = Ok(());
            let mut send = |window, segment: Segment| {
                if sent.is_ok() {
                    sent = mailbox.put(window, segment);
                }
            };
            let mut outbox = Outbox::new(&windows, self.room / 2, &mut send);
            self.worker.expand(depth - 1, window, &level, dense, &mut outbox);
            sent?;
            Ok(0)
        })?;
        let writer = Mutex::new(self.folder.write(self.space, windows, &self.counts, 0)?);
        let found = AtomicU64::new(0);
        self.each_window(depth, 0.5, &found, watch, |window| {
            let sent = mailbox.take(window)?;
            let (before, level) = (read(&before, window)?, read(&level, window)?);
            self.note(windows, dense, [&before, &level], &sent);
            let new = self.worker.advance(depth, window, [&before, &level], &sent, dense, self.room / 2)?;
            lock(&writer).push(window, &new)?;
            Ok(new.count)
        })?;
        let found = found.into_inner();
        if found > 0 {
            writer.into_inner().unwrap_or_else(PoisonError::into_inner).commit()?;
        }
        Ok(found)
    }

    /// Remembers how much memory one thread had need of, times the threads.
    fn note(&self, windows: Windows, dense: bool, levels: [&Segment; 2], sent: &[Segment]) {
        let read: usize = levels.into_iter().chain(sent).map(|segment| segment.bytes.len()).sum();
        let numbers: u64 = sent.iter().map(|segment| segment.count).sum();
        let work = if dense {
            windows.working_bytes(self.space) as usize
        } else {
            (numbers as usize * 16).min(self.room)
        };
        self.peak.fetch_max((read + work) * self.threads, Ordering::Relaxed);
    }

    /// Does `work` for every window, on all threads. It returns how many positions it has found.
    fn each_window(
        &self,
        depth: usize,
        part: f64,
        found: &AtomicU64,
        watch: Watch<'_>,
        work: impl Fn(usize) -> Result<u64, Stop> + Sync,
    ) -> Result<(), Stop> {
        let known: u64 = self.counts.iter().sum();
        let windows = self.worker.windows().count();
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
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(windows) {
                scope.spawn(|| run(&mut |_| Ok(())));
            }
            run(&mut |window| {
                let part = part + window as f64 / windows as f64 / 2.0;
                let (found, size) = (known + found.load(Ordering::Relaxed), Some(self.space.size()));
                let seconds = self.started.elapsed().as_secs_f64();
                self.options.check(&Progress { level: depth, part, found, size, seconds }, watch)
            });
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// The first positions of the last whole level.
    fn farthest(&self) -> Result<Vec<Board>, Error> {
        let mut boards = Vec::new();
        let depth = self.counts.len() - 1;
        if let Some(level) = self.folder.level(self.space, depth)? {
            for (window, _) in level.present() {
                let segment = level.read(window)?;
                let room = Census::FARTHEST - boards.len();
                boards.extend(self.worker.boards(depth, window, &segment).take(room));
            }
        }
        Ok(boards)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
