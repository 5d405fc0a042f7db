//! Sliding blocks in Python.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use taquin::blocks::format::{Format, picture};
use taquin::blocks::{Cell, Metric, Problem, catalogue};
use taquin::{Hints, Instance};

use crate::errors::{no_puzzle, raise, unsupported};
use crate::family::wrap;
use crate::puzzle::Puzzle;

/// Sliding blocks of any shape.
///
/// Args:
///     text: A text in any form that the library reads, or other `Blocks`, whose goal, metric and edges are kept
///         unless others are given.
///     goal: The goal as a separate text: a picture with dots where anything may be.
///     metric: What counts as one move: 'unit' (one cell), 'straight' (one slide in one direction) or
///         'finger' (any travel of one piece).
///     torus: Whether opposite edges are joined.
///
/// Raises:
///     ParseError: If the text is not a puzzle of blocks.
///     UnsupportedError: If there is no such metric.
///
/// Examples:
///     >>> import taquin
///     >>> blocks = taquin.Blocks("aZZb/aZZb/cddf/cghf/i..j", goal="..../..../..../.ZZ./.ZZ.")
///     >>> blocks.solve().cost
///     81
#[pyclass(module = "taquin", extends = Puzzle, frozen)]
pub(crate) struct Blocks;

/// The problem of blocks.
fn problem<'a>(blocks: &'a Bound<'_, Blocks>) -> &'a Problem {
    blocks.as_super().get().instance.of().expect("blocks hold a problem")
}

/// The kind and cell of every piece: this identifies a position, since pieces of a kind are interchangeable.
fn position(problem: &Problem) -> Vec<(usize, Cell)> {
    let piece = |piece| (problem.kind_of(piece), problem.anchor_of(piece));
    let mut position: Vec<_> = (0..problem.pieces().len()).map(piece).collect();
    position.sort_unstable();
    position
}

fn parsed(metric: Option<&str>) -> PyResult<Option<Metric>> {
    metric.map(str::parse).transpose().map_err(unsupported)
}

/// The text that is read back as the same puzzle.
fn written(problem: &Problem) -> PyResult<String> {
    let text = Format::Plain.write(problem);
    text.ok_or_else(|| unsupported("a piece stands on a gate, which no text can say"))
}

#[pymethods]
impl Blocks {
    #[new]
    #[pyo3(signature = (text, *, goal=None, metric=None, torus=false))]
    fn new(
        text: &Bound<'_, PyAny>,
        goal: Option<String>,
        metric: Option<&str>,
        torus: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let text: String = match text.cast::<Blocks>() {
            Ok(blocks) => written(problem(blocks))?,
            Err(_) => text.extract()?,
        };
        let hints = Hints { goal, torus, metric: metric.map(str::to_string), ..Hints::default() };
        let instance = Instance::parse(&text, &hints).map_err(raise)?;
        if instance.of::<Problem>().is_none() {
            return Err(no_puzzle("expected blocks, found a board of tiles; taquin.Board reads it"));
        }
        Ok(PyClassInitializer::from(Puzzle { instance }).add_subclass(Blocks))
    }

    /// A puzzle of the catalogue.
    ///
    /// Args:
    ///     name: Any of its names.
    ///     metric: What counts as one move; the puzzle's own by default.
    ///
    /// Returns:
    ///     The `Blocks`.
    ///
    /// Raises:
    ///     ParseError: If no puzzle has this name.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Blocks.named("Klotski").title
    ///     '5 × 4 blocks'
    #[staticmethod]
    #[pyo3(signature = (name, *, metric=None))]
    fn named(py: Python<'_>, name: &str, metric: Option<&str>) -> PyResult<Py<PyAny>> {
        let entry = catalogue::find(name).ok_or_else(|| {
            no_puzzle(format!("no puzzle is called '{name}'; taquin.Blocks.names() lists them all"))
        })?;
        let problem = match parsed(metric)? {
            Some(metric) => entry.problem().with_metric(metric),
            None => entry.problem(),
        };
        wrap(py, problem.into())
    }

    /// The short names of all puzzles of the catalogue.
    ///
    /// Returns:
    ///     A list of names for `named`.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> "klotski" in taquin.Blocks.names()
    ///     True
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        catalogue::all().iter().map(|entry| entry.id).collect()
    }

    /// The number of rows.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Blocks.named("klotski").rows
    ///     5
    #[getter]
    fn rows(slf: &Bound<'_, Self>) -> usize {
        problem(slf).grid().rows()
    }

    /// The number of columns.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Blocks.named("klotski").cols
    ///     4
    #[getter]
    fn cols(slf: &Bound<'_, Self>) -> usize {
        problem(slf).grid().cols()
    }

    /// What counts as one move: 'unit', 'straight' or 'finger'.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Blocks.named("klotski", metric="unit").metric
    ///     'unit'
    #[getter]
    fn metric(slf: &Bound<'_, Self>) -> String {
        problem(slf).metric().to_string()
    }

    /// The puzzle as a text from which the same puzzle can be read; None while a piece is on a gate.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Blocks("ab/a.", goal="../.b", metric="unit").text.splitlines()[0]
    ///     'metric: unit'
    #[getter]
    fn text(slf: &Bound<'_, Self>) -> Option<String> {
        Format::Plain.write(problem(slf))
    }

    fn __str__(slf: &Bound<'_, Self>) -> String {
        picture::start_rows(problem(slf)).join("\n")
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let problem = problem(slf);
        let rows = picture::start_rows(problem).join("/");
        format!("<Blocks {rows}, {} pieces, {} metric>", problem.pieces().len(), problem.metric())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Blocks>().is_ok_and(|other| {
            let (one, other) = (problem(slf), problem(other));
            let rules = |problem: &Problem| (problem.metric(), problem.goal().to_vec(), position(problem));
            one.grid() == other.grid() && one.kinds() == other.kinds() && rules(one) == rules(other)
        })
    }

    fn __hash__(slf: &Bound<'_, Self>) -> u64 {
        let mut hasher = DefaultHasher::new();
        position(problem(slf)).hash(&mut hasher);
        hasher.finish()
    }

    /// What pickling and copying keep.
    fn __getnewargs_ex__(
        slf: &Bound<'_, Self>,
    ) -> PyResult<((String,), std::collections::HashMap<String, String>)> {
        Ok(((written(problem(slf))?,), Default::default()))
    }
}
