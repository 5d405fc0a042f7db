//! Answers made visible, one form in each file.

mod facts;
mod json;
mod moves;
mod text;

pub use facts::{blocks_facts, blocks_facts_json, tiles_facts, tiles_facts_json};
pub use json::json;
pub use moves::moves;
pub use text::{outcome, stats, text};
