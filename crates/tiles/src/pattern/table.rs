//! A pattern table: for every state of a pattern's tiles the fewest slides of them to their goal.
//!
//! One slide changes the distance by one, up or down (or, on a torus with an odd side, not at all),
//! so the table keeps it only mod 4: the upper bit, the lower being the parity of the occupied
//! cells where that alternates, else a second plane of bits. Along a path this is as good as the
//! number; at its start the distance is found by walking down to the goal.

use std::sync::Arc;

use crate::geometry::Geometry;

use super::arrangement::Arrangement;
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

/// Where the bits of a table are.
pub(crate) enum Bits {
    Memory(Vec<u8>),
}

impl From<Vec<u8>> for Bits {
    fn from(bytes: Vec<u8>) -> Self {
        Bits::Memory(bytes)
    }
}

impl std::ops::Deref for Bits {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Bits::Memory(bytes) => bytes,
        }
    }
}

/// The distances of one pattern.
pub struct Table {
    space: Arc<Space>,
    pattern: Pattern,
    bits: Bits,
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

/// A state of a pattern: what the table is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) block: u32,
    pub(crate) at: Arrangement,
}

impl Table {
    pub(crate) fn new(space: Arc<Space>, pattern: Pattern, bits: Bits, summary: Summary) -> Self {
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

    /// The fewest slides of the pattern's tiles to their goal, where `cell_of(c)` is the cell of
    /// the tile that belongs in cell `c`.
    #[must_use]
    pub fn distance(&self, cell_of: impl Fn(u32) -> u32, blank: u32) -> u32 {
        self.distance_of(self.state(cell_of, blank))
    }

    /// The state of the pattern on a board.
    pub(crate) fn state(&self, cell_of: impl Fn(u32) -> u32, blank: u32) -> State {
        let mut placed: Vec<(u32, u8)> =
            self.pattern.cells().zip(0..).map(|(goal, tile)| (cell_of(goal), tile)).collect();
        placed.sort_unstable();
        let occupied = placed.iter().fold(0, |set, (cell, _)| set | 1 << cell);
        let sequence: Vec<u8> = placed.iter().map(|&(_, tile)| tile).collect();
        State { block: self.space.block(occupied, blank), at: self.space.arrangements.rank(&sequence) }
    }

    /// The distance of a state mod 4.
    pub(crate) fn residue(&self, state: State) -> u32 {
        let arrangements = &self.space.arrangements;
        let word = state.block as usize * arrangements.words() + arrangements.word(state.at);
        let byte = word * WordBytes::of(arrangements).0 + (state.at.inner >> 3) as usize;
        let bit = |byte: usize| u32::from(self.bits[byte] >> (state.at.inner & 7) & 1);
        let lower = if self.space.is_bipartite() {
            let (occupied, _) = self.space.blocks[state.block as usize];
            self.space.parity(occupied) ^ self.space.parity(self.pattern.tiles)
        } else {
            bit(self.bits.len() / 2 + byte)
        };
        bit(byte) << 1 | lower
    }

    /// The distance of a state that can reach the goal, by walking down to it.
    pub(crate) fn distance_of(&self, mut state: State) -> u32 {
        let (block, at) = self.pattern.goal_state(&self.space);
        let goal = State { block, at };
        let mut residue = self.residue(state);
        let mut distance = 0;
        while state != goal {
            residue = (residue + 3) & 3;
            let slides = self.space.slides(state.block);
            let next = slides.map(|slide| State {
                block: slide.block,
                at: self.space.arrangements.turn(state.at, slide.from.into(), slide.to.into()),
            });
            state = { next }.find(|&next| self.residue(next) == residue).expect("a way down to the goal");
            distance += 1;
        }
        distance
    }
}
