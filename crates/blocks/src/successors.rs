//! The move generator: one loop over the pieces, one rule per metric.

use crate::atlas::{NOWHERE, SpotId};
use crate::blocks::{Blocks, Field, Move};
use crate::metric::Metric;
use crate::word::Word;

impl<O: Word, C: Word> Blocks<O, C> {
    /// Calls `visit` with every move of `state` and the state it leads to. No two moves are equal.
    #[inline]
    pub fn each_move(&self, state: C, mut visit: impl FnMut(Move, C)) {
        let occupied = self.occupied(state);
        let empty = self.floor.minus(occupied);
        for field in &self.fields {
            let value = state.slice(field.shift, field.bits);
            let mut moves_from = |rank: usize| {
                let from = field.first + rank as SpotId;
                let lifted = state.xor(self.entries[usize::from(from)].weight);
                self.each_destination(field, from, empty, |to| {
                    visit(Move { from, to }, lifted.xor(self.entries[usize::from(to)].weight));
                });
            };
            if field.single {
                moves_from(value.number() as usize);
            } else {
                value.elements().for_each(moves_from);
            }
        }
    }

    /// Every spot that the piece on `from` reaches in one move.
    #[inline]
    fn each_destination(&self, field: &Field, from: SpotId, empty: O, mut reach: impl FnMut(SpotId)) {
        let entry = &self.entries[usize::from(from)];
        if field.flies {
            // Whatever a single cell could slide to, it can also fly to.
            let landings = &self.landings[field.landings];
            empty.elements().map(|cell| landings[cell]).filter(|&to| to != NOWHERE).for_each(reach);
            return;
        }
        if entry.near.disjoint(empty) {
            return;
        }
        match self.problem.metric() {
            Metric::Unit => {
                for direction in 0..4 {
                    let to = entry.next[direction];
                    if to != NOWHERE && entry.need[direction].minus(empty).is_empty() {
                        reach(to);
                    }
                }
            }
            Metric::Straight => self.slide(field.first, from, empty.or(entry.mask), reach),
            Metric::Finger => self.flood(field.first, from, empty.or(entry.mask), reach),
        }
    }

    /// Every spot that the piece on `from` can slide to within `room` without turning.
    #[inline]
    fn slide(&self, first: SpotId, from: SpotId, room: O, mut reach: impl FnMut(SpotId)) {
        // Around a torus one spot is reached from two sides, and the way leads back to the start.
        let mut reached = O::bit(usize::from(from - first));
        for direction in 0..4 {
            let mut to = self.entries[usize::from(from)].next[direction];
            while to != NOWHERE {
                let ahead = &self.entries[usize::from(to)];
                let rank = O::bit(usize::from(to - first));
                if !ahead.mask.minus(room).is_empty() || !reached.disjoint(rank) {
                    break;
                }
                reached = reached.or(rank);
                reach(to);
                to = ahead.next[direction];
            }
        }
    }

    /// Every spot that the piece on `from` can travel to within `room`, nearest first.
    #[inline]
    fn flood(&self, first: SpotId, from: SpotId, room: O, mut reach: impl FnMut(SpotId)) {
        let rank = |spot: SpotId| O::bit(usize::from(spot - first));
        let mut reached = rank(from);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let mut further = O::default();
            for at in fresh.elements() {
                for to in self.entries[usize::from(first) + at].next {
                    if to == NOWHERE || !reached.disjoint(rank(to)) {
                        continue;
                    }
                    if self.entries[usize::from(to)].mask.minus(room).is_empty() {
                        reached = reached.or(rank(to));
                        further = further.or(rank(to));
                        reach(to);
                    }
                }
            }
            fresh = further;
        }
    }
}
