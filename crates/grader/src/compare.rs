//! Compares an answer with the expected one, as strictly as the assignment is clear and no stricter.

mod lists;
mod path;

use serde::{Deserialize, Serialize};
use taquin_courses::Program;

use crate::case::{Case, Lines, Question};
use crate::sandbox::{End, Run};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// Every byte.
    Exact,
    /// Every word of every line: any white space counts as one space, and empty lines are ignored.
    Words,
    /// The lines in any order.
    LineSet,
    /// The nodes of OPEN and of CLOSED in any order.
    OpenClosed,
    /// Any shortest path, checked move by move, and the counts that go with it.
    Path,
    /// Only the form of the lines, with any numbers.
    Shape,
}

/// How an answer compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// As it should be.
    Right,
    /// The path is right but a count is not; what is wrong.
    Partial(String),
    /// What is wrong.
    Wrong(String),
}

/// Compares what a run printed with the right answer.
pub(crate) fn judge(course: Program, case: &Case, compare: Compare, expected: &str, run: &Run) -> Judgement {
    if let Some(why) = failure(&run.end) {
        return Judgement::Wrong(why);
    }
    if case.question == Question::NoFile {
        return refusal(run);
    }
    let out = String::from_utf8_lossy(&run.out);
    if compare == Compare::Exact && run.out == expected.as_bytes() {
        return Judgement::Right;
    }
    let (should, is) = (normal(compare, case.lines, expected), normal(compare, case.lines, &out));
    if compare != Compare::Exact && should == is && !should.is_empty() {
        return Judgement::Right;
    }
    if let Some(path) = path::judge(course, &case.question, compare, expected, &out) {
        return path;
    }
    if course == Program::EightPuzzle && cost(expected).is_some() && cost(expected) == cost(&out) {
        return Judgement::Partial(format!("the cost is right, but {}", difference(&should, &is, &out)));
    }
    Judgement::Wrong(difference(&should, &is, &out))
}

/// Why a run gets no points, whatever it printed.
fn failure(end: &End) -> Option<String> {
    match end {
        End::Exited(_) => None,
        End::Signal(signal) => Some(format!("it was ended by signal {signal}")),
        End::TimedOut => Some("it did not end in time".into()),
        End::TooMuchOutput => Some("it printed far too much".into()),
        End::TooManyProcesses => Some("it started too many processes".into()),
        End::TooMuchMemory => Some("it took too much memory".into()),
        End::Cancelled => Some("the grading was cancelled".into()),
        End::NotStarted(why) => Some(why.clone()),
    }
}

/// For a file that cannot be opened, any error message is right, and nothing else.
fn refusal(run: &Run) -> Judgement {
    if run.out.is_empty() && run.err.is_empty() {
        return Judgement::Wrong("it says nothing about the file that cannot be opened".into());
    }
    if cost(&String::from_utf8_lossy(&run.out)).is_some() {
        return Judgement::Wrong("it prints a solution although the file cannot be opened".into());
    }
    Judgement::Right
}

/// The cost that a program for the 8-puzzle prints.
fn cost(text: &str) -> Option<u32> {
    text.lines().find_map(|line| line.split_once("Solution cost is:")?.1.trim().parse().ok())
}

/// The lines that count, as they are compared.
pub(crate) fn normal(compare: Compare, lines: Lines, text: &str) -> Vec<String> {
    if compare == Compare::Exact {
        return text.split('\n').map(String::from).collect();
    }
    let collapsed = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut all: Vec<String> = collapsed.filter(|line| !line.is_empty()).collect();
    all = match lines {
        Lines::All => all,
        Lines::One(place) => all.into_iter().skip(place).take(1).collect(),
        Lines::From(place) => all.into_iter().skip(place).collect(),
    };
    match compare {
        Compare::LineSet => all.sort(),
        Compare::OpenClosed => all = lists::sorted(all),
        Compare::Shape => {
            all = all.iter().map(|line| shape(line)).filter(|line| !line.starts_with("Max queue")).collect();
            all.sort();
            all.dedup();
        }
        Compare::Exact | Compare::Words | Compare::Path => {}
    }
    all
}

/// A line with every number replaced.
fn shape(line: &str) -> String {
    let mut shape = String::new();
    for character in line.chars() {
        match character {
            '0'..='9' if shape.ends_with('#') => {}
            '0'..='9' => shape.push('#'),
            _ => shape.push(character),
        }
    }
    shape
}

/// The difference between the lines, in words.
fn difference(should: &[String], is: &[String], out: &str) -> String {
    if out.trim().is_empty() && !should.is_empty() {
        return "nothing was printed".into();
    }
    let first = should.iter().zip(is).position(|(should, is)| should != is);
    let words = |lines: &[String]| -> Vec<String> {
        lines.iter().flat_map(|line| line.split_whitespace()).map(String::from).collect()
    };
    let sorted = |lines: &[String]| {
        let mut lines = lines.to_vec();
        lines.sort();
        lines
    };
    if words(should) == words(is) {
        return "only white space or the ends of lines differ".into();
    }
    if sorted(should) == sorted(is) {
        return "the lines are right but in another order".into();
    }
    match first {
        Some(line) => format!("line {} differs", line + 1),
        None if is.len() < should.len() => {
            format!("it is right as far as it goes, but {} lines are missing", should.len() - is.len())
        }
        None => format!("{} lines follow where the answer should end", is.len() - should.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Origin;

    fn judged(compare: Compare, expected: &str, out: &[u8]) -> Judgement {
        let case = Case::new("successors", Origin::Example, Question::words("100"));
        let end = End::Exited(0);
        let run = Run { end, out: out.to_vec(), err: Vec::new(), time: std::time::Duration::ZERO };
        judge(Program::Torus, &case, compare, expected, &run)
    }

    #[test]
    fn each_mode_forgives_what_it_says() {
        let (right, spaced, turned) = ("1 2\n3 4\n", b"1 2 \r\n\n3  4", b"3 4\n1 2\n");
        assert_eq!(judged(Compare::Exact, right, right.as_bytes()), Judgement::Right);
        let white = Judgement::Wrong("only white space or the ends of lines differ".into());
        assert_eq!(judged(Compare::Exact, right, spaced), white);
        assert_eq!(judged(Compare::Words, right, spaced), Judgement::Right);
        let order = Judgement::Wrong("the lines are right but in another order".into());
        assert_eq!(judged(Compare::Words, right, turned), order);
        assert_eq!(judged(Compare::LineSet, right, turned), Judgement::Right);
        assert_eq!(judged(Compare::Shape, right, b"7 80\n"), Judgement::Right);
        assert!(matches!(judged(Compare::Shape, right, b"7, 80\n"), Judgement::Wrong(_)));
    }

    #[test]
    fn the_difference_is_told_in_words() {
        let why = |out: &[u8]| match judged(Compare::Words, "a\nb\nc\n", out) {
            Judgement::Wrong(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(why(b""), "nothing was printed");
        assert_eq!(why(b"a\n"), "it is right as far as it goes, but 2 lines are missing");
        assert_eq!(why(b"a\nb\nc\nd\n"), "1 lines follow where the answer should end");
        assert_eq!(why(b"a\nx\nc\n"), "line 2 differs");
        assert_eq!(why(b"\xff\xfe\x00"), "line 1 differs");
    }
}
