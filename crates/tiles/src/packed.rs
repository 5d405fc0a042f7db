//! A board in one machine word: 4 bits a cell in a `u64` for up to 16 cells, 5 bits a cell in a
//! `u128` for up to 25.
//!
//! Invariants: the first cell is the most significant digit, so that the order of the words is the
//! order of the numbers read from the tiles; digits beyond the last cell have all bits set, so that
//! the blank is the only digit of zero.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::BitXor;

use crate::board::{Board, Tile};
use crate::cells::Cells;
use crate::geometry::Cell;

/// A machine word cut into digits, from the most significant bit down.
pub trait Word: Copy + Ord + Hash + Debug + BitXor<Output = Self> {
    /// The number of digits.
    const DIGITS: u32;
    /// The word with all bits set.
    const FULL: Self;
    /// The digit of `cell`.
    fn digit(self, cell: Cell) -> u32;
    /// The word with `digit` at `cell` and zeros elsewhere.
    fn place(digit: u32, cell: Cell) -> Self;
    /// The cell of the only digit of zero.
    fn zero(self) -> Cell;
}

macro_rules! word {
    ($word:ty, $bits:literal, $digits:literal) => {
        impl Word for $word {
            const DIGITS: u32 = $digits;
            const FULL: Self = <$word>::MAX;

            #[inline(always)]
            fn digit(self, cell: Cell) -> u32 {
                ((self << ($bits * cell)) >> (<$word>::BITS - $bits)) as u32
            }

            #[inline(always)]
            fn place(digit: u32, cell: Cell) -> Self {
                (<$word>::from(digit) << (<$word>::BITS - $bits)) >> ($bits * cell)
            }

            #[inline(always)]
            fn zero(self) -> Cell {
                // Subtracting one from every digit borrows first at the lowest digit of zero, so
                // the lowest digit that turns its high bit on is the one sought.
                const REST: u32 = <$word>::BITS - $bits * $digits;
                const ONES: $word = (<$word>::MAX >> REST) / ((1 << $bits) - 1) << REST;
                const HIGHS: $word = ONES << ($bits - 1);
                let high = (self.wrapping_sub(ONES) & !self & HIGHS).trailing_zeros();
                (<$word>::BITS - 1 - high) / $bits
            }
        }
    };
}
word!(u64, 4, 16);
word!(u128, 5, 25);

/// A board in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed<W>(W);

/// Up to 16 cells in 8 bytes.
pub type Packed16 = Packed<u64>;

/// Up to 25 cells in 16 bytes.
pub type Packed25 = Packed<u128>;

impl<W: Word> Packed<W> {
    /// The word with these tiles in reading order.
    #[must_use]
    pub fn from_tiles(tiles: impl IntoIterator<Item = Tile>) -> Self {
        let full = W::FULL.digit(0);
        Packed((0..).zip(tiles).fold(W::FULL, |word, (cell, tile)| word ^ W::place(tile ^ full, cell)))
    }

    /// The tiles of the first `cells` cells in reading order.
    pub fn tiles(self, cells: u32) -> impl Iterator<Item = Tile> {
        (0..cells).map(move |cell| self.0.digit(cell))
    }

    /// The word itself.
    #[must_use]
    pub fn word(self) -> W {
        self.0
    }
}

impl<W: Word> Debug for Packed<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles(W::DIGITS)).finish()
    }
}

impl<W: Word> Cells for Packed<W> {
    const MAX_CELLS: u32 = W::DIGITS;

    fn from_board(board: &Board) -> Self {
        Self::from_tiles(board.tiles().iter().copied())
    }
    #[inline(always)]
    fn tile(&self, cell: Cell) -> Tile {
        self.0.digit(cell)
    }
    #[inline(always)]
    fn blank(&self) -> Cell {
        self.0.zero()
    }
    #[inline(always)]
    fn slide(&mut self, from: Cell, to: Cell) {
        let tile = self.0.digit(from);
        self.0 = self.0 ^ W::place(tile, from) ^ W::place(tile, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>(cells: u32) {
        for shift in 0..cells {
            let tiles: Vec<Tile> = (0..cells).map(|cell| (cell + shift) % cells).collect();
            let packed = Packed::<W>::from_tiles(tiles.iter().copied());
            assert_eq!(packed.tiles(cells).collect::<Vec<_>>(), tiles);
            assert_eq!(packed.blank(), (cells - shift) % cells);
        }
    }

    #[test]
    fn tiles_come_back_and_the_blank_is_found() {
        (1..=16).for_each(check::<u64>);
        (1..=25).for_each(check::<u128>);
    }

    #[test]
    fn words_are_ordered_as_the_numbers_read_from_the_tiles() {
        let word = |tiles: [Tile; 4]| Packed16::from_tiles(tiles);
        assert!(word([0, 3, 2, 1]) < word([1, 0, 2, 3]));
        assert!(word([1, 0, 2, 3]) < word([1, 2, 0, 3]));
        assert!(word([1, 2, 0, 3]) < word([1, 2, 3, 0]));
    }

    #[test]
    fn a_slide_swaps_a_tile_and_the_blank() {
        let mut packed = Packed25::from_tiles([1, 2, 3, 4, 0, 5]);
        packed.slide(1, 4);
        assert_eq!(packed, Packed25::from_tiles([1, 0, 3, 4, 2, 5]));
    }
}
