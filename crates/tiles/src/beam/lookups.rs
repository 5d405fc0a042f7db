//! Layers that pattern tables guide.
//!
//! A child needs a bit of a table for every view, which is hardly ever in a cache. So the children of several positions are
//! computed in three steps, and each step asks for the memory that the next one reads.

use std::ops::Range;

use taquin_search::Cost;

use super::by_tables::{ByTables, Slot};
use super::guide::{Child, Expansion, Gauge, Guide, Named, VIEWS, cell_of};
use super::layers::{Head, Layer};
use crate::pattern::{Bit, Placement};
use crate::prefetch::prefetch;
use crate::processor::on_this_processor;
use crate::stamp::stamp;

/// How many positions are expanded before the first of their lookups is read.
pub(super) const AHEAD: usize = 12;

/// A child that is not complete, and where it is looked up.
#[derive(Clone, Copy)]
struct Asked {
    child: Child,
    placements: [Placement; VIEWS],
    bits: [Bit; VIEWS],
}

/// Finds children by the lookups of a guide.
pub(super) struct Finder<'a, 'b> {
    guide: &'a ByTables<'b>,
    expansion: &'a Expansion<'a>,
}

impl Finder<'_, '_> {
    /// Finds the children of the positions in `range`; gives how many there were before any was cut off.
    #[inline(always)]
    fn run(&self, range: Range<usize>, found: &mut Vec<Child>) -> u64 {
        found.clear();
        let mut asked = Vec::with_capacity(4 * AHEAD);
        let mut generated = 0;
        for first in range.clone().step_by(AHEAD) {
            // Loops instead of closures, which would be compiled for any processor.
            asked.clear();
            for parent in first..range.end.min(first + AHEAD) {
                self.ask(parent, &mut asked);
            }
            generated += asked.len() as u64;
            for asked in &mut asked {
                self.place(asked);
            }
            for asked in &asked {
                if let Some(child) = self.read(asked) {
                    found.push(child);
                }
            }
        }
        generated
    }

    /// Computes how the tiles of all slots that know the moved one stand in the children of a position.
    #[inline(always)]
    fn ask(&self, parent: usize, asked: &mut Vec<Asked>) {
        let Head { hash, gauge, blank, came } = self.expansion.layer.heads[parent];
        let guide = self.guide;
        let tiles = &self.expansion.layer.boards[parent * guide.stride()..][..guide.cells];
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
        self.expansion.prefetch(child.hash);
    }

    /// Completes a child, unless the goal is too far from it or it was in a layer before.
    #[inline(always)]
    fn read(&self, Asked { child, bits, .. }: &Asked) -> Option<Child> {
        let (guide, mut child) = (self.guide, *child);
        let packed = &self.expansion.layer.boards[child.parent as usize * guide.stride()..][guide.cells..];
        for (view, &slot) in guide.slots_of(child.tile).iter().enumerate() {
            let reader = &guide.slot(slot).reader;
            let (residue, growth) = reader.grown(bits[view], residue(packed, slot.into()));
            child.residues |= u16::from(residue) << (2 * view);
            child.gauge.values[view] = child.gauge.values[view] + u16::from(growth) - 1;
        }
        let left = self.expansion.left;
        if child.gauge.values.iter().any(|&value| Cost::from(value) > left)
            || !self.expansion.is_new(&mut child)
        {
            return None;
        }
        child.rank = guide.rank(&child.gauge);
        Some(child)
    }
}

impl Guide for ByTables<'_> {
    /// Behind the tiles stand two bits for every slot, its distance mod 4.
    fn stride(&self) -> usize {
        self.cells + self.slots().div_ceil(4)
    }

    fn start(&self, start: &Named, board: &mut [u8]) -> Gauge {
        let (gauge, residues) = self.gauge(start);
        let (tiles, packed) = board.split_at_mut(self.cells);
        tiles.copy_from_slice(&start.tiles[..self.cells]);
        residues.into_iter().enumerate().for_each(|(slot, residue)| set_residue(packed, slot, residue));
        gauge
    }

    fn is_home(&self, gauge: &Gauge) -> bool {
        gauge.values.contains(&0)
    }

    fn expand(&self, expansion: &Expansion<'_>, range: Range<usize>, found: &mut Vec<Child>) -> u64 {
        let mut generated = 0;
        expand(&Finder { guide: self, expansion }, range, found, &mut generated);
        generated
    }

    fn complete(&self, child: &Child, layer: &Layer, board: &mut [u8]) {
        let parent = child.parent as usize;
        board.copy_from_slice(&layer.boards[parent * self.stride()..][..self.stride()]);
        let (tiles, packed) = board.split_at_mut(self.cells);
        tiles.swap(layer.heads[parent].blank.into(), child.from.into());
        for (view, &slot) in self.slots_of(child.tile).iter().enumerate() {
            set_residue(packed, slot.into(), (child.residues >> (2 * view) & 3) as u8);
        }
    }
}

on_this_processor! {
    /// Finds the children of the positions in `range`; `generated` is how many there were before any was cut off.
    fn expand[](
        finder: &Finder<'_, '_>,
        range: Range<usize>,
        found: &mut Vec<Child>,
        generated: &mut u64
    ) {
        *generated = finder.run(range, found)
    }
}

/// The distance mod 4 of a slot.
#[inline(always)]
fn residue(packed: &[u8], slot: usize) -> u8 {
    packed[slot / 4] >> (2 * (slot % 4)) & 3
}

#[inline(always)]
fn set_residue(packed: &mut [u8], slot: usize, residue: u8) {
    let shift = 2 * (slot % 4);
    packed[slot / 4] = packed[slot / 4] & !(3 << shift) | residue << shift;
}
