//! Random numbers for tiles in cells, whose exclusive or is the hash of a board.

/// The number of a tile in a cell. Boards with equal hashes are treated as the same board, which in the worst case
/// loses a position.
#[inline(always)]
pub(crate) fn stamp(tile: u8, cell: u8) -> u64 {
    // The finaliser of SplitMix64.
    let mut word =
        (u64::from(tile) << 8 | u64::from(cell)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
