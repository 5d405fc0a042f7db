//! Boards written as text. A row at a time, so that a board of any size streams.

use std::fmt;
use std::sync::LazyLock;

use crate::board::{Board, Tile};

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The size on a line of its own (N, or R and C where they differ), then rows of numbers that are
    /// two wide at least, each row on a line of its own; the last line is not ended.
    Course,
    /// Rows separated by ` / `, on one line; a single row ends with it, so that it is recognised as a row.
    Rows,
    /// `[1, 2, 3, ...]`, without the rows.
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
        // Room for the longest row: no tile has more than ten digits.
        let mut line = vec![0; between_rows.len() + cols as usize * (10 + between_tiles.len()) + ROOM];
        let fours = &*FOURS;
        for (index, row) in self.board.tiles().chunks(cols as usize).enumerate() {
            let mut end = if index > 0 { put(&mut line, 0, between_rows) } else { 0 };
            for (place, &tile) in row.iter().enumerate() {
                if place > 0 {
                    end = put(&mut line, end, between_tiles);
                }
                end = put_tile(&mut line, end, tile, width, fours);
            }
            f.write_str(str::from_utf8(&line[..end]).expect("digits and separators are text"))?;
        }
        f.write_str(match self.style {
            Style::List => "]",
            Style::Rows if rows == 1 && cols > 1 => " /",
            _ => "",
        })
    }
}

/// Writes `text` at `end`; where the line ends now.
#[inline]
fn put(line: &mut [u8], end: usize, text: &str) -> usize {
    for (place, &byte) in line[end..].iter_mut().zip(text.as_bytes()) {
        *place = byte;
    }
    end + text.len()
}

/// Writes a tile at `end`, with spaces in front to fill `width`; where the line ends now. By hand and
/// four digits at a time, because a thousand million of them through the formatting machinery take
/// minutes.
#[inline]
fn put_tile(line: &mut [u8], end: usize, tile: Tile, width: usize, fours: &Fours) -> usize {
    // Twelve digits, zeros in front; all copies are of constant length.
    let mut digits = [b' '; 2 * ROOM];
    digits[..4].copy_from_slice(&fours[(tile / 100_000_000) as usize]);
    digits[4..8].copy_from_slice(&fours[(tile / 10_000 % 10_000) as usize]);
    digits[8..12].copy_from_slice(&fours[(tile % 10_000) as usize]);
    let len = tile.checked_ilog10().unwrap_or(0) as usize + 1;
    let blanks = width.saturating_sub(len);
    line[end..end + 2].fill(b' ');
    let end = end + blanks;
    line[end..end + ROOM].copy_from_slice(&digits[12 - len..][..ROOM]);
    end + len
}

/// The bytes that writing a tile may touch.
const ROOM: usize = 16;

/// The digits of every number below ten thousand.
type Fours = [[u8; 4]; 10_000];

/// Made when it is needed first: a page that loads the engine would load it too.
static FOURS: LazyLock<Fours> = LazyLock::new(|| {
    let digit = |number: usize, place: u32| b'0' + (number / 10_usize.pow(place) % 10) as u8;
    std::array::from_fn(|number| [digit(number, 3), digit(number, 2), digit(number, 1), digit(number, 0)])
});
