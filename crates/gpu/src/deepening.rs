//! Iterative deepening over an [`Engine`].
//!
//! Under each bound, breadth-first layers grow without duplicates until they are wide enough to keep every thread
//! busy; descents from that frontier finish the bound. If a bound is expected to be expensive, the layers first
//! continue to the goal, cut to their most promising positions: a solution found there is optimal, since all smaller
//! bounds have failed, and saves the last and largest bound. Layers that were never cut prove the bound by
//! themselves.
//!
//! A bound that takes long is searched in slices, and a search that was stopped continues with the others.
//!
//! How many nodes a bound has depends much on the tables and on the end that is searched from. Before bounds become
//! expensive, all approaches search the same bound once and the quickest continues.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use taquin_search::{BoundCount, Limit, Limits, Meter, Outcome, Progress, Report, Stats};
use taquin_tiles::deepening::Checkpoint;

use crate::approach::Approach;
use crate::engine::{Engine, Slice};
use crate::error::Error;
use crate::position::Position;
use crate::slices::Slices;
use crate::tuning::Tuning;

/// How a search under one bound ended.
enum Verdict {
    Solved(Vec<u8>),
    Failed,
    /// Nothing is known: the layers were cut, or time ran out.
    Open,
    Stopped(Limit),
}

/// An approach that takes part, under the number that the engine knows its plan by.
pub(crate) struct Candidate<'a> {
    pub(crate) number: usize,
    pub(crate) approach: &'a Approach,
}

/// A deepening search in progress.
struct Deepening<'a, E: ?Sized> {
    engine: &'a mut E,
    start: &'a Position,
    /// From one bound to the next.
    unit: u32,
    /// The best first, once it is known.
    candidates: Vec<Candidate<'a>>,
    tried: bool,
    /// How long the best took for the last bound, and the first bound that it has searched, by number.
    took: Duration,
    since: usize,
    /// Bounds between the last count and the next bound, which are known to have failed.
    skipped: i32,
    /// Where an earlier search was stopped.
    known: &'a Checkpoint,
    /// The slices of the bound in which that was, and of the one in which this search was.
    resumed: Option<Slices>,
    unfinished: Option<Slices>,
    tuning: Tuning,
    meter: Meter<'a>,
    progress: &'a mut dyn Progress,
    stats: Stats,
}

/// Searches from `start`, which must be solvable, from the bound on in which an earlier search was stopped, or from the
/// estimate on. The moves of the report are directions of the blank.
pub(crate) fn solve<E: Engine + ?Sized>(
    engine: &mut E,
    start: &Position,
    candidates: Vec<Candidate<'_>>,
    known: &Checkpoint,
    tuning: Tuning,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<Report<u8>, Error> {
    let meter = Meter::start(limits);
    let first = &candidates[0];
    engine.equip(first.number, &first.approach.plan)?;
    let unit = first.approach.plan.grid.unit();
    let estimate = u32::from(engine.estimates(&[first.approach.start(start).pack()])?[0]);
    // Every solution differs from the estimate by whole units.
    let from = known.counts().last().map_or(0, |row| row.bound);
    let from = estimate.max(from + (from.max(estimate) - estimate) % unit);
    let mut search = Deepening {
        engine,
        start,
        unit,
        candidates,
        tried: false,
        took: Duration::ZERO,
        since: 0,
        skipped: 0,
        known,
        resumed: None,
        unfinished: None,
        tuning,
        meter,
        progress,
        stats: Stats::default(),
    };
    if estimate == 0 {
        return Ok(search.report(Outcome::Solved { moves: Vec::new(), cost: 0 }, 0));
    }
    let mut bound = if search.resume() { from } else { estimate };
    loop {
        // Bounds that have failed before are searched again as long as they are small, to choose the approach.
        if bound < from && search.tried {
            search.skipped = ((from - bound) / unit) as i32;
            bound = from;
        }
        search.progress.bound(bound.max(from));
        match search.bound(bound)? {
            Verdict::Solved(moves) => return Ok(search.report(Outcome::Solved { moves, cost: bound }, bound)),
            Verdict::Stopped(limit) => {
                search.checkpoint();
                return Ok(search.report(Outcome::Stopped(limit), bound.max(from)));
            }
            Verdict::Failed | Verdict::Open => bound += unit,
        }
    }
}

impl<E: Engine + ?Sized> Deepening<'_, E> {
    fn report(mut self, outcome: Outcome<u8>, lower_bound: u32) -> Report<u8> {
        self.stats.seconds = self.meter.seconds();
        self.stats.bounds = self.rows();
        Report { outcome, lower_bound, stats: self.stats }
    }

    /// One row for every bound. Of what was searched twice, the first count is kept: it is part of the proof.
    fn rows(&self) -> Vec<BoundCount> {
        let from = self.known.counts().last().map_or(0, |row| row.bound);
        let before = self.known.counts().iter().filter(|row| row.bound < from);
        before.chain(self.stats.bounds.iter().filter(|row| row.bound >= from)).copied().collect()
    }

    /// Reports a checkpoint of the search.
    fn checkpoint(&mut self) {
        let mut rows = self.rows();
        let slices = self.unfinished.as_ref().and_then(|slices| Some((slices.count, slices.parts()?)));
        let parts = slices.map(|(count, parts)| {
            // Only what is finished is counted.
            if let Some(last) = rows.last_mut() {
                *last = count;
            }
            parts
        });
        let seconds = self.meter.seconds();
        self.progress.checkpoint(&self.known.in_parts(rows, parts.unwrap_or_default(), seconds));
    }

    /// Continues in the middle of a bound, with the approach that has divided it; returns whether there is one.
    fn resume(&mut self) -> bool {
        let own = |candidate: &Candidate<'_>| Slices::of(self.known, candidate.approach);
        let found = self.candidates.iter().enumerate().find_map(|(place, one)| Some((place, own(one)?)));
        let Some((place, slices)) = found else { return false };
        self.candidates[..=place].rotate_right(1);
        self.tried = true;
        self.stats.bounds = self.rows();
        self.stats.bounds.retain(|row| row.bound < slices.count.bound);
        self.resumed = Some(slices);
        true
    }

    /// The nodes to expect under the next bound.
    fn expectation(&self) -> f64 {
        let counts: Vec<f64> =
            self.stats.bounds[self.since..].iter().map(|count| count.generated as f64).collect();
        let (last, growth) = match counts[..] {
            // Growth settles as the bounds rise; small bounds say little about it.
            [.., before, last] if before > 1e6 => (last, (last / before).clamp(2.0, 16.0)),
            [.., last] => (last, self.tuning.growth),
            [] => return 0.0,
        };
        last * growth.powi(1 + self.skipped)
    }

    /// Searches everything under one bound.
    fn bound(&mut self, bound: u32) -> Result<Verdict, Error> {
        let mut expected = self.expectation();
        if !self.tried && expected >= self.tuning.trial_from {
            self.tried = true;
            if let Err(limit) = self.trial(bound - self.unit)? {
                // The search continues from the last count.
                self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
                return Ok(Verdict::Stopped(limit));
            }
            expected = self.expectation();
        }
        self.skipped = 0;
        self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
        // A bound that was stopped in the middle has been looked ahead in before.
        let lookouts = if self.resumed.is_none() { self.lookouts(expected) } else { Vec::new() };
        for which in lookouts {
            let verdict = self.look_ahead(which, bound, expected)?;
            if !matches!(verdict, Verdict::Open) {
                return Ok(verdict);
            }
        }
        let begun = Instant::now();
        let verdict = self.search(0, bound, expected, None);
        self.took = begun.elapsed();
        verdict
    }

    /// The approaches that look ahead: none for small bounds, the best from each end for larger ones, all
    /// for the largest.
    fn lookouts(&self, expected: f64) -> Vec<usize> {
        let backward = |which: usize| self.candidates[which].approach.backward;
        let all = 0..self.candidates.len();
        if expected >= self.tuning.look_around_from {
            return all.collect();
        }
        if expected < self.tuning.look_ahead_from {
            return Vec::new();
        }
        let other = all.clone().find(|&which| backward(which) != backward(0));
        let both = self.tried && expected >= self.tuning.look_back_from;
        std::iter::once(0).chain(other.filter(|_| both)).collect()
    }

    /// Searches the last bound, which has failed, with the other approaches, none longer than the best
    /// before it. They are ordered by their times from now on.
    fn trial(&mut self, bound: u32) -> Result<Result<(), Limit>, Error> {
        let mut best = self.took;
        let mut ranks = vec![(best, 0)];
        let expected = self.stats.bounds.last().map_or(0.0, |count| count.generated as f64);
        for which in 1..self.candidates.len() {
            // A new count, so that expectations are those of the approach that wins.
            let count = self.stats.bounds.pop().expect("a bound has failed");
            self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
            self.equip(which)?;
            let begun = Instant::now();
            let verdict = self.search(which, bound, expected, Some(best))?;
            let took = begun.elapsed();
            ranks.push((took, which));
            if matches!(verdict, Verdict::Failed) && took < best {
                best = took;
                self.since = self.stats.bounds.len() - 1;
            } else {
                *self.stats.bounds.last_mut().expect("pushed above") = count;
            }
            if let Verdict::Stopped(limit) = verdict {
                return Ok(Err(limit));
            }
        }
        ranks.sort_unstable();
        let mut old: Vec<Option<Candidate<'_>>> = self.candidates.drain(..).map(Some).collect();
        self.candidates.extend(ranks.into_iter().filter_map(|(_, which)| old[which].take()));
        Ok(Ok(()))
    }

    fn equip(&mut self, which: usize) -> Result<(), Error> {
        let candidate = &self.candidates[which];
        self.engine.equip(candidate.number, &candidate.approach.plan)
    }

    /// Layers to the goal, cut to the most promising positions.
    fn look_ahead(&mut self, which: usize, bound: u32, expected: f64) -> Result<Verdict, Error> {
        self.equip(which)?;
        let approach = self.candidates[which].approach;
        let width = (expected / self.tuning.nodes_per_width) as usize;
        let width = width.clamp(1, self.tuning.most_width).min(self.engine.widest());
        self.engine.begin(&approach.start(self.start))?;
        let mut cut = false;
        loop {
            let step = self.engine.advance(bound, width)?;
            self.stats.expanded += step.expanded;
            self.stats.generated += step.generated;
            if step.goal {
                return Ok(Verdict::Solved(approach.path(self.engine.goal_path()?)));
            }
            if let Err(limit) = self.tick() {
                return Ok(Verdict::Stopped(limit));
            }
            cut |= step.cut;
            if step.size == 0 {
                return Ok(if cut { Verdict::Open } else { Verdict::Failed });
            }
        }
    }

    /// Layers up to the frontier, and descents from there, for no longer than `most`.
    fn search(
        &mut self,
        which: usize,
        bound: u32,
        expected: f64,
        most: Option<Duration>,
    ) -> Result<Verdict, Error> {
        let begun = Instant::now();
        self.equip(which)?;
        let (tuning, approach) = (self.tuning, self.candidates[which].approach);
        let roots = (expected / tuning.nodes_per_root) as usize;
        let roots = roots.clamp(tuning.least_roots, tuning.most_roots).min(self.engine.widest());
        let resumed = self.resumed.take();
        self.engine.begin(&approach.start(self.start))?;
        let (mut size, mut depth) = (1, 0);
        while resumed.as_ref().map_or(size < roots, |slices| !slices.is_at(approach, depth)) {
            if size > self.engine.widest() {
                // The machine that has divided the bound had more memory. What was counted here is counted again.
                self.stats.bounds.pop();
                self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
                return self.search(which, bound, expected, most);
            }
            let step = self.engine.advance(bound, usize::MAX)?;
            self.count(step.expanded, step.generated);
            if step.goal {
                return Ok(Verdict::Solved(approach.path(self.engine.goal_path()?)));
            }
            if let Err(limit) = self.tick() {
                self.unfinished = resumed;
                return Ok(Verdict::Stopped(limit));
            }
            (size, depth) = (step.size, depth + 1);
            if size == 0 {
                return Ok(Verdict::Failed);
            }
        }
        self.engine.keep()?;
        let row = self.stats.bounds.last_mut().expect("a bound has begun");
        let slices = match resumed {
            None => Slices::new(approach, depth, expected, &tuning, *row),
            Some(slices) => {
                *row = slices.count;
                slices
            }
        };
        match most {
            None => self.descend(approach, bound, slices),
            Some(most) => self.descend_slice(approach, bound, Slice::ALL, Some(begun + most)),
        }
    }

    /// Descends from all slices that are not finished, one after the other.
    fn descend(&mut self, approach: &Approach, bound: u32, mut slices: Slices) -> Result<Verdict, Error> {
        while let Some(slice) = slices.next() {
            let verdict = self.descend_slice(approach, bound, slice, None)?;
            if !matches!(verdict, Verdict::Failed) {
                self.unfinished = Some(slices);
                return Ok(verdict);
            }
            slices.finish(slice, *self.stats.bounds.last().expect("a bound has begun"));
            if slices.next().is_some() {
                self.unfinished = Some(slices.clone());
                self.checkpoint();
            }
        }
        self.unfinished = None;
        Ok(Verdict::Failed)
    }

    fn descend_slice(
        &mut self,
        approach: &Approach,
        bound: u32,
        slice: Slice,
        until: Option<Instant>,
    ) -> Result<Verdict, Error> {
        let (meter, stats, progress) = (&mut self.meter, &mut self.stats, &mut *self.progress);
        let mut limit = None;
        let mut patience = || {
            limit = meter.check(stats.expanded, 0).err();
            stats.seconds = meter.seconds();
            if progress.tick(stats).is_break() {
                limit = Some(Limit::Cancelled);
            }
            limit.is_some() || until.is_some_and(|until| Instant::now() >= until)
        };
        let descent = self.engine.descend(bound, slice, &mut patience)?;
        self.count(descent.expanded, descent.generated);
        if let Some((root, below)) = descent.answer {
            let mut path = self.engine.root_path(root)?;
            path.extend(below);
            return Ok(Verdict::Solved(approach.path(path)));
        }
        Ok(match limit.or(self.tick().err()) {
            Some(limit) => Verdict::Stopped(limit),
            None if descent.broken => Verdict::Open,
            None => Verdict::Failed,
        })
    }

    /// Counts nodes of the current bound.
    fn count(&mut self, expanded: u64, generated: u64) {
        self.stats.expanded += expanded;
        self.stats.generated += generated;
        let count = self.stats.bounds.last_mut().expect("a bound has begun");
        count.expanded += expanded;
        count.generated += generated;
    }

    /// Checks the limits and reports the counts.
    fn tick(&mut self) -> Result<(), Limit> {
        self.meter.check(self.stats.expanded, 0)?;
        self.stats.seconds = self.meter.seconds();
        match self.progress.tick(&self.stats) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Limit::Cancelled),
        }
    }
}
