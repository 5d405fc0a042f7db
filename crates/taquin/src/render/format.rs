//! What an output format must provide.

use std::io::{self, Write};

use super::screen::Screen;
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::solutions::Solutions;
use crate::stream::Streamed;

/// A form of an answer.
pub trait Format: Sync {
    /// The name for users.
    fn name(&self) -> &'static str;

    /// What it is, in a few words.
    fn about(&self) -> &'static str;

    /// Writes the answer to a single puzzle, with its counts if `stats` says so. Messages that are not part of the
    /// output go to `aside`.
    ///
    /// # Errors
    /// Errors of `out` and `aside`.
    fn answer(
        &self,
        out: &mut dyn Write,
        aside: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        stats: bool,
    ) -> io::Result<()>;

    /// Writes the answer to one of many puzzles, on one line where the form has lines.
    ///
    /// # Errors
    /// Errors of `out`.
    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()>;

    /// Writes how many shortest solutions there are, of a puzzle that is `alone` or one of many; before `all` of them
    /// follow, a form that has only solutions writes nothing.
    ///
    /// # Errors
    /// Errors of `out`.
    fn number(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        solutions: &Solutions,
        (alone, all): (bool, bool),
    ) -> io::Result<()> {
        let _ = (instance, answer, alone);
        if all { Ok(()) } else { writeln!(out, "{}", solutions.count()) }
    }

    /// Writes one of all shortest solutions, which is that of `answer`, with its number from 1.
    ///
    /// # Errors
    /// Errors of `out`.
    fn solution(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        number: u128,
    ) -> io::Result<()> {
        let _ = number;
        self.line(out, instance, answer)
    }

    /// Writes an error in place of an answer.
    ///
    /// # Errors
    /// Errors of `out` and `aside`.
    fn error(&self, out: &mut dyn Write, aside: &mut dyn Write, error: &Error) -> io::Result<()> {
        let _ = aside;
        writeln!(out, "No puzzle: {error}")
    }

    /// The same form for a terminal; `None` if it looks the same there.
    fn on_screen(&self, screen: Screen) -> Option<Box<dyn Format>> {
        let _ = screen;
        None
    }

    /// A writer of an answer that is written while it is found; `None` if the form has none.
    fn stream(&self) -> Option<Box<dyn Stream>> {
        None
    }
}

/// Writes an answer while it is found: the moves first, then the result.
///
/// The objects and lines are those of the form, but the number of moves, which is known only at the end, comes last.
pub trait Stream {
    /// Writes the part before the moves.
    ///
    /// # Errors
    /// Errors of `out`.
    fn begin(&mut self, out: &mut dyn Write, instance: &Instance) -> io::Result<()>;

    /// Writes a move.
    ///
    /// # Errors
    /// Errors of `out`.
    fn step(&mut self, out: &mut dyn Write, instance: &Instance, step: &Step) -> io::Result<()>;

    /// Writes the part after the moves, with the counts if `stats` says so.
    ///
    /// # Errors
    /// Errors of `out` and `aside`.
    fn end(
        &mut self,
        out: &mut dyn Write,
        aside: &mut dyn Write,
        streamed: &Streamed,
        stats: bool,
    ) -> io::Result<()>;
}
