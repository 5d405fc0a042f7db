//! The puzzle families. Each is one folder and one line here; nothing else distinguishes them.

pub mod blocks;
pub mod labelled;
pub mod tiles;

use std::path::Path;

use serde_json::Value;

use crate::analysis::Analysis;
use crate::error::Error;
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;

/// All families, in the order in which they are asked whether a text is theirs. The last accepts all other texts.
pub(crate) static FAMILIES: [Reader; 3] = [labelled::READER, blocks::READER, tiles::READER];

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
    /// Whether a text is one of this family.
    pub(crate) claims: fn(&str, &Hints) -> bool,
    /// Reads a text of this family.
    pub(crate) read: fn(&str, &Hints) -> Result<Instance, Error>,
    /// Whether a file holds the distances of a whole space of this family.
    pub(crate) check_saved: fn(&Path) -> Result<(), Error>,
}

/// How the texts of each family are read.
#[must_use]
pub fn readers() -> &'static [Reader] {
    &FAMILIES
}

/// Whether a file holds the distances of a whole space, of any family.
///
/// # Errors
/// If it cannot be read, or no family knows it.
pub fn check_distances(file: &Path) -> Result<(), Error> {
    taquin_files::open(file).map_err(|error| Error::file(file, &error))?;
    let known = FAMILIES.iter().any(|reader| (reader.check_saved)(file).is_ok());
    let message = "it has no distances of a puzzle, or is damaged".to_string();
    if known { Ok(()) } else { Err(Error::damaged(file, message)) }
}

/// The puzzle of an object that this library has written: a puzzle itself, or facts about one.
fn from_object(object: &Value, hints: &Hints) -> Result<Instance, Error> {
    let puzzle = if object["puzzle"].is_object() { &object["puzzle"] } else { object };
    let text = puzzle["text"].as_str().ok_or(Error::NoText)?;
    let metric = hints.metric.clone().or_else(|| puzzle["metric"].as_str().map(str::to_string));
    read(text, &Hints { torus: hints.torus || puzzle["torus"] == true, metric, ..hints.clone() })
}

/// Whether a text is meant to be a JSON object. Boards may stand in braces too, but have no names.
fn is_object(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with(['"', '}']))
}

/// Reads a puzzle of the family that claims the text.
pub(crate) fn read(text: &str, hints: &Hints) -> Result<Instance, Error> {
    // Some editors write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_object(text) {
        let object = serde_json::from_str::<Value>(text).map_err(|error| Error::json(&error))?;
        return from_object(&object, hints);
    }
    let reader = FAMILIES.iter().find(|reader| (reader.claims)(text, hints));
    (reader.expect("the last family takes every text").read)(text, hints)
}

/// What can be found out about a puzzle, of any family. Not part of [`FAMILIES`], so that a program that does
/// not ask for it does not contain it.
pub(crate) fn analysis(instance: &Instance) -> &dyn Analysis {
    let blocks = || instance.of::<taquin_blocks::Problem>().map(|puzzle| puzzle as &dyn Analysis);
    let labelled = || instance.of::<labelled::LabelledInstance>().map(|puzzle| puzzle as &dyn Analysis);
    let tiles = || instance.of::<tiles::TilesInstance>().map(|puzzle| puzzle as &dyn Analysis);
    blocks().or_else(labelled).or_else(tiles).expect("it is of one of the families")
}
