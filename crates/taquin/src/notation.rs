//! Moves as people write them, played from a position.

use serde_json::Value;

use crate::answer::{self, Direction, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::picture::{Motion, Place};

/// The most moves that are read: counts make a short text long.
const MOST_MOVES: usize = 10_000_000;

/// A move as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its text.
    pub word: String,
    /// The index of the piece in its scene; `None` for whichever can go there.
    pub piece: Option<usize>,
    /// Where it goes.
    pub way: Destination,
}

/// Where a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The only way that it has.
    Any,
    /// From cell to cell.
    Path(Vec<Direction>),
    /// This many cells along the only line that it can move on: right and down count up.
    Along(i32),
    /// Through the air, to a row and a column counted from 1.
    To(i32, i32),
}

/// Moves that were played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves that were legal.
    pub steps: Vec<Step>,
    /// The puzzle that starts after them.
    pub end: Instance,
    /// The first move that was not.
    pub failure: Option<Failure>,
}

/// An impossible move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its text.
    pub word: String,
    /// Why, in words.
    pub why: String,
}

/// Plays the moves in `text` from the start of `instance`: in the notation of its family, or the JSON object of
/// an answer.
///
/// ```
/// use taquin::{Hints, Instance, play};
///
/// let board = Instance::parse("1 2 3 / 0 4 6 / 7 5 8", &Hints::default())?;
/// for moves in ["L U L", "LUL", "←↑←", "4 5 8", "4←  5↑  8←"] {
///     let played = play(&board, moves)?;
///     assert!(played.failure.is_none() && played.end.is_solved());
/// }
/// # Ok::<(), taquin::Error>(())
/// ```
///
/// # Errors
/// If the text is not a list of moves. An impossible move is not an error.
pub fn play(instance: &Instance, text: &str) -> Result<Played, Error> {
    let (mut end, mut steps) = (instance.clone(), Vec::new());
    for written in written(instance, text)? {
        match make(&end, &written) {
            Ok((motion, next)) => {
                steps.push(step(&end, &motion, &next));
                end = next;
            }
            Err(why) => return Ok(Played { steps, end, failure: Some(Failure { word: written.word, why }) }),
        }
    }
    Ok(Played { steps, end, failure: None })
}

/// The puzzle that starts where the moves of `scramble` lead.
///
/// # Errors
/// If the text is not a list of moves, or one of them cannot be made.
pub fn scrambled(instance: &Instance, scramble: &str) -> Result<Instance, Error> {
    let Played { steps, end, failure } = play(instance, scramble)?;
    match failure {
        None => Ok(end),
        Some(Failure { word, why }) => Err(Error::Scramble { number: steps.len() + 1, word, why }),
    }
}

fn written(instance: &Instance, text: &str) -> Result<Vec<Written>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return instance.read_moves(text);
    }
    let wrong = |found: String| Error::Moves { column: 1, expected: "the JSON of an answer", found };
    let answer: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let steps = answer["moves"].as_array().ok_or_else(|| wrong("no list of moves".into()))?;
    let words: Option<Vec<String>> = steps.iter().map(|step| instance.step_word(step)).collect();
    instance.read_moves(&words.ok_or_else(|| wrong("moves of another puzzle".into()))?.join(" "))
}

/// A motion as a step of a solution.
fn step(before: &Instance, motion: &Motion, after: &Instance) -> Step {
    let cell = |instance: &Instance| {
        let (row, col) = instance.scene().pieces[motion.piece].at;
        row as u32 * instance.size().1 as u32 + col as u32
    };
    let named = |place: &Place| Direction::ALL.into_iter().find(|direction| direction.delta() == *place);
    // A flight is no path.
    let path = motion.path.iter().map(named).collect::<Option<Vec<_>>>().unwrap_or_default();
    Step { piece: motion.piece as u32, from: cell(before), to: cell(after), path: answer::Path::new(path) }
}

/// A move and the puzzle after it, or why it cannot be made.
fn make(now: &Instance, written: &Written) -> Result<(Motion, Instance), String> {
    let moved = |piece: usize, path: Vec<Place>| {
        let motion = Motion { piece, path };
        now.moved(&motion).map(|after| (motion, after))
    };
    let name = |piece: usize| now.piece_name(piece);
    let Some(piece) = written.piece else {
        let Destination::Path(path) = &written.way else { return Err("it names no direction".into()) };
        let path: Vec<Place> = path.iter().map(|direction| direction.delta()).collect();
        let mut pieces = now.reach().into_iter().map(|reach| reach.piece);
        return pieces.find_map(|piece| moved(piece, path.clone())).ok_or("nothing can move there".into());
    };
    match &written.way {
        Destination::Any => {
            let reach = now.reach().into_iter().find(|reach| reach.piece == piece);
            let path = reach.and_then(|reach| reach.paths.into_iter().next());
            path.and_then(|path| moved(piece, path)).ok_or_else(|| format!("{} cannot move", name(piece)))
        }
        Destination::Path(path) => {
            let path = path.iter().map(|direction| direction.delta()).collect();
            moved(piece, path).ok_or_else(|| format!("{} cannot go there", name(piece)))
        }
        Destination::Along(cells) => {
            let line = |down: i32, right: i32| {
                let step = (down * cells.signum(), right * cells.signum());
                moved(piece, vec![step; cells.unsigned_abs() as usize])
            };
            match (line(0, 1), line(1, 0)) {
                (Some(_), Some(_)) => Err(format!("{} can go both ways; say U, D, L or R", name(piece))),
                (Some(there), None) | (None, Some(there)) => Ok(there),
                (None, None) => Err(format!("{} cannot go there", name(piece))),
            }
        }
        &Destination::To(row, col) => {
            let at = now.scene().pieces[piece].at;
            let flight = vec![(row - 1 - at.0, col - 1 - at.1)];
            moved(piece, flight).ok_or_else(|| format!("{} cannot fly there", name(piece)))
        }
    }
}

/// The direction that a letter or an arrow stands for: where the piece goes.
pub(crate) fn direction(character: char) -> Option<Direction> {
    Some(match character {
        'U' | 'u' | '↑' => Direction::Up,
        'D' | 'd' | '↓' => Direction::Down,
        'L' | 'l' | '←' => Direction::Left,
        'R' | 'r' | '→' => Direction::Right,
        _ => return None,
    })
}

/// The rest of a text of moves, with the column where it stands.
pub(crate) struct Cursor<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    pub(crate) column: usize,
    left: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { rest: text.chars().peekable(), column: 1, left: MOST_MOVES }
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    /// The next character, if it is wanted.
    pub(crate) fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.rest.next_if(|&next| wanted(next))?;
        self.column += 1;
        Some(next)
    }

    /// Passes over what stands between moves.
    pub(crate) fn skip(&mut self) {
        while self.take(|c| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']')).is_some() {}
    }

    /// The number that stands here.
    pub(crate) fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit) = self.take(|c| c.is_ascii_digit()) {
            let value = digit.to_digit(10).unwrap_or(0) as usize;
            number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(value));
        }
        number
    }

    /// Directions with their counts, as in `R2DL3`.
    pub(crate) fn directions(&mut self) -> Result<Vec<Direction>, Error> {
        let mut path = Vec::new();
        while let Some(found) = self.take(|c| direction(c).is_some()).and_then(direction) {
            let count = self.number().unwrap_or(1);
            self.left = self.left.checked_sub(count).ok_or_else(|| self.error("fewer moves"))?;
            path.extend(std::iter::repeat_n(found, count));
        }
        Ok(path)
    }

    /// The error that something else stands here.
    pub(crate) fn error(&mut self, expected: &'static str) -> Error {
        let found = self.peek().map_or("the end".into(), |c| format!("{c:?}"));
        Error::Moves { column: self.column, expected, found }
    }
}
