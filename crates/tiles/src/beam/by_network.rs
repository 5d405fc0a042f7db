//! A guide by the estimate of a network.

use std::ops::Range;

use taquin_search::Cost;

use super::guide::{Child, Expansion, Gauge, Guide, Named};
use super::layers::{Head, Layer};
use super::network::{Boards, Network, PARTS, Slide, Sums};
use crate::automaton::ways;
use crate::geometry::Geometry;
use crate::pattern::MOST_CELLS;
use crate::processor::on_this_processor;
use crate::stamp::stamp;

/// How many positions are expanded before the first of their children is looked up.
const AHEAD: usize = 12;

/// How many ranks there are for every move.
const RANKS: i32 = 32;

/// A child whose rank exceeds the last one of its parent's layer by this much has no chance to be in the next one.
const HOPELESS: u32 = 2 * RANKS as u32;

/// Ranks positions by a network.
pub(super) struct ByNetwork<'a> {
    network: &'a Network,
    cells: usize,
    /// The cells around each cell.
    around: Vec<Vec<u8>>,
    /// By tile and cell how far the tile is from its goal cell.
    distances: Box<[[u8; MOST_CELLS]; MOST_CELLS]>,
    /// By tile and cell a random number.
    stamps: Box<[[u64; MOST_CELLS]; MOST_CELLS]>,
    noise: Noise,
}

/// Changes ranks at random, so that other solutions are found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    /// The bits of a number that is added to a rank.
    pub(super) mask: u32,
    pub(super) seed: u64,
}

impl Noise {
    /// What is added to the rank of a position.
    #[inline(always)]
    fn of(self, hash: u64) -> u32 {
        ((hash ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32 & self.mask
    }
}

impl<'a> ByNetwork<'a> {
    pub(super) fn new(geometry: Geometry, network: &'a Network, noise: Noise) -> Self {
        let around = ways(geometry).into_iter().map(|ways| ways.into_iter().flatten().collect()).collect();
        let cells = geometry.cells() as usize;
        let mut distances = Box::new([[0; MOST_CELLS]; MOST_CELLS]);
        let mut stamps = Box::new([[0; MOST_CELLS]; MOST_CELLS]);
        for (tile, cell) in (0..cells).flat_map(|tile| (0..cells).map(move |cell| (tile, cell))) {
            distances[tile][cell] = geometry.distance(tile as u32, cell as u32) as u8;
            stamps[tile][cell] = stamp(tile as u8, cell as u8);
        }
        ByNetwork { network, cells, around, distances, stamps, noise }
    }

    #[inline(always)]
    fn distance(&self, tile: u8, cell: u8) -> u16 {
        self.distances[tile as usize % MOST_CELLS][cell as usize % MOST_CELLS].into()
    }

    #[inline(always)]
    fn stamp(&self, tile: u8, cell: u8) -> u64 {
        self.stamps[tile as usize % MOST_CELLS][cell as usize % MOST_CELLS]
    }

    #[inline(always)]
    fn rank(&self, child: &Child, value: i32) -> u32 {
        let value = i32::from(child.gauge.distance) * PARTS + value;
        (value * RANKS / PARTS).max(0) as u32 + self.noise.of(child.hash)
    }

    /// The children of the positions in `range`.
    #[inline(always)]
    fn find(&self, expansion: &Expansion<'_>, range: Range<usize>, found: &mut Vec<Child>) -> u64 {
        found.clear();
        let last = expansion.last.map_or(u32::MAX, |last| last.saturating_add(HOPELESS));
        let mut children = Vec::with_capacity(4 * AHEAD);
        let (mut slides, mut values, mut generated) = (Vec::new(), Vec::new(), 0);
        let mut sums = Sums::default();
        // Loops instead of closures, which would be compiled for any processor.
        for first in range.clone().step_by(AHEAD) {
            children.clear();
            slides.clear();
            let end = range.end.min(first + AHEAD);
            for parent in first..end {
                generated += self.slide(parent, expansion, &mut children);
            }
            for child in &children {
                let (parent, tile, from) = (child.parent as usize, child.tile, child.from);
                let to = expansion.layer.heads[parent].blank;
                slides.push(Slide { board: parent - first, tile, from, to });
            }
            let tiles = &expansion.layer.boards[first * self.cells..end * self.cells];
            self.network.values(&Boards { tiles, stride: self.cells }, &slides, &mut sums, &mut values);
            for (child, &value) in children.iter_mut().zip(&values) {
                child.rank = self.rank(child, value);
                if child.rank <= last {
                    expansion.prefetch(child.hash);
                }
            }
            for child in &mut children {
                if child.rank <= last && expansion.is_new(child) {
                    found.push(*child);
                }
            }
        }
        generated
    }

    /// Adds the children of a position that are not too far from the goal; gives how many it has.
    #[inline(always)]
    fn slide(&self, parent: usize, expansion: &Expansion<'_>, children: &mut Vec<Child>) -> u64 {
        let layer = expansion.layer;
        let Head { hash, gauge, blank: to, came } = layer.heads[parent];
        let tiles = &layer.boards[parent * self.cells..][..self.cells];
        let mut generated = 0;
        for &from in self.around[to as usize].iter().filter(|&&from| from != came) {
            generated += 1;
            let tile = tiles[from as usize];
            let distance = gauge.distance + self.distance(tile, to) - self.distance(tile, from);
            if Cost::from(distance) > expansion.left {
                continue;
            }
            let hash = hash ^ self.stamp(tile, from) ^ self.stamp(tile, to);
            let gauge = Gauge { distance, ..gauge };
            let parent = parent as u32;
            children.push(Child { hash, parent, place: 0, rank: 0, gauge, from, tile, residues: 0 });
        }
        generated
    }
}

impl Guide for ByNetwork<'_> {
    fn stride(&self) -> usize {
        self.cells
    }

    fn start(&self, start: &Named, board: &mut [u8]) -> Gauge {
        board.copy_from_slice(&start.tiles[..self.cells]);
        let tiles = (0..).zip(&*board).filter(|&(cell, _)| cell != start.blank);
        Gauge { distance: tiles.map(|(cell, &tile)| self.distance(tile, cell)).sum(), ..Gauge::default() }
    }

    fn is_home(&self, gauge: &Gauge) -> bool {
        gauge.distance == 0
    }

    fn expand(&self, expansion: &Expansion<'_>, range: Range<usize>, found: &mut Vec<Child>) -> u64 {
        let mut generated = 0;
        find(self, expansion, range, found, &mut generated);
        generated
    }

    fn complete(&self, child: &Child, layer: &Layer, board: &mut [u8]) {
        let parent = child.parent as usize;
        board.copy_from_slice(&layer.boards[parent * self.cells..][..self.cells]);
        board.swap(layer.heads[parent].blank.into(), child.from.into());
    }
}

on_this_processor! {
    /// Finds the children of the positions in `range`; `generated` is how many there were before any was cut off.
    fn find[](
        guide: &ByNetwork<'_>,
        expansion: &Expansion<'_>,
        range: Range<usize>,
        found: &mut Vec<Child>,
        generated: &mut u64
    ) {
        *generated = guide.find(expansion, range, found)
    }
}
