//! All positions on paths that meet a bound, breadth-first from a start, by the tables of an engine.
//!
//! This is [`positions_within`](taquin_search::positions_within), with lower bounds that are looked up a few
//! positions ahead of their use.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use taquin_search::{Cost, Limit, Limits, Meter, Progress, Stats, Within};

use super::dispatch::{find_positions, with_narrow_views};
use super::engine::Engine;
use super::evaluator::{Evaluator, LOOKUPS, Slot};
use super::root::Root;
use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::pattern::Narrow;
use crate::prefetch::prefetch;
use crate::puzzle::{Move, Tiles};

/// A power of two that is not below the number of cells, so that an index needs no check.
const CELLS: usize = 32;

/// How many positions are expanded before the first of their lookups is read.
const AHEAD: usize = 8;

/// The most cells of a board whose positions are found.
pub const MOST_CELLS: usize = 25;

/// Whether a tile may make a move.
pub type Allowed<'a> = dyn Fn(u32, Move) -> bool + Sync + 'a;

/// A search for positions.
pub(crate) struct Positions<'a, S, const VIEWS: usize> {
    evaluator: &'a Evaluator<'a, VIEWS>,
    /// The goal cell of each tile.
    names: [u8; CELLS],
    allowed: Option<&'a Allowed<'a>>,
    lookups: usize,
    layer: Layer<S, VIEWS>,
    next: Layer<S, VIEWS>,
    candidates: Vec<Candidate<S, VIEWS>>,
    within: Within<S>,
}

/// The positions of one depth.
struct Layer<S, const VIEWS: usize> {
    positions: Vec<Position<S, VIEWS>>,
    /// The standings of all positions, one after the other.
    standings: Vec<Narrow>,
}

#[derive(Clone, Copy)]
struct Position<S, const VIEWS: usize> {
    state: S,
    /// The cell of the blank, and the one that it came from.
    blank: u8,
    came: u8,
    values: [u16; VIEWS],
}

/// A child of a position.
#[derive(Clone, Copy)]
struct Candidate<S, const VIEWS: usize> {
    parent: u32,
    state: S,
    from: u8,
    /// The goal cell of the tile that moves.
    name: u8,
    standings: [Narrow; VIEWS],
    bytes: [usize; VIEWS],
}

impl Engine {
    /// The positions on paths of `bound` moves from `start` that the tables do not exclude. There must be no shorter
    /// solution.
    ///
    /// # Errors
    /// If the board does not have the size of the grid; inside, the limit that was reached.
    ///
    /// # Panics
    /// If it has more than [`MOST_CELLS`] cells.
    pub fn positions_within<S: Cells + Copy>(
        &self,
        start: &Board,
        bound: Cost,
        allowed: Option<&Allowed<'_>>,
        (limits, stats): (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Result<Within<S>, Limit>, Error> {
        assert!(self.geometry.cells() as usize <= MOST_CELLS, "positions are for smaller boards");
        let state = Tiles::<S>::new(self.geometry, &self.goal)?.state(start)?;
        let request = Request { engine: self, start, state, bound, allowed };
        Ok(with_narrow_views!(self.views.len(), request.answer((limits, stats), progress)))
    }
}

/// A request to an engine.
struct Request<'a, S> {
    engine: &'a Engine,
    start: &'a Board,
    state: S,
    bound: Cost,
    allowed: Option<&'a Allowed<'a>>,
}

impl<S: Cells + Copy> Request<'_, S> {
    fn answer<const VIEWS: usize>(
        self,
        counted: (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Within<S>, Limit> {
        let Request { engine, start, state, bound, allowed } = self;
        let evaluator = Evaluator::<VIEWS>::new(engine.geometry, &engine.views);
        let root = Root::<[u8; CELLS], VIEWS>::new(&evaluator, &engine.automaton, engine.named(start));
        if root.f() > bound {
            return Ok(Within { depths: FxHashMap::default(), solved: false, next: Some(root.f()) });
        }
        let mut names = [0; CELLS];
        for (cell, &tile) in start.tiles().iter().enumerate() {
            names[tile as usize] = root.board.tiles[cell];
        }
        let blank = root.board.blank;
        let position = Position { state, blank, came: blank, values: *root.values() };
        let mut positions = Positions {
            evaluator: &evaluator,
            names,
            allowed,
            lookups: evaluator.lookups(),
            layer: Layer { positions: vec![position], standings: root.standings.to_vec() },
            next: Layer { positions: Vec::new(), standings: Vec::new() },
            candidates: Vec::new(),
            within: Within { depths: FxHashMap::from_iter([(state, 0)]), solved: false, next: None },
        };
        let mut stopped = None;
        find_positions(&mut positions, bound, counted, progress, &mut stopped);
        stopped.map_or(Ok(positions.within), Err)
    }
}

impl<S: Cells + Copy, const VIEWS: usize> Positions<'_, S, VIEWS> {
    /// Goes on from layer to layer to the bound.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        bound: Cost,
        (limits, stats): (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<(), Limit> {
        let mut meter = Meter::start(limits);
        for depth in 1..=bound {
            for first in (0..self.layer.positions.len()).step_by(AHEAD) {
                let last = (first + AHEAD).min(self.layer.positions.len());
                stats.expanded += (last - first) as u64;
                if meter.due(stats.expanded) {
                    stats.peak_bytes = stats.peak_bytes.max(self.bytes());
                    meter.check(stats.expanded, self.bytes())?;
                    if progress.tick(stats).is_break() {
                        return Err(Limit::Cancelled);
                    }
                }
                self.candidates.clear();
                (first..last).for_each(|parent| self.ask(parent));
                stats.generated += self.candidates.len() as u64;
                for index in 0..self.candidates.len() {
                    self.read(index, depth, (bound - depth) as u16);
                }
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.positions.clear();
            self.next.standings.clear();
        }
        // A position from which no tile has to move is the goal.
        self.within.solved = !self.layer.positions.is_empty();
        Ok(())
    }

    fn bytes(&self) -> usize {
        let position = size_of::<Position<S, VIEWS>>() + self.lookups * size_of::<Narrow>();
        let layers = self.layer.positions.capacity() + self.next.positions.capacity();
        self.within.depths.capacity() * (size_of::<(S, Cost)>() + 1) + layers * position
    }

    /// Computes where the children of a position are looked up.
    #[inline(always)]
    fn ask(&mut self, parent: usize) {
        let Position { state, blank, came, .. } = self.layer.positions[parent];
        let standings = &self.layer.standings[parent * self.lookups..];
        for from in self.evaluator.neighbors(blank) {
            let mv = Move { from: from.into(), to: blank.into() };
            let tile = state.tile(mv.from);
            if from == came || self.allowed.is_some_and(|allowed| !allowed(tile, mv)) {
                continue;
            }
            let name = self.names[tile as usize % CELLS];
            let mut child = Candidate {
                parent: parent as u32,
                state,
                from,
                name,
                standings: [Narrow::default(); VIEWS],
                bytes: [0; VIEWS],
            };
            child.state.slide(mv.from, mv.to);
            for (view, &slot) in self.evaluator.slots_of(name).iter().enumerate() {
                let Slot { reader, map } = self.evaluator.slot(slot);
                let (standing, byte) =
                    reader.slide(standings[slot as usize], map.image(mv.from), map.image(mv.to));
                prefetch(reader.bits(), byte);
                child.standings[view] = standing;
                child.bytes[view] = byte;
            }
            self.candidates.push(child);
        }
    }

    /// Completes a child and adds it to the next layer, unless the bound cuts it off or it is known.
    #[inline(always)]
    fn read(&mut self, index: usize, depth: Cost, left: u16) {
        let child = &mut self.candidates[index];
        let parent = child.parent as usize;
        let Position { blank, mut values, .. } = self.layer.positions[parent];
        let slots = self.evaluator.slots_of(child.name);
        for (view, &slot) in slots.iter().enumerate() {
            let reader = &self.evaluator.slot(slot).reader;
            let (standing, growth) = reader.settle(child.standings[view], child.bytes[view]);
            child.standings[view] = standing;
            values[view] = values[view] + u16::from(growth) - 1;
        }
        let value = values.iter().copied().max().unwrap_or(0);
        if value > left {
            let least = depth + Cost::from(value);
            self.within.next = Some(self.within.next.map_or(least, |next| next.min(least)));
            return;
        }
        let Entry::Vacant(place) = self.within.depths.entry(child.state) else { return };
        place.insert(depth);
        self.next.positions.push(Position { state: child.state, blank: child.from, came: blank, values });
        let first = self.next.standings.len();
        self.next.standings.extend_from_slice(&self.layer.standings[parent * self.lookups..][..self.lookups]);
        for (&slot, &standing) in slots.iter().zip(&child.standings) {
            self.next.standings[first + slot as usize % LOOKUPS] = standing;
        }
    }
}
