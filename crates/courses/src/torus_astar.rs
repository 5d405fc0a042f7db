//! The torus 8-puzzle by A*, after a Python assignment.
//!
//! The queue keeps the order of insertion and returns the earliest item of smallest f; a queued state that
//! is reached at a lower cost is updated in place, a closed one is appended again. The heuristic is the
//! number of misplaced tiles.

use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use taquin_search::{
    AStar, BestFirst, ClosedList, Cost, Heuristic, InsertionOrdered, Limits, Observer, Outcome, Puzzle,
    Report, best_first,
};
use taquin_tiles::heuristic::Misplaced;
use taquin_tiles::{Move, Packed16};

use crate::arguments::nine_tiles;
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::torus::{self, states};
use crate::variants::{self, AnyTiles, Guess, Rank, Ties};

/// A state of the puzzle and the number of its misplaced tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rated {
    /// The tiles in reading order; 0 is the blank.
    tiles: [u8; 9],
    /// The tiles, not counting the blank, that are off their goal cell.
    h: Cost,
}

impl fmt::Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} h={}", self.tiles, self.h)
    }
}

/// A solution and the largest size of the queue on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Solution {
    /// The states from the initial one to the goal.
    path: Vec<Rated>,
    /// The largest size of the queue.
    max_queue: usize,
}

/// The lines that `solve` prints.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (moves, rated) in self.path.iter().enumerate() {
            writeln!(f, "{rated} moves: {moves}")?;
        }
        writeln!(f, "Max queue length: {}", self.max_queue)
    }
}

fn rated_successors(puzzle: &AnyTiles, state: Packed16, heuristic: &Guess) -> Vec<Rated> {
    puzzle.moves(&state).map(|mv| rated(puzzle, puzzle.successor(&state, mv), heuristic)).collect()
}

impl Solution {
    fn new(puzzle: &AnyTiles, path: Vec<Packed16>, heuristic: &Guess, max_queue: usize) -> Self {
        Solution { path: path.into_iter().map(|state| rated(puzzle, state, heuristic)).collect(), max_queue }
    }
}

/// The search of this program, with an observer.
pub fn search(
    puzzle: &torus::Torus,
    start: Packed16,
    limits: &Limits,
    observer: impl Observer<torus::Torus>,
) -> Report<Move> {
    let strategy = BestFirst { ranking: AStar, open: InsertionOrdered::default(), duplicates: ClosedList };
    best_first(puzzle, start, &Misplaced, strategy, limits, observer)
}

fn rated(puzzle: &AnyTiles, state: Packed16, heuristic: &Guess) -> Rated {
    let mut tiles = [0; 9];
    state.tiles(9).zip(&mut tiles).for_each(|(tile, place)| *place = tile as u8);
    Rated { tiles, h: heuristic.value(heuristic.start(puzzle, &state)) }
}

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let Some((command, list)) = arguments.split_first() else {
        return Err(Error::Usage("expected print_succ or solve, and a list of tiles".into()));
    };
    let start = torus::state(nine_tiles(&parse(list)?)?);
    let solve = match command.to_str() {
        Some("print_succ") => false,
        Some("solve") => true,
        _ => return Err(Error::Usage(format!("expected print_succ or solve, found {command:?}"))),
    };
    let slip = settings.slip;
    let puzzle = variants::torus(slip);
    let heuristic = Guess::new(slip, &puzzle);
    if !solve {
        for rated in rated_successors(&puzzle, start, &heuristic) {
            writeln!(out, "{rated}")?;
        }
        return Ok(Verdict::Done);
    }
    let mut on_push = OnPush::new(&puzzle, slip);
    let report = match slip {
        None => search(&torus::puzzle(), start, &settings.limits, ()),
        _ => {
            let ties = match slip {
                Some(Slip::SmallestNumberFirst) => Ties::SmallestNumber,
                Some(Slip::LastInFirstOut) => Ties::LastIn,
                _ => Ties::List,
            };
            let ranking = Rank::new(slip, ties, |state: &Packed16| state.word());
            let strategy = BestFirst { ranking, open: InsertionOrdered::default(), duplicates: ClosedList };
            best_first(&puzzle, start, &heuristic, strategy, &settings.limits, &mut on_push)
        }
    };
    let mut path = match (report.outcome, on_push.path) {
        (_, Some(path)) => path,
        (Outcome::Solved { moves, .. }, None) => states(&puzzle, start, &moves),
        (Outcome::Unsolvable, None) => {
            return Ok(Verdict::Unsolvable(Some("there is no solution".into())));
        }
        (Outcome::Stopped(limit), None) => {
            return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
        }
    };
    if slip == Some(Slip::PathReversed) {
        path.reverse();
    }
    let largest = report.stats.largest_open;
    let largest = Slip::count(slip, largest, Slip::LargestOneLess, Slip::LargestOneMore);
    write!(out, "{}", Solution::new(&puzzle, path, &heuristic, largest))?;
    Ok(Verdict::Done)
}

/// The numbers of a list: in one argument or several, in the brackets of a list, those of a tuple or
/// none, separated by commas or white space.
fn parse(arguments: &[OsString]) -> Result<Vec<u8>, Error> {
    let text: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let text = text.join(" ");
    let inner = text.trim();
    let within = |open, close| inner.strip_prefix(open).and_then(|inner| inner.strip_suffix(close));
    let inner = within('[', ']').or_else(|| within('(', ')')).unwrap_or(inner).trim();
    let separators = |c: char| c == ',' || c.is_whitespace();
    let tile = |word: &str| {
        let plain = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse()
            .ok()
            .filter(|_| plain)
            .ok_or_else(|| Error::Usage(format!("expected a tile, found {word:?}")))
    };
    inner.split(separators).filter(|word| !word.is_empty()).map(tile).collect()
}
