//! Manhattan distance and linear conflicts on flat boards (Hansson, Mayer and Yung, 1992).
//!
//! Tiles that are in their goal row (or column) but not in their goal order must let each other pass: all
//! but a longest run in the right order have to leave the row and come back, two moves each that the
//! Manhattan distance does not count. The blank is not a tile and is ignored.

use taquin_search::{Cost, Heuristic};

use super::Named;
use super::manhattan::Manhattan;
use super::places::{Axis, Places};
use crate::board::Tile;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// Manhattan distance and linear conflicts. The memo is the sum of both.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    places: Places,
}

impl LinearConflict {
    /// The heuristic for the goal of `puzzle`.
    ///
    /// # Errors
    /// On a torus, where tiles can pass each other around the edge.
    pub fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        if puzzle.geometry().is_torus() {
            return Err(Error::FlatOnly { what: "linear conflict" });
        }
        Ok(LinearConflict { manhattan: Manhattan::new(puzzle), places: Places::new(puzzle) })
    }

    /// How many tiles must leave the line that holds `at`, a row for the vertical axis, so that the
    /// others are in order; `tile` is taken to be in the cell `at`.
    #[inline(always)]
    fn leavers<S: Cells>(&self, geometry: &Geometry, state: &S, at: Cell, tile: Tile, axis: Axis) -> Cost {
        let line = self.places.line(at, axis);
        let (first, stride, len) = match axis {
            Axis::Vertical => (u32::from(line) * geometry.cols(), 1, geometry.cols()),
            Axis::Horizontal => (u32::from(line), geometry.cols(), geometry.rows()),
        };
        let cells = (0..len).map(|place| first + place * stride);
        let tiles = cells.map(|cell| if cell == at { tile } else { state.tile(cell) });
        let at_home = tiles.filter(|&tile| tile != 0 && self.places.home(tile, axis) == line);
        let homes = at_home.map(|tile| self.places.home(tile, axis.other()));
        if len <= u64::BITS { misfits_short(homes) } else { misfits_long(homes) }
    }
}

/// The numbers that a longest ascending selection leaves out, for numbers below 64.
///
/// Patience sorting: the smallest ends of ascending selections of each length are themselves an
/// ascending sequence, so that one word of bits holds them. A number replaces the next larger end.
#[inline(always)]
fn misfits_short(numbers: impl Iterator<Item = u16>) -> Cost {
    let (mut ends, mut count) = (0u64, 0);
    for number in numbers {
        let larger = ends & (u64::MAX << number);
        ends ^= larger & larger.wrapping_neg();
        ends |= 1 << number;
        count += 1;
    }
    count - ends.count_ones()
}

/// The same for numbers of any size.
fn misfits_long(numbers: impl Iterator<Item = u16>) -> Cost {
    let mut ends: Vec<u16> = Vec::new();
    let mut count = 0;
    for number in numbers {
        let length = ends.partition_point(|&end| end < number);
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
        count += 1;
    }
    count - ends.len() as Cost
}

impl Named for LinearConflict {
    const NAME: &'static str = "linear-conflict";
    const ABOUT: &'static str = "Manhattan distance plus two for every pair of tiles in each other's way";

    fn fits(geometry: &Geometry) -> bool {
        !geometry.is_torus()
    }

    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        LinearConflict::new(puzzle)
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for LinearConflict {
    type Memo = Cost;

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> Cost {
        let geometry = puzzle.geometry();
        let leavers = |at: Cell, axis| self.leavers(geometry, state, at, state.tile(at), axis);
        let rows = (0..geometry.rows()).map(|row| leavers(row * geometry.cols(), Axis::Vertical));
        let cols = (0..geometry.cols()).map(|col| leavers(col, Axis::Horizontal));
        self.manhattan.start(puzzle, state) + 2 * rows.chain(cols).sum::<Cost>()
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S, O>, before: Cost, after: &S, mv: Move) -> Cost {
        let memo = self.manhattan.step(puzzle, before, after, mv);
        // Along its own line the tile passes no other. Of the two lines that it leaves and enters only
        // its goal line can gain or lose a conflict.
        let (tile, axis) = (after.tile(mv.to), self.places.axis(mv));
        let home = self.places.home(tile, axis);
        let leavers = |at: Cell, tile: Tile| 2 * self.leavers(puzzle.geometry(), after, at, tile, axis);
        if home == self.places.line(mv.to, axis) {
            memo + leavers(mv.to, tile) - leavers(mv.to, 0)
        } else if home == self.places.line(mv.from, axis) {
            memo + leavers(mv.from, 0) - leavers(mv.from, tile)
        } else {
            memo
        }
    }

    #[inline(always)]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_ways_of_counting_agree(numbers in prop::collection::hash_set(0u16..64, 0..20)) {
            prop_assert_eq!(misfits_short(numbers.iter().copied()), misfits_long(numbers.iter().copied()));
        }
    }

    #[test]
    fn misfits_are_those_outside_a_longest_ascending_selection() {
        assert_eq!(misfits_short([0, 1, 2].into_iter()), 0);
        assert_eq!(misfits_short([2, 1, 0].into_iter()), 2);
        assert_eq!(misfits_short([3, 0, 1, 2].into_iter()), 1);
        assert_eq!(misfits_short([63, 62].into_iter()), 1);
    }
}
