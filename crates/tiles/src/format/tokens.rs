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
    /// Where rows end, with whether the end of the line ended them; ascending, none empty.
    rows: Vec<(usize, bool)>,
    /// Where empty lines are.
    pub(super) gaps: Vec<usize>,
    /// Where `->` and `;` are.
    pub(super) cuts: Vec<usize>,
}

/// The numbers of one board.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) numbers: &'a [Number],
    /// The ends of its rows, as places in `numbers`.
    pub(super) rows: Vec<usize>,
    /// Whether the first row is a line of its own.
    first_is_line: bool,
    /// The byte at which the part ends.
    pub(super) end: usize,
}

impl<'t> Tokens<'t> {
    /// Cuts `text` into numbers.
    pub(super) fn scan(text: &'t str) -> Result<Self, ParseError> {
        let mut tokens =
            Tokens { text, numbers: Vec::new(), rows: Vec::new(), gaps: Vec::new(), cuts: Vec::new() };
        let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut line_is_empty = true;
        while let Some(first) = rest.chars().next() {
            let offset = text.len() - rest.len();
            let len = match first {
                '\n' => {
                    if line_is_empty {
                        tokens.gaps.push(tokens.numbers.len());
                    }
                    line_is_empty = true;
                    tokens.end_row(true);
                    1
                }
                '/' | ']' | ')' | '}' => {
                    tokens.end_row(false);
                    1
                }
                ';' => tokens.cut(1),
                '-' if rest.starts_with("->") => tokens.cut(2),
                _ if is_separator(first) => first.len_utf8(),
                _ => tokens.word(rest, offset)?,
            };
            line_is_empty &= first == '\n' || first.is_whitespace();
            rest = &rest[len..];
        }
        tokens.end_row(false);
        tokens.gaps.dedup();
        Ok(tokens)
    }

    /// Takes the word at the beginning of `rest` as a number and says how long it is.
    fn word(&mut self, rest: &str, offset: usize) -> Result<usize, ParseError> {
        let ends = |&(at, c): &(usize, char)| is_separator(c) || is_mark(c) || rest[at..].starts_with("->");
        let len = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        let word = &rest[..len];
        let value = match word {
            "_" => Some(0),
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
            _ => {
                let found = word.chars().take(20).collect();
                return Err(self.error(offset, Expected::Number { found }));
            }
        };
        self.numbers.push(Number { value, offset });
        Ok(len)
    }

    fn end_row(&mut self, by_line: bool) {
        let end = self.numbers.len();
        if self.rows.last().map_or(0, |row| row.0) < end {
            self.rows.push((end, by_line));
        }
    }

    fn cut(&mut self, len: usize) -> usize {
        self.end_row(false);
        self.cuts.push(self.numbers.len());
        len
    }

    /// The numbers from one place to another, with their rows.
    pub(super) fn part(&self, range: Range<usize>) -> Part<'_> {
        let inside = self.rows.iter().filter(|row| range.start < row.0 && row.0 < range.end);
        let mut rows: Vec<usize> = inside.map(|row| row.0 - range.start).collect();
        if !range.is_empty() {
            rows.push(range.len());
        }
        let first_is_line = self.rows.iter().find(|row| range.start < row.0).is_some_and(|row| row.1);
        let end = self.numbers.get(range.end).map_or(self.text.len(), |number| number.offset);
        Part { numbers: &self.numbers[range], rows, first_is_line, end }
    }

    /// All numbers.
    pub(super) fn all(&self) -> Part<'_> {
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

/// Characters that only stand between numbers.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '[' | '(' | '{')
}

/// Characters that end a row or a board.
fn is_mark(c: char) -> bool {
    matches!(c, '/' | ']' | ')' | '}' | ';')
}

impl Part<'_> {
    /// The byte at which the part begins.
    pub(super) fn start(&self) -> usize {
        self.numbers.first().map_or(self.end, |number| number.offset)
    }

    /// The lengths of the rows.
    pub(super) fn row_lengths(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().scan(0, |start, &end| Some(end - std::mem::replace(start, end)))
    }

    /// How many numbers in front tell the size of so many boards, and the size, if they do.
    pub(super) fn heading(&self, boards: usize) -> Option<(usize, Size)> {
        let side = |place: usize| self.numbers.get(place)?.value;
        let square = side(0).map(|n| (1, (n, n)));
        let rectangle = side(0).zip(side(1)).map(|size| (2, size));
        let counts = |&(taken, size): &(usize, Size)| {
            let rest = self.numbers.len() - taken;
            rest > 0 && rest.is_multiple_of(boards) && (rest / boards) as u64 == super::area(size)
        };
        // What is also a board without its heading has a tile that is too large with it; save `1 0`,
        // where the end of a line or the want of another row must decide.
        let fits = |heading: &(usize, Size)| {
            let area = super::area(heading.1);
            let tile = |number: &Number| number.value.is_some_and(|tile| u64::from(tile) < area);
            let alone = self.first_is_line || self.rows.len() == 1;
            counts(heading) && self.numbers[heading.0..].iter().all(tile) && (area > 1 || alone)
        };
        let fitting = square.filter(fits).or_else(|| rectangle.filter(fits));
        fitting.or_else(|| match self.rows[..] {
            // Even with wrong tiles, one number above longer rows can be nothing else, and neither can
            // the first of one more than a square.
            [1, second, ..] if self.first_is_line && second > 2 => square,
            [_] => square.filter(counts),
            _ => None,
        })
    }
}
