//! The moves alone, for programs that want nothing else.

use std::io::{self, Write};

use crate::answer::{Answer, Step};
use crate::instance::Instance;

/// Writes the moves of a solution on one line: for tiles a letter each (`U`, `L`, `D`, `R`: where
/// the tile goes), for blocks a word each, the piece and its way (`c:LU`, or `c:*` for a flight, with
/// the row and column where it lands). Without a solution nothing is written.
///
/// # Errors
/// Those of `out`.
pub fn moves(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    let Some(steps) = answer.steps() else { return Ok(()) };
    for (count, step) in steps.iter().enumerate() {
        if count > 0 && matches!(instance, Instance::Blocks(_)) {
            write!(out, " ")?;
        }
        write!(out, "{}", word(instance, step))?;
    }
    writeln!(out)
}

pub(super) fn word(instance: &Instance, step: &Step) -> String {
    let letter = |name: &str| name.chars().next().map_or(' ', |first| first.to_ascii_uppercase());
    match (instance, step) {
        (_, Step::Tile { direction, .. }) => letter(direction.name()).to_string(),
        (Instance::Blocks(problem), Step::Block { name, step }) if step.path.is_empty() => {
            let (row, col) = problem.board().place(step.to);
            format!("{name}:*{},{}", row + 1, col + 1)
        }
        (_, Step::Block { name, step }) => {
            let way: String = step.path.iter().map(|direction| letter(direction.name())).collect();
            format!("{name}:{way}")
        }
    }
}
