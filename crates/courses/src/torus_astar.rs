//! The torus 8-puzzle by A*, after a Python assignment.
//!
//! The queue keeps the order of insertion and hands out the earliest item of smallest f; a queued
//! state that is reached at a lower cost is updated in place, a closed one is appended again. The
//! heuristic is the number of misplaced tiles.

use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use taquin_search::{
    AStar, BestFirst, Blind, BucketQueue, ClosedList, Cost, Greedy, Heuristic, InsertionOrdered, Limits,
    Observer, OpenList, Outcome, Puzzle, Ranking, Report, best_first,
};
use taquin_tiles::heuristic::{Manhattan, Misplaced};
use taquin_tiles::{
    Ascending, Board, Descending, Geometry, Move, NorthEastSouthWest, Order, Packed16, Tiles, UpLeftDownRight,
};

use crate::arguments::nine_tiles;
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::torus::{self, states};
use crate::variants::{BlankCounted, LeftRightUpDown, SmallestNumber, UpDownLeftRight};

/// A state of the puzzle and the number of its misplaced tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The tiles in reading order; 0 is the blank.
    pub tiles: [u8; 9],
    /// The tiles, not counting the blank, that are off their goal cell.
    pub h: Cost,
}

impl fmt::Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} h={}", self.tiles, self.h)
    }
}

/// A solution and the largest size of the queue on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The states from the initial one to the goal.
    pub path: Vec<Rated>,
    /// The largest size of the queue.
    pub max_queue: usize,
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

/// The successors of a state in ascending order.
///
/// # Errors
/// If the tiles are not 0 to 8, each once.
///
/// ```
/// let successors = taquin_courses::torus_astar::successors(&[1, 2, 3, 4, 5, 0, 6, 7, 8])?;
/// assert_eq!(successors[0].to_string(), "[1, 2, 0, 4, 5, 3, 6, 7, 8] h=4");
/// # Ok::<(), taquin_courses::Error>(())
/// ```
pub fn successors(tiles: &[u8]) -> Result<Vec<Rated>, Error> {
    let puzzle = torus::puzzle();
    let state = torus::state(nine_tiles(tiles)?);
    Ok(rated_successors(&puzzle, state, &Misplaced))
}

fn rated_successors<O: Order, H: Heuristic<Tiles<Packed16, O>>>(
    puzzle: &Tiles<Packed16, O>,
    state: Packed16,
    heuristic: &H,
) -> Vec<Rated> {
    puzzle.moves(&state).map(|mv| rated(puzzle, puzzle.successor(&state, mv), heuristic)).collect()
}

/// A cheapest solution from a state; `None` if a limit is reached first. Every state of the 3x3 torus
/// has one.
///
/// # Errors
/// If the tiles are not 0 to 8, each once.
///
/// ```
/// # use taquin_search::Limits;
/// let tiles = [1, 2, 3, 4, 5, 6, 7, 0, 8];
/// let solution = taquin_courses::torus_astar::solve(&tiles, &Limits::default())?;
/// assert_eq!(solution.map(|solution| (solution.path.len(), solution.max_queue)), Some((2, 4)));
/// # Ok::<(), taquin_courses::Error>(())
/// ```
pub fn solve(tiles: &[u8], limits: &Limits) -> Result<Option<Solution>, Error> {
    let start = torus::state(nine_tiles(tiles)?);
    let puzzle = torus::puzzle();
    let report = search(&puzzle, start, limits, ());
    let Outcome::Solved { moves, .. } = report.outcome else { return Ok(None) };
    let path = states(&puzzle, start, &moves);
    Ok(Some(Solution::new(&puzzle, path, &Misplaced, report.stats.largest_open)))
}

impl Solution {
    fn new<O: Order, H: Heuristic<Tiles<Packed16, O>>>(
        puzzle: &Tiles<Packed16, O>,
        path: Vec<Packed16>,
        heuristic: &H,
        max_queue: usize,
    ) -> Self {
        Solution { path: path.into_iter().map(|state| rated(puzzle, state, heuristic)).collect(), max_queue }
    }
}

/// The search of this program, for an observer to see.
pub fn search(
    puzzle: &torus::Torus,
    start: Packed16,
    limits: &Limits,
    observer: impl Observer<torus::Torus>,
) -> Report<Move> {
    best_first(puzzle, start, &Misplaced, queue(AStar), limits, observer)
}

fn rated<O: Order, H: Heuristic<Tiles<Packed16, O>>>(
    puzzle: &Tiles<Packed16, O>,
    state: Packed16,
    heuristic: &H,
) -> Rated {
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
    let call = Call { solve, start, settings };
    match settings.slip {
        Some(Slip::Descending) => call.with_order::<Descending>(out),
        Some(Slip::UpDownLeftRight) => call.with_order::<UpDownLeftRight>(out),
        Some(Slip::LeftRightUpDown) => call.with_order::<LeftRightUpDown>(out),
        Some(Slip::UpLeftDownRight) => call.with_order::<UpLeftDownRight>(out),
        Some(Slip::UpRightDownLeft) => call.with_order::<NorthEastSouthWest>(out),
        _ => call.with_order::<Ascending>(out),
    }
}

/// A call of the program that was asked rightly.
struct Call<'a> {
    solve: bool,
    start: Packed16,
    settings: &'a Settings,
}

impl Call<'_> {
    fn with_order<O: Order>(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let geometry = Geometry::new(3, 3, self.settings.slip != Some(Slip::NoWrap));
        let puzzle = Tiles::<Packed16, O>::new(geometry, &Board::blank_last(3, 3)).expect("nine cells");
        match self.settings.slip {
            Some(Slip::BlankCounted) => self.with_heuristic(&puzzle, &BlankCounted(Misplaced), out),
            Some(Slip::OtherDistance) => self.with_heuristic(&puzzle, &Manhattan::new(&puzzle), out),
            Some(Slip::NoHeuristic) => self.with_heuristic(&puzzle, &Blind, out),
            _ => self.with_heuristic(&puzzle, &Misplaced, out),
        }
    }

    fn with_heuristic<O: Order, H: Heuristic<Tiles<Packed16, O>>>(
        &self,
        puzzle: &Tiles<Packed16, O>,
        heuristic: &H,
        out: &mut dyn Write,
    ) -> Result<Verdict, Error> {
        if !self.solve {
            for rated in rated_successors(puzzle, self.start, heuristic) {
                writeln!(out, "{rated}")?;
            }
            return Ok(Verdict::Done);
        }
        let slip = self.settings.slip;
        let mut on_push = OnPush::new(puzzle);
        let report = match slip {
            Some(Slip::GoalOnPush) => self.search(puzzle, heuristic, queue(AStar), &mut on_push),
            Some(Slip::SmallestNumberFirst) => self.search(puzzle, heuristic, queue(SmallestNumber), ()),
            Some(Slip::HeuristicAlone) => self.search(puzzle, heuristic, queue(Greedy), ()),
            Some(Slip::LastInFirstOut) => {
                let (open, duplicates) = (BucketQueue::default(), ClosedList);
                self.search(puzzle, heuristic, BestFirst { ranking: AStar, open, duplicates }, ())
            }
            _ => self.search(puzzle, heuristic, queue(AStar), ()),
        };
        let mut path = match (report.outcome, on_push.path) {
            (_, Some(path)) => path,
            (Outcome::Solved { moves, .. }, None) => states(puzzle, self.start, &moves),
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
        write!(out, "{}", Solution::new(puzzle, path, heuristic, largest))?;
        Ok(Verdict::Done)
    }

    fn search<O, H, R, L>(
        &self,
        puzzle: &Tiles<Packed16, O>,
        heuristic: &H,
        strategy: BestFirst<R, L, ClosedList>,
        observer: impl Observer<Tiles<Packed16, O>>,
    ) -> Report<Move>
    where
        O: Order,
        H: Heuristic<Tiles<Packed16, O>>,
        R: Ranking<Packed16>,
        L: OpenList<R::Key>,
    {
        best_first(puzzle, self.start, heuristic, strategy, &self.settings.limits, observer)
    }
}

/// The strategy of this program: a queue in the order of insertion and a closed list.
fn queue<R: Ranking<Packed16>>(ranking: R) -> BestFirst<R, InsertionOrdered<R::Key>, ClosedList> {
    BestFirst { ranking, open: InsertionOrdered::default(), duplicates: ClosedList }
}

/// The numbers of a list: in one argument or several, with or without brackets, separated by commas
/// or white space.
fn parse(arguments: &[OsString]) -> Result<Vec<u8>, Error> {
    let text: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let text = text.join(" ");
    let inner = text.trim();
    let inner = inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(inner).trim();
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
