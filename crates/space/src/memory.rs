//! The whole space in memory: one bit a position.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use taquin_search::host::Instant;
use taquin_search::{Cost, Limit, Limits, Progress};
use taquin_tiles::Board;

use crate::census::{Census, LevelCount};
use crate::distances::Distances;
use crate::pull::union;
use crate::space::Space;
use crate::sweep::{Half, Sweep};
use crate::tail::Word;

/// How to enumerate a space.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where to stop.
    pub limits: Limits,
    /// The deepest level to count; all of them if `None`.
    pub depth: Option<usize>,
    /// The threads to use; one for each core if `None`.
    pub threads: Option<usize>,
}

impl Options {
    /// The threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        let cores = taquin_search::host::cores;
        self.threads.unwrap_or_else(cores).max(1)
    }

    /// Checks all limits, and reports what is `counted` to `progress`.
    ///
    /// # Errors
    /// The limit that is reached, or that `progress` sets by breaking.
    pub fn check(&self, counted: &LevelCount, progress: &mut dyn Progress) -> Result<(), Limit> {
        let limits = &self.limits;
        if limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Cancelled);
        }
        if limits.nodes.is_some_and(|most| counted.found > most) {
            return Err(Limit::Nodes);
        }
        if limits.time.is_some_and(|most| counted.seconds >= most.as_secs_f64()) {
            return Err(Limit::Time);
        }
        match counted.tell(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Limit::Cancelled),
        }
    }
}

/// The bytes that the enumeration of `space` in memory takes, twice as many if distances are kept;
/// `None` if no memory holds them.
#[must_use]
pub fn bytes_needed(space: &Space) -> Option<usize> {
    space.words(0)?.checked_add(space.words(1)?)?.checked_mul(size_of::<Word>())
}

/// Counts the positions of `space` at every distance from the goal, in memory. The memory is allocated at once: if it
/// exceeds the limit or is not available, no level is counted.
pub fn enumerate(space: &Space, options: &Options, progress: &mut dyn Progress) -> Census {
    count(space, options, false, progress).0
}

/// The same, and keeps how far each position is, unless a limit stops it.
pub fn tabulate(
    space: &Space,
    options: &Options,
    progress: &mut dyn Progress,
) -> (Census, Option<Distances>) {
    count(space, options, true, progress)
}

fn count(
    space: &Space,
    options: &Options,
    keep: bool,
    progress: &mut dyn Progress,
) -> (Census, Option<Distances>) {
    let started = Instant::now();
    let mut search = MemoryCensus { space, options, started, levels: Vec::new() };
    let (mut farthest, mut peak_bytes, mut distances) = (Vec::new(), 0, None);
    let stopped = match search.allocate(keep) {
        Ok((mut halves, mut marks)) => {
            let stopped = search.run(&mut halves, marks.as_mut(), progress).err();
            farthest = search.farthest(&halves);
            let held = halves.iter().map(|half| &half.words).chain(marks.iter().flatten());
            peak_bytes = held.map(|words| size_of_val(&words[..])).sum();
            if let (Some(marks), None) = (marks, stopped) {
                distances = Some(Distances::new(space.clone(), search.levels.clone(), marks));
            }
            stopped
        }
        Err(limit) => Some(limit),
    };
    let (levels, seconds) = (search.levels, started.elapsed().as_secs_f64());
    (Census { levels, stopped, farthest, peak_bytes, seconds }, distances)
}

/// For each half one bit a position: whether its distance, divided by two, is odd.
type Marks = [Vec<Word>; 2];

struct MemoryCensus<'a> {
    space: &'a Space,
    options: &'a Options,
    started: Instant,
    levels: Vec<u64>,
}

impl MemoryCensus<'_> {
    /// Two empty halves, and marks if they are to be kept.
    fn allocate(&self, keep: bool) -> Result<([Half; 2], Option<Marks>), Limit> {
        let bytes = bytes_needed(self.space).and_then(|bytes| bytes.checked_mul(if keep { 2 } else { 1 }));
        let bytes = bytes.ok_or(Limit::Memory)?;
        if self.options.limits.memory.is_some_and(|most| bytes > most) {
            return Err(Limit::Memory);
        }
        let all = 0..self.space.heads().blocks();
        let half = |number| Half::new(self.space, number, all.clone()).ok_or(Limit::Memory);
        let halves = [half(0)?, half(1)?];
        let marks = if keep { Some([half(0)?.words, half(1)?.words]) } else { None };
        Ok((halves, marks))
    }

    /// Goes from level to level until one is empty. However it ends, the last complete level is then in the half of
    /// its distance.
    fn run(
        &mut self,
        halves: &mut [Half; 2],
        mut marks: Option<&mut Marks>,
        progress: &mut dyn Progress,
    ) -> Result<(), Limit> {
        halves[0].insert(self.space, self.space.goal_position());
        self.levels.push(1);
        let sweep = Sweep::new(self.space);
        let threads = self.options.threads();
        loop {
            let depth = self.levels.len();
            if self.options.depth.is_some_and(|most| depth > most) {
                return Err(Limit::Depth);
            }
            progress.bound(depth as Cost);
            let known: u64 = self.levels.iter().sum();
            let [even, odd] = halves;
            let (half, level) =
                if depth.is_multiple_of(2) { (even, odd.level()) } else { (odd, even.level()) };
            let found = sweep.run(half, level, threads, &mut |done, found| {
                let seconds = self.started.elapsed().as_secs_f64();
                let (found, size) = (known + found, Some(self.space.size()));
                let counted = LevelCount { level: depth, done, found, size, seconds };
                self.options.check(&counted, progress)
            })?;
            if found == 0 {
                return Ok(());
            }
            self.levels.push(found);
            if let (Some(marks), true) = (&mut marks, depth / 2 % 2 == 1) {
                let half = depth % 2;
                union(&mut marks[half], &halves[half].words);
            }
        }
    }

    /// The first positions of the last whole level.
    fn farthest(&self, halves: &[Half; 2]) -> Vec<Board> {
        let half = &halves[(self.levels.len() + 1) % 2];
        half.positions(self.space).take(Census::FARTHEST).map(|position| self.space.board(position)).collect()
    }
}
