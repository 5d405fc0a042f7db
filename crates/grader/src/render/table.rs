//! A class at a glance: one line for each submission, one column for each part.

use super::{literal, tame};
use crate::class::Graded;
use crate::report::points;

/// The rows of the table, its head first. A submission without a grade has a message instead.
fn rows(graded: &[Graded]) -> Vec<Vec<String>> {
    let reports = || graded.iter().filter_map(|one| one.report.as_ref().ok());
    let mut head = vec!["submission".to_string(), "score".into(), "of".into()];
    if let Some(report) = reports().next() {
        head.extend(report.parts.iter().map(|part| part.topic.clone()));
    }
    head.push("likely".into());
    let columns = head.len();
    let mut rows = vec![head];
    for one in graded {
        let mut row = vec![one.name.clone()];
        match &one.report {
            Ok(report) => {
                row.extend([points(report.score), points(report.points)]);
                row.extend(report.parts.iter().map(|part| points(part.score)));
                let notes = report.notes.iter().map(|note| note.lines().next().unwrap_or("").to_string());
                let slip = report.slips.first().map(|(slip, _)| slip.clone());
                row.push(notes.chain(slip).collect::<Vec<_>>().join("; "));
            }
            Err(error) => {
                row.resize(columns - 1, String::new());
                row.push(error.to_string());
            }
        }
        row.iter_mut().for_each(|cell| *cell = tame(cell).replace('\n', " "));
        rows.push(row);
    }
    rows
}

/// For the terminal.
#[must_use]
pub fn table(graded: &[Graded]) -> String {
    let rows = rows(graded);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let gap = " ".repeat(width - cell.chars().count());
            let is_number = column > 0 && column + 1 < widths.len();
            if is_number { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// For a spreadsheet.
#[must_use]
pub fn csv(graded: &[Graded]) -> String {
    let cell = |cell: &String| {
        // A spreadsheet would read such a cell as a formula, and names of folders are not trusted.
        let cell = if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell.clone() };
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
    rows(graded).iter().map(line).collect()
}

/// For a page.
#[must_use]
pub fn markdown_table(graded: &[Graded]) -> String {
    let rows = rows(graded);
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| literal(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", " --- |".repeat(rows[0].len()));
    rows.iter()
        .enumerate()
        .map(|(place, row)| if place == 0 { line(row) + &rule } else { line(row) })
        .collect()
}
