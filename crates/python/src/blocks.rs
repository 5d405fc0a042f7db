//! Sliding blocks in Python.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use taquin::blocks::format::{Format, picture};
use taquin::blocks::{Cell, Metric, Problem, catalogue};
use taquin::{Hints, Instance};

use crate::puzzle::{Puzzle, wrap};
use crate::value_error;

/// Sliding blocks of any shape, read from a text in any form that the library knows.
///
/// `metric` says what counts as one move: 'unit' (one cell), 'straight' (one slide in one direction)
/// or 'finger' (any travel of one piece). The goal may be a text of its own.
///
/// >>> import taquin
/// >>> blocks = taquin.Blocks("aZZb/aZZb/cddf/cghf/i..j", goal="..../..../..../.ZZ./.ZZ.")
/// >>> blocks.solve().cost
/// 81
#[pyclass(module = "taquin", extends = Puzzle, frozen)]
pub(crate) struct Blocks;

/// The problem of blocks.
fn problem<'a>(blocks: &'a Bound<'_, Blocks>) -> &'a Problem {
    blocks.as_super().get().instance.of().expect("blocks hold a problem")
}

/// Where pieces of which kind stand: what a position is, since pieces of a kind are interchangeable.
fn position(problem: &Problem) -> Vec<(usize, Cell)> {
    let piece = |piece| (problem.kind_of(piece), problem.anchor_of(piece));
    let mut position: Vec<_> = (0..problem.pieces().len()).map(piece).collect();
    position.sort_unstable();
    position
}

fn parsed(metric: Option<&str>) -> PyResult<Option<Metric>> {
    metric.map(str::parse).transpose().map_err(value_error)
}

#[pymethods]
impl Blocks {
    #[new]
    #[pyo3(signature = (text, *, goal=None, metric=None, torus=false))]
    fn new(
        text: &str,
        goal: Option<String>,
        metric: Option<&str>,
        torus: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let hints = Hints { goal, torus, metric: metric.map(str::to_string), ..Hints::default() };
        let instance = Instance::parse(text, &hints).map_err(value_error)?;
        if instance.of::<Problem>().is_none() {
            return Err(value_error("expected blocks, found a board of tiles; taquin.Board reads it"));
        }
        Ok(PyClassInitializer::from(Puzzle { instance }).add_subclass(Blocks))
    }

    /// A puzzle of the catalogue by any of its names.
    ///
    /// >>> import taquin
    /// >>> taquin.Blocks.named("Klotski").title
    /// '5 × 4 blocks'
    #[staticmethod]
    #[pyo3(signature = (name, *, metric=None))]
    fn named(py: Python<'_>, name: &str, metric: Option<&str>) -> PyResult<Py<PyAny>> {
        let entry = catalogue::find(name).ok_or_else(|| {
            value_error(format!("no puzzle is called '{name}'; taquin.Blocks.names() lists them all"))
        })?;
        let problem = match parsed(metric)? {
            Some(metric) => entry.problem().with_metric(metric),
            None => entry.problem(),
        };
        wrap(py, problem.into())
    }

    /// The short names of all puzzles of the catalogue.
    ///
    /// >>> import taquin
    /// >>> "klotski" in taquin.Blocks.names()
    /// True
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        catalogue::all().iter().map(|entry| entry.id).collect()
    }

    /// The number of rows.
    #[getter]
    fn rows(slf: &Bound<'_, Self>) -> usize {
        problem(slf).board().rows()
    }

    /// The number of columns.
    #[getter]
    fn cols(slf: &Bound<'_, Self>) -> usize {
        problem(slf).board().cols()
    }

    /// What counts as one move: 'unit', 'straight' or 'finger'.
    #[getter]
    fn metric(slf: &Bound<'_, Self>) -> String {
        problem(slf).metric().to_string()
    }

    /// The puzzle as a text that reads back as the same puzzle; None while a piece stands on a gate.
    ///
    /// >>> import taquin
    /// >>> taquin.Blocks("ab/a.", goal="../.b", metric="unit").text.splitlines()[0]
    /// 'metric: unit'
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
            one.board() == other.board() && one.kinds() == other.kinds() && rules(one) == rules(other)
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
        let text = Format::Plain.write(problem(slf));
        let text = text.ok_or_else(|| value_error("a piece stands on a gate, which no text can say"))?;
        Ok(((text,), Default::default()))
    }
}
