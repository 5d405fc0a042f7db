//! One block of a space: the positions that differ only in the filling, and where moves of the other pieces
//! lead from all of them alike.

use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::spaces::filling::{Filling, Places};
use crate::spaces::numbering::{Numbering, Prefix};

/// Where a move beside the filling leads, kept while one block is expanded.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    pub(super) stamp: u32,
    pub(super) from: u16,
    /// The first word of the block, or `NONE`.
    pub(super) block: usize,
    pub(super) prefix: usize,
    pub(super) words: usize,
    pub(super) places: Places,
}

pub(super) const NONE: usize = usize::MAX;

impl Lead {
    /// The lead of a move that goes to no block.
    pub(super) fn nowhere(stamp: u32, from: u16) -> Self {
        Lead { stamp, from, block: NONE, prefix: 0, words: 0, places: [0; 64] }
    }
}

/// What the positions of one block have in common.
pub(super) struct Block<O, C> {
    state: C,
    /// The empty cells beside those that the filling takes.
    empty: O,
    /// The cells that the filling has to choose from, as a set and in order.
    free: u64,
    cells: [u8; 64],
    pub(super) places: Places,
    free_count: usize,
}

impl<O: Word, C: Word> Block<O, C> {
    pub(super) fn new(
        blocks: &Blocks<O, C>,
        numbering: &Numbering<C>,
        prefix: &Prefix<C>,
        suffix: usize,
    ) -> Self {
        let (mut state, mut cover) = (prefix.key, prefix.cover);
        numbering.each_suffix_spot(suffix, |spot| {
            state = state.or(blocks.entries[usize::from(spot)].weight);
            cover |= numbering.covers[usize::from(spot)];
        });
        let free = numbering.filling.all() & !cover;
        let mut cells = [0; 64];
        for (cell, element) in cells.iter_mut().zip(free.elements()) {
            *cell = element as u8;
        }
        let empty = blocks.empty(state);
        Block { state, empty, free, cells, places: Filling::places(free), free_count: prefix.free }
    }

    /// The state with this number, its empty cells and the cells that are numbered.
    #[inline]
    pub(super) fn position(&self, filling: &Filling, number: usize) -> (C, O, u64) {
        let mut set = filling.set(self.free_count, number);
        let mut numbered = 0;
        while set != 0 {
            numbered |= 1 << self.cells[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        let pieces = filling.pieces(numbered, self.free);
        let mut empty = self.empty;
        let mut left = pieces;
        while left != 0 {
            empty = empty.minus(O::bit(filling.floor[left.trailing_zeros() as usize].into()));
            left &= left - 1;
        }
        let first = filling.group.as_ref().map_or(0, |group| usize::from(group.first));
        (self.state.or(C::spelled(pieces, first)), empty, numbered)
    }

    /// Where `mv` leads, a move of a piece beside the filling.
    #[inline(never)]
    pub(super) fn lead(
        &self,
        blocks: &Blocks<O, C>,
        numbering: &Numbering<C>,
        stamp: u32,
        mv: Move,
        after: C,
    ) -> Lead {
        let lead = Lead::nowhere(stamp, mv.from);
        let Some((prefix, suffix)) = numbering.find(blocks, after) else { return lead };
        let (vacated, taken) = (numbering.covers[usize::from(mv.from)], numbering.covers[usize::from(mv.to)]);
        let free = (self.free | vacated) & !taken;
        Lead {
            block: numbering.block(prefix, suffix),
            prefix,
            words: numbering.filling.words(numbering.prefixes[prefix].free),
            places: Filling::places(free),
            ..lead
        }
    }
}
