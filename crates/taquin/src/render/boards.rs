//! A solution as boards: the start, and the board after every move.

use std::io::{self, Write};

use super::Format;
use super::screen::{OnScreen, Screen};
use super::text::{outcome, stats as write_stats};
use crate::answer::Answer;
use crate::instance::Instance;

/// Writes the start, then each move and the board after it.
///
/// # Errors
/// Errors of `out`.
pub fn boards(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    outcome(out, instance, answer)?;
    let Some(steps) = answer.steps() else { return Ok(()) };
    let mut now = instance.clone();
    write(out, &now)?;
    for (step, number) in steps.iter().zip(1..) {
        now = now.after(step).expect("a solution has only legal moves");
        writeln!(out, "\n{number}. {}", instance.words(step))?;
        write(out, &now)?;
    }
    Ok(())
}

/// The board after every move.
pub(super) struct Boards;

impl Format for Boards {
    fn name(&self) -> &'static str {
        "boards"
    }

    fn about(&self) -> &'static str {
        "the board after every move"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        stats: bool,
    ) -> io::Result<()> {
        boards(out, instance, answer)?;
        if stats { write_stats(out, &answer.report.stats) } else { Ok(()) }
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        boards(out, instance, answer)
    }

    fn on_screen(&self, screen: Screen) -> Option<Box<dyn Format>> {
        Some(Box::new(OnScreen { screen, boards: true }))
    }
}

fn write(out: &mut dyn Write, instance: &Instance) -> io::Result<()> {
    instance.rows().iter().try_for_each(|row| writeln!(out, "  {row}"))
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Plan, render, solve};

    fn written(text: &str) -> String {
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
        let mut out = Vec::new();
        render::boards(&mut out, &instance, &answer).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_move_has_its_board() {
        assert_eq!(
            written("ab.\n...\ngoal: b../..."),
            "Solved in 2 moves, the fewest possible.\n  ab.\n  ...\n\n1. block a: down\n  .b.\n  a..\n\n\
             2. block b: left\n  b..\n  a..\n"
        );
        assert!(written("1 2 / 0 3").ends_with("  1 2\n  · 3\n\n1. 3 left\n  1 2\n  3 ·\n"));
    }
}
