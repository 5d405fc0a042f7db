//! Answers on a terminal: boards drawn with boxes, moves wrapped to the width, figures with units.

use std::io::{self, Write};

use taquin_search::Stats;

use super::Format;
use super::text::{counts, first_counts, method, moves_in_words, numbered, outcome, solutions_in_words};
use crate::answer::Answer;
use crate::instance::Instance;
use crate::picture::{Boxes, Palette, Scene};
use crate::solutions::Solutions;

/// A terminal, as far as a rendering has to know it.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The number of its columns.
    pub width: usize,
    /// Its colours.
    pub palette: Palette,
}

/// The most lines of a board that is drawn beside an answer.
const TALLEST: usize = 40;
/// What stands before a line of moves.
const INDENT: usize = 2;

impl Screen {
    /// Writes what kind of puzzle it is, with the start and the goal side by side as far as they fit.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn heading(&self, out: &mut dyn Write, instance: &Instance) -> io::Result<()> {
        // Where moves can be counted in several ways, the counts tell the metric.
        let metric = instance.metric().filter(|_| instance.counts(&[]).is_empty());
        let metric = metric.map_or(String::new(), |metric| format!(", {metric} metric"));
        writeln!(out, "{}{metric}", self.palette.bold(&instance.title()))?;
        let goal = instance.goal_scene();
        let scenes: Vec<Scene> = [Some(instance.scene()), goal].into_iter().flatten().collect();
        let drawings: Vec<Boxes<'_>> = scenes.iter().map(Boxes::new).collect();
        let fits = |count: &usize| {
            let wide: usize = drawings[..*count].iter().map(|boxes| boxes.width() + 5).sum();
            drawings[0].height() <= TALLEST && wide <= self.width + 3
        };
        let Some(count) = (1..=drawings.len()).rev().find(fits) else { return Ok(()) };
        let columns: Vec<Vec<String>> =
            drawings[..count].iter().map(|boxes| boxes.lines(self.palette)).collect();
        for line in 0..drawings[0].height() {
            let between = if line == drawings[0].height() / 2 { "  →  " } else { "     " };
            let row: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
            writeln!(out, "  {}", row.join(between))?;
        }
        Ok(())
    }

    /// Words in lines of the terminal's width.
    #[must_use]
    pub fn wrapped(&self, words: impl IntoIterator<Item = String>) -> Vec<String> {
        wrapped(words, self.width.saturating_sub(1))
    }

    /// Positions with titles, as many beside each other as fit.
    #[must_use]
    pub fn gallery(&self, pictures: &[(String, Scene)]) -> Vec<String> {
        let drawings: Vec<Boxes<'_>> = pictures.iter().map(|(_, scene)| Boxes::new(scene)).collect();
        let widths = pictures
            .iter()
            .zip(&drawings)
            .map(|((title, _), boxes)| title.chars().count().max(boxes.width()));
        let column = widths.max().unwrap_or(0) + 3;
        let mut lines = Vec::new();
        let a_row = (self.width / column).max(1);
        for (pictures, drawings) in pictures.chunks(a_row).zip(drawings.chunks(a_row)) {
            let titles: String = pictures.iter().map(|(title, _)| format!("{title:<column$}")).collect();
            lines.extend([String::new(), titles.trim_end().to_string()]);
            let columns: Vec<Vec<String>> = drawings.iter().map(|boxes| boxes.lines(self.palette)).collect();
            let gap = " ".repeat(column - drawings[0].width());
            for line in 0..drawings[0].height() {
                let parts: Vec<&str> = columns.iter().map(|column| column[line].as_str()).collect();
                lines.push(parts.join(&gap));
            }
        }
        lines
    }

    /// Writes the boards of a solution.
    fn boards(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        let Some(steps) = answer.steps() else { return Ok(()) };
        let mut now = instance.clone();
        let mut stages = vec![("start".to_string(), now.scene())];
        for (step, number) in steps.iter().zip(1..) {
            now = now.after(step).expect("a solution has only legal moves");
            stages.push((format!("{number}. {}", instance.short(step)), now.scene()));
        }
        self.gallery(&stages).iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Words in lines of at most `width` characters.
fn wrapped(words: impl IntoIterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in words {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if room > length => {
                line.push(' ');
                line.push_str(&word);
                room -= length + 1;
            }
            _ => {
                lines.push(format!("{:INDENT$}{word}", ""));
                room = width.saturating_sub(INDENT + length);
            }
        }
    }
    lines
}

/// Seconds as people say them.
#[must_use]
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.1} s"),
        ..3600.0 => format!("{:.0} min {:.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor()),
        _ => format!("{:.0} h {:.0} min", (seconds / 3600.0).floor(), (seconds % 3600.0 / 60.0).floor()),
    }
}

/// A count with a separator at every thousand.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// A rate in a short form.
fn rate(number: f64) -> String {
    match number {
        ..1e4 => format!("{number:.0}"),
        ..1e6 => format!("{:.0} thousand", number / 1e3),
        _ => format!("{:.1} million", number / 1e6),
    }
}

/// Bytes with a unit.
fn bytes(number: usize) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{number} B") } else { format!("{value:.1} {}", units[unit]) }
}

/// Writes the counts of a search in words, each with its unit; what was not counted is left out.
///
/// # Errors
/// Errors of `out`.
pub fn stats_in_words(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    // Of less than a millisecond nothing sensible can be said.
    let a_second = if stats.seconds > 0.001 { stats.expanded as f64 / stats.seconds } else { 0.0 };
    let some = |number: u64, what: &str| (number > 0).then(|| format!("{} {what}", count(number)));
    let rows = [
        (
            "Nodes",
            vec![
                some(stats.expanded, "expanded"),
                some(stats.generated, "generated"),
                some(stats.reopened, "reopened"),
                some(stats.goal_checks, "goal checks"),
            ],
        ),
        (
            "Lists",
            vec![
                some(stats.largest_open as u64, "open at most"),
                some(stats.largest_closed as u64, "closed at most"),
            ],
        ),
        ("Memory", vec![(stats.peak_bytes > 0).then(|| format!("{} at most", bytes(stats.peak_bytes)))]),
        (
            "Time",
            vec![
                Some(duration(stats.seconds)),
                (a_second >= 1.0).then(|| format!("{} nodes a second", rate(a_second))),
            ],
        ),
    ];
    for (name, facts) in rows {
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        if !facts.is_empty() {
            writeln!(out, "{name:<7} {}", facts.join(", "))?;
        }
    }
    for row in &stats.bounds {
        let (expanded, generated) = (count(row.expanded), count(row.generated));
        writeln!(out, "Bound {:>3}: {expanded} expanded, {generated} generated", row.bound)?;
    }
    Ok(())
}

/// An answer for a person at a terminal.
pub(super) struct OnScreen {
    pub(super) screen: Screen,
    /// Whether the board is drawn after every move, instead of the list of moves alone.
    pub(super) boards: bool,
}

impl Format for OnScreen {
    fn name(&self) -> &'static str {
        if self.boards { "boards" } else { "text" }
    }

    fn about(&self) -> &'static str {
        "for people at a terminal"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        stats: bool,
    ) -> io::Result<()> {
        let palette = self.screen.palette;
        if !self.boards {
            self.screen.heading(out, instance)?;
        }
        let mut sentence = Vec::new();
        outcome(&mut sentence, instance, answer)?;
        let sentence = String::from_utf8_lossy(&sentence);
        let time = duration(answer.report.stats.seconds);
        writeln!(
            out,
            "{} {}",
            palette.bold(sentence.trim_end()),
            palette.dim(&format!("({time}, {})", method(answer)))
        )?;
        if self.boards {
            self.screen.boards(out, instance, answer)?;
        } else if let Some(steps) = answer.steps() {
            let lines = self.screen.wrapped(steps.iter().map(|step| instance.short(step)));
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            counts(out, instance, steps)?;
        }
        if stats { stats_in_words(out, &answer.report.stats) } else { Ok(()) }
    }

    fn number(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        solutions: &Solutions,
        _: (bool, bool),
    ) -> io::Result<()> {
        self.screen.heading(out, instance)?;
        let cost = moves_in_words(answer.cost(instance).map_or(0, u64::from));
        let sentence = format!("{} of {cost}, the fewest possible.", solutions_in_words(solutions));
        let time = duration(answer.report.stats.seconds);
        let palette = self.screen.palette;
        let beside = palette.dim(&format!("({time}, {})", method(answer)));
        writeln!(out, "{} {beside}", palette.bold(&sentence))?;
        first_counts(out, instance, answer)
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        number: u128,
    ) -> io::Result<()> {
        let numbered = numbered(number, instance, answer);
        if self.boards {
            writeln!(out, "\n{}", self.screen.palette.bold(&format!("Solution {numbered}")))?;
            return self.screen.boards(out, instance, answer);
        }
        let number = std::iter::once(format!("{numbered}."));
        let steps = answer.steps().unwrap_or_default().iter().map(|step| instance.short(step));
        let lines = self.screen.wrapped(number.chain(steps));
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        self.answer(out, &mut io::sink(), instance, answer, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Plan, render, solve};

    fn shown(text: &str, form: &str, width: usize) -> String {
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
        let screen = Screen { width, palette: Palette::Plain };
        let form = render::format(form).unwrap().on_screen(screen).expect("the form has a look of its own");
        let mut out = Vec::new();
        form.answer(&mut out, &mut io::sink(), &instance, &answer, true).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_long_solution_is_a_few_lines() {
        let klotski = "metric: finger\nabbc\nabbc\ndeef\ndghf\ni..j\ngoal: ..../..../..../.bb./.bb.";
        let text = shown(klotski, "text", 80);
        assert!(text.contains("Solved in 81 moves, the fewest possible. ("), "{text}");
        let moves = text.lines().filter(|line| line.contains('↑') || line.contains('↓')).count();
        assert!((2..=8).contains(&moves), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(text.contains(" expanded, ") && text.contains("\nTime    "), "{text}");
    }

    #[test]
    fn boards_stand_beside_each_other() {
        let text = shown("1 2 3 / 4 0 6 / 7 5 8", "boards", 60);
        assert!(
            text.contains("start           1. 5↑           2. 8←\n┌───┬───┬───┐   ┌───┬───┬───┐"),
            "{text}"
        );
        assert!(shown("1 2 3 / 4 0 6 / 7 5 8", "boards", 20).contains("└───┴───┴───┘\n\n1. 5↑\n┌"));
    }

    #[test]
    fn figures_have_units() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0.0000051, 0.0123, 12.34, 125.9, 7325.0].map(duration),
            ["5 µs", "12 ms", "12.3 s", "2 min 5 s", "2 h 2 min"]
        );
        assert_eq!([12, 2048, 3 << 30].map(bytes), ["12 B", "2.0 KiB", "3.0 GiB"]);
    }
}
