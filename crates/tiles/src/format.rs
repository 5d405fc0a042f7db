//! Boards as text.
//!
//! A text is a sequence of numbers, with `_`, `.` or `·` for 0, the blank. Between numbers stand white space, commas
//! and brackets of any kind. A row ends at the end of a line, at `/`, at `;` and at a closing bracket. These rules
//! determine what the numbers mean, in this order:
//!
//! 1. **One board or two.** `->` or `goal:` divides a start from a goal, and so does `;` where a blank stands on both
//!    sides of it; `start:` may stand before the first. Six lines of three numbers are the two boards of a course's file. Everything else is one
//!    board.
//! 2. **Size.** A size that the caller asks for holds. Otherwise a size may come first, N or R and C,
//!    if as many numbers follow and all of them are small enough to be its tiles. Otherwise two or
//!    more rows of equal length are the board's rows, and so is one that `/` ends. Otherwise there is one
//!    list, which is square, or a single row if it cannot be square.
//!    The second board of a pair may leave its size to the first.
//! 3. **Tiles.** Every tile from 0 to R x C - 1 appears once.
//! 4. **Number.** A board may have a number in front, as in lists of boards: `7`, `7:` or `7.`. The same line may
//!    contain the length of a shortest solution, after the number or at the end, which is ignored.
//!
//! No text has two meanings: a board that repeats its size as a tile is no board. (The one exception
//! is `1 0`, which on one line or two is the course file of the 1 x 1 board; `1 / 0` is 2 x 1.)
//!
//! So all of these are the same board: `1 2 3 4 5 6 7 8 0`, `[[1,2,3],[4,5,6],[7,8,_]]`,
//! `1 2 3/4 5 6/7 8 0`, `1 2 3; 4 5 6; 7 8 .`, the word `123456780`, and the course file with `3` on its first
//! line and three rows after it.

pub mod labels;
mod reader;
mod text;
mod tokens;

pub use reader::read_board;
pub use text::{Style, Text};

use crate::bits::BitSet;
use crate::board::{Board, Tile};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::parse_error::{Expected, ParseError};
use tokens::{BoardText, Tokens};

/// The contents of a text: a board, and possibly a goal after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    /// The only board, or the first.
    pub start: Board,
    /// The second board, of the same size.
    pub goal: Option<Board>,
}

/// A size in rows and columns.
pub(crate) type Size = (u32, u32);

/// Reads one board or a pair; `size` is in rows and columns, if the caller knows it.
///
/// # Errors
/// The first thing in the text that breaks the rules above.
pub fn parse(text: &str, size: Option<Size>) -> Result<Boards, ParseError> {
    let tokens = Tokens::scan(text)?;
    let Some(Pair { start, goal, size }) = split(&tokens, size)? else {
        let only = board(&tokens, &tokens.all(), size);
        return Ok(Boards { start: only.map_err(|error| second(&tokens).unwrap_or(error))?, goal: None });
    };
    let start = board(&tokens, &start, size)?;
    let (rows, cols) = (start.rows(), start.cols());
    let inherited = goal.numbers.len() as u64 == area((rows, cols));
    let second = board(&tokens, &goal, size.or(inherited.then_some((rows, cols))))?;
    if (second.rows(), second.cols()) != (rows, cols) {
        return Err(tokens.error(goal.start(), Expected::SameSize { rows, cols }));
    }
    Ok(Boards { start, goal: Some(second) })
}

/// Whether `text` contains only numbers and separators.
#[must_use]
pub fn is_numbers(text: &str) -> bool {
    Tokens::scan(text).is_ok_and(|tokens| !tokens.numbers.is_empty())
}

/// Whether `text` is one board.
#[must_use]
pub fn is_board(text: &str) -> bool {
    parse_board(text, None).is_ok()
}

/// Reads exactly one board.
///
/// # Errors
/// As [`parse`], and if there are two.
pub fn parse_board(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    let tokens = Tokens::scan(text)?;
    match split(&tokens, size)? {
        Some(pair) => Err(tokens.error(pair.goal.start(), Expected::OneBoard)),
        None => board(&tokens, &tokens.all(), size),
    }
}

/// The goals that have a name.
pub const GOALS: [(&str, &str); 3] = [
    ("blank-last", "in order, the blank in the last cell"),
    ("blank-first", "in order, the blank in the first cell"),
    ("spiral", "in order around the edge and inwards, the blank at the end"),
];

/// Reads a goal for a board of `rows` and `cols`: a name of [`GOALS`], or one board of that size.
///
/// # Errors
/// As [`parse_board`], and if the board has another size.
pub fn parse_goal(text: &str, (rows, cols): Size) -> Result<Board, Error> {
    match text.trim() {
        "blank-last" => Ok(Board::blank_last(rows, cols)),
        "blank-first" => Ok(Board::blank_first(rows, cols)),
        "spiral" => Ok(Board::spiral(rows, cols)),
        text => {
            let goal = parse_board(text, Some((rows, cols)))?;
            let (found_rows, found_cols) = (goal.rows(), goal.cols());
            if (found_rows, found_cols) == (rows, cols) {
                return Ok(goal);
            }
            Err(Error::Size { rows, cols, found_rows, found_cols })
        }
    }
}

fn area((rows, cols): Size) -> u64 {
    u64::from(rows) * u64::from(cols)
}

/// The error that there are two boards, if there are.
fn second(tokens: &Tokens<'_>) -> Option<ParseError> {
    let (middle, count) = (tokens.numbers.len() / 2, tokens.numbers.len());
    let (start, goal) = (tokens.part(0..middle), tokens.part(middle..count));
    let two = middle > 1 && start.is_permutation() && goal.is_permutation();
    two.then(|| tokens.error(goal.start(), Expected::OneBoard))
}

/// The numbers of two boards, and the size of both where it is known by then.
struct Pair<'a> {
    start: BoardText<'a>,
    goal: BoardText<'a>,
    size: Option<Size>,
}

/// Divides the numbers into two boards; `None` if they are one.
fn split<'a>(tokens: &'a Tokens<'_>, size: Option<Size>) -> Result<Option<Pair<'a>>, ParseError> {
    let count = tokens.numbers.len();
    let at = |middle| Pair { start: tokens.part(0..middle), goal: tokens.part(middle..count), size };
    Ok(match tokens.cuts()[..] {
        [] => tokens.is_course_pair().then(|| at(count / 2)),
        [cut] => Some(at(cut)),
        [_, second, ..] => {
            return Err(tokens.error(tokens.part(second..count).start(), Expected::TwoBoards));
        }
    })
}

/// Reads one board from the numbers of `part`, where some of them may belong to a list of boards.
fn board(tokens: &Tokens<'_>, part: &BoardText<'_>, size: Option<Size>) -> Result<Board, ParseError> {
    let error = match read(tokens, part, size) {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    let rests: Vec<BoardText<'_>> = part.listed().collect();
    let found = rests.iter().find_map(|rest| read(tokens, rest, size).ok());
    // If the count is not a square but the rest would be one, this is a numbered board with a mistake among the
    // tiles.
    let likely = rests.iter().find(|rest| size.is_none() && rest.is_square());
    found.ok_or_else(|| match (&error.expected, likely) {
        (Expected::Square { .. }, Some(rest)) => read(tokens, rest, size).err().unwrap_or(error),
        _ => error,
    })
}

/// Reads one board from all numbers of `part`.
fn read(tokens: &Tokens<'_>, part: &BoardText<'_>, size: Option<Size>) -> Result<Board, ParseError> {
    if part.numbers.is_empty() {
        return Err(tokens.error(part.end, Expected::Board));
    }
    let (taken, size) = heading(part, size).map_or_else(|| shape(tokens, part).map(|size| (0, size)), Ok)?;
    let numbers = &part.numbers[taken..];
    let sides = 1..=Geometry::MAX_SIDE;
    if !sides.contains(&size.0) || !sides.contains(&size.1) {
        return Err(tokens.error(part.start(), Expected::Side));
    }
    let (count, found) = (area(size), numbers.len() as u64);
    if found != count {
        let place = numbers.get(count as usize).map_or(part.end, |extra| extra.offset);
        return Err(tokens.error(place, Expected::Tiles { count, found: Some(found) }));
    }
    let mut filling = Filling::new(size);
    for number in numbers {
        filling.push(number.value).map_err(|expected| tokens.error(number.offset, expected))?;
    }
    Ok(filling.finish())
}

/// How many numbers give the size, and the size, if they or the caller give it.
fn heading(part: &BoardText<'_>, size: Option<Size>) -> Option<(usize, Size)> {
    let Some((rows, cols)) = size else { return part.heading() };
    let extra = part.numbers.len().checked_sub(area((rows, cols)) as usize);
    let tells = |place: usize, side: u32| part.numbers[place].value == Some(side);
    let taken = match extra {
        Some(1) if rows == cols && tells(0, rows) => 1,
        Some(2) if tells(0, rows) && tells(1, cols) => 2,
        _ => 0,
    };
    Some((taken, (rows, cols)))
}

/// The size of a board: as its rows say, or square.
fn shape(tokens: &Tokens<'_>, part: &BoardText<'_>) -> Result<Size, ParseError> {
    let count = part.numbers.len();
    let lengths: Vec<usize> = part.row_lengths().collect();
    if let [_] = lengths[..]
        && !part.first_is_row
    {
        let side = count.isqrt();
        return if side * side == count {
            Ok((side as u32, side as u32))
        } else if part.is_permutation() {
            Ok((1, count.try_into().unwrap_or(u32::MAX)))
        } else {
            Err(tokens.error(part.end, Expected::Square { found: count as u64 }))
        };
    }
    if let Some(row) = lengths.iter().position(|&len| len != lengths[0]) {
        let start: usize = lengths[..row].iter().sum();
        let expected = Expected::Row { len: lengths[0] as u64, found: lengths[row] as u64 };
        return Err(tokens.error(part.numbers[start].offset, expected));
    }
    // A side that does not fit is found to be too long by the caller.
    Ok((lengths.len().try_into().unwrap_or(u32::MAX), lengths[0].try_into().unwrap_or(u32::MAX)))
}

/// A board that is filled tile by tile, each of them checked.
struct Filling {
    size: Size,
    seen: BitSet,
    blank: u32,
    tiles: Vec<Tile>,
}

impl Filling {
    /// An empty board. The room for its tiles grows with them, so that a large size alone costs nothing.
    fn new(size: Size) -> Self {
        Filling { size, seen: BitSet::new(size.0 * size.1), blank: 0, tiles: Vec::new() }
    }

    /// Takes the next tile, `None` being one beyond any board.
    #[inline]
    fn push(&mut self, tile: Option<Tile>) -> Result<(), Expected> {
        let cells = self.size.0 * self.size.1;
        let tile = match tile {
            Some(tile) if tile < cells => tile,
            found => return Err(Expected::Tile { largest: cells - 1, found }),
        };
        if !self.seen.insert(tile) {
            return Err(Expected::Once { again: tile });
        }
        if tile == 0 {
            self.blank = self.tiles.len() as u32;
        }
        self.tiles.push(tile);
        Ok(())
    }

    /// The board, when it has all its tiles.
    fn finish(self) -> Board {
        Board::from_permutation(self.size.0, self.size.1, self.blank, self.tiles.into())
    }
}
