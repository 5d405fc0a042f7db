//! What boards and blocks have in common.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{EnumeratePlan, Instance, picture};

use crate::answer::Answer;
use crate::census::Census;
use crate::errors::raise;
use crate::family::wrap;
use crate::options::Options;
use crate::study::{self, Times};
use crate::trace::Trace;
use crate::{moves, solving};

/// The most cells of a board that notebooks show as a picture.
const DRAWN_CELLS: usize = 40 * 40;

/// A puzzle with its start and its goal: a `Board` or `Blocks`. It never changes; moves make new ones.
///
/// Examples:
///     >>> import taquin
///     >>> isinstance(taquin.Board("1 2 / 0 3"), taquin.Puzzle)
///     True
#[pyclass(module = "taquin", subclass, frozen)]
pub(crate) struct Puzzle {
    pub(crate) instance: Instance,
}

#[pymethods]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
impl Puzzle {
    /// What kind of puzzle this is, in a few words.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3, 4, torus=True).title
    ///     '3 × 4 torus'
    #[getter]
    fn title(&self) -> String {
        self.instance.title()
    }

    /// Whether the goal is reached.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3).is_solved
    ///     True
    #[getter]
    fn is_solved(&self) -> bool {
        self.instance.is_solved()
    }

    /// Solves the puzzle, by the best method for it or as the options say.
    ///
    /// The solution is a shortest one, with two exceptions: the algorithms `greedy`, `weighted-a-star`,
    /// `explicit-estimation` and `near` do not guarantee it, and boards of tiles with more than 25 cells get a near
    /// solution unless they are easy or an algorithm is named; `optimal` and `lower_bound` of the answer say how near
    /// it is. Reaching a limit is not an error: the answer has the outcome 'stopped' and the best solution known.
    /// Ctrl-C ends the search with `KeyboardInterrupt`; other Python threads run meanwhile.
    ///
    /// Args:
    ///     algorithm: The algorithm (see `taquin.algorithms`); the best for the puzzle by default.
    ///     heuristic: The heuristic (see `taquin.heuristics`); the best for the algorithm and the puzzle
    ///         by default.
    ///     weight: The weight of `weighted-a-star`, or the factor of `explicit-estimation`, from 1 to 100; 1.5 by
    ///         default.
    ///     within: The search ends as soon as the solution is proved to be at most this factor, such as 1.05, times
    ///         as long as a shortest one. By default it continues to a shortest solution.
    ///     distances: A file that `enumerate(save=...)` has written, in which the answer is looked up.
    ///     tables: The folder of pattern tables; by default that of the command line, which is the
    ///         variable TAQUIN_TABLES, or `taquin/tables` in the user's cache folder.
    ///     threads: How many threads to use, where the search can; one per core by default.
    ///     limit_time: Seconds after which to stop.
    ///     limit_memory: Bytes that the search may hold.
    ///     limit_nodes: Expanded nodes after which to stop.
    ///     progress: A function that is called a few times a second with a dict about its progress
    ///         (see `taquin.types.Progress`). What it raises ends the search.
    ///
    /// Returns:
    ///     The `Answer`.
    ///
    /// Raises:
    ///     UnsupportedError: If the puzzle has no such combination of algorithm and heuristic.
    ///     FileNotFoundError: If there is no such file or folder.
    ///     TableError: If the file has no distances of this puzzle.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> answer = taquin.Board("1 2 3 / 4 0 6 / 7 5 8").solve(algorithm="A*", heuristic="manhattan")
    ///     >>> answer.outcome, answer.cost
    ///     ('solved', 2)
    ///     >>> [(move["tile"], move["direction"]) for move in answer.moves]
    ///     [(5, 'up'), (8, 'left')]
    ///     >>> large = taquin.Board.random(6, seed=1).solve(limit_time=0.1)
    ///     >>> large.algorithm, large.optimal
    ///     ('near', False)
    #[pyo3(signature = (*, algorithm=None, heuristic=None, weight=None, within=None, distances=None, tables=None, threads=None, limit_time=None, limit_memory=None, limit_nodes=None, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        weight: Option<f64>,
        within: Option<f64>,
        distances: Option<PathBuf>,
        tables: Option<PathBuf>,
        threads: Option<usize>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let options = Options {
            algorithm,
            heuristic,
            weight,
            within,
            distances,
            tables,
            threads,
            limit_time,
            limit_memory,
            limit_nodes,
        };
        solving::solve(py, &self.instance, options, progress)
    }

    /// Counts all shortest solutions.
    ///
    /// Args:
    ///     first_moves: Moves that a solution must begin with, as in `"R D"`.
    ///     avoid: Moves that a solution must not make: a tile (`"5"`), a direction (`"L"`) or both.
    ///     tables: The folder of pattern tables, as for `solve`.
    ///     threads: How many threads to use, where the search can; one per core by default.
    ///     limit_time: Seconds after which to stop.
    ///     limit_memory: Bytes that the search may hold.
    ///     limit_nodes: Expanded nodes after which to stop.
    ///
    /// Returns:
    ///     How many there are; 0 where there is no solution.
    ///
    /// Raises:
    ///     NoSolutionError: If a limit is reached before they are counted.
    ///     MoveError: If the first moves cannot be made.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> board = taquin.Board("8 6 7 / 2 5 4 / 3 0 1")
    ///     >>> board.count_solutions()
    ///     40
    ///     >>> board.count_solutions(first_moves="D")
    ///     5
    #[pyo3(signature = (*, first_moves=None, avoid=None, tables=None, threads=None, limit_time=None, limit_memory=None, limit_nodes=None))]
    fn count_solutions(
        &self,
        py: Python<'_>,
        first_moves: Option<String>,
        avoid: Option<String>,
        tables: Option<PathBuf>,
        threads: Option<usize>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
    ) -> PyResult<u128> {
        let options =
            Options { tables, threads, limit_time, limit_memory, limit_nodes, ..Options::default() };
        solving::count(py, &self.instance, options, (first_moves, avoid))
    }

    /// Finds all shortest solutions.
    ///
    /// Args:
    ///     first_moves: Moves that a solution must begin with, as in `"R D"`.
    ///     avoid: Moves that a solution must not make: a tile (`"5"`), a direction (`"L"`) or both.
    ///     most: How many to return at most; all of them by default.
    ///     tables: The folder of pattern tables, as for `solve`.
    ///     threads: How many threads to use, where the search can; one per core by default.
    ///     limit_time: Seconds after which to stop.
    ///     limit_memory: Bytes that the search may hold.
    ///     limit_nodes: Expanded nodes after which to stop.
    ///
    /// Returns:
    ///     A list of `Answer`, always in the same order; an empty one where there is no solution.
    ///
    /// Raises:
    ///     NoSolutionError: If a limit is reached before they are found.
    ///     MoveError: If the first moves cannot be made.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> board = taquin.Board("4 6 3 / 5 8 0 / 2 7 1")
    ///     >>> [answer.moves[0]["direction"] for answer in board.solutions()]
    ///     ['right', 'right', 'right']
    ///     >>> len(board.solutions(avoid="3", most=10))
    ///     2
    #[pyo3(signature = (*, first_moves=None, avoid=None, most=None, tables=None, threads=None, limit_time=None, limit_memory=None, limit_nodes=None))]
    fn solutions(
        &self,
        py: Python<'_>,
        first_moves: Option<String>,
        avoid: Option<String>,
        most: Option<usize>,
        tables: Option<PathBuf>,
        threads: Option<usize>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
    ) -> PyResult<Vec<Answer>> {
        let options =
            Options { tables, threads, limit_time, limit_memory, limit_nodes, ..Options::default() };
        solving::list(py, &self.instance, options, (first_moves, avoid), most)
    }

    /// Compares moves with the shortest solutions from every position along them.
    ///
    /// Args:
    ///     moves: The moves, in any notation that `apply` takes as a string.
    ///     times: The total time in seconds, or the time of each move.
    ///     tables: The folder of pattern tables, as for `solve`.
    ///     limit_time: Seconds for each point after which to stop; 10 by default.
    ///     limit_memory: Bytes that each search may hold.
    ///     limit_nodes: Expanded nodes for each point after which to stop.
    ///
    /// Returns:
    ///     A dict (see `taquin.types.ReviewDict`) with the length in every metric (`counts`), the `shortest` length,
    ///     how many moves were `lost` in total and by each of `moves`, the distance to the goal at all `points`, and
    ///     the `stretches` that fewer moves replace; the JSON of `taquin analyse`.
    ///
    /// Raises:
    ///     MoveError: If a move cannot be made.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> review = taquin.Board("1 2 3 / 4 0 6 / 7 5 8").analyse("D U U L")
    ///     >>> review["lost"], [point["distance"] for point in review["points"]]
    ///     (2, [2, 3, 2, 1, 0])
    #[pyo3(signature = (moves, *, times=None, tables=None, limit_time=None, limit_memory=None, limit_nodes=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        moves: &str,
        times: Option<Times>,
        tables: Option<PathBuf>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = Options { tables, limit_time, limit_memory, limit_nodes, ..Options::default() };
        study::analyse(py, &self.instance, moves, times, options)
    }

    /// Solves random positions of the puzzle and counts the lengths of their shortest solutions.
    ///
    /// Args:
    ///     count: How many positions.
    ///     seed: The seed of the first; the next ones follow.
    ///     tables: The folder of pattern tables, as for `solve`.
    ///     threads: How many threads to use; one for each core by default.
    ///     limit_time: Seconds for each position after which to stop.
    ///     limit_memory: Bytes that each search may hold.
    ///     limit_nodes: Expanded nodes for each position after which to stop.
    ///
    /// Returns:
    ///     A dict (see `taquin.types.SurveyDict`) with the `mean`, its `margin` (95% confidence; None for fewer than
    ///     two positions), the `deviation`, the `median`, and for each of `lengths` how many positions have it, with
    ///     an interval for their share; the JSON of `taquin survey`.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> found = taquin.Board("1 2 / 3 0").survey(100)
    ///     >>> found["count"], sum(length["count"] for length in found["lengths"])
    ///     (100, 100)
    #[pyo3(signature = (count, *, seed=1, tables=None, threads=None, limit_time=None, limit_memory=None, limit_nodes=None))]
    fn survey<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        seed: u64,
        tables: Option<PathBuf>,
        threads: Option<usize>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options =
            Options { tables, threads, limit_time, limit_memory, limit_nodes, ..Options::default() };
        study::survey(py, &self.instance, (seed, count), options)
    }

    /// Searches step by step: an iterator with one dict for every node that is expanded.
    ///
    /// A dict has the node's `state` and its `parent` as puzzles; `g`, `h` and `f`; `why` it was taken; the `bound`
    /// of a deepening search; the `phase` of an algorithm with several, such as the table and the path of
    /// `exhaustive`; how many nodes were `open` and `closed`; and its `successors`, with what became of each of them
    /// and `why`. In the last dict, `end` says why the search is over. The search runs only as far as you iterate;
    /// when it has ended, the iterator's `answer` is the result.
    ///
    /// Args:
    ///     algorithm: The algorithm; A* by default.
    ///     heuristic: The heuristic; the best for the algorithm and the puzzle by default.
    ///     weight: The weight of the heuristic in `weighted-a-star`, from 1 to 100.
    ///     course: A course program whose own search is traced instead.
    ///     limit_time: Seconds after which to stop.
    ///     limit_memory: Bytes that the search may hold.
    ///     limit_nodes: Expanded nodes after which to stop.
    ///     lists: Whether to include the nodes of both lists as well, as they were when the node was expanded.
    ///
    /// Returns:
    ///     A `Trace`, which is an iterator.
    ///
    /// Raises:
    ///     UnsupportedError: If the puzzle has no such search.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> steps = taquin.Board("1 2 3 / 4 5 6 / 0 7 8").trace(heuristic="manhattan")
    ///     >>> [(step["g"], step["h"]) for step in steps]
    ///     [(0, 2), (1, 1), (2, 0)]
    ///     >>> steps.answer.cost
    ///     2
    ///     >>> board = taquin.Board("1 2 3 / 4 5 6 / 7 0 8", torus=True)
    ///     >>> len(list(board.trace(course="torus-astar")))
    ///     2
    #[pyo3(signature = (*, algorithm=None, heuristic=None, weight=None, course=None, limit_time=None, limit_memory=None, limit_nodes=None, lists=false))]
    fn trace(
        &self,
        py: Python<'_>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        weight: Option<f64>,
        course: Option<&str>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
        lists: bool,
    ) -> PyResult<Trace> {
        let options = Options {
            algorithm,
            heuristic,
            weight,
            limit_time,
            limit_memory,
            limit_nodes,
            ..Options::default()
        };
        Trace::start(py, self.instance.clone(), options, course, lists)
    }

    /// The possible moves; for tiles in the order in which the blank goes up, left, down and right.
    ///
    /// Returns:
    ///     A dict for every move, as `Answer.moves` has them; `apply` takes each of them.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> [(move["tile"], move["direction"]) for move in taquin.Board("0 1 / 2 3").moves()]
    ///     [(2, 'up'), (1, 'left')]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        moves::list(py, &self.instance)
    }

    /// The puzzle after some moves, with the same goal.
    ///
    /// Args:
    ///     moves: A text as people write moves, such as 'R2 D L' (where tiles go), '12 9' (tiles) or 'c:LU'
    ///         (a block and its way); a dict of `moves` or of `Answer.moves`; or several of these.
    ///
    /// Returns:
    ///     A new puzzle.
    ///
    /// Raises:
    ///     MoveError: If a move cannot be made.
    ///     ParseError: If a text is not a list of moves, or a dict not a move of this puzzle.
    ///     TypeError: If they are none of these.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> board = taquin.Board("1 2 3 / 4 0 6 / 7 5 8")
    ///     >>> board.apply("U L").is_solved
    ///     True
    ///     >>> board.apply(board.solve().moves) == taquin.Board.solved(3)
    ///     True
    ///     >>> board.apply("5 1")
    ///     Traceback (most recent call last):
    ///       ...
    ///     taquin.MoveError: move 2, 1: tile 1 cannot move
    fn apply(&self, moves: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        wrap(moves.py(), moves::apply(&self.instance, moves)?)
    }

    /// The puzzles one move away, with the same goal, in the order of `moves`.
    ///
    /// Returns:
    ///     A list of puzzles.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("0 1 / 2 3").neighbors()
    ///     [Board('2 1 / 0 3'), Board('1 0 / 2 3')]
    fn neighbors(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let neighbors = self.instance.neighbors().map_err(raise)?;
        neighbors.into_iter().map(|(_, after)| wrap(py, after)).collect()
    }

    /// Counts the whole space: for tiles all positions from which the goal can be reached, by their distance to the
    /// goal; for blocks all positions that can be reached from the start, by their distance from the start.
    ///
    /// Args:
    ///     depth: The greatest distance to count.
    ///     threads: How many threads to use; one per core by default.
    ///     disk: A folder for the levels, which may then be larger than memory; after any interruption the
    ///         same call continues from the last complete level.
    ///     save: A file to keep the distances of all positions in, for `solve(distances=...)`.
    ///     limit_time: Seconds after which to stop.
    ///     limit_memory: Bytes to hold levels in; three quarters of the free memory by default.
    ///     limit_nodes: Positions after which to stop.
    ///     progress: A function that is called a few times a second with a dict about its progress
    ///         (see `taquin.types.Progress`). What it raises ends the count.
    ///
    /// Returns:
    ///     The `Census`.
    ///
    /// Raises:
    ///     UnsupportedError: If there are too many positions to be numbered.
    ///     OSError: If a file cannot be written.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3).enumerate().total
    ///     181440
    #[pyo3(signature = (*, depth=None, threads=None, disk=None, save=None, limit_time=None, limit_memory=None, limit_nodes=None, progress=None))]
    fn enumerate(
        &self,
        py: Python<'_>,
        depth: Option<usize>,
        threads: Option<usize>,
        disk: Option<PathBuf>,
        save: Option<PathBuf>,
        limit_time: Option<f64>,
        limit_memory: Option<usize>,
        limit_nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Census> {
        let options = Options { threads, limit_time, limit_memory, limit_nodes, ..Options::default() };
        let levels = EnumeratePlan { depth, disk, save, ..EnumeratePlan::default() };
        Census::count(py, &self.instance, options, levels, progress)
    }

    /// The puzzle for a planner, with the costs of its own metric.
    ///
    /// Args:
    ///     format: 'pddl' (with types), 'pddl-untyped' or 'sas' (SAS+ as Fast Downward's translator writes it).
    ///
    /// Returns:
    ///     A dict from the names of files to their texts.
    ///
    /// Raises:
    ///     UnsupportedError: If there is no such format, no goal, or too much to list.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> sorted(taquin.Board("1 2 / 0 3").export("pddl"))
    ///     ['domain.pddl', 'problem.pddl']
    fn export(&self, format: &str) -> PyResult<BTreeMap<&'static str, String>> {
        study::export(&self.instance, format)
    }

    /// The start as a picture.
    ///
    /// Returns:
    ///     An SVG document.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3).svg()[:4]
    ///     '<svg'
    fn svg(&self) -> String {
        picture::still(&self.instance.scene())
    }

    /// The start as a picture.
    ///
    /// Returns:
    ///     The bytes of a PNG file.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3).png()[1:4]
    ///     b'PNG'
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
