//! Random boards: uniform over the arrangements from which a goal can be reached, and the same for
//! the same seed everywhere.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Board, Tile};
use crate::geometry::{Geometry, Shape};
use crate::goal::GoalCells;
use crate::parity::solvability;

/// An endless sequence of random solvable boards.
#[derive(Clone, Debug)]
pub struct RandomBoards {
    geometry: Geometry,
    goal: GoalCells,
    random: Xoshiro256PlusPlus,
}

impl RandomBoards {
    /// The boards of this seed from which `goal` can be reached on the grid `geometry`.
    #[must_use]
    pub fn new(geometry: Geometry, goal: GoalCells, seed: u64) -> Self {
        RandomBoards { geometry, goal, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// On a line or a ring the tiles keep the goal's order; the blank is anywhere, and on a ring the
    /// first tile after it is any.
    fn in_order(&mut self, ring: bool) -> Box<[Tile]> {
        let cells = self.geometry.cells();
        let mut order: Vec<Tile> = (1..cells).collect();
        order.sort_unstable_by_key(|&tile| self.geometry.around(self.goal.cell(tile)));
        if ring {
            let turn = self.random.random_range(0..order.len());
            order.rotate_left(turn);
        }
        order.insert(self.random.random_range(0..=order.len()), 0);
        (0..cells).map(|cell| order[self.geometry.around(cell) as usize]).collect()
    }
}

impl Iterator for RandomBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        let shape = self.geometry.shape();
        let tiles = match shape {
            Shape::Line => self.in_order(false),
            Shape::Ring => self.in_order(true),
            Shape::Bipartite | Shape::Odd => shuffled(self.geometry.cells(), &mut self.random),
        };
        let blank = tiles.iter().position(|&tile| tile == 0).expect("every board has a blank") as u32;
        let (rows, cols) = (self.geometry.rows(), self.geometry.cols());
        let board = Board::from_permutation(rows, cols, blank, tiles);
        if solvability(&self.geometry, &board, &self.goal).is_solvable() {
            return Some(board);
        }
        // Exchanging two tiles takes one half of all arrangements onto the other.
        let mut tiles = board.into_tiles();
        let place = if blank < 2 { 2 } else { 0 };
        tiles.swap(place, place + 1);
        Some(Board::from_permutation(rows, cols, blank, tiles))
    }
}

/// The numbers below `count` in random order.
///
/// Exchanging numbers all over a large memory is slow, so each number first goes into a random bucket and the buckets
/// are shuffled one by one (Rao, 1961; Sandelius, 1962). The buckets are drawn twice from the same state, once to
/// count them and once to fill them.
fn shuffled(count: u32, random: &mut Xoshiro256PlusPlus) -> Box<[Tile]> {
    const BUCKET: u32 = 1 << 18;
    let buckets = (count / BUCKET).max(1);
    let mut ends = vec![0; buckets as usize];
    let mut again = random.clone();
    (0..count).for_each(|_| ends[again.random_range(0..buckets) as usize] += 1);
    let mut total = 0;
    for end in &mut ends {
        (*end, total) = (total, total + *end);
    }
    // Each start moves up to the end of its bucket as that is filled.
    let mut tiles = vec![0; count as usize].into_boxed_slice();
    for tile in 0..count {
        let end = &mut ends[random.random_range(0..buckets) as usize];
        tiles[*end] = tile;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        let bucket = &mut tiles[start..end];
        for last in (1..bucket.len() as u32).rev() {
            bucket.swap(last as usize, random.random_range(0..=last) as usize);
        }
        start = end;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Draws boards and checks that each of the reachable ones comes about as often.
    fn check(rows: u32, cols: u32, torus: bool, reachable: usize) {
        let geometry = Geometry::new(rows, cols, torus);
        for goal in [Board::blank_last(rows, cols), Board::blank_first(rows, cols)] {
            let mut counts: HashMap<Board, u32> = HashMap::new();
            let boards = RandomBoards::new(geometry, GoalCells::of(&goal), 7);
            for board in boards.take(100 * reachable) {
                assert!(solvability(&geometry, &board, &GoalCells::of(&goal)).is_solvable());
                *counts.entry(board).or_default() += 1;
            }
            assert_eq!(counts.len(), reachable, "{rows} x {cols}");
            assert!(counts.values().all(|count| (45..=165).contains(count)), "{:?}", counts.values());
        }
    }

    #[test]
    fn every_reachable_board_is_as_likely() {
        check(2, 3, false, 360);
        check(2, 3, true, 720);
        check(2, 2, false, 12);
        check(1, 4, false, 4);
        check(1, 4, true, 12);
        check(1, 2, true, 2);
        check(1, 1, false, 1);
    }

    #[test]
    fn large_boards_are_shuffled_by_buckets() {
        let geometry = Geometry::new(800, 800, false);
        let board = RandomBoards::new(geometry, GoalCells::blank_last(640_000), 1).next().unwrap();
        assert_eq!(Board::new(800, 800, board.tiles()).as_ref(), Ok(&board));
        let mean = board.tiles()[..1000].iter().map(|&tile| u64::from(tile)).sum::<u64>() / 1000;
        assert!((280_000..360_000).contains(&mean), "{mean}");
    }

    #[test]
    fn a_seed_gives_the_same_boards_for_ever() {
        let boards = |seed| {
            let geometry = Geometry::new(4, 4, false);
            RandomBoards::new(geometry, GoalCells::blank_last(16), seed).next().unwrap()
        };
        assert_eq!(boards(1).tiles(), [0, 5, 10, 2, 6, 14, 4, 9, 11, 1, 12, 3, 15, 13, 7, 8]);
        assert_ne!(boards(1), boards(2));
    }
}
