//! The searches of one board: from both ends, ever wider, then again from positions on the best solution.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::{Cost, Limits, Progress, Stats};

use super::Found;
use super::end::{End, Lookups};
use super::guide::{Guide, Weights};
use super::layers::{Layers, MOST_WIDTH};
use super::shares::Shares;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::puzzle::Move;

/// The positions of the first layers, and how much wider the next ones are.
const FIRST_WIDTH: usize = 256;
const WIDER: usize = 4;

/// The most bytes of the layers where no limit is set.
const MOST_BYTES: usize = 6 << 30;

/// The share of the limits for whole solutions, once one is found, where tables rank positions alone and where a network
/// helps, which sees more in wide layers; and the share for a part of one. Found by trying on boards of 6 x 6.
const WHOLE: f64 = 0.25;
const WHOLE_BY_NETWORK: f64 = 0.7;
const PART: f64 = 1.0 / 16.0;

/// How many widths a part is searched with.
const NARROWER: u32 = 4;

/// At most this part of the best solution is kept when the rest is searched again.
const KEPT: f64 = 0.8;

/// Where a search begins, and the end that it leads to.
pub(super) struct Origin<'a> {
    pub(super) from: &'a Board,
    pub(super) to: &'a End,
    pub(super) lookups: Lookups,
}

/// All searches of one board.
pub(super) struct Runs<'a> {
    geometry: Geometry,
    layers: &'a mut Layers,
    /// From the start to the goal, and, if there are tables for it, from the goal to the start.
    origins: Vec<Origin<'a>>,
    found: Found,
    /// The moves of the best solution that is known.
    below: Cost,
    limits: &'a Limits,
    threads: usize,
    shares: Shares,
}

/// One of them.
#[derive(Clone, Copy)]
struct Run {
    origin: usize,
    width: usize,
    /// How many moves of the best solution, at the origin's end, are kept.
    kept: usize,
    /// The first partition that is looked up, and the weights.
    first: usize,
    weights: Weights,
}

impl<'a> Runs<'a> {
    pub(super) fn new(
        geometry: Geometry,
        layers: &'a mut Layers,
        found: Found,
        below: Cost,
        limits: &'a Limits,
        threads: usize,
    ) -> Self {
        (layers.expanded, layers.generated) = (0, 0);
        let shares = Shares::start(limits);
        Runs { geometry, layers, origins: Vec::new(), found, below, limits, threads, shares }
    }

    /// Adds an origin, with a first search from it. Breaks if nothing is left to be done.
    pub(super) fn add(&mut self, origin: Origin<'a>, progress: &mut dyn Progress) -> ControlFlow<()> {
        let guide = Guide::new(self.geometry, &origin.lookups, 0, None, Weights::BEST);
        let bound = guide.lower_bound(&origin.to.named(origin.from));
        self.found.lower_bound = self.found.lower_bound.max(bound);
        self.origins.push(origin);
        self.run(Run::whole(self.origins.len() - 1, FIRST_WIDTH), progress)
    }

    /// Searches as long as the limits allow.
    pub(super) fn finish(mut self, progress: &mut dyn Progress) -> Found {
        let _ = self.widen(progress).is_continue() && self.again(progress).is_continue();
        let Layers { expanded, generated, .. } = *self.layers;
        self.found.stats = Stats { expanded, generated, ..Stats::default() };
        self.found
    }

    /// Ever wider searches of whole solutions, from each origin in turn.
    fn widen(&mut self, progress: &mut dyn Progress) -> ControlFlow<()> {
        let mut width = FIRST_WIDTH;
        let has_network = self.origins[0].to.network().is_some();
        let whole = if has_network { WHOLE_BY_NETWORK } else { WHOLE };
        loop {
            let next = WIDER * width;
            let cost = self.shares.of(next, self.below as usize) * self.origins.len() as f64;
            let most = if self.found.moves.is_some() { whole } else { 1.0 };
            if self.used() + cost > most || next > self.most_width() {
                break;
            }
            width = next;
            for origin in 0..self.origins.len() {
                self.run(Run::whole(origin, width), progress)?;
            }
        }
        if self.found.moves.is_some() {
            return ControlFlow::Continue(());
        }
        // The widest search that fits.
        let last = self.shares.width(0.85 * (1.0 - self.used()), self.below as usize).min(self.most_width());
        if last > width { self.run(Run::whole(0, last), progress) } else { ControlFlow::Continue(()) }
    }

    /// Searches parts of the best solution again.
    fn again(&mut self, progress: &mut dyn Progress) -> ControlFlow<()> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        while let Some(moves) = &self.found.moves {
            let kept = (moves.len() as f64 * KEPT * random.random_range(0.0..1.0)) as usize;
            let share = PART.min(0.85 * (1.0 - self.used()));
            let most = self.shares.width(share, moves.len() - kept).min(self.most_width());
            if most < FIRST_WIDTH {
                break;
            }
            let origin = random.random_range(0..self.origins.len());
            let first = random.random_range(0..self.origins[origin].lookups.len());
            let weights = Weights::random(&mut random);
            // Narrow searches cost little and find other solutions.
            let widths = (0..NARROWER).rev().map(|times| most / WIDER.pow(times));
            for width in widths.filter(|&width| width >= FIRST_WIDTH) {
                self.run(Run { origin, width, kept, first, weights }, progress)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One search. Breaks if the limits are reached or no solution can be shorter.
    fn run(&mut self, run: Run, progress: &mut dyn Progress) -> ControlFlow<()> {
        if self.found.lower_bound >= self.below {
            return ControlFlow::Break(());
        }
        let (before, limits, shares) = (self.used(), self.limits, &self.shares);
        let Origin { from, to, lookups } = &self.origins[run.origin];
        let guide = Guide::new(self.geometry, lookups, run.first, to.network(), run.weights);
        let best = self.found.moves.as_deref().unwrap_or_default();
        let begin = beginning(from, best, run);
        let below = self.below - run.kept as Cost;
        let mut go_on = |expanded, generated| {
            let late = shares.used(generated) >= 1.0 || limits.is_cancelled();
            let stats = Stats { expanded, generated, ..Stats::default() };
            if late { ControlFlow::Break(()) } else { progress.tick(&stats) }
        };
        let named = to.named(&begin);
        let Some(path) = self.layers.run(&guide, &named, (run.width, below, self.threads), &mut go_on) else {
            return ControlFlow::Break(());
        };
        if let Some(path) = path {
            let moves = joined(best, moves(self.geometry, &begin, &to.goal, &path), run);
            self.below = moves.len() as Cost;
            self.found.moves = Some(moves);
            progress.solution(self.below, self.found.lower_bound);
        }
        self.shares.learn(run.width, below as usize, self.used() - before);
        // Nothing was left out, so that nothing is left to be found.
        let is_whole = run.kept == 0 && !self.layers.is_cut;
        if is_whole { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn used(&self) -> f64 {
        self.shares.used(self.layers.generated)
    }

    /// The most positions of a layer that there is room for.
    fn most_width(&self) -> usize {
        let memory = self.limits.memory.map_or(MOST_BYTES, |memory| memory / 2);
        let Origin { lookups, to, .. } = &self.origins[0];
        let guide = Guide::new(self.geometry, lookups, 0, to.network(), Weights::BEST);
        (memory / Layers::bytes(&guide, self.below as usize)).min(MOST_WIDTH)
    }
}

impl Run {
    /// A search of a whole solution.
    fn whole(origin: usize, width: usize) -> Self {
        Run { origin, width, kept: 0, first: 0, weights: Weights::BEST }
    }

    fn is_backward(self) -> bool {
        self.origin > 0
    }
}

/// The board at which a run begins: the one after as many moves of `best` from its origin as are kept.
fn beginning(from: &Board, best: &[Move], run: Run) -> Board {
    let mut board = from.clone();
    if run.is_backward() {
        best.iter().rev().take(run.kept).for_each(|mv| board.slide(mv.to));
    } else {
        best.iter().take(run.kept).for_each(|mv| board.slide(mv.from));
    }
    board
}

/// The whole solution whose kept moves are those of `best`, and whose others were found by the run.
fn joined(best: &[Move], found: Vec<Move>, run: Run) -> Vec<Move> {
    if run.is_backward() {
        let back = found.into_iter().rev().map(|Move { from, to }| Move { from: to, to: from });
        back.chain(best[best.len() - run.kept..].iter().copied()).collect()
    } else {
        best[..run.kept].iter().copied().chain(found).collect()
    }
}

/// The moves of the tiles along which the blank goes from `start` through the cells of `path`, made again on a board
/// of their own: they reach `goal`.
fn moves(geometry: Geometry, start: &Board, goal: &Board, path: &[u8]) -> Vec<Move> {
    let mut board = start.clone();
    let make = |&from: &u8| {
        let (from, to) = (u32::from(from), board.blank());
        assert!(geometry.distance(from, to) == 1, "a tile slides into the blank beside it");
        board.slide(from);
        Move { from, to }
    };
    let moves = path.iter().map(make).collect();
    assert!(board == *goal, "a solution leads to the goal");
    moves
}
