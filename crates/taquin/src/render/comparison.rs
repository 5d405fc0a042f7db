//! A comparison as a table: comma-separated values, JSON or Markdown.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::comparison::{Comparison, Run};
use crate::instance::Instance;

/// The columns of a run, after those that identify it.
const COLUMNS: [&str; 10] = [
    "outcome",
    "limit",
    "cost",
    "lower_bound",
    "optimal",
    "expanded",
    "generated",
    "peak_bytes",
    "seconds",
    "error",
];

/// A puzzle in one line.
fn name(puzzle: &Instance) -> String {
    puzzle.state_text()
}

/// The values of a run, in the order of the columns.
fn values(run: &Run) -> [Value; 10] {
    match &run.found {
        Ok(found) => [
            json!(found.outcome),
            json!(found.limit.map(|limit| limit.to_string())),
            json!(found.cost),
            json!(found.lower_bound),
            json!(found.is_optimal()),
            json!(found.expanded),
            json!(found.generated),
            json!(found.peak_bytes),
            json!(found.seconds),
            Value::Null,
        ],
        Err(error) => {
            let mut row = [const { Value::Null }; 10];
            row[0] = json!("error");
            row[9] = json!(error);
            row
        }
    }
}

/// Writes one line for each run as comma-separated values.
///
/// # Errors
/// Errors of `out`.
pub fn comparison_csv(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    writeln!(out, "number,puzzle,algorithm,heuristic,{}", COLUMNS.join(","))?;
    for run in &comparison.runs {
        let contender = comparison.contenders[run.contender];
        let puzzle = field(&json!(name(&comparison.puzzles[run.puzzle])));
        let heuristic = contender.heuristic.map_or("", |heuristic| heuristic.name());
        let values: Vec<String> = values(run).iter().map(field).collect();
        let number = run.puzzle + 1;
        writeln!(out, "{number},{puzzle},{},{heuristic},{}", contender.algorithm, values.join(","))?;
    }
    Ok(())
}

/// A value between commas.
fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Writes all of it as one JSON object, with the command that repeats it.
///
/// # Errors
/// Errors of `out`.
pub fn comparison_json(out: &mut dyn Write, comparison: &Comparison, command: &str) -> io::Result<()> {
    let run = |run: &Run| {
        let contender = comparison.contenders[run.contender];
        let mut object = json!({
            "number": run.puzzle + 1,
            "algorithm": contender.algorithm.name(),
            "heuristic": contender.heuristic.map(|heuristic| heuristic.name()),
        });
        for (column, value) in COLUMNS.iter().zip(values(run)) {
            object[*column] = value;
        }
        object
    };
    let object = json!({
        "command": command,
        "puzzles": comparison.puzzles.iter().map(|puzzle| puzzle.object()).collect::<Vec<_>>(),
        "runs": comparison.runs.iter().map(run).collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// Writes a table of the contenders and one of all runs in Markdown, with the command that repeats them.
///
/// # Errors
/// Errors of `out`.
pub fn comparison_markdown(out: &mut dyn Write, comparison: &Comparison, command: &str) -> io::Result<()> {
    let head = ["algorithm", "heuristic", "solved", "unsolvable", "stopped", "refused"];
    let mut rows = vec![head.map(String::from).to_vec()];
    rows[0].extend(["mean length", "expanded", "generated", "seconds"].map(String::from));
    for (index, contender) in comparison.contenders.iter().enumerate() {
        let sum = comparison.sum(index);
        let heuristic = contender.heuristic.map_or("", |heuristic| heuristic.name());
        let mut row = vec![contender.algorithm.to_string(), heuristic.to_string()];
        row.extend([sum.solved, sum.unsolvable, sum.stopped, sum.refused].map(|count| count.to_string()));
        row.push(sum.mean_cost.map_or_else(String::new, |mean| format!("{mean:.2}")));
        row.extend([sum.expanded, sum.generated].map(|count| count.to_string()));
        row.push(format!("{:.3}", sum.seconds));
        rows.push(row);
    }
    table(out, &rows)?;
    writeln!(out)?;
    let mut rows = vec![["number", "puzzle"].map(String::from).to_vec()];
    rows[0].extend(comparison.contenders.iter().map(ToString::to_string));
    for (number, puzzle) in comparison.puzzles.iter().enumerate() {
        let mut row = vec![(number + 1).to_string(), format!("`{}`", name(puzzle))];
        row.extend((0..comparison.contenders.len()).map(|contender| cell(comparison, contender, number)));
        rows.push(row);
    }
    table(out, &rows)?;
    writeln!(
        out,
        "\nLength and expanded nodes of every search. The command that repeats them:\n\n    {command}"
    )
}

/// What a contender did with a puzzle, in a few words.
fn cell(comparison: &Comparison, contender: usize, puzzle: usize) -> String {
    let run = comparison.runs.iter().find(|run| (run.contender, run.puzzle) == (contender, puzzle));
    match run.map(|run| &run.found) {
        None => String::new(),
        Some(Err(_)) => "refused".into(),
        Some(Ok(found)) => match (found.cost, found.limit) {
            (Some(cost), _) => format!("{cost}, {} nodes", found.expanded),
            (None, Some(limit)) => format!("{limit}, {} nodes", found.expanded),
            (None, None) => found.outcome.into(),
        },
    }
}

/// A table in Markdown whose columns are as wide as they need, numbers to the right.
fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let long = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| long(&row[column])).max().unwrap_or(0).max(3))
        .collect();
    let is_number = |column: usize| {
        rows.len() > 1
            && rows[1..].iter().all(|row| row[column].chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    for (number, row) in rows.iter().enumerate() {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| match is_number(column) {
                true => format!(" {text:>width$} |"),
                false => format!(" {text:<width$} |"),
            });
        writeln!(out, "|{}", cells.collect::<String>())?;
        if number == 0 {
            let rules = widths.iter().enumerate().map(|(column, &width)| match is_number(column) {
                true => format!(" {}: |", "-".repeat(width - 1)),
                false => format!(" {} |", "-".repeat(width)),
            });
            writeln!(out, "|{}", rules.collect::<String>())?;
        }
    }
    Ok(())
}
