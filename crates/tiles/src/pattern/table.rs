//! A pattern table: for every state of a pattern's tiles the fewest slides of them to their goal.
//!
//! One slide changes the distance by one, up or down (or, on a torus with an odd side, not at all),
//! so the table keeps it only mod 4: the upper bit, the lower being the parity of the occupied
//! cells where that alternates, else a second plane of bits. Along a path this is as good as the
//! number; at its start the distance is found by walking down to the goal.

use std::sync::Arc;

use crate::geometry::Geometry;

use super::bytes::Bytes;
use super::reader::Reader;
use super::space::{Cells, MOST_CELLS, Space, elements};

/// Some tiles with their goal cells, named by these: tile `c` belongs in cell `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    tiles: Cells,
    blank: u8,
}

impl Pattern {
    /// The tiles with these goal cells, where the blank's goal cell is `blank`.
    ///
    /// # Panics
    /// If a cell is out of range or the blank is among the tiles.
    #[must_use]
    pub fn new(tiles: impl IntoIterator<Item = u32>, blank: u32) -> Self {
        let tiles = tiles.into_iter().fold(0, |set, cell| {
            assert!((cell as usize) < MOST_CELLS, "cells are below {MOST_CELLS}");
            set | 1 << cell
        });
        assert!((blank as usize) < MOST_CELLS && tiles >> blank & 1 == 0, "the blank is not a tile");
        Pattern { tiles, blank: blank as u8 }
    }

    /// The set of goal cells.
    pub(crate) fn tiles(&self) -> Cells {
        self.tiles
    }

    /// The goal cells of the tiles, ascending.
    pub fn cells(&self) -> impl Iterator<Item = u32> {
        elements(self.tiles)
    }

    /// How many tiles it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.count_ones() as usize
    }

    /// Whether it has no tile.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    /// The blank's goal cell.
    #[must_use]
    pub fn blank(&self) -> u32 {
        u32::from(self.blank)
    }
}

/// What is known of all distances of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The mean over all states, each counted once for every cell of the blank.
    pub mean: f64,
    /// The largest.
    pub largest: u32,
    /// How many states can reach the goal.
    pub states: u64,
}

/// The bytes of a word of inner orders in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordBytes(pub(crate) usize);

/// The distances of one pattern.
pub struct Table {
    space: Arc<Space>,
    pattern: Pattern,
    bits: Bytes,
    summary: Summary,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("pattern", &self.pattern)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

impl Table {
    pub(crate) fn new(space: Arc<Space>, pattern: Pattern, bits: Bytes, summary: Summary) -> Self {
        debug_assert_eq!(bits.len(), Self::bytes(&space));
        Table { space, pattern, bits, summary }
    }

    /// The bytes that a table over `space` takes.
    #[must_use]
    pub fn bytes(space: &Space) -> usize {
        let planes = if space.is_bipartite() { 1 } else { 2 };
        planes * space.blocks.len() * space.arrangements.words() * WordBytes::of(&space.arrangements).0
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.space.geometry()
    }

    /// The tiles.
    #[must_use]
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// What is known of all distances.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// The bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bits.len()
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    pub(crate) fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// The fewest slides of the pattern's tiles to their goal, where `cell_of(c)` is the cell of
    /// the tile that belongs in cell `c`.
    #[must_use]
    pub fn distance(&self, cell_of: impl Fn(u32) -> u32, blank: u32) -> u32 {
        let reader = Reader::new(self);
        reader.descend(reader.standing(cell_of, blank), blank)
    }
}
