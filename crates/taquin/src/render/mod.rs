//! Answers made visible, one form in each file.

mod json;
mod moves;
mod text;

pub use json::json;
pub use moves::moves;
pub use text::{outcome, stats, text};
