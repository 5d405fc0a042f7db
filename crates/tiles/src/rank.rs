//! A perfect ranking of arrangements: every reachable board has a number of its own, with none left
//! over on the grids whose moves reach one half of all arrangements.
//!
//! The rank is the cell of the blank and the lexicographic rank of the other tiles in reading order.
//! So a tile that moves within a row changes only the blank's part. On a bipartite grid the parity of
//! those tiles follows from the blank's cell; the last two of them are then known from the rest, and
//! two ranks that differ by their exchange fall together.

use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::packed::Packed16;

/// The arrangements that share the invariant of a goal, in order of their ranks: one half of all
/// where the grid is bipartite, all of them otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Arrangements {
    geometry: Geometry,
    /// How many arrangements there are with the blank in a given cell.
    per_blank: u64,
    /// On a bipartite grid the bit of each blank cell tells whether the other tiles are an odd
    /// permutation of 1, 2, 3 ...
    odd: Option<u32>,
}

impl Arrangements {
    /// The most cells whose arrangements are ranked.
    pub const MAX_CELLS: u32 = Packed16::MAX_CELLS;

    /// The arrangements that share the invariant of `goal`.
    ///
    /// # Errors
    /// If the board has more than [`Arrangements::MAX_CELLS`] cells or not the size of the grid.
    pub fn new(geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        geometry.expect_size(goal)?;
        let cells = geometry.cells();
        if cells > Self::MAX_CELLS {
            return Err(Error::TooLarge { cells, most: Self::MAX_CELLS });
        }
        let all: u64 = (1..u64::from(cells)).product();
        if cells < 3 || !geometry.is_bipartite() {
            return Ok(Arrangements { geometry, per_blank: all, odd: None });
        }
        let whole = Arrangements { geometry, per_blank: all, odd: None };
        let odd = |blank: Cell| (blank + geometry.color(blank)) & 1;
        let shift = whole.tiles_rank(Packed16::from_board(goal)).1 ^ odd(goal.blank());
        let mask = (0..cells).fold(0, |mask, blank| mask | (odd(blank) ^ shift) << blank);
        Ok(Arrangements { geometry, per_blank: all / 2, odd: Some(mask) })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.per_blank * u64::from(self.geometry.cells())
    }

    /// The rank of `state`, which must share the goal's invariant; below [`Arrangements::count`].
    #[inline]
    #[must_use]
    pub fn rank(&self, state: &Packed16) -> u64 {
        let (rank, _) = self.tiles_rank(*state);
        let rank = if self.odd.is_some() { rank >> 1 } else { rank };
        u64::from(state.blank()) * self.per_blank + rank
    }

    /// The state of a rank below [`Arrangements::count`].
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Packed16 {
        let cells = self.geometry.cells();
        let blank = (rank / self.per_blank) as Cell;
        let half = self.odd.map(|odd| odd >> blank & 1);
        let mut rest = (rank % self.per_blank) << half.map_or(0, |_| 1);
        let mut left: u32 = ((1 << cells) - 1) & !1;
        let mut unit: u64 = (1..u64::from(cells)).product();
        let mut parity = 0;
        let tiles = (0..cells).map(|cell| {
            if cell == blank {
                return 0;
            }
            let count = left.count_ones();
            unit /= u64::from(count);
            let mut digit = (rest / unit) as u32;
            rest %= unit;
            if count == 2 {
                digit |= half.map_or(0, |odd| odd ^ parity);
            }
            parity ^= digit & 1;
            let lower = (0..digit).fold(left, |left, _| left & (left - 1));
            left ^= lower & lower.wrapping_neg();
            lower.trailing_zeros()
        });
        Packed16::from_tiles(tiles)
    }

    /// The lexicographic rank of the tiles without the blank, and its parity as a permutation.
    #[inline(always)]
    fn tiles_rank(&self, state: Packed16) -> (u64, u32) {
        // Four bits for each tile: how many smaller ones are still to come.
        let mut smaller: u64 = 0xedcb_a987_6543_2100;
        let (mut rank, mut parity) = (0, 0);
        let mut left = u64::from(self.geometry.cells());
        for tile in state.tiles(self.geometry.cells()).filter(|&tile| tile != 0) {
            left -= 1;
            let digit = smaller >> (4 * tile) & 15;
            smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << (4 * tile));
            rank = rank * left + digit;
            parity ^= digit as u32 & 1;
        }
        (rank, parity)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Tile;
    use crate::goal::GoalCells;
    use crate::random::RandomBoards;

    #[test]
    fn ranks_and_arrangements_are_one_to_one() {
        for (rows, cols, torus) in [
            (1, 1, false),
            (1, 2, false),
            (1, 3, true),
            (2, 2, false),
            (2, 3, false),
            (2, 3, true),
            (2, 4, true),
            (1, 7, false),
        ] {
            let geometry = Geometry::new(rows, cols, torus);
            for goal in [Board::blank_last(rows, cols), Board::blank_first(rows, cols)] {
                let set = Arrangements::new(geometry, &goal).unwrap();
                let states: Vec<Packed16> = (0..set.count()).map(|rank| set.unrank(rank)).collect();
                assert!((0..).zip(&states).all(|(rank, state)| set.rank(state) == rank));
                let goal = Packed16::from_board(&goal);
                assert_eq!(states[set.rank(&goal) as usize], goal);
                let mut distinct = states.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), states.len());
                assert!(states.iter().all(|state| {
                    let tiles: Vec<Tile> = state.tiles(geometry.cells()).collect();
                    Board::new(rows, cols, tiles).is_ok()
                }));
            }
        }
    }

    #[test]
    fn halves_are_taken_exactly_on_bipartite_grids() {
        let count = |rows, cols, torus| {
            let goal = Board::blank_last(rows, cols);
            Arrangements::new(Geometry::new(rows, cols, torus), &goal).unwrap().count()
        };
        assert_eq!(count(3, 3, false), 181_440);
        assert_eq!(count(3, 3, true), 362_880);
        assert_eq!(count(2, 4, true), 20_160);
        assert_eq!(count(4, 4, false), 10_461_394_944_000);
        assert_eq!(count(1, 1, false), 1);
        assert_eq!(count(1, 2, false), 2);
        assert!(Arrangements::new(Geometry::new(3, 6, false), &Board::blank_last(3, 6)).is_err());
    }

    proptest! {
        #[test]
        fn large_ranks_come_back(part in 0.0..1.0f64, torus in any::<bool>()) {
            let (geometry, goal) = (Geometry::new(4, 4, torus), Board::blank_first(4, 4));
            let set = Arrangements::new(geometry, &goal).unwrap();
            let rank = ((set.count() as f64 * part) as u64).min(set.count() - 1);
            prop_assert_eq!(set.rank(&set.unrank(rank)), rank);
        }

        #[test]
        fn large_boards_have_ranks(seed in any::<u64>(), wide in any::<bool>()) {
            let (rows, cols) = if wide { (3, 5) } else { (4, 4) };
            let geometry = Geometry::new(rows, cols, wide);
            let goal = Board::blank_last(rows, cols);
            let board = RandomBoards::new(geometry, GoalCells::of(&goal), seed).next().unwrap();
            let state = Packed16::from_board(&board);
            let set = Arrangements::new(geometry, &goal).unwrap();
            prop_assert!(set.rank(&state) < set.count());
            prop_assert_eq!(set.unrank(set.rank(&state)), state);
        }
    }
}
