//! The one place that names concrete combinations of puzzle, heuristic and algorithm.

mod blocks;
mod deepening;
mod informed;
mod near;
mod shared;
mod tiles;
mod tiny;

pub(crate) use deepening::engine;
pub use shared::Shared;
pub use tiles::pattern_answer;
pub(crate) use tiny::TinyTable;

use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::{Algorithm, Choices, Plan};
use crate::survey::{Scope, Survey};
use crate::trace::Tracer;
use taquin_search::Progress;
use taquin_tiles::constructive::Streamed;

/// Solves `instance` as `plan` says, or as is best for it where the plan is silent.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
pub fn solve(instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    match instance {
        Instance::Tiles(instance) => tiles::solve(instance, plan, progress),
        Instance::Blocks(problem) => blocks::solve(problem, plan, progress),
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

/// Whether the plan leads to a solution of `instance` that is too long to hold, so that [`stream`] is
/// the way to it.
#[must_use]
pub fn is_stream(instance: &Instance, plan: &Plan) -> bool {
    match instance {
        Instance::Tiles(instance) => near::is_stream(instance, plan),
        Instance::Blocks(_) => false,
    }
}

/// Solves a board of any size as [`Algorithm::Near`](crate::Algorithm::Near) does and hands the moves
/// on while it builds the solution, each once it was made on a board of its own. Memory is linear in
/// the board.
///
/// # Errors
/// If the puzzle is not one of tiles, or cannot be solved.
pub fn stream(instance: &Instance, plan: &Plan, sink: &mut dyn FnMut(Step)) -> Result<Streamed, Error> {
    match instance {
        Instance::Tiles(instance) => near::stream(instance, plan, sink),
        Instance::Blocks(_) => Err(Error::TilesOnly { what: Algorithm::Near.to_string() }),
    }
}

/// Solves `instance` by a search that tells `tracer` each of its steps; A* where the plan names no
/// algorithm. What does not search is told as well: how a table of all positions comes about and how
/// it is used, or how a solution is built.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
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
