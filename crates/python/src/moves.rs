//! Moves in Python: texts, dicts of an answer, or several of these.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use taquin::{Instance, Played};

use crate::errors::{MoveError, raise};
use crate::plain;

/// The instance after `moves`.
pub(crate) fn apply(instance: &Instance, moves: &Bound<'_, PyAny>) -> PyResult<Instance> {
    let one = moves.is_instance_of::<PyString>() || moves.is_instance_of::<PyDict>();
    let texts = match one {
        true => vec![text_of(moves)?],
        false => {
            let items = moves.try_iter().map_err(|_| no_moves(moves))?;
            items.map(|item| text_of(&item?)).collect::<PyResult<_>>()?
        }
    };
    let (mut now, mut made) = (instance.clone(), 0);
    for text in texts {
        let Played { steps, end, failure } = taquin::play(&now, &text).map_err(raise)?;
        made += steps.len();
        if let Some(failure) = failure {
            let words = format!("move {}, {}: {}", made + 1, failure.word, failure.why);
            return Err(MoveError::new_err(words));
        }
        now = end;
    }
    Ok(now)
}

/// The possible moves, each as a dict.
pub(crate) fn list<'py>(py: Python<'py>, instance: &Instance) -> PyResult<Bound<'py, PyAny>> {
    let neighbors = instance.neighbors().map_err(raise)?;
    let objects: Vec<String> =
        neighbors.iter().map(|(step, _)| instance.step_object(step).to_string()).collect();
    plain(py, |out| write!(out, "[{}]", objects.join(",")))
}

/// Moves as text for the facade, from a text or from a dict of an answer.
fn text_of(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if moves.is_instance_of::<PyString>() {
        return moves.extract();
    }
    if !moves.is_instance_of::<PyDict>() {
        return Err(no_moves(moves));
    }
    let object: String = moves.py().import("json")?.call_method1("dumps", (moves,))?.extract()?;
    Ok(format!("{{\"moves\":[{object}]}}"))
}

/// The exception for something that cannot be moves.
fn no_moves(found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map_or_else(|_| "something else".into(), |found| found.to_string());
    PyTypeError::new_err(format!("expected moves as a text, a dict or several of these, found {found}"))
}
