//! The engine behind the Python package `taquin`: a thin layer over the facade.
//!
//! Long work runs on separate threads without holding the interpreter, so Ctrl-C works and other Python threads run
//! meanwhile. Doc comments on classes and methods are Python's docstrings; their examples are run by the tests.

mod answer;
mod batch;
mod blocks;
mod board;
mod census;
mod errors;
mod family;
mod moves;
mod options;
mod progress;
mod puzzle;
mod reading;
mod solving;
mod study;
mod trace;
mod waiting;

use std::io::{self, Write};

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The JSON that `render` writes, as plain Python objects.
fn plain<'py>(
    py: Python<'py>,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut text = Vec::new();
    render(&mut text)?;
    py.import("json")?.call_method1("loads", (String::from_utf8_lossy(&text),))
}

/// The JSON object that `render` writes, as a plain dict.
fn plain_dict<'py>(
    py: Python<'py>,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> PyResult<Bound<'py, PyDict>> {
    Ok(plain(py, render)?.cast_into::<PyDict>()?)
}

/// The compiled half of the package; import `taquin` instead.
#[pymodule(name = "_engine")]
mod engine {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::batch::{Answers, solve_all};
    #[pymodule_export]
    use crate::blocks::Blocks;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::census::Census;
    #[pymodule_export]
    use crate::errors::{MoveError, NoSolutionError, ParseError, TableError, TaquinError, UnsupportedError};
    #[pymodule_export]
    use crate::family::read;
    #[pymodule_export]
    use crate::options::{algorithms, heuristics};
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::trace::Trace;
}
