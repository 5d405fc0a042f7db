//! Grading course programs: a submitted program is compared with the reference, and the report explains
//! each difference.
//!
//! A [`Grading`] is a course, a [`Rubric`] and cases with their expected answers. It runs a submission in a
//! [`Sandbox`], compares as the rubric says, and tries known [slips](taquin_courses::Slip) of the reference
//! to see whether one of them explains a wrong answer. A [`Report`] is rendered as text, Markdown,
//! Gradescope's JSON or JUnit's XML.
//!
//! The sandbox uses features of Linux, so that elsewhere this crate is empty.
#![cfg(target_os = "linux")]

mod bundle;
mod case;
mod cases;
mod class;
mod compare;
mod diff;
mod error;
mod grading;
mod invocation;
mod names;
mod queue;
mod reference;
mod report;
mod rubric;
mod sandbox;
mod slips;

pub mod render;

pub use bundle::Bundle;
pub use case::{Case, Difficulty, Lines, Origin, Question};
pub use cases::{COURSES, Wanted, cases, topics};
pub use class::{Graded, grade_all, submissions, write_whole};
pub use compare::{Compare, Judgement};
pub use diff::Row;
pub use error::Error;
pub use grading::{Grading, Options};
pub use names::plain;
pub use queue::Operation;
pub use report::{CaseReport, PartReport, Report, points};
pub use rubric::{Manual, Part, Rubric, course};
pub use sandbox::{End, Job, Limits, Run, Sandbox, View};
pub use slips::advice;
