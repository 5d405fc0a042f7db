//! The children of the positions of a layer.
//!
//! A child needs a bit of a table for every view, which is hardly ever in a cache. So the children of several positions are
//! computed in three steps, and each step asks for the memory that the next one reads.

use std::ops::Range;

use taquin_search::Cost;

use super::closed::Closed;
use super::guide::{Gauge, Guide, Slot, VIEWS, cell_of};
use super::layers::{Head, Layer, stride};
use super::seen::Seen;
use crate::pattern::{Bit, Placement};
use crate::prefetch::prefetch;
use crate::processor::on_this_processor;
use crate::stamp::stamp;

/// How many positions are expanded before the first of their lookups is read.
pub(super) const AHEAD: usize = 12;

/// The low bits of the number of a child hold a cell, the others the number of its parent.
pub(super) const CELL_BITS: u32 = 6;

/// A child of a position.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) hash: u64,
    pub(super) parent: u32,
    /// Where it stands among those seen.
    pub(super) place: u32,
    pub(super) rank: u32,
    pub(super) gauge: Gauge,
    pub(super) from: u8,
    pub(super) tile: u8,
    /// The distances mod 4 of the slots that know the tile, two bits each.
    pub(super) residues: u16,
}

/// A child that is not complete, and where it is looked up.
#[derive(Clone, Copy)]
struct Asked {
    child: Child,
    placements: [Placement; VIEWS],
    bits: [Bit; VIEWS],
}

impl Child {
    /// A number of its own, in the order in which one thread alone would find the children.
    pub(super) fn number(&self) -> u32 {
        self.parent << CELL_BITS | u32::from(self.from)
    }
}

/// What a thread needs to expand positions.
pub(super) struct Expansion<'a, 'b> {
    pub(super) guide: &'a Guide<'b>,
    pub(super) layer: &'a Layer,
    pub(super) seen: &'a Seen,
    pub(super) closed: &'a Closed,
    pub(super) left: Cost,
}

impl Expansion<'_, '_> {
    /// Finds the children of the positions in `range`; gives how many there were before any was cut off.
    #[inline(always)]
    fn run(&self, range: Range<usize>, found: &mut Vec<Child>) -> u64 {
        found.clear();
        let mut asked = Vec::with_capacity(4 * AHEAD);
        let mut generated = 0;
        for first in range.clone().step_by(AHEAD) {
            asked.clear();
            (first..range.end.min(first + AHEAD)).for_each(|parent| self.ask(parent, &mut asked));
            generated += asked.len() as u64;
            asked.iter_mut().for_each(|asked| self.place(asked));
            found.extend(asked.iter().filter_map(|asked| self.read(asked)));
        }
        generated
    }

    /// Computes how the tiles of all slots that know the moved one stand in the children of a position.
    #[inline(always)]
    fn ask(&self, parent: usize, asked: &mut Vec<Asked>) {
        let Head { hash, gauge, blank, came } = self.layer.heads[parent];
        let guide = self.guide;
        let tiles = &self.layer.boards[parent * stride(guide)..][..guide.cells];
        let mut cell_of = cell_of(tiles);
        for &from in guide.around(blank).iter().filter(|&&from| from != came) {
            let tile = tiles[from as usize];
            let child = Child {
                hash: hash ^ stamp(tile, from) ^ stamp(tile, blank),
                parent: parent as u32,
                place: 0,
                rank: 0,
                gauge: guide.slid(gauge, tiles, tile, from, blank),
                from,
                tile,
                residues: 0,
            };
            cell_of[tile as usize] = blank;
            let mut placements = [Placement::default(); VIEWS];
            for (placement, &slot) in placements.iter_mut().zip(guide.slots_of(tile)) {
                let slot = guide.slot(slot);
                *placement = slot.placement(&cell_of);
                slot.reader.prefetch(*placement);
            }
            cell_of[tile as usize] = from;
            asked.push(Asked { child, placements, bits: [Bit::default(); VIEWS] });
        }
    }

    /// Computes where they stand in the tables.
    #[inline(always)]
    fn place(&self, Asked { child, placements, bits }: &mut Asked) {
        for ((bit, &placement), &slot) in
            bits.iter_mut().zip(&*placements).zip(self.guide.slots_of(child.tile))
        {
            let Slot { reader, map, .. } = self.guide.slot(slot);
            *bit = reader.bit(placement, map.image(child.from.into()));
            prefetch(reader.bits(), bit.byte());
        }
        self.seen.prefetch(child.hash);
        self.closed.prefetch(child.hash);
    }

    /// Completes a child, unless the goal is too far from it or it was in a layer before.
    #[inline(always)]
    fn read(&self, Asked { child, bits, .. }: &Asked) -> Option<Child> {
        let (guide, mut child) = (self.guide, *child);
        let packed = &self.layer.boards[child.parent as usize * stride(guide)..][guide.cells..];
        for (view, &slot) in guide.slots_of(child.tile).iter().enumerate() {
            let reader = &guide.slot(slot).reader;
            let (residue, growth) = reader.grown(bits[view], residue(packed, slot.into()));
            child.residues |= u16::from(residue) << (2 * view);
            child.gauge.values[view] = child.gauge.values[view] + u16::from(growth) - 1;
        }
        let too_far = child.gauge.values.iter().any(|&value| Cost::from(value) > self.left);
        if too_far || self.closed.has(child.hash) {
            return None;
        }
        let sums = guide.network().map(|network| {
            let parent = child.parent as usize;
            let (sums, to) = (&self.layer.sums[parent], self.layer.heads[parent].blank);
            (network, network.slid(sums, child.tile, child.from, to))
        });
        child.rank = guide.rank(&child.gauge, sums.as_ref().map(|(network, sums)| (*network, sums)));
        child.place = self.seen.enter(child.hash, child.number() + 1);
        Some(child)
    }
}

on_this_processor! {
    /// Finds the children of the positions in `range`; `generated` is how many there were before any was cut off.
    fn expand[](
        expansion: &Expansion<'_, '_>,
        range: Range<usize>,
        found: &mut Vec<Child>,
        generated: &mut u64
    ) {
        *generated = expansion.run(range, found)
    }
}

/// The distance mod 4 of a slot.
#[inline(always)]
fn residue(packed: &[u8], slot: usize) -> u8 {
    packed[slot / 4] >> (2 * (slot % 4)) & 3
}
