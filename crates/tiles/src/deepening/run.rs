//! A search in progress: its bounds, its limits, and what it reports.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{BoundCount, Cost, Estimate, Limit, Outcome, Progress, Report, Stats};

use crate::automaton::Automaton;
use crate::error::Error;
use crate::puzzle::Move;

use super::checkpoint::{Checkpoint, CheckpointError};
use super::crew::{Crew, Quest};
use super::dispatch::{look_ahead, work};
use super::engine::{Found, Options};
use super::evaluator::Evaluator;
use super::frontier::{self, Frontier};
use super::iteration::{Iteration, PACE, WIDTH};
use super::lookahead::{self, Lookahead};
use super::named::Places;
use super::root::Root;
use super::walker::BLOCK;

/// The search stops this many expansions before the limit, because a step of a walk may take more than one.
pub(super) const MARGIN: u64 = 64;

/// How often a checkpoint is given while the search goes on: at first often, then seldom.
const KEEP: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// How many expansions of the last bound stand for one subtree of the next.
const SHARE: u64 = 256;

/// The most roots that are aimed at.
const AIM: usize = 1 << 18;

/// How long to sleep while others walk.
const PAUSE: Duration = Duration::from_millis(5);

/// The threads and the crew that walk the subtrees of a bound.
pub(super) struct Walkers<'a> {
    pub(super) threads: usize,
    /// Walkers beyond the threads, and what they must know.
    pub(super) crew: Option<(&'a dyn Crew, &'a Quest)>,
}

/// How a bound that is due begins.
pub(super) enum Opened<P: Places, const VIEWS: usize> {
    /// With these subtrees; beside the walks, one thread looks ahead in layers of this width.
    Roots(Vec<Root<P, VIEWS>>, Option<usize>),
    /// With a solution that was seen.
    Solved(Vec<u8>),
}

/// One search in progress.
pub(super) struct Run<'a> {
    options: &'a Options,
    clock: Instant,
    /// Seconds that were spent before.
    before: f64,
    pub(super) checkpoint: Checkpoint,
    peak_bytes: usize,
    /// When a checkpoint was last given.
    kept: Instant,
}

impl<'a> Run<'a> {
    pub(super) fn new(least: Cost, options: &'a Options, mut checkpoint: Checkpoint) -> Self {
        // Better tables may prove more than was proved before.
        if checkpoint.bounds.last().is_none_or(|row| row.bound < least) {
            checkpoint.bounds.push(BoundCount { bound: least, ..BoundCount::default() });
            checkpoint.finished.clear();
        }
        let clock = Instant::now();
        Run { options, clock, before: checkpoint.seconds, checkpoint, peak_bytes: 0, kept: clock }
    }

    /// The bound that is due, and the expansions of the one before.
    pub(super) fn current(&self) -> (Cost, u64) {
        let rows = &self.checkpoint.bounds;
        let last = rows.len().checked_sub(2).map_or(0, |before| rows[before].expanded);
        (rows[rows.len() - 1].bound, last)
    }

    /// How many subtrees the bound that is due is split into at least; they take at most an eighth of
    /// the memory that there is.
    pub(super) fn least_roots(&self) -> usize {
        let room = self.options.limits.memory.map_or(AIM, |most| most / 8 / frontier::BYTES);
        ((self.current().1 / SHARE) as usize).clamp(1, room.clamp(1, AIM))
    }

    /// Splits the bound that is due, or takes it up again. Where it is a new one that will take long, a single thread
    /// looks ahead before it walks.
    pub(super) fn open<P: Places, const VIEWS: usize>(
        &mut self,
        evaluator: &Evaluator<'_, VIEWS>,
        automaton: &Automaton,
        root: &Root<P, VIEWS>,
        threads: usize,
    ) -> Result<Opened<P, VIEWS>, Error> {
        let (bound, least) = (self.current().0, self.least_roots());
        let is_new = self.checkpoint.finished.is_empty();
        let mut width = if is_new { self.width::<P, VIEWS>(evaluator, bound) } else { None };
        if threads == 1
            && let Some(width) = width.take()
        {
            let mut ahead = Lookahead::new(evaluator);
            let mut path = None;
            look_ahead(&mut ahead, root, bound, width, &mut || self.limit(0).is_none(), &mut path);
            let row = self.checkpoint.bounds.last_mut().expect("a bound has begun");
            row.expanded += ahead.expanded;
            row.generated += ahead.generated;
            if let Some(path) = path {
                return Ok(Opened::Solved(path));
            }
        }
        let (mut expanded, mut generated) = (0, 0);
        let frontier = Frontier::new(evaluator, automaton, bound, root);
        let roots = frontier.grow(least, (&mut expanded, &mut generated));
        if is_new {
            // What splitting takes is counted once, not again when the bound is taken up again.
            let row = self.checkpoint.bounds.last_mut().expect("a bound has begun");
            row.expanded += expanded;
            row.generated += generated;
            self.checkpoint.finished = vec![false; roots.len()];
        } else if self.checkpoint.finished.len() != roots.len() {
            return Err(CheckpointError::Other.into());
        }
        Ok(Opened::Roots(roots, width))
    }

    pub(super) fn next_bound(&mut self, step: Cost) {
        let bound = self.current().0 + step;
        self.checkpoint.bounds.push(BoundCount { bound, ..BoundCount::default() });
        self.checkpoint.finished.clear();
    }

    /// The expansions that the limit leaves to the bounds from here on.
    pub(super) fn nodes_left(&self) -> u64 {
        let expanded: u64 = self.checkpoint.bounds.iter().map(|row| row.expanded).sum();
        self.options.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(expanded))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.before + self.clock.elapsed().as_secs_f64()
    }

    /// How wide the layers of a look ahead under `bound` are, if it is worth its time and there is room for it.
    fn width<P: Places, const VIEWS: usize>(
        &mut self,
        evaluator: &Evaluator<'_, VIEWS>,
        bound: Cost,
    ) -> Option<usize> {
        let [.., before, last, _] = self.checkpoint.bounds[..] else { return None };
        let width = lookahead::width(last.expanded, before.expanded, bound)?;
        let bytes = Lookahead::<P, VIEWS>::new(evaluator).bytes(width, bound);
        let fits = self.options.limits.memory.is_none_or(|most| bytes <= most);
        if !fits || self.nodes_left() < width as u64 * u64::from(bound) + MARGIN {
            return None;
        }
        self.peak_bytes = self.peak_bytes.max(bytes);
        Some(width)
    }

    /// Searches one bound, and looks ahead from `ahead` if that is given. Returns the path to the goal, or why the
    /// search has to stop, if either. The path does not depend on the threads: what is seen ahead comes first.
    pub(super) fn iterate<P: Places, const VIEWS: usize>(
        &mut self,
        (evaluator, automaton): (&Evaluator<'_, VIEWS>, &Automaton),
        bound: Cost,
        roots: &[Root<P, VIEWS>],
        ahead: Option<(&Root<P, VIEWS>, usize)>,
        walkers: Walkers<'_>,
        progress: &mut dyn Progress,
    ) -> (Option<Vec<u8>>, Option<Limit>) {
        self.peak_bytes = self.peak_bytes.max(roots.len() * frontier::BYTES);
        let finished: Vec<AtomicBool> = self.checkpoint.finished.iter().map(|&done| done.into()).collect();
        let iteration = Iteration::<P, VIEWS>::new(evaluator, automaton, bound, roots, &finished);
        let mut stopped = None;
        // While a thread looks ahead, what it may take is not left to the others.
        let is_ahead = AtomicBool::new(ahead.is_some());
        let most_ahead = ahead.map_or(0, |(_, width)| width as u64 * u64::from(bound));
        progress.bound(bound);
        let mut look = |iteration: &Iteration<'_, P, VIEWS>| {
            let (estimate, stats) = self.estimate(iteration);
            if self.kept.elapsed() >= (self.clock.elapsed() / 8).clamp(KEEP.0, KEEP.1) {
                self.kept = Instant::now();
                progress.checkpoint(&self.checkpoint_of(iteration));
            }
            let reserved = if is_ahead.load(Ordering::Relaxed) { most_ahead } else { 0 };
            let expanded = stats.expanded + reserved;
            let limit = self.limit(expanded).or_else(|| {
                progress.estimate(&estimate);
                progress.tick(&stats).is_break().then_some(Limit::Cancelled)
            });
            if limit.is_some() {
                stopped = limit;
                iteration.stop();
            }
            let left = self.options.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(expanded));
            let steps = left.saturating_sub(MARGIN) / (WIDTH * BLOCK) as u64;
            iteration.pace.store(steps.clamp(1, PACE.into()) as u32, Ordering::Relaxed);
        };
        look(&iteration);
        let mut lookahead = Lookahead::new(evaluator);
        let mut seen = None;
        taquin_search::host::scope(|scope| {
            let iteration = &iteration;
            // One of the threads looks ahead before it walks.
            let first = ahead.map(|(root, width)| {
                let (lookahead, seen, is_ahead) = (&mut lookahead, &mut seen, &is_ahead);
                scope.spawn(move || {
                    let mut go_on = || !iteration.is_stopped() && !iteration.has_failed();
                    look_ahead(lookahead, root, bound, width, &mut go_on, seen);
                    if seen.is_some() {
                        iteration.stop();
                    }
                    iteration.expanded.fetch_add(lookahead.expanded, Ordering::Relaxed);
                    iteration.generated.fetch_add(lookahead.generated, Ordering::Relaxed);
                    is_ahead.store(false, Ordering::Relaxed);
                    work(iteration, &mut |_| ());
                })
            });
            for _ in 1 + usize::from(first.is_some())..walkers.threads {
                scope.spawn(|| work(iteration, &mut |_| ()));
            }
            let crew = walkers.crew.map(|(crew, quest)| scope.spawn(|| crew.walk(quest, iteration)));
            work(iteration, &mut look);
            // Limits hold while others walk what is left.
            while crew.as_ref().is_some_and(|crew| !crew.is_finished()) || is_ahead.load(Ordering::Relaxed) {
                taquin_search::host::sleep(PAUSE);
                look(iteration);
            }
        });
        let row = self.checkpoint.bounds.last_mut().expect("a bound has begun");
        row.expanded += iteration.expanded.load(Ordering::Relaxed);
        row.generated += iteration.generated.load(Ordering::Relaxed);
        let solution = seen.or(iteration.into_solution());
        self.checkpoint.finished = finished.into_iter().map(AtomicBool::into_inner).collect();
        (solution, stopped)
    }

    fn estimate<P: Places, const VIEWS: usize>(
        &self,
        iteration: &Iteration<'_, P, VIEWS>,
    ) -> (Estimate, Stats) {
        let done = iteration.finished.iter().filter(|done| done.load(Ordering::Relaxed)).count();
        let counts =
            (iteration.expanded.load(Ordering::Relaxed), iteration.generated.load(Ordering::Relaxed));
        self.estimate_after(done, counts)
    }

    /// How far the search is when `done` subtrees are done and `expanded` and `generated` nodes were
    /// counted beside those of the checkpoint.
    pub(super) fn estimate_after(&self, done: usize, (expanded, generated): (u64, u64)) -> (Estimate, Stats) {
        let rows = &self.checkpoint.bounds;
        let done = done as f64 / self.checkpoint.finished.len().max(1) as f64;
        let now = rows[rows.len() - 1].expanded + expanded;
        let growth = match rows[..] {
            [.., before, last, _] if before.expanded > 0 => {
                Some(last.expanded as f64 * last.expanded as f64 / before.expanded as f64)
            }
            _ => None,
        };
        let total = if done > 0.02 { Some(now as f64 / done) } else { growth };
        let stats = Stats {
            expanded: rows[..rows.len() - 1].iter().map(|row| row.expanded).sum::<u64>() + now,
            generated: rows.iter().map(|row| row.generated).sum::<u64>() + generated,
            seconds: self.seconds(),
            ..Stats::default()
        };
        (Estimate { lower_bound: self.current().0, done, total }, stats)
    }

    /// What is finished of an iteration that goes on.
    fn checkpoint_of<P: Places, const VIEWS: usize>(
        &self,
        iteration: &Iteration<'_, P, VIEWS>,
    ) -> Checkpoint {
        let mut checkpoint = self.checkpoint.clone();
        checkpoint.finished = iteration.finished.iter().map(|done| done.load(Ordering::Relaxed)).collect();
        checkpoint.seconds = self.seconds();
        checkpoint
    }

    pub(super) fn limit(&self, expanded: u64) -> Option<Limit> {
        let limits = &self.options.limits;
        if limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        if limits.nodes.is_some_and(|most| expanded + MARGIN >= most) {
            return Some(Limit::Nodes);
        }
        if limits.time.is_some_and(|most| self.clock.elapsed() >= most) {
            return Some(Limit::Time);
        }
        limits.memory.is_some_and(|most| self.peak_bytes > most).then_some(Limit::Memory)
    }

    pub(super) fn solved(self, moves: Vec<Move>) -> Found {
        let cost = moves.len() as Cost;
        debug_assert_eq!(cost, self.current().0);
        let report =
            Report { outcome: Outcome::Solved { moves, cost }, lower_bound: cost, stats: self.stats() };
        Found { report, checkpoint: None }
    }

    pub(super) fn stopped(mut self, limit: Limit) -> Found {
        self.checkpoint.seconds = self.seconds();
        let lower_bound = self.current().0;
        let report = Report { outcome: Outcome::Stopped(limit), lower_bound, stats: self.stats() };
        Found { report, checkpoint: Some(self.checkpoint) }
    }

    pub(super) fn stats(&self) -> Stats {
        let rows = &self.checkpoint.bounds;
        Stats {
            expanded: rows.iter().map(|row| row.expanded).sum(),
            generated: rows.iter().map(|row| row.generated).sum(),
            peak_bytes: self.peak_bytes,
            seconds: self.seconds(),
            bounds: rows.clone(),
            ..Stats::default()
        }
    }
}
