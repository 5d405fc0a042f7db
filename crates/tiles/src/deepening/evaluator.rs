//! The lower bound of the specialised search: several views of a board, each the sum of the tables of
//! one partition seen through one symmetry; the largest counts.

use crate::geometry::Geometry;
use crate::pattern::{Lookup, MOST_CELLS, Reader, Symmetry, elements};

use super::named::{Named, Places, Standing};

/// The most cells of a board; a power of two needs no check.
const CELLS: usize = MOST_CELLS;

/// The most lookups of all views together.
pub(crate) const LOOKUPS: usize = 64;

/// One table seen through one symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) map: Symmetry,
}

/// The tables of all views, prepared for lookups.
#[derive(Debug)]
pub(crate) struct Evaluator<'a, const VIEWS: usize> {
    cells: u32,
    slots: Box<[Slot<'a>; LOOKUPS]>,
    /// For every tile the lookups that know it, one for each view.
    slots_of: [[u8; VIEWS]; CELLS],
    /// For every view the lookups that it adds up.
    parts: Vec<std::ops::Range<usize>>,
    /// The cells around each cell by direction; 0 where there is none.
    ways: [[u8; 4]; CELLS],
    near: [Near; CELLS],
}

/// The cells around a cell, followed by padding.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    cells: [u8; 4],
    count: u8,
}

impl<'a, const VIEWS: usize> Evaluator<'a, VIEWS> {
    /// The largest of the first `VIEWS` of these views; where there are fewer, some are repeated.
    pub(crate) fn new(geometry: Geometry, views: &'a [Vec<Lookup>]) -> Self {
        let mut slots_of = [[0; VIEWS]; CELLS];
        let mut slots = Vec::new();
        let mut parts = Vec::new();
        for (view, lookups) in views.iter().cycle().take(VIEWS).enumerate() {
            parts.push(slots.len()..slots.len() + lookups.len());
            for lookup in lookups {
                for tile in elements(lookup.tiles()) {
                    slots_of[tile as usize][view] = slots.len() as u8;
                }
                slots.push(Slot { reader: Reader::new(&lookup.table), map: lookup.map });
            }
        }
        assert!(slots.len() <= LOOKUPS, "at most {LOOKUPS} lookups");
        slots.resize(LOOKUPS, slots[0]);
        let slots = slots.into_boxed_slice().try_into().expect("as many as said");
        let mut ways = [[0; 4]; CELLS];
        let mut near = [Near::default(); CELLS];
        for (cell, found) in crate::automaton::ways(geometry).into_iter().enumerate() {
            ways[cell] = found.map(|next| next.unwrap_or(0));
            for next in found.into_iter().flatten() {
                near[cell].cells[near[cell].count as usize] = next;
                near[cell].count += 1;
            }
        }
        Evaluator { cells: geometry.cells(), slots, slots_of, parts, ways, near }
    }

    /// The cells around a cell by direction; 0 where there is none.
    #[inline(always)]
    pub(crate) fn ways(&self, cell: u8) -> [u8; 4] {
        self.ways[cell as usize % CELLS]
    }

    /// The cells around a cell.
    #[inline(always)]
    pub(crate) fn neighbors(&self, cell: u8) -> impl Iterator<Item = u8> {
        let Near { cells, count } = self.near[cell as usize % CELLS];
        cells.into_iter().take(count as usize)
    }

    /// How many lookups all views have together.
    pub(crate) fn lookups(&self) -> usize {
        self.parts.last().map_or(0, |last| last.end)
    }

    /// A lookup by its number.
    #[inline(always)]
    pub(crate) fn slot(&self, index: u8) -> &Slot<'a> {
        &self.slots[index as usize % LOOKUPS]
    }

    /// The numbers of the lookups that know a tile, one for every view.
    #[inline(always)]
    pub(crate) fn slots_of(&self, tile: u8) -> &[u8; VIEWS] {
        &self.slots_of[tile as usize % CELLS]
    }

    /// The standings of all lookups on a board.
    pub(crate) fn standings<P: Places>(&self, board: &Named<P>) -> Box<[P::Standing]> {
        let mut cell_of = [0; CELLS];
        for cell in 0..self.cells {
            cell_of[board.tiles[cell as usize] as usize] = cell;
        }
        let standing = |Slot { reader, map }: &Slot<'_>| {
            let back = map.inverse();
            let cell_of = |goal| map.image(cell_of[back.image(goal) as usize]);
            P::Standing::of(reader.stance(cell_of, map.image(board.blank.into())))
        };
        self.slots[..self.lookups()].iter().map(standing).collect()
    }

    /// The lower bounds of all views for a board with these standings.
    pub(crate) fn values<P: Places>(&self, board: &Named<P>, standings: &[P::Standing]) -> [u16; VIEWS] {
        let value = |index: usize| {
            let Slot { reader, map } = &self.slots[index];
            reader.descend(standings[index].stance(), map.image(board.blank.into()))
        };
        std::array::from_fn(|view| self.parts[view].clone().map(value).sum::<u32>() as u16)
    }
}
