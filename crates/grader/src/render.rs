//! A report in one of several formats.

mod gradescope;
mod junit;
mod markdown;
mod table;
mod text;

pub use gradescope::gradescope;
pub use junit::junit;
pub use markdown::markdown;
pub use table::{csv, markdown_table, table};
pub use text::text;

use crate::diff::Row;
use crate::names::is_safe;

/// Text without control characters.
fn tame(text: &str) -> String {
    text.chars().map(|c| if is_safe(c) || c == '\n' { c } else { '\u{fffd}' }).collect()
}

/// Text with the special characters of Markdown and HTML escaped.
fn literal(text: &str) -> String {
    let mut literal = String::new();
    for character in tame(text).chars() {
        if character.is_ascii_punctuation() && !"%,.:;'/ -".contains(character) {
            literal.push('\\');
        }
        literal.push(if character == '\n' { ' ' } else { character });
    }
    literal
}

/// Rows as two columns with a mark between them: `>` the first difference, `|` a further one.
fn columns(rows: &[Row]) -> Vec<String> {
    const HEADS: [&str; 2] = ["expected", "yours"];
    let cell = |side: &Option<(usize, String)>| {
        side.as_ref().map_or(String::new(), |(line, text)| format!("{line:>4}  {text}"))
    };
    let pairs: Vec<(String, String)> =
        rows.iter().map(|row| (cell(&row.expected), cell(&row.found))).collect();
    let width =
        pairs.iter().map(|(left, _)| left.chars().count()).chain([HEADS[0].len() + 6]).max().unwrap_or(0);
    let line = |left: &str, mark: &str, right: &str| {
        let gap = " ".repeat(width - left.chars().count());
        format!("{left}{gap} {mark} {right}").trim_end().to_string()
    };
    let mut lines = vec![line(&format!("      {}", HEADS[0]), " ", &format!("      {}", HEADS[1]))];
    for (row, (left, right)) in rows.iter().zip(&pairs) {
        let mark = if row.first {
            ">"
        } else if row.differs {
            "|"
        } else {
            " "
        };
        lines.push(line(left, mark, right));
    }
    lines
}
