//! The facts about a position, for people and for programs.

use std::io::{self, Write};

use crate::analysis::Facts;
use crate::instance::Instance;

/// Writes the facts about the start of `instance` in words.
///
/// # Errors
/// Those of `out`.
pub fn facts_text(out: &mut dyn Write, instance: &Instance, facts: &Facts) -> io::Result<()> {
    instance.heading(out)?;
    facts.lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes the facts as one JSON object on one line.
///
/// # Errors
/// Those of `out`.
pub fn facts_json(out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &facts.object)?;
    writeln!(out)
}
