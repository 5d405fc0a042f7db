//! What the puzzle needs from a state: which tile is where.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Board, Tile};
use crate::geometry::Cell;

/// A form in which a board is held during a search.
pub trait Cells: Clone + Eq + Hash + Debug {
    /// The most cells that this form can hold.
    const MAX_CELLS: u32;

    /// This form of `board`, which has at most [`Cells::MAX_CELLS`] cells.
    fn from_board(board: &Board) -> Self;

    /// The tile in `cell`.
    fn tile(&self, cell: Cell) -> Tile;

    /// The cell of the blank.
    fn blank(&self) -> Cell;

    /// Moves the tile of cell `from` into the blank cell `to`.
    fn slide(&mut self, from: Cell, to: Cell);

    /// The bytes held outside the value itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Forms of at most this many cells look up neighbours and distances in tables.
pub(crate) const TABLED: usize = 32;

/// Whether the form `S` is small enough for tables; known at compile time.
pub(crate) const fn tabled<S: Cells>() -> bool {
    S::MAX_CELLS as usize <= TABLED
}
