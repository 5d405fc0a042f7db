//! For the terminal.

use std::fmt::Write;

use super::{columns, tame};
use crate::report::{CaseReport, Report, points};

/// The report as plain text, with what is wrong below each part.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} · {}: {} of {} points",
        report.submission,
        report.course,
        points(report.score),
        points(report.points)
    );
    for note in &report.notes {
        let _ = writeln!(text, "\n! {}", note.replace('\n', "\n  "));
    }
    for part in &report.parts {
        let right = part.cases.iter().filter(|case| case.is_right()).count();
        let mark = if right == part.cases.len() { "✓" } else { "✗" };
        let _ = writeln!(
            text,
            "\n{mark} {:>5} of {:<3} {}  ({right} of {} cases right)",
            points(part.score),
            points(part.points),
            part.title,
            part.cases.len()
        );
        for case in part.cases.iter().filter(|case| !case.is_right()) {
            text += &wrong(case);
        }
    }
    for (title, most) in &report.manual {
        let _ = writeln!(text, "\n·     ? of {:<3} {title}  (given by a person)", points(*most));
    }
    if !report.slips.is_empty() {
        let _ = writeln!(text, "\nMost likely:");
        for (slip, count) in &report.slips {
            let _ = writeln!(text, "  {slip}\n    (explains {count} wrong {})", answers(*count));
        }
    }
    tame(&text)
}

pub(super) fn answers(count: usize) -> &'static str {
    if count == 1 { "answer" } else { "answers" }
}

/// What is wrong with one case.
pub(super) fn wrong(case: &CaseReport) -> String {
    let mut text = String::new();
    let why = case.why.as_deref().unwrap_or_default();
    let worth =
        if case.score > 0.0 { format!(" (worth {} of 1)", points(case.score)) } else { String::new() };
    let _ = writeln!(text, "\n    $ {}", case.command);
    let _ = writeln!(text, "    {} case, {:.2} s: {why}{worth}", case.origin(), case.seconds);
    if !case.rows.is_empty() {
        for line in columns(&case.rows) {
            let _ = writeln!(text, "      {line}");
        }
    }
    if !case.complaints.trim().is_empty() {
        let _ = writeln!(text, "    it complained:");
        for line in case.complaints.lines() {
            let _ = writeln!(text, "      {line}");
        }
    }
    if let Some(slip) = &case.slip {
        let _ = writeln!(text, "    likely: {slip}");
    }
    text
}
