//! The engine behind the Python package `taquin`: a thin layer over the facade.
//!
//! Whatever takes long runs on threads of its own while the interpreter is free, so Ctrl-C works and
//! other Python threads go on. Doc comments on classes and methods are Python's docstrings; their
//! examples are run by the tests.

mod batch;
mod blocks;
mod board;
mod census;
mod options;
mod puzzle;
mod reading;
mod solution;
mod trace;
mod waiting;

use std::io::{self, Write};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Anything wrong with what the caller gave, in the words of the library.
fn value_error(problem: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// The JSON object that `render` writes, as a plain dict.
fn plain_dict<'py>(
    py: Python<'py>,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut text = Vec::new();
    render(&mut text)?;
    let object = py.import("json")?.call_method1("loads", (String::from_utf8_lossy(&text),))?;
    Ok(object.cast_into::<PyDict>()?)
}

/// The compiled half of the package; import `taquin` instead.
#[pymodule(name = "_engine")]
mod engine {
    #[pymodule_export]
    use crate::batch::solve_all;
    #[pymodule_export]
    use crate::blocks::Blocks;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::census::Census;
    #[pymodule_export]
    use crate::options::{algorithms, heuristics};
    #[pymodule_export]
    use crate::puzzle::{Puzzle, read};
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::trace::Trace;
}
