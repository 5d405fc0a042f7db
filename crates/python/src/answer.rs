//! The result of solving, as plain Python objects.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use taquin::picture::{self, Film};
use taquin::{Instance, Outcome, render};

use crate::errors::NoSolutionError;
use crate::family::wrap;
use crate::plain_dict;

/// The outcome of a search, and what it took.
///
/// Examples:
///     >>> import taquin
///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
///     >>> answer
///     <Answer: solved in 2 moves, ida-star>
///     >>> answer.states[-1]
///     Board('1 2 3 / 4 5 6 / 7 8 0')
///     >>> sorted(answer.stats)[:3]
///     ['bounds', 'expanded', 'generated']
#[pyclass(module = "taquin", frozen)]
pub(crate) struct Answer {
    instance: Instance,
    answer: taquin::Answer,
    /// The whole answer as the facade's JSON object, made when it is first needed.
    object: PyOnceLock<Py<PyDict>>,
}

impl Answer {
    pub(crate) fn new(instance: Instance, answer: taquin::Answer) -> Self {
        Answer { instance, answer, object: PyOnceLock::new() }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        let object = self.object.get_or_try_init(py, || {
            plain_dict(py, |out| render::json(out, &self.instance, &self.answer)).map(Bound::unbind)
        })?;
        Ok(object.bind(py))
    }

    fn entry<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.object(py)?.get_item(key)
    }

    fn film(&self) -> PyResult<Film> {
        self.instance
            .film(&self.answer)
            .ok_or_else(|| NoSolutionError::new_err("there is no solution to show"))
    }
}

#[pymethods]
impl Answer {
    /// 'solved', 'unsolvable' (which is proved) or 'stopped' (by a limit).
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 8 7 0").solve()
    ///     >>> answer.outcome
    ///     'unsolvable'
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.answer.report.outcome {
            Outcome::Solved { .. } => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Stopped(_) => "stopped",
        }
    }

    /// The cost of the solution; None if there is none.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.cost
    ///     2
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "cost")
    }

    /// How many moves the solution is by each metric of the puzzle; None if there is none.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> sorted(answer.counts.items())
    ///     [('line', 1), ('single', 2)]
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "counts")
    }

    /// A lower bound: no solution costs less; None if there is no solution at all.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.lower_bound
    ///     2
    #[getter]
    fn lower_bound<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "lower_bound")
    }

    /// Whether the solution is proved to be a cheapest one.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.optimal
    ///     True
    #[getter]
    fn optimal<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "optimal")
    }

    /// The algorithm that was used.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.algorithm
    ///     'ida-star'
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.answer.algorithm.name()
    }

    /// The heuristic that guided the search; 'none' for uninformed algorithms.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 / 0 3").solve(algorithm="a-star", heuristic="misplaced").heuristic
    ///     'misplaced'
    #[getter]
    fn heuristic(&self) -> &'static str {
        self.answer.heuristic.name()
    }

    /// Why there is no solution, if that is known without a search.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 8 7 0").solve()
    ///     >>> "odd" in answer.reason
    ///     True
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.answer.reason.as_deref()
    }

    /// The limit that stopped the search, in words.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> hard = taquin.Board("14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0")
    ///     >>> hard.solve(limit_nodes=1000).limit
    ///     'node limit'
    #[getter]
    fn limit<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "limit")
    }

    /// The moves, each as a dict; None if there is no solution.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.moves[0]
    ///     {'direction': 'left', 'from': 7, 'tile': 7, 'to': 6}
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "moves")
    }

    /// The counts of the search as a plain dict, ready for a row of a table.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.stats["expanded"] > 0
    ///     True
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.entry(py, "stats")
    }

    /// The puzzle that was solved.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.puzzle
    ///     Board('1 2 3 / 4 5 6 / 0 7 8')
    #[getter]
    fn puzzle(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        wrap(py, self.instance.clone())
    }

    /// The positions from the start to the goal, each as a puzzle; None if there is no solution.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> len(answer.states)
    ///     3
    #[getter]
    fn states(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let Some(steps) = self.answer.steps() else { return Ok(None) };
        let mut now = self.instance.clone();
        let mut states = vec![wrap(py, now.clone())?];
        for step in steps {
            now = now.after(step).expect("a solution has only legal moves");
            states.push(wrap(py, now.clone())?);
        }
        Ok(Some(states))
    }

    /// Everything as plain data.
    ///
    /// Returns:
    ///     A dict, the object that the command `taquin solve` prints as JSON.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 3 / 4 5 6 / 7 0 8").solve().to_dict()["cost"]
    ///     1
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.object(py)?.copy()
    }

    /// A self-contained page that plays the solution.
    ///
    /// Returns:
    ///     An HTML document.
    ///
    /// Raises:
    ///     NoSolutionError: If there is no solution.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.html()[:15]
    ///     '<!doctype html>'
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| Ok(picture::page(&self.film()?)))
    }

    /// The solution as an animated drawing.
    ///
    /// Returns:
    ///     An SVG document.
    ///
    /// Raises:
    ///     NoSolutionError: If there is no solution.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.svg()[:4]
    ///     '<svg'
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| Ok(picture::animation(&self.film()?)))
    }

    /// The solution as an animated picture.
    ///
    /// Returns:
    ///     The bytes of a GIF file.
    ///
    /// Raises:
    ///     NoSolutionError: If there is no solution.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").solve()
    ///     >>> answer.gif()[:6]
    ///     b'GIF89a'
    fn gif(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        py.detach(|| {
            let mut bytes = Vec::new();
            picture::gif(&mut bytes, &self.film()?, picture::SIDE)?;
            Ok(bytes)
        })
    }

    /// What notebooks show: the page that plays the solution, in a frame of its own.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.answer.steps().is_none() {
            return Ok(None);
        }
        let page = self.html(py)?.replace('&', "&amp;").replace('"', "&quot;");
        Ok(Some(format!(
            "<iframe srcdoc=\"{page}\" width=\"100%\" height=\"640\" style=\"border: 0\" \
             sandbox=\"allow-scripts\" title=\"Solution\"></iframe>"
        )))
    }

    fn __str__(&self) -> PyResult<String> {
        let mut text = Vec::new();
        render::text(&mut text, &self.instance, &self.answer)?;
        Ok(String::from_utf8_lossy(&text).trim_end().to_string())
    }

    fn __repr__(&self) -> String {
        let algorithm = self.answer.algorithm;
        match &self.answer.report.outcome {
            Outcome::Solved { cost, .. } => {
                let moves = if *cost == 1 { "move" } else { "moves" };
                format!("<Answer: solved in {cost} {moves}, {algorithm}>")
            }
            Outcome::Unsolvable => "<Answer: proven unsolvable>".into(),
            Outcome::Stopped(limit) => {
                let bound = self.answer.report.lower_bound;
                format!("<Answer: stopped ({limit}), at least {bound} moves, {algorithm}>")
            }
        }
    }
}
