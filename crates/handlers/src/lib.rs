//! The requests of the browser app and their responses, for any transport: HTTP to a server, or messages to a worker
//! inside the page.
//!
//! A request (here called a question) is a name and a text in JSON. Every question contains its whole puzzle, so no
//! state is kept between questions.

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
