//! What boards and blocks have in common.

use std::path::PathBuf;

use pyo3::prelude::*;
use taquin::{EnumeratePlan, Hints, Instance, Plan, picture};

use crate::blocks::Blocks;
use crate::board::Board;
use crate::census::Census;
use crate::options::Options;
use crate::solution::Solution;
use crate::trace::Trace;
use crate::value_error;
use crate::waiting::run;

/// The most cells of a board that notebooks show as a picture.
const DRAWN_CELLS: usize = 40 * 40;

/// A puzzle with its start and its goal: a `Board` or `Blocks`. It never changes; moves make new ones.
#[pyclass(module = "taquin", subclass, frozen)]
pub(crate) struct Puzzle {
    pub(crate) instance: Instance,
}

#[pymethods]
impl Puzzle {
    /// What kind of puzzle this is, in a few words.
    ///
    /// >>> import taquin
    /// >>> taquin.Board.solved(3, 4, torus=True).title
    /// '3 × 4 torus'
    #[getter]
    fn title(&self) -> String {
        self.instance.title()
    }

    /// Whether the goal is reached.
    ///
    /// >>> import taquin
    /// >>> taquin.Board.solved(3).is_solved
    /// True
    #[getter]
    fn is_solved(&self) -> bool {
        self.instance.is_solved()
    }

    /// Solves the puzzle, by the best way for it or as the options say.
    ///
    /// Limits are in seconds, bytes and expanded nodes; a search that meets one is no error, its
    /// solution has the outcome 'stopped'. Ctrl-C ends the search with `KeyboardInterrupt`. With
    /// `distances`, a file that `enumerate(save=...)` has written, the answer is looked up in it.
    ///
    /// >>> import taquin
    /// >>> solution = taquin.Board("1 2 3 / 4 0 6 / 7 5 8").solve(algorithm="A*", heuristic="manhattan")
    /// >>> solution.outcome, solution.cost
    /// ('solved', 2)
    /// >>> [(move["tile"], move["direction"]) for move in solution.moves]
    /// [(5, 'up'), (8, 'left')]
    #[pyo3(signature = (*, algorithm=None, heuristic=None, weight=None, distances=None, time_limit=None, memory_limit=None, node_limit=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn solve(
        &self,
        py: Python<'_>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        weight: Option<f64>,
        distances: Option<PathBuf>,
        time_limit: Option<f64>,
        memory_limit: Option<usize>,
        node_limit: Option<u64>,
    ) -> PyResult<Solution> {
        let options =
            Options { algorithm, heuristic, weight, distances, time_limit, memory_limit, node_limit };
        let (plan, cancel) = options.plan()?;
        let instance = self.instance.clone();
        let answer = run(py, &cancel, move || taquin::solve(&instance, &plan, &mut ()))?;
        Ok(Solution::new(self.instance.clone(), answer.map_err(value_error)?))
    }

    /// Searches step by step: an iterator with one dict for every node that is expanded.
    ///
    /// A dict has the node's `state`, its `parent`, `g`, `h` and `f`, `why` it was taken, the `bound`
    /// of a deepening search, the `phase` of what has several (a table of all positions, a solution that
    /// is built), how many nodes were `open` and `closed` then, its `successors` with what became of each
    /// of them and `why`, and in the last one the `end`, why the search is over. With `lists=True` there are the nodes of both lists as well, as they were when the node
    /// was taken. The search goes no farther than it is asked; when it has ended, `solution`
    /// holds what it came to. A* is used unless told otherwise; `course` names a course program whose own
    /// search is told instead.
    ///
    /// >>> import taquin
    /// >>> steps = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").trace(heuristic="manhattan")
    /// >>> [(step["g"], step["h"]) for step in steps]
    /// [(0, 2), (1, 1), (2, 0)]
    /// >>> steps.solution.cost
    /// 2
    /// >>> board = taquin.Board("1 2 3 / 4 5 6 / 7 0 8", torus=True)
    /// >>> len(list(board.trace(course="torus-astar")))
    /// 2
    #[pyo3(signature = (*, algorithm=None, heuristic=None, weight=None, course=None, time_limit=None, memory_limit=None, node_limit=None, lists=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn trace(
        &self,
        py: Python<'_>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        weight: Option<f64>,
        course: Option<&str>,
        time_limit: Option<f64>,
        memory_limit: Option<usize>,
        node_limit: Option<u64>,
        lists: bool,
    ) -> PyResult<Trace> {
        let distances = None;
        let options =
            Options { algorithm, heuristic, weight, distances, time_limit, memory_limit, node_limit };
        let (plan, cancel) = options.plan()?;
        let lesson = course.map(str::parse).transpose().map_err(value_error)?;
        let plan = Plan { lesson, ..plan };
        Trace::start(py, self.instance.clone(), plan, cancel, lists)
    }

    /// The puzzles one move away, with the same goal: for tiles the blank goes up, left, down, right.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("0 1 / 2 3").neighbors()
    /// [Board('2 1 / 0 3'), Board('1 0 / 2 3')]
    fn neighbors(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let neighbors = self.instance.neighbors().map_err(value_error)?;
        neighbors.into_iter().map(|(_, after)| wrap(py, after)).collect()
    }

    /// Counts the whole space: of tiles all positions from which the goal can be reached, by their
    /// distance from it; of blocks all that can be reached from the start, by their distance from that.
    ///
    /// All cores are used, or as many as `workers` says, and three quarters of the free memory unless
    /// there is a limit. With `folder` the levels are held in its files, which may be larger than
    /// memory, and the same call goes on from the last whole level after any interruption. With `save`
    /// the distances of all positions are kept in a file for `solve(distances=...)`.
    ///
    /// >>> import taquin
    /// >>> taquin.Board.solved(3).enumerate().total
    /// 181440
    #[pyo3(signature = (*, depth=None, workers=None, folder=None, save=None, time_limit=None, memory_limit=None, node_limit=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn enumerate(
        &self,
        py: Python<'_>,
        depth: Option<usize>,
        workers: Option<usize>,
        folder: Option<PathBuf>,
        save: Option<PathBuf>,
        time_limit: Option<f64>,
        memory_limit: Option<usize>,
        node_limit: Option<u64>,
    ) -> PyResult<Census> {
        let memory_limit = memory_limit.or_else(|| Some(taquin_courses::three_quarters_of_free()));
        let options = Options { time_limit, memory_limit, node_limit, ..Options::default() };
        let (Plan { limits, .. }, cancel) = options.plan()?;
        let plan =
            EnumeratePlan { limits, depth, threads: workers, folder, save, ..EnumeratePlan::default() };
        let instance = self.instance.clone();
        let census = run(py, &cancel, move || taquin::enumerate(&instance, &plan, &mut ()))?;
        Ok(Census { enumeration: census.map_err(value_error)? })
    }

    /// The start as a picture: an SVG document.
    ///
    /// >>> import taquin
    /// >>> taquin.Board.solved(3).svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        picture::still(&self.instance.scene())
    }

    /// The start as a picture: the bytes of a PNG file.
    ///
    /// >>> import taquin
    /// >>> taquin.Board.solved(3).png()[1:4]
    /// b'PNG'
    fn png(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let mut bytes = Vec::new();
        py.detach(|| picture::png(&mut bytes, &self.instance.scene(), picture::SIDE))?;
        Ok(bytes)
    }

    /// What notebooks show; boards that are too large for a picture are shown as text.
    fn _repr_svg_(&self) -> Option<String> {
        let (rows, cols) = self.instance.size();
        (rows * cols <= DRAWN_CELLS).then(|| self.svg())
    }
}

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

/// Reads a puzzle in any form that the library knows, tiles or blocks.
///
/// >>> import taquin
/// >>> taquin.read("1 2 3 / 4 5 6 / 7 8 0")
/// Board('1 2 3 / 4 5 6 / 7 8 0')
/// >>> taquin.read("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo").title
/// '6 × 6 blocks'
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
    wrap(py, Instance::parse(text, &hints).map_err(value_error)?)
}
