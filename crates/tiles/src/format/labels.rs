//! Boards of labels as text: numbers that may repeat, words, and `*` in a goal.
//!
//! The rules are those of boards of numbers, but a word of letters and digits that begins with a letter is a label
//! too. A start and its goals stand in one text, `start -> goal | goal`, or the goals in a text of their own.

use std::fmt;

use super::tokens::{Tokens, WORDS};
use super::{Size, area, heading, shape};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::parse_error::{Expected, ParseError};

/// What is written on a tile, or in a cell of a goal. Numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// A number; 0 is a blank.
    Number(u32),
    /// A word.
    Word(String),
    /// `*`, in a goal: any label that is left over.
    Any,
}

impl Label {
    /// The label of an empty cell.
    pub const BLANK: Label = Label::Number(0);
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Number(number) => write!(f, "{number}"),
            Label::Word(word) => f.write_str(word),
            Label::Any => f.write_str("*"),
        }
    }
}

/// Labels in reading order, and their size in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelBoard {
    /// The rows and the columns.
    pub size: (u32, u32),
    /// The labels in reading order.
    pub labels: Vec<Label>,
}

/// Reads one board of labels; `size` is in rows and columns, if the caller knows it.
///
/// # Errors
/// The first thing in the text that is not a board of labels.
pub fn parse(text: &str, size: Option<Size>) -> Result<LabelBoard, ParseError> {
    let tokens = Tokens::scan_labels(text)?;
    let part = tokens.all();
    if part.numbers.is_empty() {
        return Err(tokens.error(part.end, Expected::Board));
    }
    // If labels may repeat, the first labels of a board could be read as the size of a smaller board; so a size is
    // read only if the text cannot be a board without it.
    let lengths: Vec<usize> = part.row_lengths().collect();
    let is_row = lengths.len() == 1 && (part.first_is_row || lengths[0].isqrt().pow(2) == lengths[0]);
    let is_board = is_row || (lengths.len() > 1 && lengths.iter().all(|&length| length == lengths[0]));
    let told = if size.is_none() && is_board { None } else { heading(&part, size) };
    let (taken, size) = told.map_or_else(|| shape(&tokens, &part).map(|size| (0, size)), Ok)?;
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
    let words = tokens.words.as_deref().unwrap_or_default();
    let label = |number: &super::tokens::Number| match number.value {
        Some(value) if value < WORDS => Ok(Label::Number(value)),
        Some(value) if words[(value - WORDS) as usize] == "*" => Ok(Label::Any),
        Some(value) => Ok(Label::Word(words[(value - WORDS) as usize].clone())),
        None => Err(tokens.error(number.offset, Expected::Tile { largest: WORDS - 1, found: None })),
    };
    Ok(LabelBoard { size, labels: numbers.iter().map(label).collect::<Result<_, _>>()? })
}

/// The parts of a text that has a start and goals: each is the whole text with spaces in place of the others, so
/// that an error in it has the right line and column. The second is `None` if there is no goal.
#[must_use]
pub fn split(text: &str) -> (String, Option<String>) {
    let arrow = ["->", "goal:"].into_iter().filter_map(|mark| Some((text.find(mark)?, mark.len()))).min();
    match arrow {
        None => (text.to_string(), None),
        Some((at, len)) => (text[..at].to_string(), Some(blanked(&text[..at + len]) + &text[at + len..])),
    }
}

/// The goals of a text, separated by `|`, each at its original line and column as in [`split`].
pub fn goals(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut at = 0;
    text.split('|').map(move |goal| {
        let placed = blanked(&text[..at]) + goal;
        at += goal.len() + 1;
        placed
    })
}

/// `text` with every character except line ends replaced by a space.
fn blanked(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}

/// Labels as text, with `/` between the rows; a single row ends with it.
#[must_use]
pub fn write(labels: &[Label], cols: u32) -> String {
    let row = |row: &[Label]| row.iter().map(Label::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = labels.chunks(cols.max(1) as usize).map(row).collect();
    if rows.len() == 1 && cols > 1 { format!("{} /", rows[0]) } else { rows.join(" / ") }
}

/// Reads the goals of a board: boards of its size, or names of [`super::GOALS`], which put its own labels in order,
/// with `|` between them.
///
/// # Errors
/// As [`parse`].
pub fn parse_goals(text: &str, start: &LabelBoard) -> Result<Vec<Vec<Label>>, ParseError> {
    let goal = |goal: String| match in_order(goal.trim(), start) {
        Some(labels) => Ok(labels),
        None => parse(&goal, Some(start.size)).map(|board| board.labels),
    };
    goals(text).map(goal).collect()
}

/// The labels of a board in the order of a named goal.
fn in_order(name: &str, start: &LabelBoard) -> Option<Vec<Label>> {
    let mut labels = start.labels.clone();
    labels.sort();
    let blanks = labels.iter().filter(|label| **label == Label::BLANK).count();
    match name {
        "blank-first" => {}
        "blank-last" => labels.rotate_left(blanks),
        "spiral" => {
            labels.rotate_left(blanks);
            let (rows, cols) = start.size;
            // The last cell of the spiral is the one that has no number there.
            let place = |&tile: &u32| (tile as usize).checked_sub(1).unwrap_or(labels.len() - 1);
            labels =
                Board::spiral(rows, cols).tiles().iter().map(|tile| labels[place(tile)].clone()).collect();
        }
        _ => return None,
    }
    Some(labels)
}
