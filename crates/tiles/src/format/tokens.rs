//! The numbers of a text and where its rows, empty lines and dividers are.

use std::ops::Range;

use super::Size;
use crate::board::Tile;
use crate::parse_error::{Expected, ParseError};

/// A number and the byte at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// `None` for a number beyond any tile.
    pub(super) value: Option<Tile>,
    pub(super) offset: usize,
}

/// A text cut into numbers. Places are indices into `numbers`: a row that ends at place p has the
/// number p - 1 as its last.
#[derive(Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    pub(super) numbers: Vec<Number>,
    /// Where rows end, and what ended them; ascending, none empty.
    rows: Vec<(usize, End)>,
    /// Where `->` or `goal:` is.
    arrows: Vec<usize>,
    /// Where `;` is.
    semicolons: Vec<usize>,
    /// The words among the labels, where labels may be words: a word is the number [`WORDS`] and its index.
    pub(super) words: Option<Vec<String>>,
}

/// The number of the first word.
pub(super) const WORDS: Tile = 1 << 31;

/// Longer words are not labels.
const LONGEST_WORD: usize = 16;

/// What ends a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The end of the line.
    Line,
    /// A `/`, which only ends rows.
    Stroke,
    /// A bracket, a divider or the end of the text.
    Other,
}

/// The numbers of one board.
#[derive(Debug)]
pub(super) struct BoardText<'a> {
    pub(super) numbers: &'a [Number],
    /// The ends of its rows, as places in `numbers`.
    pub(super) rows: Vec<usize>,
    /// Whether the first row is a line of its own.
    first_is_line: bool,
    /// Whether the first row is marked as one.
    pub(super) first_is_row: bool,
    /// The byte at which the part ends.
    pub(super) end: usize,
}

impl<'t> Tokens<'t> {
    /// Cuts `text` into numbers.
    pub(super) fn scan(text: &'t str) -> Result<Self, ParseError> {
        Self::scan_with(text, None)
    }

    /// Cuts `text` into labels: numbers, words and `*`.
    pub(super) fn scan_labels(text: &'t str) -> Result<Self, ParseError> {
        Self::scan_with(text, Some(Vec::new()))
    }

    fn scan_with(text: &'t str, words: Option<Vec<String>>) -> Result<Self, ParseError> {
        let (numbers, rows, arrows, semicolons) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut tokens = Tokens { text, numbers, rows, arrows, semicolons, words };
        let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        if let Some(digits) = digits(rest.trim()) {
            let offset = text.len() - rest.trim_start().len();
            let number = |(at, value)| Number { value: Some(value), offset: offset + at };
            tokens.numbers = digits.into_iter().enumerate().map(number).collect();
            rest = "";
        }
        rest = &rest[label(rest)..];
        while let Some(first) = rest.chars().next() {
            let offset = text.len() - rest.len();
            let len = match first {
                '\n' => tokens.end_row(End::Line),
                '/' => tokens.end_row(End::Stroke),
                ']' | ')' | '}' => tokens.end_row(End::Other),
                ';' => {
                    tokens.semicolons.push(tokens.numbers.len());
                    tokens.end_row(End::Other)
                }
                '-' if rest.starts_with("->") => {
                    tokens.arrows.push(tokens.numbers.len());
                    tokens.end_row(End::Other) + 1
                }
                'g' if rest.starts_with("goal:") => {
                    tokens.arrows.push(tokens.numbers.len());
                    tokens.end_row(End::Other) + 4
                }
                's' if rest.starts_with("start:") => 6,
                _ if is_separator(first) => first.len_utf8(),
                _ => tokens.word(rest, offset)?,
            };
            rest = &rest[len..];
        }
        tokens.end_row(End::Other);
        Ok(tokens)
    }

    /// The places that divide boards: the arrows, or a single semicolon with a blank on both sides.
    pub(super) fn cuts(&self) -> Vec<usize> {
        let has_blank = |numbers: &[Number]| numbers.iter().any(|number| number.value == Some(0));
        match self.semicolons[..] {
            [at] if self.arrows.is_empty()
                && has_blank(&self.numbers[..at])
                && has_blank(&self.numbers[at..]) =>
            {
                vec![at]
            }
            _ => self.arrows.clone(),
        }
    }

    /// Whether these are two boards of 3 x 3, a row a line, as one of the course programs reads them.
    pub(super) fn is_course_pair(&self) -> bool {
        let ends = self.rows.iter().map(|row| row.0).eq((1..=6).map(|row| 3 * row));
        let lines = self.rows.iter().take(5).all(|row| row.1 == End::Line);
        ends && lines && [0..9, 9..18].into_iter().all(|half| self.part(half).is_permutation())
    }

    /// Reads the word at the beginning of `rest` as a number and returns its length.
    fn word(&mut self, rest: &str, offset: usize) -> Result<usize, ParseError> {
        let ends = |&(at, c): &(usize, char)| is_separator(c) || is_mark(c) || rest[at..].starts_with("->");
        // Nearly every word is a number before a space.
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let len = match rest.as_bytes().get(digits) {
            Some(b' ') if digits > 0 => digits,
            _ => rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at),
        };
        let word = &rest[..len];
        let value = match word {
            "_" | "." | "·" => Some(0),
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
            _ => match self.label(word) {
                Some(label) => Some(label),
                None => {
                    let found = word.chars().take(20).flat_map(printable).collect();
                    let labels = self.words.is_some();
                    let expected =
                        if labels { Expected::Label { found } } else { Expected::Number { found } };
                    return Err(self.error(offset, expected));
                }
            },
        };
        self.numbers.push(Number { value, offset });
        Ok(len)
    }

    /// The number of a word that is a label; `None` if it is not a label, or words are not allowed.
    fn label(&mut self, word: &str) -> Option<Tile> {
        let words = self.words.as_mut()?;
        let is_word = word.starts_with(char::is_alphabetic) && word.chars().all(char::is_alphanumeric);
        if !(word == "*" || (is_word && word.chars().count() <= LONGEST_WORD)) {
            return None;
        }
        let index = words.iter().position(|known| known == word).unwrap_or_else(|| {
            words.push(word.to_string());
            words.len() - 1
        });
        Tile::try_from(index).ok().map(|index| WORDS + index)
    }

    /// Ends the row, if there is one, at a mark that is one byte long.
    fn end_row(&mut self, by: End) -> usize {
        let end = self.numbers.len();
        if self.rows.last().map_or(0, |row| row.0) < end {
            self.rows.push((end, by));
        }
        1
    }

    /// The numbers from one place to another, with their rows.
    pub(super) fn part(&self, range: Range<usize>) -> BoardText<'_> {
        let inside = self.rows.iter().filter(|row| range.start < row.0 && row.0 < range.end);
        let mut rows: Vec<usize> = inside.map(|row| row.0 - range.start).collect();
        if !range.is_empty() {
            rows.push(range.len());
        }
        let first = self.rows.iter().find(|row| range.start < row.0).map(|row| row.1);
        let end = self.numbers.get(range.end).map_or(self.text.len(), |number| number.offset);
        let (first_is_line, first_is_row) = (first == Some(End::Line), first == Some(End::Stroke));
        BoardText { numbers: &self.numbers[range], rows, first_is_line, first_is_row, end }
    }

    /// All numbers.
    pub(super) fn all(&self) -> BoardText<'_> {
        self.part(0..self.numbers.len())
    }

    /// The error at a byte of the text.
    pub(super) fn error(&self, offset: usize, expected: Expected) -> ParseError {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
        let column = before[line_start..].chars().count() as u64 + 1;
        ParseError { line, column, expected }
    }
}

/// How long the number of a board in a list is, as in `7: ` and `7. `; 0 where there is none.
fn label(text: &str) -> usize {
    let blank = text.len() - text.trim_start().len();
    let digits = text[blank..].bytes().take_while(u8::is_ascii_digit).count();
    let mut after = text[blank + digits..].chars();
    let marked = digits > 0 && matches!(after.next(), Some(':' | '.'));
    if marked && after.next() == Some(' ') { blank + digits + 1 } else { 0 }
}

/// The tiles of a small board in one word, a digit each: every digit up to the last appears once.
fn digits(word: &str) -> Option<Vec<Tile>> {
    let digits: Option<Vec<Tile>> = word.chars().map(|digit| digit.to_digit(10)).collect();
    digits.filter(|digits| {
        matches!(digits.len(), 4 | 9) && (0..digits.len() as Tile).all(|tile| digits.contains(&tile))
    })
}

/// A character as it is shown in a message: control characters are described in words.
fn printable(c: char) -> impl Iterator<Item = char> {
    let shown = if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    shown.chars().collect::<Vec<_>>().into_iter()
}

/// Characters that only stand between numbers.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '[' | '(' | '{')
}

/// Characters that end a row or a board.
fn is_mark(c: char) -> bool {
    matches!(c, '/' | ']' | ')' | '}' | ';')
}

impl BoardText<'_> {
    /// The byte at which the part begins.
    pub(super) fn start(&self) -> usize {
        self.numbers.first().map_or(self.end, |number| number.offset)
    }

    /// The lengths of the rows.
    pub(super) fn row_lengths(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().scan(0, |start, &end| Some(end - std::mem::replace(start, end)))
    }

    /// Whether every number below their count appears.
    pub(super) fn is_permutation(&self) -> bool {
        let mut seen = vec![false; self.numbers.len()];
        self.numbers.iter().all(|number| {
            let place = number.value.and_then(|value| seen.get_mut(value as usize));
            place.is_some_and(|place| !std::mem::replace(place, true))
        })
    }

    /// The same part without the extra numbers of a list of boards: a number in front of the first row; in a single
    /// row also the length of a solution, after the number or at the end.
    pub(super) fn listed(&self) -> impl Iterator<Item = BoardText<'_>> {
        let count = self.numbers.len();
        // Above the rows stands their size, and a board that is numbered has at least four cells.
        let numbered = self.rows.first().is_some_and(|&first| first > 1) && count > 4;
        let measured = self.rows.len() == 1 && !self.first_is_row && count > 9;
        let ranges = [(numbered, 1..count), (measured, 2..count), (measured, 1..count.saturating_sub(1))];
        ranges.into_iter().filter(|(can_be, _)| *can_be).map(|(_, range)| {
            let rows = self.rows.iter().map(|end| (end - range.start).min(range.len())).collect();
            let end = self.numbers.get(range.end).map_or(self.end, |number| number.offset);
            BoardText { numbers: &self.numbers[range], rows, end, ..*self }
        })
    }

    /// Whether this is one list of a square number of tiles, nine or more.
    pub(super) fn is_square(&self) -> bool {
        let (count, side) = (self.numbers.len(), self.numbers.len().isqrt());
        self.rows.len() == 1 && side > 2 && side * side == count
    }

    /// How many numbers in front give the size, and the size, if they do.
    pub(super) fn heading(&self) -> Option<(usize, Size)> {
        let side = |place: usize| self.numbers.get(place)?.value;
        let square = side(0).map(|n| (1, (n, n)));
        let rectangle = side(0).zip(side(1)).map(|size| (2, size));
        let counts = |&(taken, size): &(usize, Size)| {
            let rest = self.numbers.len() - taken;
            rest > 0 && rest as u64 == super::area(size)
        };
        // If a text is also a board without its heading, it has a tile that is too large with it; except `1 0`, where
        // the end of a line or the lack of another row must decide.
        let fits = |heading: &(usize, Size)| {
            let area = super::area(heading.1);
            let tile = |number: &Number| number.value.is_some_and(|tile| u64::from(tile) < area);
            let alone = self.first_is_line || (self.rows.len() == 1 && !self.first_is_row);
            counts(heading) && self.numbers[heading.0..].iter().all(tile) && (area > 1 || alone)
        };
        let fitting = square.filter(fits).or_else(|| rectangle.filter(fits));
        fitting.or_else(|| match self.rows[..] {
            // Even with wrong tiles, one number above longer rows can be nothing else, and neither can
            // the first of one more than a square.
            [1, second, ..] if self.first_is_line && second > 2 => square,
            [_] if !self.first_is_row => square.filter(counts),
            _ => None,
        })
    }
}
