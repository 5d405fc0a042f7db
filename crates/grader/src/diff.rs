//! Two texts side by side around the first line that differs.

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

/// Lines that are shown before the first difference.
const BEFORE: usize = 2;
/// Lines that are shown in all.
const SHOWN: usize = 12;

/// One line of each text, where there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The line of the right answer and its number.
    pub expected: Option<(usize, String)>,
    /// The line of the submission's answer and its number.
    pub found: Option<(usize, String)>,
    /// Whether they differ.
    pub differs: bool,
    /// Whether this is the first that does.
    pub first: bool,
}

/// The rows around the first difference; none if there is none.
#[must_use]
pub(crate) fn side_by_side(expected: &[String], found: &[String]) -> Vec<Row> {
    let longest = expected.len().max(found.len());
    let Some(first) = (0..longest).find(|&line| expected.get(line) != found.get(line)) else {
        return Vec::new();
    };
    let start = first.saturating_sub(BEFORE);
    // Lines far behind the first difference do not help a student, and are expensive to compare.
    let window = |lines: &[String]| -> Vec<String> {
        lines.iter().skip(start).take(2 * SHOWN).map(|line| shorten(line)).collect()
    };
    let (left, right) = (window(expected), window(found));
    // Texts of one length are read line by line; else lines were added or left out.
    let mut rows = if expected.len() == found.len() {
        abreast(&left, &right, start)
    } else {
        aligned(&left, &right, start)
    };
    if let Some(row) = rows.iter_mut().find(|row| row.differs) {
        row.first = true;
    }
    rows.truncate(SHOWN);
    rows
}

/// The lines of the same number beside one another.
fn abreast(left: &[String], right: &[String], start: usize) -> Vec<Row> {
    let row = |(index, (left, right)): (usize, (&String, &String))| Row {
        expected: Some((start + index + 1, left.clone())),
        found: Some((start + index + 1, right.clone())),
        differs: left != right,
        first: false,
    };
    left.iter().zip(right).enumerate().map(row).collect()
}

/// Equal lines beside one another, and the others between them.
fn aligned(left: &[String], right: &[String], start: usize) -> Vec<Row> {
    let left: Vec<&str> = left.iter().map(String::as_str).collect();
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    let mut rows: Vec<Row> = Vec::new();
    for change in TextDiff::from_slices(&left, &right).iter_all_changes() {
        let line = |index: Option<usize>| index.map(|index| (start + index + 1, change.value().to_string()));
        let (old, new) = (line(change.old_index()), line(change.new_index()));
        // A line that was taken out and one that was put in share a row.
        let open = rows.iter_mut().find(|row| row.differs && row.found.is_none());
        match (change.tag(), open) {
            (ChangeTag::Insert, Some(row)) => row.found = new,
            (tag, _) => {
                let differs = tag != ChangeTag::Equal;
                rows.push(Row { expected: old, found: new, differs, first: false });
            }
        }
    }
    rows
}

/// A line of limited length without control characters.
fn shorten(line: &str) -> String {
    const MOST: usize = 100;
    let mut short: String =
        line.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if line.chars().count() > MOST {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(expected: &str, found: &str) -> Vec<(String, String, bool)> {
        let lines = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let text = |side: &Option<(usize, String)>| {
            side.as_ref().map_or(String::new(), |(line, text)| format!("{line}{text}"))
        };
        let rows = side_by_side(&lines(expected), &lines(found));
        rows.iter().map(|row| (text(&row.expected), text(&row.found), row.first)).collect()
    }

    #[test]
    fn the_first_difference_is_marked() {
        let row = |a: &str, b: &str, first| (a.to_string(), b.to_string(), first);
        assert_eq!(rows("a b c", "a b c"), []);
        let expected = [row("1a", "1a", false), row("2b", "2x", true), row("3c", "3c", false)];
        assert_eq!(rows("a b c", "a x c"), expected);
        assert_eq!(rows("a b", "a"), [row("1a", "1a", false), row("2b", "", true)]);
        assert_eq!(rows("a", "a b"), [row("1a", "1a", false), row("", "2b", true)]);
    }

    #[test]
    fn long_texts_are_cut_and_binary_ones_tamed() {
        let many: Vec<String> = (0..100_000).map(|line| line.to_string()).collect();
        let mut other = many.clone();
        other[70_000] = "x\u{0}y".repeat(200);
        let rows = side_by_side(&many, &other);
        assert_eq!(rows.len(), SHOWN);
        assert_eq!(rows[0].expected.as_ref().unwrap().0, 69_999);
        let (line, text) = rows[2].found.as_ref().unwrap();
        assert!(*line == 70_001 && text.starts_with("x\u{fffd}y") && text.chars().count() == 101);
    }
}
