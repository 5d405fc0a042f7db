//! `results.json` as Gradescope reads it.

use serde_json::json;

use super::tame;
use super::text::wrong;
use crate::report::{Report, points};

/// The report as Gradescope's JSON: one test for each part, with what is wrong as its output.
#[must_use]
pub fn gradescope(report: &Report) -> String {
    let tests: Vec<_> = report
        .parts
        .iter()
        .map(|part| {
            let right = part.cases.iter().filter(|case| case.is_right()).count();
            let wrongs: String = part.cases.iter().filter(|case| !case.is_right()).map(wrong).collect();
            let output = tame(&format!("{right} of {} cases right\n{wrongs}", part.cases.len()));
            let status = if right == part.cases.len() { "passed" } else { "failed" };
            json!({
                "name": part.title,
                "number": part.topic,
                "score": rounded(part.score),
                "max_score": part.points,
                "status": status,
                "output": output,
                "output_format": "text",
                "visibility": "visible",
            })
        })
        .collect();
    let mut output = report.notes.join("\n");
    for (slip, _) in &report.slips {
        output += &format!("\nMost likely: {slip}");
    }
    for (title, most) in &report.manual {
        output += &format!("\n{} points are given by a person: {title}", points(*most));
    }
    let time: f64 = report.cases().map(|(_, case)| case.seconds).sum();
    let whole = json!({
        "score": rounded(report.score),
        "execution_time": rounded(time),
        "output": tame(output.trim()),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
