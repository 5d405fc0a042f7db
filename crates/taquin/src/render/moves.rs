//! The moves alone, for other programs.

use std::io::{self, Write};

use super::text::{outcome, stats as write_stats, streamed_outcome};
use super::{Format, Stream};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::stream::Streamed;

/// The bytes of a line that are written at once.
const CHUNK: usize = 1 << 12;

/// Writes the moves of a solution on one line: for tiles a letter each (`U`, `L`, `D`, `R`: where
/// the tile goes), for blocks a word each, the piece and its way (`c:LU`, or `c:*` for a flight, with
/// the row and column where it lands). Without a solution nothing is written.
///
/// # Errors
/// Errors of `out`.
pub fn moves(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    let Some(steps) = answer.steps() else { return Ok(()) };
    let between = instance.separator();
    let mut line = String::new();
    for (count, step) in steps.iter().enumerate() {
        if count > 0 {
            line.push_str(between);
        }
        instance.push_letters(step, &mut line);
        // Solutions may be millions of moves.
        if line.len() >= CHUNK {
            out.write_all(line.as_bytes())?;
            line.clear();
        }
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// The line for a line that is not a puzzle, so that other programs read as many lines as they wrote; the error goes to
/// `aside`.
pub(super) fn no_moves(out: &mut dyn Write, aside: &mut dyn Write, error: &Error) -> io::Result<()> {
    writeln!(out, "-")?;
    writeln!(aside, "taquin: {error}")
}

/// Only the moves. Messages go to `aside`, so that the output contains nothing else.
pub(super) struct Moves;

impl Format for Moves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "the moves alone: U, D, L and R are directions of a tile"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        aside: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        stats: bool,
    ) -> io::Result<()> {
        moves(out, instance, answer)?;
        if !answer.is_shortest() {
            outcome(aside, instance, answer)?;
        }
        if stats { write_stats(aside, &answer.report.stats) } else { Ok(()) }
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        // An empty line, so that lines of moves correspond to their puzzles.
        if answer.steps().is_none() { writeln!(out, "-") } else { moves(out, instance, answer) }
    }

    fn error(&self, out: &mut dyn Write, aside: &mut dyn Write, error: &Error) -> io::Result<()> {
        no_moves(out, aside, error)
    }

    fn stream(&self) -> Option<Box<dyn Stream>> {
        Some(Box::new(Letters))
    }
}

struct Letters;

impl Stream for Letters {
    fn begin(&mut self, _: &mut dyn Write, _: &Instance) -> io::Result<()> {
        Ok(())
    }

    fn step(&mut self, out: &mut dyn Write, instance: &Instance, step: &Step) -> io::Result<()> {
        out.write_all(instance.letters(step).as_bytes())
    }

    fn end(
        &mut self,
        out: &mut dyn Write,
        aside: &mut dyn Write,
        streamed: &Streamed,
        stats: bool,
    ) -> io::Result<()> {
        writeln!(out)?;
        streamed_outcome(aside, streamed)?;
        if stats { write_stats(aside, &streamed.stats) } else { Ok(()) }
    }
}
