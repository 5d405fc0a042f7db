//! The distances of all arrangements of a small board to its goal: one byte each, by rank. A board is
//! then solved by going down one step after the other.

use taquin_search::{Cost, Puzzle, SingleGoal};

use crate::error::Error;
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
        let mut level = vec![puzzle.goal()];
        let mut next = Vec::new();
        distances[arrangements.rank(&puzzle.goal()) as usize] = 0;
        while !level.is_empty() {
            levels.push(level.len() as u64);
            let depth = u8::try_from(levels.len()).expect("no board of 10 cells is 255 moves away");
            for state in level.drain(..) {
                for mv in puzzle.moves(&state) {
                    let successor = puzzle.successor(&state, mv);
                    let distance = &mut distances[arrangements.rank(&successor) as usize];
                    if *distance == UNREACHED {
                        *distance = depth;
                        next.push(successor);
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
        (found != UNREACHED && self.arrangements.unrank::<u64>(rank) == *state).then_some(found.into())
    }

    /// How many arrangements there are at each distance from the goal.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Visits every arrangement from which the goal can be reached, with its distance.
    pub fn for_each(&self, mut visit: impl FnMut(Packed16, Cost)) {
        for (rank, &distance) in (0..).zip(&self.distances) {
            if distance != UNREACHED {
                visit(self.arrangements.unrank(rank), distance.into());
            }
        }
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
