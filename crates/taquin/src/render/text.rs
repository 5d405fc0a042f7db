//! An answer for people.

use std::io::{self, Write};

use taquin_search::{Outcome, Stats};

use super::moves::moves;
use super::screen::{OnScreen, Screen};
use super::{Format, Stream};
use crate::answer::{Answer, Step};
use crate::instance::Instance;
use crate::plan::{Algorithm, HeuristicName};
use crate::solutions::Solutions;
use crate::stream::Streamed;

/// The columns of a line of moves.
const WIDTH: usize = 78;

/// Writes the outcome in words, with the boards and the moves.
///
/// # Errors
/// Errors of `out`.
pub fn text(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    instance.heading(out)?;
    outcome(out, instance, answer)?;
    if let Some(steps) = answer.steps() {
        list(out, instance, steps)?;
        counts(out, instance, steps)?;
    }
    writeln!(out, "Plan: {}", method(answer))
}

/// How many solutions there are, in words.
pub(super) fn solutions_in_words(solutions: &Solutions) -> String {
    match solutions.count() {
        1 => "1 solution".into(),
        u128::MAX => format!("at least {} solutions", u128::MAX),
        count => format!("{count} solutions"),
    }
}

/// How many moves these are by each metric, where there are several.
fn counts_in_words(instance: &Instance, steps: &[Step]) -> Option<String> {
    let counts: Vec<String> =
        instance.counts(steps).iter().map(|(metric, count)| format!("{count} {metric}")).collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// Writes how many moves these are by each metric, where there are several.
///
/// # Errors
/// Errors of `out`.
pub fn counts(out: &mut dyn Write, instance: &Instance, steps: &[Step]) -> io::Result<()> {
    counts_in_words(instance, steps).map_or(Ok(()), |words| writeln!(out, "Moves: {words}"))
}

/// How many moves the solution of an answer has by each metric, where there are several.
fn counts_of_answer(instance: &Instance, answer: &Answer) -> Option<String> {
    counts_in_words(instance, answer.steps()?)
}

/// The number of one of several solutions, with its moves by each metric.
pub(super) fn numbered(number: u128, instance: &Instance, answer: &Answer) -> String {
    counts_of_answer(instance, answer).map_or(number.to_string(), |words| format!("{number} ({words})"))
}

/// Writes the moves of an answer's solution, the first of several, by each metric.
pub(super) fn first_counts(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    counts_of_answer(instance, answer).map_or(Ok(()), |words| writeln!(out, "The first: {words}"))
}

/// How many moves these are as the puzzle counts, and in brackets by each metric where there are several.
#[must_use]
pub fn length_in_words(instance: &Instance, steps: &[Step]) -> String {
    let moves = moves_in_words(instance.cost(steps).into());
    counts_in_words(instance, steps).map_or(moves.clone(), |words| format!("{moves} ({words})"))
}

/// Writes the outcome in one sentence.
///
/// # Errors
/// Errors of `out`.
pub fn outcome(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    let bound = answer.report.lower_bound;
    match &answer.report.outcome {
        Outcome::Solved { cost, .. } => solved(out, u64::from(*cost), u64::from(bound)),
        Outcome::Unsolvable => {
            let reason = answer.reason.as_deref().unwrap_or("every reachable position was examined");
            writeln!(out, "There is no solution: {reason}.")
        }
        Outcome::Stopped(limit) => match answer.cost(instance) {
            None => writeln!(out, "Stopped ({limit}): a solution needs at least {}.", moves_in_words(bound.into())),
            Some(cost) => writeln!(
                out,
                "Stopped ({limit}): a solution needs at least {}; the best known has {cost}.",
                moves_in_words(bound.into())
            ),
        },
    }
}

/// A number of moves in words.
#[must_use]
pub fn moves_in_words(count: u64) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}

/// Writes the sentence about a solution.
fn solved(out: &mut dyn Write, cost: u64, bound: u64) -> io::Result<()> {
    let moves = moves_in_words(cost);
    if bound >= cost {
        writeln!(out, "Solved in {moves}, the fewest possible.")
    } else {
        let gap = (cost - bound) as f64 * 100.0 / bound.max(1) as f64;
        // Rounded up, so that the gap is never understated.
        let gap = (gap * 10.0).ceil() / 10.0;
        writeln!(out, "Solved in {moves}, not proved to be the fewest (at least {bound}, a gap of {gap} %).")
    }
}

/// The algorithm and what guided it.
pub(super) fn method(answer: &Answer) -> String {
    match answer.heuristic {
        HeuristicName::BLIND => answer.algorithm.to_string(),
        heuristic => format!("{} with {heuristic}", answer.algorithm),
    }
}

/// Writes the counts of a search, one on each line.
///
/// # Errors
/// Errors of `out`.
pub fn stats(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    let rate = stats.expanded as f64 / stats.seconds.max(1e-9);
    writeln!(out, "expanded        {}", stats.expanded)?;
    writeln!(out, "generated       {}", stats.generated)?;
    writeln!(out, "reopened        {}", stats.reopened)?;
    writeln!(out, "goal checks     {}", stats.goal_checks)?;
    writeln!(out, "largest open    {}", stats.largest_open)?;
    writeln!(out, "largest closed  {}", stats.largest_closed)?;
    writeln!(out, "peak bytes      {}", stats.peak_bytes)?;
    writeln!(out, "seconds         {:.6}", stats.seconds)?;
    writeln!(out, "expanded/second {rate:.0}")?;
    for bound in &stats.bounds {
        writeln!(
            out,
            "bound {:>4}      {} expanded, {} generated",
            bound.bound, bound.expanded, bound.generated
        )?;
    }
    Ok(())
}

/// The moves: as many on a line as fit, or one on each line with its number.
fn list(out: &mut dyn Write, instance: &Instance, steps: &[Step]) -> io::Result<()> {
    if !instance.is_terse() {
        let width = steps.len().to_string().len();
        let mut numbered = steps.iter().zip(1..);
        return numbered
            .try_for_each(|(step, number)| writeln!(out, "  {number:>width$}  {}", instance.words(step)));
    }
    let mut lines = Lines::default();
    steps.iter().try_for_each(|step| lines.add(out, &instance.short(step)))?;
    lines.finish(out)
}

/// Lines of moves, the last of which is incomplete.
#[derive(Default)]
struct Lines {
    line: String,
    columns: usize,
}

impl Lines {
    fn add(&mut self, out: &mut dyn Write, word: &str) -> io::Result<()> {
        let columns = word.chars().count();
        if self.columns + 1 + columns > WIDTH {
            writeln!(out, "{}", self.line)?;
            self.line.clear();
            self.columns = 0;
        }
        self.line.push_str("  ");
        self.line.push_str(word);
        self.columns += 2 + columns;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.line.is_empty() { Ok(()) } else { writeln!(out, "{}", self.line) }
    }
}

/// Writes the outcome in one sentence.
///
/// # Errors
/// Errors of `out`.
pub(super) fn streamed_outcome(out: &mut dyn Write, streamed: &Streamed) -> io::Result<()> {
    let Streamed { end, moves, lower_bound, .. } = streamed;
    match end {
        Ok(()) => solved(out, *moves, *lower_bound),
        Err(limit) => {
            let moves = moves_in_words(*moves);
            writeln!(out, "Stopped ({limit}) after {moves}: a solution needs at least {lower_bound}.")
        }
    }
}

/// For people.
pub(super) struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn about(&self) -> &'static str {
        "for people"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        with_stats: bool,
    ) -> io::Result<()> {
        text(out, instance, answer)?;
        if with_stats { stats(out, &answer.report.stats) } else { Ok(()) }
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        match answer.steps() {
            Some(steps) => {
                if let Outcome::Stopped(limit) = answer.report.outcome {
                    write!(out, "Stopped ({limit}), at least {}; ", answer.report.lower_bound)?;
                }
                write!(out, "{}: ", length_in_words(instance, steps))?;
                moves(out, instance, answer)
            }
            None => outcome(out, instance, answer),
        }
    }

    fn number(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        solutions: &Solutions,
        (alone, _): (bool, bool),
    ) -> io::Result<()> {
        let count = solutions_in_words(solutions);
        if alone {
            instance.heading(out)?;
            outcome(out, instance, answer)?;
            writeln!(out, "Plan: {}", method(answer))?;
            let are = if solutions.count() == 1 { "is" } else { "are" };
            writeln!(out, "There {are} {count} of that length.")?;
            return first_counts(out, instance, answer);
        }
        let moves = moves_in_words(answer.cost(instance).map_or(0, u64::from));
        let first = counts_of_answer(instance, answer).map(|words| format!(", the first {words}"));
        writeln!(out, "{moves}: {count}{}", first.unwrap_or_default())
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        number: u128,
    ) -> io::Result<()> {
        write!(out, "{}: ", numbered(number, instance, answer))?;
        moves(out, instance, answer)
    }

    fn on_screen(&self, screen: Screen) -> Option<Box<dyn Format>> {
        Some(Box::new(OnScreen { screen, boards: false }))
    }

    fn stream(&self) -> Option<Box<dyn Stream>> {
        Some(Box::new(Lines::default()))
    }
}

impl Stream for Lines {
    fn begin(&mut self, out: &mut dyn Write, instance: &Instance) -> io::Result<()> {
        instance.heading(out)
    }

    fn step(&mut self, out: &mut dyn Write, instance: &Instance, step: &Step) -> io::Result<()> {
        self.add(out, &instance.short(step))
    }

    fn end(
        &mut self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        streamed: &Streamed,
        with_stats: bool,
    ) -> io::Result<()> {
        self.finish(out)?;
        streamed_outcome(out, streamed)?;
        writeln!(out, "Plan: {}", Algorithm::Near)?;
        if with_stats { stats(out, &streamed.stats) } else { Ok(()) }
    }
}
