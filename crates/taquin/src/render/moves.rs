//! The moves alone, for programs that want nothing else.

use std::io::{self, Write};

use taquin_tiles::Direction;

use crate::answer::{Answer, Step};

/// Writes the moves of a solution on one line: for tiles a letter each (`U`, `L`, `D`, `R`: where
/// the tile goes). Without a solution nothing is written.
///
/// # Errors
/// Those of `out`.
pub fn moves(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let Some(steps) = answer.steps() else { return Ok(()) };
    let line: String = steps.iter().map(letter).collect();
    writeln!(out, "{line}")
}

fn letter(step: &Step) -> char {
    match step {
        Step::Tile { direction, .. } => match direction {
            Direction::Up => 'U',
            Direction::Left => 'L',
            Direction::Down => 'D',
            Direction::Right => 'R',
        },
    }
}
