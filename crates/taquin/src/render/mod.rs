//! Answers made visible, one form in each file.

mod boards;
mod census;
mod component;
mod facts;
mod json;
mod moves;
mod stream;
mod text;

pub use boards::boards;
pub use census::{census_csv, census_json, census_svg, census_text};
pub use component::{
    component_json, component_text, layouts_json, layouts_text, piece_set_csv, piece_set_json, piece_set_text,
};
pub use facts::{blocks_facts, blocks_facts_json, tiles_facts, tiles_facts_json};
pub use json::json;
pub use moves::moves;
pub use stream::{Form, Stream, streamed_outcome};
pub use text::{outcome, stats, text};
