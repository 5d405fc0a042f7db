//! The questions that the browser app asks the engine, and their answers, for any transport: over HTTP to a
//! server, or as messages to a worker inside the page.
//!
//! A question is a name and a text in JSON. Every question brings its whole puzzle, so nothing is kept
//! between two of them.

mod catalogue;
mod export;
mod moved;
mod problem;
mod puzzle;
mod question;
mod record;
mod scene;
mod solve;
mod survey;
mod trace;

pub use problem::Problem;
pub use question::{Engine, QUESTIONS, Question, Reply, Watch, Weight, Work};
pub use solve::Progress;

/// The questions and answers in OpenAPI form.
#[must_use]
pub fn description() -> String {
    include_str!("openapi.json").replace("VERSION", env!("CARGO_PKG_VERSION"))
}
