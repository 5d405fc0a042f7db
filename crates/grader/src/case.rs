//! A case: what a program is called with, and which part of its answer counts.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where a case comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The assignment shows it.
    Example,
    /// At the edge of what the assignment allows.
    Corner,
    /// Made from the seed.
    Generated,
}

/// How hard the generated cases are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Difficulty {
    /// Solved in a moment by any program that is right. The slow examples are left out.
    Easy,
    /// As the assignment's own examples.
    #[default]
    Medium,
    /// They require efficient data structures.
    Hard,
}

impl FromStr for Difficulty {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "easy" => Ok(Difficulty::Easy),
            "medium" => Ok(Difficulty::Medium),
            "hard" => Ok(Difficulty::Hard),
            _ => Err(format!("expected easy, medium or hard, found {text:?}")),
        }
    }
}

/// A question for a program, and how its answer is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The topic it belongs to.
    pub topic: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// What the program is called with.
    pub question: Question,
    /// Which lines of the answer count.
    pub lines: Lines,
    /// Whether even a good program needs several times the usual time.
    pub slow: bool,
}

/// What a program is called with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Arguments.
    Arguments(Vec<String>),
    /// A file that holds this text; its name is the only argument.
    File(String),
    /// A file that does not exist.
    NoFile,
    /// Operations on the priority queue of a Python file.
    Queue(Vec<crate::queue::Operation>),
}

impl Question {
    /// The arguments in `text`, which white space separates.
    pub(crate) fn words(text: &str) -> Self {
        Question::Arguments(text.split_whitespace().map(String::from).collect())
    }
}

/// Which lines of an answer count; empty ones are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// All of them.
    #[default]
    All,
    /// One of them, counted from 0.
    One(usize),
    /// Those from one on.
    From(usize),
}

impl Case {
    /// A case in which all lines count.
    pub(crate) fn new(topic: &'static str, origin: Origin, question: Question) -> Self {
        Case { topic, origin, question, lines: Lines::All, slow: false }
    }
}
