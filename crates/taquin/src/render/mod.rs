//! Answers made visible, one form in each file.

mod boards;
mod census;
mod enumeration;
mod facts;
mod format;
mod json;
mod moves;
mod text;

pub use boards::boards;
pub use census::{census_csv, census_svg};
pub use enumeration::{
    enumeration_json, enumeration_text, layouts_json, layouts_text, piece_set_csv, piece_set_json,
    piece_set_text,
};
pub use facts::{facts_json, facts_text};
pub use format::{FORMATS, Format, Stream, format};
pub use json::json;
pub use moves::moves;
pub use text::{outcome, stats, text};
