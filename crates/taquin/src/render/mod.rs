//! Answers made visible, one form in each file.

mod census;
mod facts;
mod json;
mod moves;
mod text;

pub use census::{census_csv, census_json, census_svg, census_text};
pub use facts::{blocks_facts, blocks_facts_json, tiles_facts, tiles_facts_json};
pub use json::json;
pub use moves::moves;
pub use text::{outcome, stats, text};
