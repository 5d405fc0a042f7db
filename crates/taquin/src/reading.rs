//! Texts with one puzzle a line.

use std::io::BufRead;

use crate::error::Error;
use crate::instance::{Hints, Instance};

/// How many puzzles at the head of a text must stand on one line each for it to be a batch.
const TRIED: usize = 3;

/// Whether `text`, which as a whole is no puzzle, has one on every line.
#[must_use]
pub fn is_batch(text: &str, hints: &Hints) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| is_wanted(line)).take(TRIED).collect();
    // A row of a picture of blocks is a picture too, but has no goal.
    let is_puzzle = |line: &&str| Instance::parse(line, hints).is_ok_and(|instance| instance.has_goal());
    lines.len() > 1 && lines.iter().all(is_puzzle)
}

/// Blank lines and comments are no puzzles.
fn is_wanted(line: &str) -> bool {
    !(line.trim().is_empty() || line == "#" || line.starts_with("# "))
}

/// Reads one puzzle a line. What is no puzzle is an error in its place, with the line and the column.
///
/// ```
/// use taquin::{Hints, lines};
///
/// let text = "1 2 / 3 0\n# a comment\n1 2 / 3 3\n";
/// let found: Vec<_> = lines(text.as_bytes(), Hints::default()).collect();
/// assert!(found[0].is_ok());
/// assert!(found[1].as_ref().unwrap_err().to_string().starts_with("line 3"));
/// ```
pub fn lines<R: BufRead + Send>(
    mut text: R,
    hints: Hints,
) -> impl Iterator<Item = Result<Instance, Error>> + Send {
    let mut line = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        loop {
            if ended {
                return None;
            }
            line += 1;
            let mut bytes = Vec::new();
            match text.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => (),
                Err(error) => {
                    ended = true;
                    return Some(Err(Error::Line { line, message: error.to_string() }));
                }
            }
            let read = match String::from_utf8(bytes) {
                Ok(text) if !is_wanted(text.trim_end_matches(['\n', '\r'])) => continue,
                Ok(text) => Instance::parse(text.trim_end_matches(['\n', '\r']), &hints)
                    .map_err(|error| error.to_string()),
                Err(error) => {
                    let column = error.utf8_error().valid_up_to() + 1;
                    Err(format!("line 1, column {column}: expected text, found bytes that are not UTF-8"))
                }
            };
            return Some(read.map_err(|message| Error::Line { line, message }));
        }
    })
}

/// What is said of a line by itself, with its place in the text.
pub(crate) fn at_line(line: &usize, message: &str) -> String {
    match message.strip_prefix("line 1, ") {
        Some(rest) => format!("line {line}, {rest}"),
        None => format!("line {line}: {message}"),
    }
}
