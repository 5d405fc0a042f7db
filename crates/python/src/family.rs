//! The Python object of an instance: every family has its class.

use pyo3::prelude::*;
use taquin::{Hints, Instance};

use crate::blocks::Blocks;
use crate::board::Board;
use crate::errors::{raise, unsupported};
use crate::puzzle::Puzzle;

/// Makes the Python object of a family.
type Wrap = fn(Python<'_>, PyClassInitializer<Puzzle>) -> PyResult<Py<PyAny>>;

/// The class of each family.
const CLASSES: [(&str, Wrap); 2] = [
    ("tiles", |py, puzzle| Ok(Py::new(py, puzzle.add_subclass(Board))?.into_any())),
    ("blocks", |py, puzzle| Ok(Py::new(py, puzzle.add_subclass(Blocks))?.into_any())),
];

/// The Python object of an instance, of the class of its family.
pub(crate) fn wrap(py: Python<'_>, instance: Instance) -> PyResult<Py<PyAny>> {
    let class = CLASSES.iter().find(|(kind, _)| *kind == instance.kind());
    let puzzle = PyClassInitializer::from(Puzzle { instance });
    match class {
        Some((_, wrap)) => wrap(py, puzzle),
        None => Ok(Py::new(py, puzzle)?.into_any()),
    }
}

/// The puzzle at a state that a trace or an enumeration of `instance` has written.
pub(crate) fn at(py: Python<'_>, instance: &Instance, state: &str) -> PyResult<Py<PyAny>> {
    let there = instance.at(state);
    wrap(py, there.ok_or_else(|| unsupported(format!("the state {state} cannot be read back")))?)
}

/// Reads a puzzle in any form that the library knows: tiles, tiles with labels, or blocks.
///
/// Args:
///     text: The puzzle, the name of one, or the JSON of one.
///     goal: The goal as a text of its own.
///     torus: Whether opposite edges are joined.
///     size: The rows and columns of a flat list.
///     metric: What counts as one move.
///
/// Returns:
///     A `Board`, `Blocks`, or a `Puzzle` where labels repeat, several cells are blank or the goal leaves some open.
///
/// Raises:
///     ParseError: If it is not a puzzle.
///
/// Examples:
///     >>> import taquin
///     >>> taquin.read("1 2 3 / 4 5 6 / 7 8 0")
///     Board('1 2 3 / 4 5 6 / 7 8 0')
///     >>> taquin.read("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo").title
///     '6 × 6 blocks'
///     >>> taquin.read("1 2 3 / 4 0 5", goal="3 2 1 / * * *").solve().cost
///     19
#[pyfunction]
#[pyo3(signature = (text, *, goal=None, torus=false, size=None, metric=None))]
pub(crate) fn read(
    py: Python<'_>,
    text: &str,
    goal: Option<String>,
    torus: bool,
    size: Option<(u32, u32)>,
    metric: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let metric = metric.map(str::to_string);
    let hints = Hints { goal, torus, size, metric, ..Hints::default() };
    wrap(py, Instance::parse(text, &hints).map_err(raise)?)
}
