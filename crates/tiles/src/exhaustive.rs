//! The distances of all arrangements of a small board to its goal: one byte each, by rank. A board is
//! then solved by going down one step after the other.

use taquin_search::{Cost, Puzzle, SingleGoal};

use crate::error::Error;
use crate::geometry::Cell;
use crate::order::Order;
use crate::packed::Packed16;
use crate::puzzle::{Move, Tiles};
use crate::rank::Arrangements;

/// The distance of every arrangement to the goal of one puzzle.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    arrangements: Arrangements,
    distances: Box<[u8]>,
    levels: Vec<u64>,
}

const UNREACHED: u8 = u8::MAX;

impl Exhaustive {
    /// The most cells for which a table is built; 10 cells take up to 3.6 MB.
    pub const MAX_CELLS: u32 = 10;

    /// Finds all distances by a breadth-first search from the goal: milliseconds for 9 cells.
    ///
    /// # Errors
    /// If the board has more than [`Exhaustive::MAX_CELLS`] cells.
    pub fn new<O: Order>(puzzle: &Tiles<Packed16, O>) -> Result<Self, Error> {
        let geometry = *puzzle.geometry();
        if geometry.cells() > Self::MAX_CELLS {
            return Err(Error::TooLarge { cells: geometry.cells(), most: Self::MAX_CELLS });
        }
        let arrangements = Arrangements::new(geometry, &puzzle.board(&puzzle.goal()))?;
        let mut distances = vec![UNREACHED; arrangements.count() as usize].into_boxed_slice();
        let mut levels = Vec::new();
        // Each with the cell that its blank came from, since there is no need to go back.
        let mut level = vec![(puzzle.goal(), Cell::MAX)];
        let mut next = Vec::new();
        distances[arrangements.rank(&puzzle.goal()) as usize] = 0;
        while !level.is_empty() {
            levels.push(level.len() as u64);
            let depth = u8::try_from(levels.len()).expect("no board of 10 cells is 255 moves away");
            for (state, back) in level.drain(..) {
                for mv in puzzle.moves(&state).filter(|mv| mv.from != back) {
                    let successor = puzzle.successor(&state, mv);
                    let distance = &mut distances[arrangements.rank(&successor) as usize];
                    if *distance == UNREACHED {
                        *distance = depth;
                        next.push((successor, mv.to));
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
        }
        Ok(Exhaustive { arrangements, distances, levels })
    }

    /// The distance of `state`, or `None` if the goal cannot be reached from it.
    #[must_use]
    pub fn distance(&self, state: &Packed16) -> Option<Cost> {
        let rank = self.arrangements.rank(state);
        // Where the table holds one half, a board of the other half has the rank of one in it.
        let found = self.distances[rank as usize];
        (found != UNREACHED && self.arrangements.unrank(rank) == *state).then_some(found.into())
    }

    /// How many arrangements there are at each distance from the goal.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Every arrangement from which the goal can be reached, with its distance.
    pub fn iter(&self) -> impl Iterator<Item = (Packed16, Cost)> {
        let reached = (0..).zip(&self.distances).filter(|&(_, &distance)| distance != UNREACHED);
        reached.map(|(rank, &distance)| (self.arrangements.unrank(rank), distance.into()))
    }

    /// The arrangements at a distance from the goal, as many as [`Exhaustive::levels`] says.
    pub fn at(&self, distance: Cost) -> impl Iterator<Item = Packed16> {
        let there = (0..)
            .zip(&self.distances)
            .filter(move |&(_, &found)| found != UNREACHED && Cost::from(found) == distance);
        there.map(|(rank, _)| self.arrangements.unrank(rank))
    }

    /// A shortest solution from `state` under the puzzle that the table was built for: of the moves
    /// that lead nearer always the first. `None` if there is no solution.
    #[must_use]
    pub fn solve<O: Order>(&self, puzzle: &Tiles<Packed16, O>, state: &Packed16) -> Option<Vec<Move>> {
        let mut state = *state;
        let mut moves = Vec::new();
        for distance in (0..self.distance(&state)?).rev() {
            let nearer = |&mv: &Move| self.distance(&puzzle.successor(&state, mv)) == Some(distance);
            let mv = puzzle.moves(&state).find(nearer).expect("a neighbour of every board is nearer");
            puzzle.apply(&mut state, mv);
            moves.push(mv);
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::Geometry;

    #[test]
    fn solutions_are_shortest_and_end_at_the_goal() {
        for (rows, cols, torus) in [(2, 3, false), (2, 3, true), (1, 5, true), (2, 2, false), (1, 1, false)] {
            let geometry = Geometry::new(rows, cols, torus);
            let puzzle = Tiles::<Packed16>::new(geometry, &Board::blank_last(rows, cols)).unwrap();
            let table = Exhaustive::new(&puzzle).unwrap();
            for (start, distance) in table.iter() {
                let moves = table.solve(&puzzle, &start).unwrap();
                let end = moves.iter().fold(start, |state, &mv| puzzle.successor(&state, mv));
                assert!(puzzle.is_goal(&end));
                assert_eq!(moves.len() as Cost, distance);
            }
            let farthest = table.levels().len() as Cost - 1;
            assert_eq!(table.at(farthest).count() as u64, table.levels()[farthest as usize]);
            assert_eq!(table.at(farthest + 1).count() + table.at(u32::from(UNREACHED)).count(), 0);
        }
    }

    #[test]
    fn what_cannot_be_reached_has_no_distance() {
        let puzzle = Tiles::<Packed16>::new(Geometry::new(3, 3, false), &Board::blank_last(3, 3)).unwrap();
        let table = Exhaustive::new(&puzzle).unwrap();
        let swapped = Packed16::from_tiles([2, 1, 3, 4, 5, 6, 7, 8, 0]);
        assert_eq!(table.distance(&swapped), None);
        assert_eq!(table.solve(&puzzle, &swapped), None);
        let hardest = Packed16::from_tiles([8, 6, 7, 2, 5, 4, 3, 0, 1]);
        assert_eq!(table.distance(&hardest), Some(31));
        let large = Tiles::<Packed16>::new(Geometry::new(3, 4, false), &Board::blank_last(3, 4)).unwrap();
        assert!(Exhaustive::new(&large).is_err());
    }
}
