//! The puzzle families. Each is one folder and one line here; nothing else tells them apart.

pub mod blocks;
pub mod tiles;

use crate::error::Error;
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;

/// All families, in the order in which they are asked whether a text is theirs. The last takes whatever is
/// left.
pub(crate) static FAMILIES: [Reader; 2] = [blocks::READER, tiles::READER];

/// How the texts of a family are read.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The name of the family.
    pub kind: &'static str,
    /// What can count as one move: names, each with a word of explanation.
    pub metrics: &'static [(&'static str, &'static str)],
    /// The text formats that can be asked for by name.
    pub forms: &'static [(&'static str, &'static str)],
    /// The course programs whose searches can be traced.
    pub lessons: &'static [Lesson],
    /// Whether a text is one of this family; an error if it could be that and something else.
    pub(crate) claims: fn(&str, &Hints) -> Result<bool, Error>,
    /// Reads a text of this family.
    pub(crate) read: fn(&str, &Hints) -> Result<Instance, Error>,
}

/// How the texts of each family are read.
#[must_use]
pub fn readers() -> &'static [Reader] {
    &FAMILIES
}

/// Reads a puzzle of whichever family claims the text.
pub(crate) fn read(text: &str, hints: &Hints) -> Result<Instance, Error> {
    for reader in &FAMILIES {
        if (reader.claims)(text, hints)? {
            return (reader.read)(text, hints);
        }
    }
    unreachable!("the last family takes every text")
}
