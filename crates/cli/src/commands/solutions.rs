//! Prints how many shortest solutions a puzzle has, and each of them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use taquin::render::Format;
use taquin::{Answer, Instance, Limit, Limits, Outcome, Solutions};

use crate::exit;

/// How the solutions of a puzzle are printed.
pub(crate) struct Listing<'a> {
    pub(crate) format: &'a dyn Format,
    /// Whether all are printed, and not only their number.
    pub(crate) all: bool,
    /// Whether there is no other puzzle.
    pub(crate) alone: bool,
    pub(crate) limits: &'a Limits,
}

impl Listing<'_> {
    /// Prints what was found, and returns the exit code.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        found: &Result<Solutions, Limit>,
    ) -> io::Result<u8> {
        let aside = &mut io::stderr();
        match found {
            Ok(solutions) => {
                self.format.number(out, instance, answer, solutions, (self.alone, self.all))?;
                if self.all { self.list(out, instance, answer, solutions) } else { Ok(exit::SOLVED) }
            }
            Err(limit) => {
                match self.alone {
                    true => self.format.answer(out, aside, instance, answer, false)?,
                    false => self.format.line(out, instance, answer)?,
                }
                if matches!(answer.report.outcome, Outcome::Solved { .. }) {
                    writeln!(aside, "taquin: stopped before all solutions were found ({limit})")?;
                }
                Ok(exit::STOPPED)
            }
        }
    }

    /// Prints all solutions, until the user has seen enough.
    fn list(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        solutions: &Solutions,
    ) -> io::Result<u8> {
        let (mut number, mut written) = (0, Ok(()));
        solutions.visit(&mut |steps| {
            number += 1;
            written = self.format.solution(out, instance, &answer.with_solution(steps), number);
            if written.is_err() || self.limits.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        if number == solutions.count() {
            return Ok(exit::SOLVED);
        }
        out.flush()?;
        writeln!(io::stderr(), "taquin: stopped after {number} of {} solutions", solutions.count())?;
        Ok(exit::STOPPED)
    }
}
