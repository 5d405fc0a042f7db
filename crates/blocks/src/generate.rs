//! Hard puzzles: the farthest start of a set of pieces, and random Rush Hour boards by seed.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::{Cost, Limits};

use crate::atlas::Scope;
use crate::blocks::Blocks;
use crate::board::{Board, Cell};
use crate::compile::{Task, compile};
use crate::enumerate::farthest;
use crate::error::Error;
use crate::format::picture::spare_names;
use crate::metric::Metric;
use crate::problem::{Kind, Piece, Problem, Target};
use crate::rules::Motion;
use crate::rush_hour::RushHour;
use crate::shape::Shape;
use crate::small::SmallSearch;
use crate::word::Word;

/// A puzzle that was found, and the moves it needs.
#[derive(Clone, Debug)]
pub struct Found {
    /// The puzzle.
    pub problem: Problem,
    /// The fewest moves to its goal.
    pub moves: Cost,
    /// Whether every position was looked at, so that no start is harder.
    pub proved: bool,
}

/// The hardest starts for the pieces and the goal of `problem`, wherever the pieces may stand; images
/// of one another included.
///
/// # Errors
/// If the puzzle is too large.
pub fn hardest_starts(problem: &Problem, limits: &Limits) -> Result<Vec<Found>, Error> {
    struct Hardest<'a>(&'a Limits);
    impl Task for Hardest<'_> {
        type Output = Result<Vec<Found>, Error>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            let far = farthest(blocks, self.0, ());
            let (moves, proved) = (far.levels.depth(), far.stopped.is_none());
            let found = |state| Ok(Found { problem: blocks.problem_at(state)?, moves, proved });
            far.positions(blocks).into_iter().map(found).collect()
        }
    }
    compile(problem, Scope::Everywhere, Hardest(limits))?
}

/// The hardest puzzle in which the first of some rectangles must come to any one place of a board:
/// over all those places, the start that is farthest from its goal.
///
/// # Errors
/// If the pieces do not fit on the board, or the puzzle is too large.
pub fn hardest_of_pieces(
    rows: usize,
    cols: usize,
    pieces: &[(usize, usize)],
    metric: Metric,
    limits: &Limits,
) -> Result<Found, Error> {
    let board = Board::open(rows, cols);
    let kinds: Vec<Kind> = pieces
        .iter()
        .enumerate()
        .map(|(index, &(rows, cols))| Kind {
            shape: Shape::rectangle(rows as i32, cols as i32),
            motion: Motion::FREE,
            label: u32::from(index == 0),
        })
        .collect();
    let mut best: Option<Found> = None;
    let goal_shape = kinds.first().map(|kind| kind.shape.clone()).ok_or(Error::TooFewPieces)?;
    for anchor in board.cells().filter(|&cell| goal_shape.cells_at(&board, cell).is_some()) {
        let Some(problem) = place_all(&board, metric, &kinds, anchor)? else { continue };
        // With the goal piece on its place already, the search begins from every such position.
        for found in hardest_starts(&problem, limits)?.into_iter().take(1) {
            if best.as_ref().is_none_or(|best| found.moves > best.moves) {
                best = Some(found);
            }
        }
    }
    best.ok_or(Error::Crowded)
}

/// Any position with the first piece at `anchor`, which is also its goal; `None` if there is none.
fn place_all(board: &Board, metric: Metric, kinds: &[Kind], anchor: Cell) -> Result<Option<Problem>, Error> {
    let goal = kinds[0].shape.cells_at(board, anchor).ok_or(Error::Crowded)?;
    let mut pieces = vec![goal.clone()];
    if !fill(board, &kinds[1..], &mut pieces) {
        return Ok(None);
    }
    let names = spare_names();
    let pieces = pieces.into_iter().zip(kinds).zip(names).map(|((cells, kind), name)| Piece {
        name,
        cells,
        motion: kind.motion,
        label: kind.label,
    });
    Problem::new(board.clone(), metric, pieces.collect(), &[Target { piece: 0, cells: goal }]).map(Some)
}

/// Finds a place for each of `kinds` beside the pieces that are there.
fn fill(board: &Board, kinds: &[Kind], pieces: &mut Vec<Vec<Cell>>) -> bool {
    let Some((kind, rest)) = kinds.split_first() else { return true };
    for anchor in board.cells() {
        let Some(cells) = kind.shape.cells_at(board, anchor) else { continue };
        if pieces.iter().flatten().any(|cell| cells.contains(cell)) {
            continue;
        }
        pieces.push(cells);
        if fill(board, rest, pieces) {
            return true;
        }
        pieces.pop();
    }
    false
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
        let rush = RushHour::new(side, (side - 1) / 2)?;
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(RandomRushHour { rush, random, search: SmallSearch::default() })
    }

    /// Fills the lanes at random, takes the hardest position of the component, and takes cars away as
    /// long as that makes it no easier; each time the hardest position is looked for anew.
    fn attempt(&mut self) -> Option<Found> {
        let random = &mut self.random;
        let mut state = self.rush.random_position(|choices| random.random_range(0..choices));
        loop {
            let most = Self::MOST_STATES;
            if !self.search.explore_up_to(self.rush.blocks(), state, most, |_| false) {
                return None;
            }
            let (hardest, moves) = self.rush.hardest(&mut self.search)?;
            match self.rush.needless_car((hardest, moves), &mut self.search) {
                Some(spot) => state = self.rush.blocks().without(hardest, spot),
                None if moves == 0 => return None,
                None => {
                    let problem = self.rush.blocks().problem_at(hardest).ok()?;
                    return Some(Found { problem, moves, proved: true });
                }
            }
        }
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
    use crate::solve::solve;

    fn moves(problem: &Problem) -> Cost {
        solve(&Blocks::<u64, u128>::new(problem).expect("a small board"), &Limits::default(), ()).lower_bound
    }

    #[test]
    fn random_rush_hour_is_minimal_and_repeats_with_its_seed() {
        let boards = |seed| -> Vec<(String, Cost)> {
            let puzzles = RandomRushHour::new(5, seed).expect("a known side").take(5);
            puzzles
                .map(|found| (Format::RushHour.write(&found.problem).expect("cars"), found.moves))
                .collect()
        };
        let once = boards(7);
        assert_eq!(once, boards(7));
        assert_ne!(once, boards(8));
        for (board, cost) in once {
            assert_eq!(moves(&format::parse(&board).expect("a board")), cost);
        }
    }

    #[test]
    fn the_hardest_start_of_some_pieces_is_as_hard_as_said() {
        let pieces = [(2, 2), (1, 2), (2, 1), (1, 1)];
        let found = hardest_of_pieces(3, 4, &pieces, Metric::Unit, &Limits::default()).expect("they fit");
        assert!(found.proved && found.moves > 4);
        assert_eq!(moves(&found.problem), found.moves);
        let crowded = hardest_of_pieces(2, 2, &[(2, 2), (1, 1)], Metric::Unit, &Limits::default());
        assert_eq!(crowded.err(), Some(Error::Crowded));
    }
}
