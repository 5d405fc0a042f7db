//! The result of a grading.

use serde::{Deserialize, Serialize};

use crate::case::Origin;
use crate::diff::Row;

/// The grade of one submission and the reasons for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The course.
    pub course: String,
    /// Whose program it is.
    pub submission: String,
    /// Changes with the submission, the rubric, the seed and the command.
    pub fingerprint: String,
    /// The points.
    pub score: f64,
    /// The most points that a program can give.
    pub points: f64,
    /// Notes about the whole submission: that it was not built, that there was no sandbox.
    pub notes: Vec<String>,
    /// Known slips that explain wrong answers, and how many of them each explains.
    pub slips: Vec<(String, usize)>,
    /// The parts.
    pub parts: Vec<PartReport>,
    /// Points that a person gives, with what for.
    pub manual: Vec<(String, f64)>,
}

/// The grade of one part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PartReport {
    /// Its topic.
    pub topic: String,
    /// Its title.
    pub title: String,
    /// The points.
    pub score: f64,
    /// The most points.
    pub points: f64,
    /// The cases.
    pub cases: Vec<CaseReport>,
}

/// How one case went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseReport {
    /// Where it comes from.
    pub origin: Origin,
    /// The command, to be copied into a shell.
    pub command: String,
    /// The part of the points that the answer is worth, from 0 to 1.
    pub score: f64,
    /// What is wrong, if anything is.
    pub why: Option<String>,
    /// What the mistake probably is.
    pub slip: Option<String>,
    /// The right answer and the submission's, around the first difference.
    pub rows: Vec<Row>,
    /// The end of its standard error.
    pub complaints: String,
    /// How long it took.
    pub seconds: f64,
}

impl CaseReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.why.is_none()
    }

    /// `example`, `corner` or `generated`.
    #[must_use]
    pub fn origin(&self) -> &'static str {
        match self.origin {
            Origin::Example => "example",
            Origin::Corner => "corner",
            Origin::Generated => "generated",
        }
    }
}

impl Report {
    /// All cases with the parts they belong to.
    pub fn cases(&self) -> impl Iterator<Item = (&PartReport, &CaseReport)> {
        self.parts.iter().flat_map(|part| part.cases.iter().map(move |case| (part, case)))
    }
}

/// A number of points without needless digits.
#[must_use]
pub fn points(points: f64) -> String {
    let rounded = (points * 100.0).round() / 100.0;
    format!("{rounded}")
}
