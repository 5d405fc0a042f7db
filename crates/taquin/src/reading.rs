//! Texts with several puzzles: one on each line, or one in each paragraph.

use std::io::BufRead;
use std::ops::Range;

use crate::error::Error;
use crate::instance::{Hints, Instance};

/// How many lines at the head of a text are read to distinguish a list of puzzles from a puzzle of many lines.
const TRIED: usize = 1000;

/// The contents of a text.
pub enum Reading {
    /// One puzzle.
    One(Instance),
    /// A list of puzzles. A text that is not a puzzle is an error in its place.
    Many(Box<dyn Iterator<Item = Result<Instance, Error>> + Send>),
}

/// Reads a text as one puzzle or, if it is not one, as a list of puzzles, one in each line or paragraph.
///
/// ```
/// use taquin::{Hints, Reading, read};
///
/// let text = "1 2 / 3 0\n# a comment\n1 2 / 3 3\n1 2 / 0 3\n";
/// let Reading::Many(found) = read(text.to_string(), &Hints::default())? else { panic!("a list") };
/// let found: Vec<_> = found.collect();
/// assert!(found[0].is_ok() && found[2].is_ok());
/// assert!(found[1].as_ref().unwrap_err().to_string().starts_with("line 3, column 9"));
/// # Ok::<(), taquin::Error>(())
/// ```
///
/// # Errors
/// If the text is neither.
pub fn read(text: String, hints: &Hints) -> Result<Reading, Error> {
    let error = match Instance::parse(&text, hints) {
        Ok(instance) => return Ok(Reading::One(instance)),
        Err(error) => error,
    };
    let Some(parts) = split(&text, hints) else {
        return Instance::parse(&without_comments(&text), hints).map(Reading::One).map_err(|_| error);
    };
    let hints = hints.clone();
    Ok(Reading::Many(Box::new(parts.into_iter().map(move |part| part.read(&text, &hints)))))
}

/// Reads a text that holds one puzzle.
///
/// # Errors
/// If it holds none, or a list of them.
pub fn read_one(text: String, hints: &Hints) -> Result<Instance, Error> {
    match read(text, hints)? {
        Reading::One(instance) => Ok(instance),
        Reading::Many(_) => Err(Error::Several),
    }
}

/// A line or a paragraph of a text.
#[derive(Clone, Debug)]
struct Excerpt {
    /// The number of its first line, counted from 1.
    line: usize,
    bytes: Range<usize>,
}

impl Excerpt {
    fn read(&self, text: &str, hints: &Hints) -> Result<Instance, Error> {
        let own = &text[self.bytes.clone()];
        let found = Instance::parse(own, hints);
        let found = found.or_else(|error| Instance::parse(&without_comments(own), hints).map_err(|_| error));
        found.map_err(|error| Error::Line { line: self.line, message: error.to_string() })
    }

    fn is_puzzle(&self, text: &str, hints: &Hints) -> bool {
        // A row of a picture of blocks is a picture too, but has no goal; a row of tiles may be a tiny board.
        let is_line = !text[self.bytes.clone()].contains('\n');
        let is_tiny = |(rows, cols): (usize, usize)| is_line && rows * cols < 4;
        let is_whole = |instance: Instance| instance.has_goal() && !is_tiny(instance.size());
        self.read(text, hints).is_ok_and(is_whole)
    }

    /// The lines of it that may be puzzles.
    fn lines(&self, text: &str) -> Vec<Excerpt> {
        let mut lines = lines_of(&text[self.bytes.clone()], self.line, self.bytes.start);
        lines.retain(|line| is_wanted(&text[line.bytes.clone()]));
        lines
    }
}

/// The lines of `text`, the first of which has a number and begins at a byte of a longer text.
fn lines_of(text: &str, first: usize, start: usize) -> Vec<Excerpt> {
    let mut end = start;
    let part = |(at, line): (usize, &str)| {
        let begin = end;
        end += line.len();
        Excerpt { line: first + at, bytes: begin..begin + line.trim_end_matches(['\n', '\r']).len() }
    };
    text.split_inclusive('\n').enumerate().map(part).collect()
}

/// The parts of a text that is a list of puzzles; `None` if it is not.
fn split(text: &str, hints: &Hints) -> Option<Vec<Excerpt>> {
    let paragraphs = paragraphs(text);
    if let [only] = &paragraphs[..] {
        return puzzles(only.lines(text), text, hints);
    }
    let (mut parts, mut found) = (Vec::new(), false);
    for paragraph in paragraphs {
        let lines = paragraph.lines(text);
        if lines.len() == 1 || paragraph.is_puzzle(text, hints) {
            found |= lines.len() > 1 || paragraph.is_puzzle(text, hints);
            parts.push(paragraph);
        } else if let Some(lines) = puzzles(lines, text, hints) {
            found = true;
            parts.extend(lines);
        } else {
            parts.push(paragraph);
        }
    }
    found.then_some(parts)
}

/// The parts between empty lines, without those that contain only comments.
fn paragraphs(text: &str) -> Vec<Excerpt> {
    let mut found: Vec<Excerpt> = Vec::new();
    let mut open = false;
    for line in lines_of(text, 1, 0) {
        let is_empty = text[line.bytes.clone()].trim().is_empty();
        match found.last_mut() {
            _ if is_empty => open = false,
            Some(last) if open => last.bytes.end = line.bytes.end,
            _ => {
                open = true;
                found.push(line);
            }
        }
    }
    found.retain(|part| !part.lines(text).is_empty());
    found
}

/// The lines, if they are puzzles and not the rows of one.
fn puzzles(lines: Vec<Excerpt>, text: &str, hints: &Hints) -> Option<Vec<Excerpt>> {
    let is_puzzle = |line: &&Excerpt| line.is_puzzle(text, hints);
    let is_list = if is_like_a_picture(lines.iter().map(|line| &text[line.bytes.clone()])) {
        let tried = lines.len().min(TRIED);
        2 * lines[..tried].iter().filter(is_puzzle).count() >= tried
    } else {
        lines.iter().any(|line| is_puzzle(&line))
    };
    (is_list && lines.len() > 1).then_some(lines)
}

/// Whether lines look like rows: with the same number of words or characters in each, or with words of a header. Then
/// a few lines that could be puzzles are no reason to read all of them as puzzles.
fn is_like_a_picture<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> bool {
    let width = |line: &str| match line.split_whitespace().count() {
        1 => (1, line.trim().chars().count()),
        words => (words, 0),
    };
    let mut widths = lines.clone().map(width);
    let first = widths.next();
    lines.clone().any(|line| line.contains(':'))
        || (widths.all(|width| Some(width) == first)
            && !lines.clone().any(|line| line.contains(['/', ';', '>'])))
}

/// Whether a line is neither blank nor a comment.
pub(crate) fn is_wanted(line: &str) -> bool {
    !(line.trim().is_empty() || line == "#" || line.starts_with("# "))
}

/// The same text with empty lines in place of comments.
fn without_comments(text: &str) -> String {
    let line = |line| if is_wanted(line) { line } else { "" };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads one puzzle from each line as the lines arrive. A line that is not a puzzle is an error in its place, with
/// the line and the column.
///
/// ```
/// use taquin::{Hints, lines};
///
/// let text = "1 2 / 3 0\n# a comment\n1 2 / 3 3\n";
/// let found: Vec<_> = lines(text.as_bytes(), Hints::default()).collect();
/// assert!(found[0].is_ok());
/// assert!(found[1].as_ref().unwrap_err().to_string().starts_with("line 3"));
/// ```
pub fn lines<R: BufRead + Send>(
    mut text: R,
    hints: Hints,
) -> impl Iterator<Item = Result<Instance, Error>> + Send {
    let mut line = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        loop {
            if ended {
                return None;
            }
            line += 1;
            let mut bytes = Vec::new();
            match text.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => (),
                Err(error) => {
                    ended = true;
                    return Some(Err(Error::Line { line, message: error.to_string() }));
                }
            }
            let read = match String::from_utf8(bytes) {
                Ok(text) if !is_wanted(text.trim_end_matches(['\n', '\r'])) => continue,
                Ok(text) => Instance::parse(text.trim_end_matches(['\n', '\r']), &hints)
                    .map_err(|error| error.to_string()),
                Err(error) => {
                    let column = error.utf8_error().valid_up_to() + 1;
                    Err(format!("line 1, column {column}: expected text, found bytes that are not UTF-8"))
                }
            };
            return Some(read.map_err(|message| Error::Line { line, message }));
        }
    })
}

/// The error message of a part, with its position in the whole text, in which the part begins at line `line`.
pub(crate) fn at_line(line: &usize, message: &str) -> String {
    let place = message.strip_prefix("line ").and_then(|rest| rest.split_once(", "));
    match place.and_then(|(number, rest)| Some((number.parse::<usize>().ok()?, rest))) {
        Some((number, rest)) => format!("line {}, {rest}", line + number - 1),
        None => format!("line {line}: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind of each part of a list; nothing for a single puzzle.
    fn told(text: &str) -> Option<Vec<String>> {
        let word = |found: Result<Instance, Error>| match found {
            Ok(instance) => instance.title(),
            Err(error) => error.to_string().split(':').next().unwrap_or_default().to_string(),
        };
        match read(text.to_string(), &Hints::default()).unwrap_or_else(|error| panic!("{text:?}: {error}")) {
            Reading::One(_) => None,
            Reading::Many(found) => Some(found.map(word).collect()),
        }
    }

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(told(text).unwrap_or_default(), expected, "{text:?}");
    }

    #[test]
    fn lines_and_paragraphs_are_lists() {
        let (eight, fifteen) = ("3 × 3 tiles", "4 × 4 tiles");
        check("1 2 3 / 4 0 6 / 7 5 8\n1 2 3 / 4 5 6 / 7 0 8\n", &[eight, eight]);
        check("3\n1 2 3\n4 5 6\n7 8 0\n\n3\n1 2 3\n4 5 6\n7 0 8\n", &[eight, eight]);
        check(
            "# Korf's\n1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
            &[fifteen, fifteen],
        );
        check(
            "klotski\n1A9BF0C\n\n133\n123456780\n",
            &["5 × 4 blocks", "5 × 4 blocks", "5 × 4 blocks", eight],
        );
        let picture = "metric: unit\nstart:\na..\ngoal:\n..a\n";
        check(&format!("{picture}\n{picture}\n"), &["1 × 3 blocks", "1 × 3 blocks"]);
    }

    #[test]
    fn numbered_lists_are_read_in_all_their_forms() {
        let (eight, fifteen) = ("3 × 3 tiles", "4 × 4 tiles");
        let board = "5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12";
        let wrong = "5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 15";
        let forms =
            [("7 BOARD", 38), ("7 10 BOARD", 41), ("7 BOARD 10", 38), ("7: BOARD", 39), (" 7. BOARD", 40)];
        for (form, column) in forms {
            let form = |board: &str| form.replace("BOARD", board);
            check(&format!("{}\n{}\n", form(board), form(board)), &[fifteen, fifteen]);
            let place = format!("line 2, column {column}");
            check(&format!("{}\n{}\n", form(board), form(wrong)), &[fifteen, &place]);
            let text = form(wrong);
            let found = lines(text.as_bytes(), Hints::default()).next();
            let error = found.and_then(Result::err).map(|error| error.to_string());
            let expected = format!("line 1, column {column}: expected every tile once, found 15 again");
            assert_eq!(error, Some(expected));
        }
        check("1 2 1 2 3 4 0 6 7 5 8\n2 31 8 6 7 2 5 4 3 0 1", &[eight, eight]);
    }

    #[test]
    fn a_few_boards_with_a_goal_by_name_are_a_list() {
        let hints = Hints { goal: Some("blank-first".into()), ..Hints::default() };
        let count = |text: &str| match read(text.into(), &hints).expect("one or more puzzles") {
            Reading::One(_) => 1,
            Reading::Many(found) => found.filter(Result::is_ok).count(),
        };
        let korf = ["14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"];
        assert_eq!(count(&format!("{}\n{}\n", korf[0], korf[1])), 2);
        assert_eq!(count(&format!("# two of them\n1 {}\n2 {}\n", korf[0], korf[1])), 2);
        assert_eq!(count("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8\n1 2 3 / 4 5 6 / 7 8 0\n"), 3);
        // Rows of one board, in which labels repeat.
        assert_eq!(count("1 2 3 0\n3 2 1 0\n"), 1);
        assert_eq!(count("1 1 2 2 3 3 4 4 0\n1 1 2 2 3 3 4 4 5\n"), 1);
    }

    #[test]
    fn json_lines_are_read_as_they_are_written() {
        let texts = ["1 2 3 / 4 0 6 / 7 5 8", "3 1 2 / 0 4 5 -> 0 1 2 / 3 4 5", "klotski"];
        let hints = Hints { torus: true, metric: None, ..Hints::default() };
        let instance = |text: &str| Instance::parse(text, &Hints::default()).expect("a puzzle");
        let torus = Instance::parse(texts[1], &hints).expect("a torus");
        let puzzles = [instance(texts[0]), torus, instance(texts[2])];
        let mut text: String = puzzles.iter().map(|puzzle| format!("{}\n", puzzle.object())).collect();
        text.push_str("{\"puzzle\": 1}\n{\"text\": \"1 2 / 3 3\"}\n{\"text\": 1 2}\n");
        let titles = ["3 × 3 tiles", "2 × 3 torus", "5 × 4 blocks"];
        let found: Vec<_> = lines(text.as_bytes(), Hints::default()).collect();
        for (found, (title, puzzle)) in found.iter().zip(titles.iter().zip(&puzzles)) {
            let found = found.as_ref().expect("a puzzle");
            assert_eq!((&*found.title(), found.object()), (*title, puzzle.object()));
        }
        let errors: Vec<String> =
            found.iter().filter_map(|found| found.as_ref().err()).map(Error::to_string).collect();
        assert!(errors[0].starts_with("line 4: expected the JSON of a puzzle"), "{}", errors[0]);
        assert!(errors[1].starts_with("line 5, column 9: expected every tile once"), "{}", errors[1]);
        assert!(errors[2].starts_with("line 6, column 12: expected the JSON of a puzzle"), "{}", errors[2]);
        check(&text, &[titles[0], titles[1], titles[2], "line 4", "line 5, column 9", "line 6, column 12"]);
    }

    #[test]
    fn a_bad_part_is_an_error_in_its_place() {
        let good = "1 2 3 / 4 0 6 / 7 5 8";
        let bad = "1 2 3 / 4 4 6 / 7 5 8";
        for at in 0..5 {
            let mut lines = [good; 5];
            lines[at] = bad;
            let mut expected = ["3 × 3 tiles".to_string(), "".into(), "".into(), "".into(), "".into()];
            expected.fill("3 × 3 tiles".to_string());
            expected[at] = format!("line {}, column 11", at + 1);
            assert_eq!(told(&lines.join("\n")).unwrap_or_default(), expected);
        }
        check(&format!("{bad}\n{good}"), &["line 1, column 11", "3 × 3 tiles"]);
        check("3\n1 2 3\n4 5 6\n7 8 8\n\n1 2 / 3 0\n", &["line 4, column 5", "2 × 2 tiles"]);
    }

    #[test]
    fn one_puzzle_with_a_mistake_is_no_list() {
        for text in [
            "5 6 7 8\n9 10 11 11\n1 2 3 0",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n1 2 3 0",
            "metric: unit\na..\n\ngoal: ..b",
            "##**##\n#*..*#\n#**..#",
        ] {
            assert!(read(text.to_string(), &Hints::default()).is_err(), "{text:?}");
        }
        check("# a comment\n1 2 3\n4 5 6\n7 8 0\n", &[]);
        check("3\n\n1 2 3\n\n4 5 6\n\n7 8 0\n", &[]);
    }
}
