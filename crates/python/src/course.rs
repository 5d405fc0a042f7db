//! The torus 8-puzzle of the course, for the module `torus_puzzle`.

use pyo3::prelude::*;
use taquin::Limits;
use taquin_courses::torus_astar;

use crate::reading::numbers;
use crate::value_error;
use crate::waiting::{Cancel, run};

/// The lines that `torus_puzzle.print_succ` prints.
#[pyfunction]
pub(crate) fn torus_successors(state: &Bound<'_, PyAny>) -> PyResult<String> {
    let successors = torus_astar::successors(&tiles(state)?).map_err(value_error)?;
    Ok(successors.iter().map(|rated| format!("{rated}\n")).collect())
}

/// The lines that `torus_puzzle.solve` prints.
#[pyfunction]
pub(crate) fn torus_solution(py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<String> {
    let tiles = tiles(state)?;
    let cancel = Cancel::default();
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let solution = run(py, &cancel, move || torus_astar::solve(&tiles, &limits))?;
    // A search that was cancelled is not waited for, so that there is a solution.
    Ok(solution.map_err(value_error)?.map_or(String::new(), |solution| solution.to_string()))
}

fn tiles(state: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let small = |tile: u32| {
        u8::try_from(tile).map_err(|_| value_error(format!("expected the tiles 0 to 8, found {tile}")))
    };
    numbers(state)?.into_iter().map(small).collect()
}
