//! A board read from a stream: N, then N x N tiles, with white space between them. Only the tiles and one
//! bit for each are held in memory, so that a file of 10 GiB takes 4.2 GiB of memory.

use std::io::{ErrorKind, Read};

use super::Filling;
use crate::board::{Board, Tile};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::parse_error::{Expected, ParseError};

/// Reads a course file: N, then N x N tiles. The reader need not be buffered.
///
/// # Errors
/// If reading fails, or at the first thing in the file that does not belong there.
pub fn read_board(reader: impl Read) -> Result<Board, Error> {
    let mut scanner = Scanner::new(reader);
    let Some(side) = scanner.number()? else { return Err(scanner.error(Expected::Board)) };
    let side = match side {
        Some(side @ 1..=Geometry::MAX_SIDE) => side,
        _ => return Err(scanner.error(Expected::Side)),
    };
    let mut filling = Filling::new((side, side));
    let count = u64::from(side) * u64::from(side);
    for found in 0..count {
        let Some(tile) = scanner.number()? else {
            return Err(scanner.error(Expected::Tiles { count, found: Some(found) }));
        };
        filling.push(tile).map_err(|expected| scanner.error(expected))?;
    }
    match scanner.number()? {
        Some(_) => Err(scanner.error(Expected::Tiles { count, found: None })),
        None => Ok(filling.finish()),
    }
}

/// Numbers out of a stream, with their places.
struct Scanner<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// What of the buffer is filled, and the next byte in it.
    filled: usize,
    next: usize,
    /// How many bytes of the stream lie before the buffer, and before the current line.
    passed: u64,
    line_start: u64,
    line: u64,
    /// Where the number read last begins, as an offset into the stream; or the end.
    token: u64,
}

impl<R: Read> Scanner<R> {
    const BUFFER: usize = 1 << 16;

    fn new(reader: R) -> Self {
        let buffer = vec![0; Self::BUFFER].into_boxed_slice();
        Scanner { reader, buffer, filled: 0, next: 0, passed: 0, line_start: 0, line: 1, token: 0 }
    }

    /// The next number, itself `None` if it is beyond any tile; `None` at the end of the stream.
    #[inline]
    fn number(&mut self) -> Result<Option<Option<Tile>>, Error> {
        let first = loop {
            match self.peek()? {
                Some(b'\n') => {
                    self.next += 1;
                    self.line += 1;
                    self.line_start = self.offset();
                }
                Some(byte) if byte.is_ascii_whitespace() => self.next += 1,
                other => break other,
            }
        };
        self.token = self.offset();
        match first {
            None => return Ok(None),
            Some(byte) if byte.is_ascii_digit() => {}
            Some(byte) => return Err(self.unexpected(byte)),
        }
        let mut value = 0;
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_digit() => {
                    // Clamped, so that no number of digits overflows.
                    value = (10 * value + u64::from(byte - b'0')).min(u64::MAX / 16);
                    self.next += 1;
                }
                Some(byte) if !byte.is_ascii_whitespace() => return Err(self.unexpected(byte)),
                _ => return Ok(Some(value.try_into().ok())),
            }
        }
    }

    /// The next byte, not taken yet; `None` at the end.
    #[inline(always)]
    fn peek(&mut self) -> Result<Option<u8>, Error> {
        if self.next == self.filled && !self.refill()? {
            return Ok(None);
        }
        Ok(Some(self.buffer[self.next]))
    }

    /// Refills the buffer when it is used up; false at the end of the stream.
    #[cold]
    fn refill(&mut self) -> Result<bool, Error> {
        self.passed += self.filled as u64;
        self.next = 0;
        self.filled = loop {
            match self.reader.read(&mut self.buffer) {
                Ok(filled) => break filled,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Read { message: error.to_string() }),
            }
        };
        Ok(self.filled > 0)
    }

    fn offset(&self) -> u64 {
        self.passed + self.next as u64
    }

    #[cold]
    fn unexpected(&mut self, byte: u8) -> Error {
        self.token = self.offset();
        self.error(Expected::Number { found: byte.escape_ascii().to_string() })
    }

    /// The error at the number read last.
    #[cold]
    fn error(&self, expected: Expected) -> Error {
        ParseError { line: self.line, column: self.token - self.line_start + 1, expected }.into()
    }
}
