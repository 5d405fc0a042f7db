//! Lines of text with their positions, and pictures made of them.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::model::grid::{Cell, Grid};

/// A piece of text and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span<'_>> {
    text.lines().zip(1..).map(|(text, line)| Span { text, line, column: 1 })
}

impl<'a> Span<'a> {
    /// Without white space at both ends.
    pub(super) fn trim(self) -> Self {
        let rest = self.text.trim_start();
        let skipped = self.text[..self.text.len() - rest.len()].chars().count();
        Span { text: rest.trim_end(), column: self.column + skipped, ..self }
    }

    /// The parts between `separator`s.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Span<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let part = Span { text, line: self.line, column };
            column += text.chars().count() + 1;
            part
        })
    }

    /// The words between white space.
    pub(super) fn words(self) -> impl Iterator<Item = Span<'a>> {
        let base = self.text.as_ptr() as usize;
        let (mut at, mut column) = (0, self.column);
        self.text.split_whitespace().map(move |text| {
            let begin = text.as_ptr() as usize - base;
            column += self.text[at..begin].chars().count();
            at = begin;
            Span { text, line: self.line, column }
        })
    }

    /// What comes before the first `separator`, and what after it.
    pub(super) fn split_once(self, separator: char) -> Option<(Span<'a>, Span<'a>)> {
        let (head, tail) = self.text.split_once(separator)?;
        let column = self.column + head.chars().count() + 1;
        Some((Span { text: head, ..self }, Span { text: tail, line: self.line, column }))
    }

    /// An error at the character with this index.
    pub(super) fn error_at(&self, index: usize, expected: impl Into<String>) -> Error {
        let found = self.text.chars().nth(index).map_or("the end of the line".into(), |c| format!("{c:?}"));
        self.fault_at(index, expected, found)
    }

    /// An error at the character with this index, with what was found there in words.
    pub(super) fn fault_at(
        &self,
        index: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        Error::Text {
            line: self.line,
            column: self.column + index,
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// Rows of characters of equal length.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    rows: Vec<Span<'a>>,
    cells: Vec<char>,
    cols: usize,
}

impl<'a> Picture<'a> {
    /// The picture that `rows` make; there must be at least one, and none may be empty.
    pub(super) fn new(rows: Vec<Span<'a>>) -> Result<Self, Error> {
        let cols = rows[0].text.chars().count();
        for row in &rows {
            let len = row.text.chars().count();
            if len != cols || len == 0 {
                let expected = format!("a row of {cols} cells, as the first");
                return Err(row.fault_at(len.min(cols), expected, format!("one of {len}")));
            }
        }
        if rows.len() * cols > Grid::MOST_CELLS {
            return Err(Error::TooLarge(format!("more than {} cells", Grid::MOST_CELLS)));
        }
        let cells = rows.iter().flat_map(|row| row.text.chars()).collect();
        Ok(Picture { rows, cells, cols })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn cols(&self) -> usize {
        self.cols
    }

    /// The characters with their cells, in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        (0..).map(Cell).zip(self.cells.iter().copied())
    }

    /// An error at `cell`.
    pub(super) fn error_at(&self, cell: Cell, expected: impl Into<String>) -> Error {
        self.rows[cell.index() / self.cols].error_at(cell.index() % self.cols, expected)
    }

    /// An error at `cell`, with what was found there in words.
    pub(super) fn fault_at(
        &self,
        cell: Cell,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        self.rows[cell.index() / self.cols].fault_at(cell.index() % self.cols, expected, found)
    }

    /// The cells of every piece: the characters that `is_piece` picks, in reading order of their
    /// first cells.
    pub(super) fn pieces(&self, is_piece: impl Fn(char) -> bool) -> Vec<(char, Vec<Cell>)> {
        let mut index = BTreeMap::new();
        let mut pieces: Vec<(char, Vec<Cell>)> = vec![];
        for (cell, name) in self.cells().filter(|&(_, name)| is_piece(name)) {
            let at = *index.entry(name).or_insert(pieces.len());
            if at == pieces.len() {
                pieces.push((name, vec![]));
            }
            pieces[at].1.push(cell);
        }
        pieces
    }
}

/// The first cell of `cells` that steps within them do not connect to the first of all.
pub(super) fn second_part(grid: &Grid, cells: &[Cell]) -> Option<Cell> {
    let mut reached = vec![cells[0]];
    let mut at = 0;
    while at < reached.len() {
        for (down, right) in crate::model::grid::Direction::ALL.map(crate::model::grid::Direction::delta) {
            if let Some(next) = grid.offset(reached[at], down, right)
                && cells.contains(&next)
                && !reached.contains(&next)
            {
                reached.push(next);
            }
        }
        at += 1;
    }
    cells.iter().copied().find(|cell| !reached.contains(cell))
}
