//! Hard puzzles by seed: a random position, then the farthest start in its component, then, for minimal
//! puzzles, pieces are removed as long as the puzzle gets no easier.

use std::convert::Infallible;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::host::Instant;
use taquin_search::{Cost, Limits};

use crate::compiled::atlas::Scope;
use crate::compiled::blocks::Blocks;
use crate::compiled::compile::{Task, compile};
use crate::compiled::word::Word;
use crate::error::Error;
use crate::making::generate::{Found, Wish};
use crate::making::minimal::needless_piece;
use crate::making::rush_hour::RushHour;
use crate::model::grid::{Cell, Ground};
use crate::model::problem::{Piece, Problem, Target};
use crate::search::small::SmallSearch;

/// The farthest start that `state` leads to and its moves. With `minimal`, unnecessary pieces are removed from it and
/// the farthest start is searched again. `None` if the goal cannot be reached, or more than `most` positions can be.
fn hardest<O: Word, C: Word, K: Ord>(
    blocks: &Blocks<O, C>,
    mut state: C,
    (most, minimal): (usize, bool),
    search: &mut SmallSearch<O, C>,
    key: impl Fn(C) -> K,
) -> Option<(C, Cost)> {
    let goal = |state: C| blocks.reached(state);
    loop {
        if !search.explore_up_to(blocks, state, most, |_| false) {
            return None;
        }
        let (hardest, moves) = search.farthest_from(goal, &key).filter(|far| far.1 > 0)?;
        if !minimal {
            return Some((hardest, moves));
        }
        let easier = |rest: C| Ok::<_, Infallible>(search.reaches(blocks, rest, moves - 1, goal));
        match needless_piece(blocks, hardest, easier) {
            Ok(Some(spot)) => state = blocks.without(hardest, spot),
            Ok(None) => return Some((hardest, moves)),
        }
    }
}

/// Random hard puzzles with the pieces and the goals of some puzzles; the same seed gives the same ones.
///
/// It ends when [`RandomStarts::MOST_FAILURES`] positions in a row lead to no suitable puzzle.
#[derive(Debug)]
pub struct RandomStarts<'a> {
    problems: &'a [Problem],
    wish: Wish,
    limits: &'a Limits,
    begin: Instant,
    random: Xoshiro256PlusPlus,
}

impl<'a> RandomStarts<'a> {
    /// Components with more positions are passed over, so that every puzzle comes quickly.
    pub const MOST_STATES: usize = 500_000;

    /// How many positions in a row may lead to nothing.
    pub const MOST_FAILURES: usize = 100;

    /// How often the pieces are scattered again if one of them does not fit.
    const MOST_SCATTERED: usize = 1000;

    /// Puzzles as `wish` says, without its count.
    #[must_use]
    pub fn new(problems: &'a [Problem], wish: Wish, limits: &'a Limits, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        RandomStarts { problems, wish, limits, begin: Instant::now(), random }
    }

    fn attempt(&mut self) -> Option<Found> {
        struct Attempt(bool);
        impl Task for Attempt {
            type Output = Option<Found>;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Option<Found> {
                let search = &mut SmallSearch::default();
                let size = (RandomStarts::MOST_STATES, self.0);
                let (state, moves) = hardest(blocks, blocks.start(), size, search, |state| state)?;
                Some(Found { problem: blocks.problem_at(state).ok()?, moves })
            }
        }
        let problem = &self.problems[self.random.random_range(0..self.problems.len())];
        let mut positions = (0..Self::MOST_SCATTERED)
            .filter_map(|_| scattered(problem, |choices| self.random.random_range(0..choices)));
        let problem = positions.next()?;
        compile(&problem, Scope::Everywhere, Attempt(self.wish.minimal)).ok()?
    }
}

impl Iterator for RandomStarts<'_> {
    type Item = Found;
    fn next(&mut self) -> Option<Found> {
        for _ in 0..Self::MOST_FAILURES {
            let late = self.limits.time.is_some_and(|time| self.begin.elapsed() >= time);
            if late || self.limits.is_cancelled() {
                return None;
            }
            if let Some(found) = self.attempt().filter(|found| found.moves >= self.wish.least) {
                return Some(found);
            }
        }
        None
    }
}

/// The same puzzle with its pieces wherever `choose` puts them, given how many choices there are, the
/// largest piece first; `None` if that leaves no room for one.
fn scattered(problem: &Problem, mut choose: impl FnMut(usize) -> usize) -> Option<Problem> {
    let grid = problem.grid();
    let mut pieces: Vec<Piece> = problem.pieces().to_vec();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|&piece| std::cmp::Reverse(pieces[piece].cells.len()));
    let mut taken = vec![false; grid.cells().count()];
    for piece in order {
        let kind = &problem.kinds()[problem.kind_of(piece)];
        let free = |cell: &Cell| {
            !taken[cell.index()]
                && match grid.ground(*cell) {
                    Ground::Wall => false,
                    Ground::Floor => true,
                    Ground::Gate => kind.motion.gates,
                }
        };
        let places = grid.cells().filter_map(|anchor| kind.shape.cells_at(grid, anchor));
        let places: Vec<Vec<Cell>> = places.filter(|cells| cells.iter().all(free)).collect();
        if places.is_empty() {
            return None;
        }
        let place = &places[choose(places.len())];
        place.iter().for_each(|cell| taken[cell.index()] = true);
        pieces[piece].cells.clone_from(place);
    }
    let target = |&(kind, anchor): &(usize, Cell)| {
        let piece = (0..pieces.len()).find(|&piece| problem.kind_of(piece) == kind)?;
        Some(Target { piece, cells: problem.cells_of(kind, anchor) })
    };
    let targets: Option<Vec<Target>> = problem.goal().iter().map(target).collect();
    Problem::new(grid.clone(), problem.metric(), pieces, &targets?).ok()
}

/// Random minimal Rush Hour puzzles; the same seed gives the same ones.
#[derive(Debug)]
pub struct RandomRushHour {
    rush: RushHour,
    random: Xoshiro256PlusPlus,
    search: SmallSearch<u64, u128>,
}

impl RandomRushHour {
    /// Components with more positions are passed over, so that every puzzle comes quickly.
    pub const MOST_STATES: usize = 20_000;

    /// Puzzles on boards of `side` by `side` cells, the red car just above the middle.
    ///
    /// # Errors
    /// If the side is not from 4 to 6.
    pub fn new(side: usize, seed: u64) -> Result<Self, Error> {
        let rush = RushHour::new(side, side.saturating_sub(1) / 2)?;
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(RandomRushHour { rush, random, search: SmallSearch::default() })
    }

    /// Fills the lanes at random.
    fn attempt(&mut self) -> Option<Found> {
        let random = &mut self.random;
        let state = self.rush.random_position(|choices| random.random_range(0..choices));
        let (rush, size) = (&self.rush, (Self::MOST_STATES, true));
        let key = |state| rush.cells(state);
        let (state, moves) = hardest(rush.blocks(), state, size, &mut self.search, key)?;
        Some(Found { problem: rush.blocks().problem_at(state).ok()?, moves })
    }
}

impl Iterator for RandomRushHour {
    type Item = Found;
    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.attempt() {
                return Some(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format};
    use crate::search::solve::solve;

    #[test]
    fn random_rush_hour_repeats_with_its_seed() {
        let boards = |seed| -> Vec<(String, Cost)> {
            let puzzles = RandomRushHour::new(5, seed).expect("a known side").take(5);
            puzzles
                .map(|found| (Format::RushHour.write(&found.problem).expect("cars"), found.moves))
                .collect()
        };
        let once = boards(7);
        assert_eq!(once, boards(7));
        assert_ne!(once, boards(8));
        for (grid, cost) in once {
            let problem = format::parse(&grid).expect("a board");
            let blocks = Blocks::<u64, u128>::new(&problem).expect("a small board");
            assert_eq!(solve(&blocks, &Limits::default(), &mut ()).lower_bound, cost);
        }
    }
}
