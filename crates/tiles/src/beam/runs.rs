//! The searches of one board: whole solutions, ever wider, then parts of the best one again.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::{Cost, Limits, Progress, Stats};

use super::Found;
use super::by_network::{ByNetwork, Noise};
use super::by_tables::{ByTables, Weights};
use super::end::Lookups;
use super::guide::{Guide, Named, VIEWS};
use super::layers::{Layers, MOST_WIDTH};
use super::network::Network;
use super::shares::Shares;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::puzzle::Move;

/// The positions of the first layers, and how much wider the next ones are.
const FIRST_WIDTH: usize = 256;
const WIDER: usize = 4;

/// The most bytes of the layers where no limit is set.
const MOST_BYTES: usize = 6 << 30;

/// The share of the limits for whole solutions, once one is found, where tables rank positions and where a network does,
/// which sees more in wide layers; and the share for a part of one. Found by trying on boards of 6 x 6.
const WHOLE: f64 = 0.25;
const WHOLE_BY_NETWORK: f64 = 0.85;
const PART: f64 = 1.0 / 16.0;

/// A search is to take this share of what is left at most, since its time is known only roughly.
const ALMOST: f64 = 0.85;

/// How many widths a part is searched with.
const NARROWER: u32 = 4;

/// What is added to the ranks of a network in a part at most: about a move.
const NOISE: u32 = 31;

/// At least this part of the best solution is searched again.
const LEAST_PART: f64 = 0.2;

/// All searches of one board.
pub(super) struct Runs<'a> {
    geometry: Geometry,
    layers: &'a mut Layers,
    start: &'a Board,
    goal: &'a Board,
    /// The networks for goals whose blank is in some cells.
    networks: &'a [Network],
    /// The tables for searches that lead to the goal, and for those that lead to the start, where there are some.
    tables: [Option<Lookups>; 2],
    found: Found,
    /// The moves of the best solution that is known.
    below: Cost,
    limits: &'a Limits,
    threads: usize,
    shares: Shares,
}

/// One of them: between two positions on the best solution.
#[derive(Clone, Copy)]
struct Run {
    width: usize,
    /// How many moves of the best solution before and after the part are kept.
    before: usize,
    after: usize,
    /// Whether it leads from the last position to the first.
    is_backward: bool,
    /// The first partition of tables that is looked up, and the weights.
    first: usize,
    weights: Weights,
    /// What changes the ranks of a network.
    noise: Noise,
}

impl<'a> Runs<'a> {
    pub(super) fn new(
        geometry: Geometry,
        layers: &'a mut Layers,
        (start, goal): (&'a Board, &'a Board),
        networks: &'a [Network],
        (found, below): (Found, Cost),
        (limits, threads): (&'a Limits, usize),
    ) -> Self {
        (layers.expanded, layers.generated) = (0, 0);
        let shares = Shares::start(limits);
        let tables = [None, None];
        Runs { geometry, layers, start, goal, networks, tables, found, below, limits, threads, shares }
    }

    /// Takes tables for searches in one direction, which tell a lower bound.
    pub(super) fn take(&mut self, is_backward: bool, lookups: Lookups) {
        let (from, to) = if is_backward { (self.goal, self.start) } else { (self.start, self.goal) };
        let tables = ByTables::new(self.geometry, &lookups, 0, Weights::BEST);
        let bound = tables.lower_bound(&Named::new(from, &GoalCells::of(to)));
        self.found.lower_bound = self.found.lower_bound.max(bound);
        self.tables[usize::from(is_backward)] = Some(lookups);
    }

    /// A first search. Breaks if nothing is left to be done.
    pub(super) fn first(&mut self, is_backward: bool, progress: &mut dyn Progress) -> ControlFlow<()> {
        self.run(Run::whole(is_backward, FIRST_WIDTH), progress)
    }

    /// Searches as long as the limits allow.
    pub(super) fn finish(mut self, progress: &mut dyn Progress) -> Found {
        let _ = self.widen(progress).is_continue() && self.again(progress).is_continue();
        let Layers { expanded, generated, .. } = *self.layers;
        self.found.stats = Stats { expanded, generated, ..Stats::default() };
        self.found
    }

    /// The network for searches that lead to `goal`.
    fn network(&self, goal: &Board) -> Option<&'a Network> {
        self.networks.iter().find(|network| network.blank() == goal.blank())
    }

    /// The directions in which something guides whole searches.
    fn directions(&self) -> Vec<bool> {
        let has_guide = |is_backward: &bool| {
            let to = if *is_backward { self.start } else { self.goal };
            self.network(to).is_some() || self.tables[usize::from(*is_backward)].is_some()
        };
        [false, true].into_iter().filter(has_guide).collect()
    }

    /// Ever wider searches of whole solutions, in each direction in turn. The last one takes what is left for them.
    fn widen(&mut self, progress: &mut dyn Progress) -> ControlFlow<()> {
        let directions = self.directions();
        let by_network = self.network(self.goal).is_some();
        let mut width = FIRST_WIDTH;
        loop {
            let whole = match self.found.moves {
                None => self.used() + ALMOST * (1.0 - self.used()),
                Some(_) if by_network => WHOLE_BY_NETWORK,
                Some(_) => WHOLE,
            };
            let share = (whole - self.used()) / directions.len() as f64;
            let most = self.shares.width(share, self.below as usize).min(self.most_width());
            let next = if most < WIDER * WIDER * width { most } else { WIDER * width };
            if next < WIDER * width && (self.found.moves.is_some() || next <= width) {
                return ControlFlow::Continue(());
            }
            width = next;
            for &is_backward in &directions {
                self.run(Run::whole(is_backward, width), progress)?;
            }
        }
    }

    /// Searches parts of the best solution again.
    fn again(&mut self, progress: &mut dyn Progress) -> ControlFlow<()> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        while let Some(part) = self.part(&mut random) {
            let share = PART.min(ALMOST * (1.0 - self.used()));
            let moves = self.below as usize - part.before - part.after;
            let most = self.shares.width(share, moves).min(self.most_width());
            if most < FIRST_WIDTH {
                break;
            }
            // Narrow searches cost little and find other solutions.
            let widths = (0..NARROWER).rev().map(|times| most / WIDER.pow(times));
            for width in widths.filter(|&width| width >= FIRST_WIDTH) {
                self.run(Run { width, ..part }, progress)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A part of the best solution that leads to a position for which there is a guide.
    fn part(&self, random: &mut Xoshiro256PlusPlus) -> Option<Run> {
        let moves = self.found.moves.as_ref()?;
        let (length, least) = (moves.len(), (moves.len() as f64 * LEAST_PART) as usize);
        let (mut board, mut ends) = (self.start.clone(), Vec::new());
        for at in 0..=length {
            let network = self.network(&board).is_some();
            if at >= least && (network || at == length && self.tables[0].is_some()) {
                ends.push((at, false));
            }
            if length - at >= least && (network || at == 0 && self.tables[1].is_some()) {
                ends.push((at, true));
            }
            if let Some(mv) = moves.get(at) {
                board.slide(mv.from);
            }
        }
        if ends.is_empty() {
            return None;
        }
        let (to, is_backward) = ends[random.random_range(0..ends.len())];
        let (before, after) = if is_backward {
            (to, length - random.random_range(to + least..=length))
        } else {
            (random.random_range(0..=to - least), length - to)
        };
        let first = random.random_range(0..VIEWS);
        let noise = Noise { mask: NOISE, seed: random.random_range(0..u64::MAX) };
        Some(Run { width: 0, before, after, is_backward, first, weights: Weights::random(random), noise })
    }

    /// One search. Breaks if the limits are reached or no solution can be shorter.
    fn run(&mut self, run: Run, progress: &mut dyn Progress) -> ControlFlow<()> {
        if self.found.lower_bound >= self.below {
            return ControlFlow::Break(());
        }
        let (before, limits, shares) = (self.used(), self.limits, &self.shares);
        let best = self.found.moves.as_deref().unwrap_or_default();
        let (from, to) = self.between(best, run);
        let named = Named::new(&from, &GoalCells::of(&to));
        let below = self.below - (run.before + run.after) as Cost;
        let size = (run.width, below, self.threads);
        let mut go_on = |expanded, generated| {
            let late = shares.used(generated) >= 1.0 || limits.is_cancelled();
            let stats = Stats { expanded, generated, ..Stats::default() };
            if late { ControlFlow::Break(()) } else { progress.tick(&stats) }
        };
        let path = if let Some(network) = self.network(&to) {
            let guide = ByNetwork::new(self.geometry, network, run.noise);
            self.layers.run(&guide, &named, size, &mut go_on)
        } else {
            let lookups =
                self.tables[usize::from(run.is_backward)].as_ref().expect("tables where there is no network");
            let guide = ByTables::new(self.geometry, lookups, run.first, run.weights);
            self.layers.run(&guide, &named, size, &mut go_on)
        };
        let Some(path) = path else { return ControlFlow::Break(()) };
        if let Some(path) = path {
            let moves = joined(best, moves(self.geometry, &from, &to, &path), run);
            self.below = moves.len() as Cost;
            self.found.moves = Some(moves);
            progress.solution(self.below, self.found.lower_bound);
        }
        self.shares.learn(run.width, below as usize, self.used() - before);
        // Nothing was left out, so that nothing is left to be found.
        let is_whole = run.before + run.after == 0 && !self.layers.is_cut;
        if is_whole { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The positions that a run leads from and to.
    fn between(&self, best: &[Move], run: Run) -> (Board, Board) {
        let (mut first, mut last) = (self.start.clone(), self.goal.clone());
        best.iter().take(run.before).for_each(|mv| first.slide(mv.from));
        best.iter().rev().take(run.after).for_each(|mv| last.slide(mv.to));
        if run.is_backward { (last, first) } else { (first, last) }
    }

    fn used(&self) -> f64 {
        self.shares.used(self.layers.generated)
    }

    /// The most positions of a layer that there is room for.
    fn most_width(&self) -> usize {
        let memory = self.limits.memory.map_or(MOST_BYTES, |memory| memory / 2);
        let stride = self
            .tables
            .iter()
            .flatten()
            .map(|lookups| ByTables::new(self.geometry, lookups, 0, Weights::BEST).stride());
        let stride = stride.max().unwrap_or(self.geometry.cells() as usize);
        (memory / Layers::bytes(stride, self.below as usize)).min(MOST_WIDTH)
    }
}

impl Run {
    /// A search of a whole solution.
    fn whole(is_backward: bool, width: usize) -> Self {
        let (weights, noise) = (Weights::BEST, Noise::default());
        Run { width, before: 0, after: 0, is_backward, first: 0, weights, noise }
    }
}

/// The whole solution whose kept moves are those of `best`, and whose others were found by the run.
fn joined(best: &[Move], mut found: Vec<Move>, run: Run) -> Vec<Move> {
    if run.is_backward {
        found = found.into_iter().rev().map(|Move { from, to }| Move { from: to, to: from }).collect();
    }
    let after = &best[best.len() - run.after..];
    best[..run.before].iter().copied().chain(found).chain(after.iter().copied()).collect()
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
