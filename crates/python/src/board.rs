//! Sliding tiles in Python.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::search::Heuristic;
use taquin::tiles::format::Style;
use taquin::tiles::heuristic::{Manhattan, Misplaced};
use taquin::tiles::{GoalCells, RandomBoards, Tiles};
use taquin::{Analysis, Board as Arrangement, Family, Geometry, TilesInstance};

use crate::errors::{no_puzzle, raise};
use crate::family::wrap;
use crate::puzzle::Puzzle;
use crate::reading::{Beside, Size, instance};

/// A board of sliding tiles: a start and a goal on a grid, which may be a torus.
///
/// Args:
///     tiles: A text in any common form, a list of rows, a flat list or a NumPy array, with 0 for the
///         blank; or another board, which keeps its edges, goal and metric unless others are given.
///     size: The rows and columns of a flat list, which is square by default.
///     torus: Whether opposite edges are joined.
///     goal: The goal, in the same forms as `tiles`, or 'blank-first', 'blank-last' or 'spiral'; in order
///         with the blank last by default.
///     metric: What counts as one move: 'single' (a tile, the default) or 'line' (tiles of a row or a
///         column that move together).
///
/// Raises:
///     ParseError: If the tiles are not a board, or the goal is not a board of the same size.
///     TypeError: If they are neither text nor numbers.
///
/// Examples:
///     >>> import taquin
///     >>> taquin.Board("1 2 3 / 4 5 6 / 7 0 8") == taquin.Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
///     True
///     >>> torus = taquin.Board([3, 1, 2, 0, 4, 5], size=(2, 3), torus=True)
///     >>> torus
///     Board('3 1 2 / 0 4 5', torus=True)
///     >>> taquin.Board(torus, goal="0 1 2 / 3 4 5")
///     Board('3 1 2 / 0 4 5', torus=True, goal='0 1 2 / 3 4 5')
///     >>> taquin.Board([1, 2, 2, 0])
///     Traceback (most recent call last):
///       ...
///     taquin.ParseError: tile 2 is repeated and tile 3 is missing
#[pyclass(module = "taquin", extends = Puzzle, frozen)]
pub(crate) struct Board;

/// What counts as one move by default.
const METRIC: &str = "single";

/// The tiles of a board.
fn tiles<'a>(board: &'a Bound<'_, Board>) -> &'a TilesInstance {
    board.as_super().get().instance.of().expect("a board holds tiles")
}

/// The grid of a board of `rows` and `cols` cells, which is square without `cols`.
fn grid(rows: u32, cols: Option<u32>, torus: bool) -> PyResult<Geometry> {
    let cols = cols.unwrap_or(rows);
    let sides = 1..=Geometry::MAX_SIDE;
    if !sides.contains(&rows) || !sides.contains(&cols) {
        let most = Geometry::MAX_SIDE;
        return Err(no_puzzle(format!("expected sides from 1 to {most}, found {rows} and {cols}")));
    }
    Ok(Geometry::new(rows, cols, torus))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (tiles, *, size=None, torus=None, goal=None, metric=None))]
    fn new(
        tiles: &Bound<'_, PyAny>,
        size: Option<Size>,
        torus: Option<bool>,
        goal: Option<&Bound<'_, PyAny>>,
        metric: Option<String>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let instance = instance(tiles, Beside { size, torus, goal, metric })?;
        if instance.of::<TilesInstance>().is_none() {
            return Err(no_puzzle("expected tiles, found a puzzle of blocks; taquin.Blocks reads it"));
        }
        Ok(PyClassInitializer::from(Puzzle { instance }).add_subclass(Board))
    }

    /// The board in order, with the blank last.
    ///
    /// Args:
    ///     rows: The number of rows.
    ///     cols: The number of columns; as many as rows by default.
    ///     torus: Whether opposite edges are joined.
    ///
    /// Returns:
    ///     A `Board` that is solved.
    ///
    /// Raises:
    ///     ParseError: If a side is 0 or longer than 32768.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2, 3)
    ///     Board('1 2 3 / 4 5 0')
    #[staticmethod]
    #[pyo3(signature = (rows, cols=None, *, torus=false))]
    fn solved(py: Python<'_>, rows: u32, cols: Option<u32>, torus: bool) -> PyResult<Py<PyAny>> {
        let geometry = grid(rows, cols, torus)?;
        let goal = Arrangement::blank_last(geometry.rows(), geometry.cols());
        let instance = TilesInstance::new(geometry, goal.clone(), goal);
        wrap(py, instance.into())
    }

    /// A random solvable board, uniformly distributed.
    ///
    /// Args:
    ///     rows: The number of rows.
    ///     cols: The number of columns; as many as rows by default.
    ///     seed: The same seed always gives the same board; without one, Python's `random` chooses it.
    ///     torus: Whether opposite edges are joined.
    ///
    /// Returns:
    ///     A `Board`.
    ///
    /// Raises:
    ///     ParseError: If a side is 0 or longer than 32768.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.random(4, seed=7) == taquin.Board.random(4, 4, seed=7)
    ///     True
    ///     >>> taquin.Board.random(3).is_solvable
    ///     True
    #[staticmethod]
    #[pyo3(signature = (rows, cols=None, *, seed=None, torus=false))]
    fn random(
        py: Python<'_>,
        rows: u32,
        cols: Option<u32>,
        seed: Option<u64>,
        torus: bool,
    ) -> PyResult<Py<PyAny>> {
        let geometry = grid(rows, cols, torus)?;
        let seed = match seed {
            Some(seed) => seed,
            None => py.import("random")?.call_method1("getrandbits", (64,))?.extract()?,
        };
        let goal = Arrangement::blank_last(geometry.rows(), geometry.cols());
        let start = RandomBoards::new(geometry, GoalCells::of(&goal), seed).next();
        let start = start.expect("random boards never end");
        wrap(py, TilesInstance::new(geometry, start, goal).into())
    }

    /// The number of rows.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2, 3).rows
    ///     2
    #[getter]
    fn rows(slf: &Bound<'_, Self>) -> u32 {
        tiles(slf).geometry.rows()
    }

    /// The number of columns.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(2, 3).cols
    ///     3
    #[getter]
    fn cols(slf: &Bound<'_, Self>) -> u32 {
        tiles(slf).geometry.cols()
    }

    /// Whether opposite edges are joined.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board.solved(3, torus=True).torus
    ///     True
    #[getter]
    fn torus(slf: &Bound<'_, Self>) -> bool {
        tiles(slf).geometry.is_torus()
    }

    /// What counts as one move: 'single' or 'line'.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 3 / 0 4 5", metric="line").metric
    ///     'line'
    #[getter]
    fn metric(slf: &Bound<'_, Self>) -> &'static str {
        tiles(slf).metric
    }

    /// The tiles, a list for each row.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 3 / 4 5 0").tiles
    ///     [[1, 2, 3], [4, 5, 0]]
    #[getter]
    fn tiles(slf: &Bound<'_, Self>) -> Vec<Vec<u32>> {
        rows_of(&tiles(slf).start)
    }

    /// The tiles of the goal, a list for each row.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 / 3 0", goal="0 1 / 2 3").goal
    ///     [[0, 1], [2, 3]]
    #[getter]
    fn goal(slf: &Bound<'_, Self>) -> Vec<Vec<u32>> {
        rows_of(&tiles(slf).goal)
    }

    /// Whether the goal can be reached, by parity and without a search.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 3 / 4 5 6 / 8 7 0").is_solvable
    ///     False
    ///     >>> taquin.Board("1 2 3 / 4 5 6 / 8 7 0", torus=True).is_solvable
    ///     True
    #[getter]
    fn is_solvable(slf: &Bound<'_, Self>) -> bool {
        tiles(slf).solvability().is_solvable()
    }

    /// Why the goal can or cannot be reached, in words.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("1 2 3 / 4 5 6 / 8 7 0").solvability.split(":")[0]
    ///     'unsolvable'
    #[getter]
    fn solvability(slf: &Bound<'_, Self>) -> String {
        tiles(slf).solvability().to_string()
    }

    /// How many tiles, not counting the blank, are not on their goal cell.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("8 1 3 / 4 0 2 / 7 6 5").misplaced
    ///     5
    #[getter]
    fn misplaced(slf: &Bound<'_, Self>) -> PyResult<u32> {
        let TilesInstance { geometry, start, goal, .. } = tiles(slf);
        let puzzle = Tiles::<Arrangement>::new(*geometry, goal).map_err(|error| raise(error.into()))?;
        Ok(Heuristic::start(&Misplaced, &puzzle, start))
    }

    /// The sum of the tiles' distances from their goal cells, across the edges of a torus.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("8 1 3 / 4 0 2 / 7 6 5").manhattan
    ///     10
    #[getter]
    fn manhattan(slf: &Bound<'_, Self>) -> u64 {
        let TilesInstance { geometry, start, goal, .. } = tiles(slf);
        Manhattan::distance(geometry, start, &GoalCells::of(goal))
    }

    /// The values of all heuristics that are valid for this board.
    ///
    /// Returns:
    ///     A dict from the names of heuristics to lower bounds on the moves.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.Board("2 1 3 / 4 0 5 / 7 8 6").heuristics()["linear-conflict"]
    ///     6
    fn heuristics(slf: &Bound<'_, Self>) -> PyResult<BTreeMap<&'static str, u64>> {
        let facts = tiles(slf).facts(None).map_err(raise)?;
        Ok(facts.heuristics.into_iter().map(|(guide, value)| (guide.name(), value)).collect())
    }

    /// The tiles as a NumPy array.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a board becomes an array only by a copy"));
        }
        slf.py().import("numpy")?.call_method1("array", (Board::tiles(slf), dtype))
    }

    fn __str__(slf: &Bound<'_, Self>) -> String {
        tiles(slf).start.text(Style::Rows).to_string().trim_end_matches(" /").replace(" / ", "\n")
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let TilesInstance { geometry, start, goal, .. } = tiles(slf);
        let mut words = format!("'{}'", start.text(Style::Rows));
        // One row alone would be read as a square.
        if geometry.rows() == 1 {
            words.push_str(&format!(", size=(1, {})", geometry.cols()));
        }
        if geometry.is_torus() {
            words.push_str(", torus=True");
        }
        if *goal != Arrangement::blank_last(geometry.rows(), geometry.cols()) {
            words.push_str(&format!(", goal='{}'", goal.text(Style::Rows)));
        }
        if tiles(slf).metric() != Some(METRIC) {
            words.push_str(&format!(", metric='{}'", tiles(slf).metric));
        }
        format!("Board({words})")
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| tiles(slf) == tiles(other))
    }

    fn __hash__(slf: &Bound<'_, Self>) -> u64 {
        let mut hasher = DefaultHasher::new();
        tiles(slf).start.hash(&mut hasher);
        hasher.finish()
    }

    /// What pickling and copying keep.
    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let TilesInstance { geometry, start, goal, .. } = tiles(slf);
        let keywords = PyDict::new(slf.py());
        keywords.set_item("size", (geometry.rows(), geometry.cols()))?;
        keywords.set_item("torus", geometry.is_torus())?;
        keywords.set_item("goal", goal.text(Style::Rows).to_string())?;
        keywords.set_item("metric", tiles(slf).metric)?;
        Ok(((start.text(Style::Rows).to_string(),), keywords))
    }
}

fn rows_of(board: &Arrangement) -> Vec<Vec<u32>> {
    board.tiles().chunks(board.cols() as usize).map(<[u32]>::to_vec).collect()
}
