//! The fewest moves that solve a board, by A* with the Manhattan distance.
//!
//! Which of several shortest solutions is found is fixed: the search only skips the board before
//! the last, takes the neighbours in the order north, east, south, west, and the textbook heap
//! decides among equal priorities. It keeps all it has seen, so hard boards end at the memory limit.

use std::ffi::OsString;
use std::io::Write;

use taquin_search::{
    BestFirst, Limit, Limits, Observer, Outcome, ParentOnly, Report, TextbookHeap, Weighted, best_first,
};
use taquin_tiles::heuristic::Manhattan;
use taquin_tiles::{Cells, Move, NorthEastSouthWest, Packed16, Packed25, Tiles};

use crate::arguments::one_file;
use crate::board::Board;
use crate::error::Error;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;

/// A shortest solution of a board.
///
/// ```
/// use taquin_courses::{Board, Solver};
///
/// let solver = Solver::new(Board::new([[0, 1, 3], [4, 2, 5], [7, 8, 6]])?)?;
/// assert_eq!(solver.moves(), 4);
/// assert!(solver.solution().last().is_some_and(|board| board.is_goal()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    initial: Board,
    moves: Vec<Move>,
}

/// Why there is no solution to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// No moves lead to the goal.
    #[error("unsolvable puzzle")]
    Unsolvable,
    /// A limit was reached before a solution.
    #[error("{}: every solution takes at least {lower_bound} moves", stopped(*limit))]
    Stopped {
        /// The limit.
        limit: Limit,
        /// The fewest moves that a solution can have, as far as is proved.
        lower_bound: u64,
    },
}

/// That a search was stopped, in words.
pub(crate) fn stopped(limit: Limit) -> String {
    if limit == Limit::Cancelled { limit.to_string() } else { format!("stopped at the {limit}") }
}

impl Solver {
    /// Solves `board` in at most three quarters of the memory that is free.
    ///
    /// # Errors
    /// If the board is unsolvable, or the memory does not suffice.
    pub fn new(board: Board) -> Result<Self, Unsolved> {
        Self::within(board, &Settings::default().limits())
    }

    /// Solves `board` within limits.
    ///
    /// # Errors
    /// If the board is unsolvable, or a limit is reached.
    pub fn within(board: Board, limits: &Limits) -> Result<Self, Unsolved> {
        Self::with(board, limits, None)
    }

    /// Solves `board` within limits, with a mistake if one is requested.
    fn with(board: Board, limits: &Limits, slip: Option<Slip>) -> Result<Self, Unsolved> {
        if !board.is_solvable() {
            return Err(Unsolved::Unsolvable);
        }
        let moves = match board.size() {
            _ if board.is_goal() => Vec::new(),
            ..=4 => search::<Packed16>(&board, limits, slip)?,
            5 => search::<Packed25>(&board, limits, slip)?,
            _ => search_large(&board, limits, slip)?,
        };
        Ok(Solver { initial: board, moves })
    }

    /// The board that is solved.
    #[must_use]
    pub fn initial(&self) -> &Board {
        &self.initial
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The moves themselves.
    #[must_use]
    pub fn slides(&self) -> &[Move] {
        &self.moves
    }

    /// The boards after each move, from the first to the goal.
    pub fn solution(&self) -> impl Iterator<Item = Board> {
        let mut board = None;
        self.moves.iter().map(move |mv| {
            let board = board.get_or_insert_with(|| self.initial.clone());
            board.0.slide(mv.from);
            board.clone()
        })
    }
}

/// Boards larger than 5 x 5 are states of any size. If not even a goal, a start and its successors fit into memory,
/// or the distance is too large for a number, there is no search.
fn search_large(board: &Board, limits: &Limits, slip: Option<Slip>) -> Result<Vec<Move>, Unsolved> {
    let least_boards = 8 * size_of_val(board.0.tiles());
    let lower_bound = board.manhattan();
    if limits.memory.is_some_and(|most| most < least_boards) || lower_bound > u64::from(u32::MAX / 2) {
        return Err(Unsolved::Stopped { limit: Limit::Memory, lower_bound });
    }
    search::<taquin_tiles::Board>(board, limits, slip)
}

fn search<S: Cells>(board: &Board, limits: &Limits, slip: Option<Slip>) -> Result<Vec<Move>, Unsolved> {
    let (size, geometry) = (board.0.rows(), board.geometry());
    let goal = taquin_tiles::Board::blank_last(size, size);
    let puzzle = Puzzle::<S>::new(geometry, &goal).expect("the goal has the board's size");
    let start = puzzle.state(&board.0).expect("the board has its own size");
    let ranking = if slip == Some(Slip::HeuristicAlone) { Weighted::GREEDY } else { Weighted::A_STAR };
    let report = search_by(&puzzle, start, ranking, limits, ());
    match report.outcome {
        Outcome::Solved { moves, .. } => Ok(moves),
        Outcome::Unsolvable => Err(Unsolved::Unsolvable),
        Outcome::Stopped(limit) => Err(Unsolved::Stopped { limit, lower_bound: report.lower_bound.into() }),
    }
}

/// A board, the blank going north, east, south, west.
pub type Puzzle<S> = Tiles<S, NorthEastSouthWest>;

/// The search of this program, with an observer.
pub fn textbook_search<S: Cells>(
    puzzle: &Puzzle<S>,
    start: S,
    limits: &Limits,
    observer: impl Observer<Puzzle<S>>,
) -> Report<Move> {
    search_by(puzzle, start, Weighted::A_STAR, limits, observer)
}

fn search_by<S: Cells>(
    puzzle: &Puzzle<S>,
    start: S,
    ranking: Weighted,
    limits: &Limits,
    observer: impl Observer<Puzzle<S>>,
) -> Report<Move> {
    let strategy = BestFirst { ranking, open: TextbookHeap::default(), duplicates: ParentOnly };
    best_first(puzzle, start, &Manhattan::new(puzzle), strategy, limits, observer)
}

/// Solves the board of the file that the arguments name, or reports that it is unsolvable.
pub(crate) fn solve(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Result<Solver, Verdict>, Error> {
    let board = Board::read(one_file(arguments)?)?;
    Ok(match Solver::with(board, &settings.limits(), settings.slip) {
        Ok(solver) => Ok(solver),
        Err(Unsolved::Unsolvable) => {
            writeln!(out, "Unsolvable puzzle")?;
            Err(Verdict::Unsolvable(None))
        }
        Err(Unsolved::Stopped { limit, lower_bound }) => Err(Verdict::Stopped { limit, lower_bound }),
    })
}

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    match solve(arguments, settings, out)? {
        Ok(solver) => {
            let shown = settings.slip == Some(Slip::InitialShown);
            let counted = settings.slip == Some(Slip::StatesCounted);
            writeln!(out, "Minimum number of moves = {}", solver.moves() + usize::from(counted))?;
            let initial = shown.then(|| solver.initial().clone());
            let boards = initial.into_iter().chain(solver.solution());
            if settings.slip == Some(Slip::PathReversed) {
                let mut boards: Vec<Board> = boards.collect();
                boards.reverse();
                return write_boards(boards.into_iter(), out);
            }
            write_boards(boards, out)
        }
        Err(verdict) => Ok(verdict),
    }
}

fn write_boards(mut boards: impl Iterator<Item = Board>, out: &mut dyn Write) -> Result<Verdict, Error> {
    boards.try_for_each(|board| writeln!(out, "{board}"))?;
    Ok(Verdict::Done)
}
