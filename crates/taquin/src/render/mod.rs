//! Output formats. A format of an answer is one file that implements [`Format`], and one line in the list
//! below; so is a format of a puzzle for other programs, an [`Export`].

mod census;
mod comparison;
mod comparison_plot;
mod distribution;
mod enumeration;
mod export;
mod facts;
mod format;
mod pddl;
mod review;
mod sas;
mod screen;

pub use boards::boards;
pub use census::{census_csv, census_svg};
pub use comparison::{comparison_csv, comparison_json, comparison_markdown};
pub use comparison_plot::comparison_svg;
pub use distribution::{distribution_json, distribution_svg, distribution_text};
pub use enumeration::{
    enumeration_json, enumeration_text, layouts_json, layouts_text, piece_set_csv, piece_set_json,
    piece_set_text,
};
pub use export::Export;
pub use facts::{facts_json, facts_lines, facts_text};
pub use format::{Format, Stream};
pub use json::{counts_object, json};
pub use moves::moves;
pub use review::{Attempt, review_json, review_svg, review_text};
pub use screen::{Screen, count, duration, stats_in_words};
pub use text::{counts, length_in_words, moves_in_words, outcome, stats, text};

macro_rules! formats {
    ($($file:ident :: $name:ident),* $(,)?) => {
        $(mod $file;)*

        /// All forms of an answer, in the order in which they are listed to people.
        pub static FORMATS: &[&dyn Format] = &[$(&$file::$name,)*];
    };
}

formats! {
    text::Text,
    json::Json,
    moves::Moves,
    boards::Boards,
    runs::Runs,
}

/// All forms of a puzzle for other programs, in the order in which they are listed to people.
pub static EXPORTS: &[&dyn Export] = &[&pddl::Typed, &pddl::Untyped, &sas::Sas];

/// The form of a puzzle of this name.
#[must_use]
pub fn export(name: &str) -> Option<&'static dyn Export> {
    EXPORTS.iter().copied().find(|export| export.name() == name)
}

/// The form of this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
