//! The one place that names concrete combinations of puzzle, heuristic and algorithm.

mod blocks;
mod deepening;
mod informed;
mod tiles;

pub(crate) use deepening::engine;
pub(crate) use tiles::TinyTable;
pub use tiles::pattern_answer;

use crate::answer::Answer;
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::{Choices, Plan};
use crate::survey::{Scope, Survey};
use crate::trace::Tracer;
use crate::watcher::Watcher;

/// Solves `instance` as `plan` says, or as is best for it where the plan is silent.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
pub fn solve(instance: &Instance, plan: &Plan, watcher: &mut dyn Watcher) -> Result<Answer, Error> {
    match instance {
        Instance::Tiles(instance) => tiles::solve(instance, plan, watcher),
        Instance::Blocks(problem) => blocks::solve(problem, plan, watcher),
    }
}

/// How one of many puzzles is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From a table of all positions.
    Tiny,
    /// By the specialised search with pattern tables.
    Deep,
    /// As it would be alone.
    Other,
}

/// How `instance` is solved when it is one of many.
pub(crate) fn way(instance: &Instance, plan: &Plan) -> Way {
    match instance {
        Instance::Tiles(instance) => tiles::way(instance, plan),
        Instance::Blocks(_) => Way::Other,
    }
}

/// Solves `instance` by a search that tells `tracer` each of its steps; A* where the plan names no
/// algorithm.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have, or that does not search.
pub fn trace(instance: &Instance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    match instance {
        Instance::Tiles(instance) => tiles::trace(instance, plan, tracer),
        Instance::Blocks(problem) => blocks::trace(problem, plan, tracer),
    }
}

/// Looks at everything that can be reached from the start of `instance`.
///
/// # Errors
/// If the start or the goal do not fit the puzzle.
pub fn survey(instance: &Instance, scope: &Scope<'_>) -> Result<Survey, Error> {
    match instance {
        Instance::Tiles(instance) => tiles::survey(instance, scope),
        Instance::Blocks(problem) => blocks::survey(problem, scope),
    }
}

/// The algorithms and heuristics that can be asked for on `instance`.
#[must_use]
pub fn choices(instance: &Instance) -> Choices {
    match instance {
        Instance::Tiles(instance) => tiles::choices(instance),
        Instance::Blocks(problem) => blocks::choices(problem),
    }
}
