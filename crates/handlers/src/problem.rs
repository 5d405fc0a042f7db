//! What is wrong with a question.

use serde::Serialize;

/// What is wrong with a question, for the person who asked it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What is wrong, in a sentence.
    pub message: String,
    /// Which part of the question is meant: `text`, `goal`, or nothing in particular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Problem {
    /// A problem of the question as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Problem { message: message.into(), field: None, line: None, column: None }
    }
}
