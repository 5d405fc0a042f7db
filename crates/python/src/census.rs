//! Whole spaces in Python.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{EnumeratePlan, Instance, Plan, render};

use crate::errors::raise;
use crate::family::at;
use crate::options::Options;
use crate::plain_dict;
use crate::waiting::run;

/// How many positions there are at each distance: of tiles from the goal, of blocks from the start.
///
/// Examples:
///     >>> import taquin
///     >>> census = taquin.Board.solved(2, 3).enumerate()
///     >>> census
///     <Census: 360 positions, at most 21 moves away>
///     >>> census.levels[:6], census.farthest
///     ([1, 2, 3, 5, 6, 7], [Board('4 5 0 / 1 2 3')])
#[pyclass(module = "taquin", frozen)]
pub(crate) struct Census {
    pub(crate) instance: Instance,
    pub(crate) enumeration: taquin::Enumeration,
}

impl Census {
    /// Counts the space of `instance` as `levels` says, within the threads and limits of the options.
    pub(crate) fn count(
        py: Python<'_>,
        instance: &Instance,
        mut options: Options,
        levels: EnumeratePlan,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Census> {
        options.limit_memory.get_or_insert_with(taquin_courses::three_quarters_of_free);
        let (Plan { limits, threads, .. }, cancel) = options.plan()?;
        let plan = EnumeratePlan { limits, threads, ..levels };
        let puzzle = instance.clone();
        let census = run(py, &cancel, progress, move |progress| taquin::enumerate(&puzzle, &plan, progress))?;
        Ok(Census { instance: instance.clone(), enumeration: census.map_err(raise)? })
    }
}

#[pymethods]
impl Census {
    /// The number of positions at distance 0, 1, 2 and so on; only complete levels.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2).enumerate().levels
    ///     [1, 2, 2, 2, 2, 2, 1]
    #[getter]
    fn levels(&self) -> Vec<u64> {
        self.enumeration.census.levels.clone()
    }

    /// All positions that were counted.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2).enumerate().total
    ///     12
    #[getter]
    fn total(&self) -> u64 {
        self.enumeration.census.total()
    }

    /// The distance of the last complete level.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2).enumerate().depth
    ///     6
    #[getter]
    fn depth(&self) -> usize {
        self.enumeration.census.depth()
    }

    /// The mean distance of the positions that were counted.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2).enumerate().mean
    ///     3.0
    #[getter]
    fn mean(&self) -> f64 {
        self.enumeration.census.mean()
    }

    /// The limit that ended the count before the last level, in words; None if none did.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3).enumerate(depth=4).limit
    ///     'depth limit'
    #[getter]
    fn limit(&self) -> Option<String> {
        self.enumeration.census.stopped.map(|limit| limit.to_string())
    }

    /// Positions at the greatest distance, each as a puzzle with the same goal; a thousand at most.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> [board.solve().cost for board in taquin.Board.solved(3).enumerate().farthest]
    ///     [31, 31]
    #[getter]
    fn farthest(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.enumeration.census.farthest.iter().map(|state| at(py, &self.instance, state)).collect()
    }

    /// Everything as plain data.
    ///
    /// Returns:
    ///     A dict, the object that the command `taquin enumerate` prints as JSON.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2).enumerate().to_dict()["total"]
    ///     12
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        plain_dict(py, |out| render::enumeration_json(out, &self.enumeration))
    }

    /// What notebooks show: the levels as bars.
    fn _repr_svg_(&self) -> PyResult<String> {
        let mut picture = Vec::new();
        render::census_svg(&mut picture, &self.enumeration.census)?;
        Ok(String::from_utf8_lossy(&picture).into_owned())
    }

    fn __str__(&self) -> PyResult<String> {
        let mut text = Vec::new();
        render::enumeration_text(&mut text, &self.enumeration)?;
        Ok(String::from_utf8_lossy(&text).trim_end().to_string())
    }

    fn __repr__(&self) -> String {
        let (total, depth) = (self.enumeration.census.total(), self.enumeration.census.depth());
        match self.enumeration.census.stopped {
            None => format!("<Census: {total} positions, at most {depth} moves away>"),
            Some(limit) => format!("<Census: {total} positions up to {depth} moves away, stopped ({limit})>"),
        }
    }
}
