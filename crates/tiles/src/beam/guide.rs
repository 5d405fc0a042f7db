//! What ranks the positions of layers: pattern tables (`by_tables`) or a network (`by_network`).

use std::ops::Range;

use taquin_search::Cost;

use super::closed::Closed;
use super::layers::Layer;
use super::seen::Seen;
use crate::board::Board;
use crate::goal::GoalCells;
use crate::pattern::{MOST_CELLS, NUMBERS};

/// How many partitions of tables are looked up.
pub(super) const VIEWS: usize = 4;

/// The low bits of the number of a child hold a cell, the others the number of its parent.
pub(super) const CELL_BITS: u32 = 6;

/// Ranks the positions of layers: the least rank is the most promising.
pub(super) trait Guide: Sync {
    /// The bytes of a position in a layer: its tiles by cell, and what the guide keeps behind them.
    fn stride(&self) -> usize;

    /// The gauge of a board; what is kept of it is written to `position`.
    fn start(&self, board: &Named, position: &mut [u8]) -> Gauge;

    /// Whether a position is the goal.
    fn is_home(&self, gauge: &Gauge) -> bool;

    /// Finds the children of the positions in `range`; gives how many there were before any was cut off.
    fn expand(&self, expansion: &Expansion<'_>, range: Range<usize>, found: &mut Vec<Child>) -> u64;

    /// Writes what is kept of a child of a position of `layer`.
    fn complete(&self, child: &Child, layer: &Layer, position: &mut [u8]);
}

/// A board, each tile named by its goal cell; the blank is named by its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) tiles: [u8; MOST_CELLS],
    pub(super) blank: u8,
}

impl Named {
    pub(super) fn new(board: &Board, goal: &GoalCells) -> Self {
        let mut tiles = [0; MOST_CELLS];
        tiles.iter_mut().zip(board.tiles()).for_each(|(name, &tile)| *name = goal.cell(tile) as u8);
        Named { tiles, blank: board.blank() as u8 }
    }

    /// The cell of every tile, on a board of this many cells.
    pub(super) fn cell_of(&self, cells: usize) -> CellOf {
        cell_of(&self.tiles[..cells])
    }
}

/// The cell of every tile of a board, and numbers beyond all cells for missing tiles.
pub(super) type CellOf = [u8; NUMBERS];

/// The cell of every tile of a board.
#[inline(always)]
pub(super) fn cell_of(tiles: &[u8]) -> CellOf {
    let mut cell_of = std::array::from_fn(|number| number as u8);
    for (cell, &tile) in (0..).zip(tiles) {
        cell_of[tile as usize % NUMBERS] = cell;
    }
    cell_of
}

/// What the rank of a position is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gauge {
    /// The lower bounds of all views.
    pub(super) values: [u16; VIEWS],
    /// The Manhattan distance.
    pub(super) distance: u16,
    /// For every pair of tiles with different goal rows 1 if they are in one row, 2 if they are the wrong way round,
    /// and the same for columns.
    pub(super) disorder: u16,
}

/// A child of a position.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) hash: u64,
    pub(super) parent: u32,
    /// Where it stands among those seen.
    pub(super) place: u32,
    pub(super) rank: u32,
    pub(super) gauge: Gauge,
    /// The cell that the tile comes from, where the blank is now.
    pub(super) from: u8,
    pub(super) tile: u8,
    /// The distances mod 4 of the slots that know the tile, two bits each.
    pub(super) residues: u16,
}

impl Child {
    /// A number of its own, in the order in which one thread alone would find the children.
    pub(super) fn number(&self) -> u32 {
        self.parent << CELL_BITS | u32::from(self.from)
    }
}

/// What a thread needs to expand positions.
pub(super) struct Expansion<'a> {
    pub(super) layer: &'a Layer,
    pub(super) seen: &'a Seen,
    pub(super) closed: &'a Closed,
    /// How many moves may follow at the most.
    pub(super) left: Cost,
    /// The last rank of the layer that is expanded, if it was cut.
    pub(super) last: Option<u32>,
}

impl Expansion<'_> {
    /// Asks for the memory that tells whether a position is new.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        self.seen.prefetch(hash);
        self.closed.prefetch(hash);
    }

    /// Enters a child among those seen, unless it was in a layer before, or is known to be reached by a child with a
    /// smaller number, the only one that counts.
    #[inline(always)]
    pub(super) fn is_new(&self, child: &mut Child) -> bool {
        if self.closed.has(child.hash) {
            return false;
        }
        let number = child.number() + 1;
        child.place = self.seen.enter(child.hash, number);
        self.seen.first(child.place) == number
    }
}
