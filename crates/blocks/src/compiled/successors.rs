//! The move generator: one loop over the pieces, one rule per metric.

use crate::compiled::atlas::{Group, NOWHERE, SpotId};
use crate::compiled::blocks::{Blocks, Entry, Move};
use crate::compiled::word::Word;
use crate::model::metric::Metric;

impl<O: Word, C: Word> Blocks<O, C> {
    /// The cells of the floor that no piece covers.
    #[inline]
    #[must_use]
    pub fn empty(&self, state: C) -> O {
        let mut empty = self.floor;
        self.each_spot(state, |spot| empty = empty.minus(self.entries[usize::from(spot)].mask));
        empty
    }

    /// The empty cells after `mv`, from those before it.
    #[inline]
    pub(crate) fn empty_after(&self, empty: O, mv: Move) -> O {
        empty.or(self.entries[usize::from(mv.from)].mask).minus(self.entries[usize::from(mv.to)].mask)
    }

    /// More moves than any state has.
    pub(crate) fn most_moves(&self) -> usize {
        let moves = |group: &Group| {
            // No more pieces than there is floor for.
            let cells = self.atlas.spots[usize::from(group.first)].floor.len();
            let pieces = if group.single { 1 } else { (self.atlas.floor.len() / cells).min(group.len) };
            pieces * group.len
        };
        self.atlas.groups.iter().map(moves).sum()
    }

    /// Calls `visit` with every move of `state` and the state it leads to. No two moves are equal.
    ///
    /// Compiled once for all callers; inner loops inline one of the others.
    #[inline(never)]
    pub fn each_move(&self, state: C, visit: &mut dyn FnMut(Move, C)) {
        self.each_move_into(state, self.empty(state), visit);
    }

    /// The same, if the empty cells of `state` are known.
    #[inline(always)]
    pub(crate) fn each_move_into(&self, state: C, empty: O, visit: impl FnMut(Move, C)) {
        self.each_other_move(state, empty, NOWHERE, visit);
    }

    /// The same without the moves of the piece that stands on `resting`.
    #[inline(always)]
    pub(crate) fn each_other_move(
        &self,
        state: C,
        empty: O,
        resting: SpotId,
        mut visit: impl FnMut(Move, C),
    ) {
        let touched = empty.elements().fold(C::default(), |all, cell| all.or(self.touching[cell]));
        let mut sets = state.and(touched);
        let mut fields = self.fields.iter();
        // One loop for both, so that what follows is compiled into it once.
        loop {
            let from = if sets.is_empty() {
                let Some(field) = fields.next() else { break };
                field.spot(state)
            } else {
                let spot = sets.lowest() as SpotId;
                sets = sets.without_lowest();
                spot
            };
            let entry = &self.entries[usize::from(from)];
            if from == resting || entry.near.disjoint(empty) {
                continue;
            }
            let lifted = state.xor(entry.weight);
            self.each_destination(from, entry, empty, |to| {
                visit(Move { from, to }, lifted.xor(self.entries[usize::from(to)].weight));
            });
        }
    }

    /// Every spot that the piece on `from` reaches in one move.
    #[inline(always)]
    fn each_destination(&self, from: SpotId, entry: &Entry<O, C>, empty: O, reach: impl FnMut(SpotId)) {
        if !self.landings.is_empty() {
            let first = self.first_of[usize::from(from)];
            if let Some((_, landing)) = self.landings.iter().find(|(flying, _)| *flying == first) {
                // A single cell can fly to every cell that it could slide to.
                return empty
                    .elements()
                    .map(|cell| landing[cell])
                    .filter(|&to| to != NOWHERE)
                    .for_each(reach);
            }
        }
        match self.problem.metric() {
            Metric::Unit => entry.each_step(empty, reach),
            Metric::Straight => self.slide(from, entry, empty, reach),
            Metric::Finger => self.travel(from, entry, empty, reach),
        }
    }

    /// Every spot that the piece on `from` can slide to without turning.
    #[inline]
    fn slide(&self, from: SpotId, entry: &Entry<O, C>, empty: O, mut reach: impl FnMut(SpotId)) {
        let room = empty.or(entry.mask);
        let first = self.first_of[usize::from(from)];
        let rank = |spot: SpotId| O::bit(usize::from(spot - first));
        // Around a torus one spot is reached from two sides, and the way leads back to the start.
        let mut reached = rank(from);
        for direction in 0..4 {
            if !entry.need[direction].minus(empty).is_empty() {
                continue;
            }
            let mut to = entry.next[direction];
            while to != NOWHERE {
                let ahead = &self.entries[usize::from(to)];
                if !ahead.mask.minus(room).is_empty() || !reached.disjoint(rank(to)) {
                    break;
                }
                reached = reached.or(rank(to));
                reach(to);
                to = ahead.next[direction];
            }
        }
    }

    /// Every spot that the piece on `from` can travel to, around corners too.
    #[inline]
    fn travel(&self, from: SpotId, entry: &Entry<O, C>, empty: O, mut reach: impl FnMut(SpotId)) {
        let first = self.first_of[usize::from(from)];
        let rank = |spot: SpotId| O::bit(usize::from(spot - first));
        let mut fresh = O::default();
        entry.each_step(empty, |to| fresh = fresh.or(rank(to)));
        let room = empty.or(entry.mask);
        let mut reached = fresh.or(rank(from));
        while !fresh.is_empty() {
            let spot = usize::from(first) + fresh.lowest();
            fresh = fresh.without_lowest();
            reach(spot as SpotId);
            self.entries[spot].each_step(room, |to| {
                if to != NOWHERE && reached.disjoint(rank(to)) {
                    reached = reached.or(rank(to));
                    fresh = fresh.or(rank(to));
                }
            });
        }
    }
}

impl<O: Word, C> Entry<O, C> {
    /// Every spot one step away; [`NOWHERE`] too where the piece itself counts as empty.
    #[inline]
    fn each_step(&self, empty: O, mut reach: impl FnMut(SpotId)) {
        // The four tests are combined into one number, because each of them alone is hard to predict.
        let free = |direction: usize| u32::from(self.need[direction].minus(empty).is_empty()) << direction;
        let mut open = free(0) | free(1) | free(2) | free(3);
        while open != 0 {
            reach(self.next[open.trailing_zeros() as usize & 3]);
            open &= open - 1;
        }
    }
}
