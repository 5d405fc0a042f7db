//! A page for the student.

use std::fmt::Write;

use super::text::answers;
use super::{columns, literal, tame};
use crate::report::{CaseReport, Report, points};

/// The report as Markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut page = String::new();
    let (score, most) = (points(report.score), points(report.points));
    let _ = writeln!(
        page,
        "# {}: {}\n\n**{score} of {most} points**\n",
        report.course,
        literal(&report.submission)
    );
    for note in &report.notes {
        page += &fence(note);
    }
    if !report.slips.is_empty() {
        let _ = writeln!(page, "Most likely:\n");
        for (slip, count) in &report.slips {
            let _ = writeln!(page, "- {slip} (explains {count} wrong {})", answers(*count));
        }
        page.push('\n');
    }
    let _ = writeln!(page, "| part | points | cases right |\n| --- | --- | --- |");
    for part in &report.parts {
        let right = part.cases.iter().filter(|case| case.is_right()).count();
        let (score, most, cases) = (points(part.score), points(part.points), part.cases.len());
        let _ = writeln!(page, "| {} | {score} of {most} | {right} of {cases} |", part.title);
    }
    for (title, most) in &report.manual {
        let _ = writeln!(page, "| {title} | ? of {} | given by a person |", points(*most));
    }
    for part in report.parts.iter().filter(|part| !part.cases.iter().all(CaseReport::is_right)) {
        let _ = writeln!(page, "\n## {}", part.title);
        for case in part.cases.iter().filter(|case| !case.is_right()) {
            page += &wrong(case);
        }
    }
    page
}

fn wrong(case: &CaseReport) -> String {
    let mut page = format!("\n{}", fence(&case.command));
    let why = case.why.as_deref().unwrap_or_default();
    let _ = writeln!(page, "{} case, {:.2} s: {why}.", capital(case.origin()), case.seconds);
    if let Some(slip) = &case.slip {
        let _ = writeln!(page, "**Likely: {slip}.**");
    }
    page.push('\n');
    if !case.rows.is_empty() {
        page += &fence(&columns(&case.rows).join("\n"));
    }
    if !case.complaints.trim().is_empty() {
        let _ = write!(page, "It complained:\n\n{}", fence(&case.complaints));
    }
    page
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// A block of code, in a fence that is longer than any within it.
fn fence(text: &str) -> String {
    let text = tame(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{text}\n{fence}\n\n")
}
