//! Boards written as text. A row at a time, so that a board of any size streams.

use std::fmt;

use crate::board::{Board, Tile};

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The size on a line of its own (N, or R and C where they differ), then rows of numbers that are
    /// two wide at least, each row on a line of its own; the last line is not ended.
    Course,
    /// Rows separated by ` / `, on one line.
    Rows,
    /// `[1, 2, 3, ...]`, which tells nothing of the rows.
    List,
}

/// A board on its way to becoming text.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    board: &'a Board,
    style: Style,
}

impl Board {
    /// This board as text.
    #[must_use]
    pub fn text(&self, style: Style) -> Text<'_> {
        Text { board: self, style }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let (width, between_tiles, between_rows) = match self.style {
            Style::Course => (2, " ", "\n"),
            Style::Rows => (1, " ", " / "),
            Style::List => (1, ", ", ", "),
        };
        match self.style {
            Style::Course if rows == cols => writeln!(f, "{rows}")?,
            Style::Course => writeln!(f, "{rows} {cols}")?,
            Style::Rows => {}
            Style::List => f.write_str("[")?,
        }
        let mut line = String::new();
        for (index, row) in self.board.tiles().chunks(cols as usize).enumerate() {
            line.clear();
            if index > 0 {
                line.push_str(between_rows);
            }
            for (place, &tile) in row.iter().enumerate() {
                if place > 0 {
                    line.push_str(between_tiles);
                }
                push(&mut line, tile, width);
            }
            f.write_str(&line)?;
        }
        f.write_str(if self.style == Style::List { "]" } else { "" })
    }
}

/// Writes a tile with spaces in front to fill `width`. By hand, because a thousand million of them
/// through the formatting machinery take minutes.
fn push(line: &mut String, tile: Tile, width: usize) {
    let mut digits = [b' '; 10];
    let mut start = digits.len();
    let mut rest = tile;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    let start = start.min(digits.len() - width);
    line.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}
