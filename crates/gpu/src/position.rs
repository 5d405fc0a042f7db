//! A position: the tile on each cell, tiles called by their goal cells.

use crate::grid::{Grid, MAX_CELLS};

/// A position and its blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) tiles: [u8; MAX_CELLS],
    pub(crate) blank: u8,
}

/// A position in two words: twelve cells of five bits in each, the 25th cell implied. The top four
/// bits of the first word say in which directions the blank need not move.
pub(crate) type Packed = [u64; 2];

/// A hash of a packed position, whatever its directions; `mix` of the kernels.
pub(crate) fn hash(packed: Packed) -> u64 {
    let [low, high] = packed.map(|word| word & ((1 << 60) - 1));
    let hash = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 29
}

impl Position {
    pub(crate) fn pack(&self) -> Packed {
        let word = |cells: &[u8]| cells.iter().rev().fold(0u64, |word, &tile| word << 5 | u64::from(tile));
        [word(&self.tiles[..12]), word(&self.tiles[12..24])]
    }

    pub(crate) fn unpack(packed: Packed, grid: Grid, blank: usize) -> Self {
        let mut tiles = [0; MAX_CELLS];
        for cell in 0..grid.cells().min(24) {
            tiles[cell] = (packed[cell / 12] >> (5 * (cell % 12)) & 31) as u8;
        }
        if grid.cells() == MAX_CELLS {
            // All tiles together are 0 + 1 + ... + 24.
            tiles[24] = (300 - tiles[..24].iter().map(|&tile| u32::from(tile)).sum::<u32>()) as u8;
        }
        let at = tiles[..grid.cells()].iter().position(|&tile| usize::from(tile) == blank).expect("a blank");
        Position { tiles, blank: at as u8 }
    }

    pub(crate) fn slide(&mut self, to: usize) {
        self.tiles.swap(usize::from(self.blank), to);
        self.blank = to as u8;
    }
}
