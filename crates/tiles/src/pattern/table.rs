//! A pattern table: for every state of a pattern's tiles the fewest slides of them to their goal.
//!
//! One slide changes the distance by one, up or down (or, on a torus with an odd side, not at all), so the table
//! keeps it only mod 4: the upper bit, the lower being the parity of the occupied cells where that alternates, else a
//! second plane of bits. Along a path this determines the distance; at its start the distance is found by descending
//! to the goal.

use std::sync::Arc;

use crate::geometry::Geometry;

use super::arrangement::{Arrangement, Arrangements};
use super::bytes::{Bytes, zeros};
use super::reader::Reader;
use super::space::{Cells, MOST_CELLS, PatternSpace, elements};

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

/// A summary of all distances of a table.
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

/// The layout of the bits of a table, for building tables elsewhere: block after block, in each its
/// words, in each word one bit for every order of a few tiles, in whole bytes from the lowest. A bit is
/// the upper one of the distance mod 4; of states that cannot reach the goal it is 0.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The occupied cells and the blank's region of every block.
    pub blocks: Vec<(Cells, Cells)>,
    /// The words of a block.
    pub words: usize,
    /// The bits of a word that are used.
    pub bits: usize,
    /// The bytes of a word.
    pub bytes: usize,
    /// For every bit of every word of a block the order of the tiles in their cells: its rank among all
    /// orders, in lexicographic order.
    pub ranks: Vec<u32>,
}

impl Layout {
    /// The layout of the tables over `space`, if one plane of bits is all they have.
    #[must_use]
    pub fn of(space: &PatternSpace) -> Option<Self> {
        let arrangements = &space.arrangements;
        space.is_bipartite().then(|| Layout {
            blocks: space.blocks.clone(),
            words: arrangements.words(),
            bits: arrangements.inner.count,
            bytes: WordBytes::of(arrangements).0,
            ranks: arrangements.lexicographic(),
        })
    }
}

/// The distances of one pattern.
pub struct Table {
    space: Arc<PatternSpace>,
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
    pub(crate) fn new(space: Arc<PatternSpace>, pattern: Pattern, bits: Bytes, summary: Summary) -> Self {
        debug_assert_eq!(bits.len(), Self::bytes(&space));
        Table { space, pattern, bits, summary }
    }

    /// The bytes that a table over `space` takes.
    #[must_use]
    pub fn bytes(space: &PatternSpace) -> usize {
        let planes = if space.is_bipartite() { 1 } else { 2 };
        planes * space.blocks.len() * space.arrangements.words() * WordBytes::of(&space.arrangements).0
    }

    /// A table whose bytes are computed elsewhere: `fill` writes them in the order of [`Layout`], and returns their
    /// summary.
    ///
    /// # Errors
    /// Errors of `fill`.
    pub fn filled<E>(
        space: Arc<PatternSpace>,
        pattern: Pattern,
        fill: impl FnOnce(&mut [u8]) -> Result<Summary, E>,
    ) -> Result<Self, E> {
        let mut bits = zeros(Self::bytes(&space));
        let summary = fill(&mut bits)?;
        Ok(Table::new(space, pattern, bits, summary))
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

    /// Whether all distances are the same as those of `other`.
    #[must_use]
    pub fn is_same(&self, other: &Table) -> bool {
        self.geometry() == other.geometry()
            && (self.pattern, self.summary) == (other.pattern, other.summary)
            && self.bits() == other.bits()
    }

    /// A summary of all distances.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// The bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bits.len()
    }

    pub(crate) fn space(&self) -> &PatternSpace {
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
        reader.descend(reader.stance(cell_of, blank), blank)
    }
}

impl Pattern {
    /// The block and the arrangement of the goal.
    pub(crate) fn goal_state(&self, space: &PatternSpace) -> (u32, Arrangement) {
        let occupied: Cells = self.tiles();
        let sequence: Vec<u8> = (0..elements(occupied).count() as u8).collect();
        (space.block(occupied, self.blank()), space.arrangements.rank(&sequence))
    }
}

impl WordBytes {
    /// The bytes that a word of inner orders takes in a table.
    pub(crate) fn of(arrangements: &Arrangements) -> Self {
        WordBytes(arrangements.inner.count.div_ceil(8))
    }
}
