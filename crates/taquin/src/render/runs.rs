//! The moves as letters with counts, `R2DL3`: a compact form of long solutions.

use std::io::{self, Write};

use super::Format;
use super::moves::no_moves;
use super::text::{outcome, stats as write_stats};
use crate::answer::Answer;
use crate::error::Error;
use crate::instance::Instance;

/// Repeated moves are written once, with their count.
pub(super) struct Runs;

/// The moves of a solution in runs; nothing where there is none.
fn runs(instance: &Instance, answer: &Answer) -> Option<String> {
    let mut runs: Vec<(String, usize)> = Vec::new();
    for step in answer.steps()? {
        let letters = instance.letters(step);
        match runs.last_mut() {
            Some((last, count)) if *last == letters && step.path.directions().len() == 1 => *count += 1,
            _ => runs.push((letters, 1)),
        }
    }
    let word = |(letters, count)| if count == 1 { letters } else { format!("{letters}{count}") };
    Some(runs.into_iter().map(word).collect::<Vec<_>>().join(instance.separator()))
}

impl Format for Runs {
    fn name(&self) -> &'static str {
        "runs"
    }

    fn about(&self) -> &'static str {
        "the moves as letters with counts, as in R2DL3"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        aside: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        stats: bool,
    ) -> io::Result<()> {
        if let Some(runs) = runs(instance, answer) {
            writeln!(out, "{runs}")?;
        }
        if !answer.is_shortest() {
            outcome(aside, instance, answer)?;
        }
        if stats { write_stats(aside, &answer.report.stats) } else { Ok(()) }
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        writeln!(out, "{}", runs(instance, answer).unwrap_or_else(|| "-".into()))
    }

    fn error(&self, out: &mut dyn Write, aside: &mut dyn Write, error: &Error) -> io::Result<()> {
        no_moves(out, aside, error)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Plan, render, solve};

    #[test]
    fn repeated_moves_are_counted() {
        for (text, told) in [
            ("1 2 3 / 4 5 6 / 0 7 8", "L2\n"),
            ("0 2 3 / 1 5 6 / 4 7 8", "U2L2\n"),
            ("1 2 3 / 4 5 6 / 7 8 0", "\n"),
            ("1 2 3 / 4 5 6 / 8 7 0", "-\n"),
            ("metric: unit\na...\ngoal: ...a", "a:R3\n"),
        ] {
            let instance = Instance::parse(text, &Hints::default()).unwrap();
            let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
            let mut out = Vec::new();
            render::format("runs").unwrap().line(&mut out, &instance, &answer).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), told, "{text}");
        }
        let error = Instance::parse("1 2 x 0", &Hints::default()).unwrap_err();
        let (mut out, mut aside) = (Vec::new(), Vec::new());
        render::format("runs").unwrap().error(&mut out, &mut aside, &error).unwrap();
        assert_eq!(out, b"-\n");
        assert!(!aside.is_empty());
    }
}
