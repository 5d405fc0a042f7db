//! Python objects as boards: texts, lists of rows, flat lists, arrays, other boards.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use taquin::tiles::Tile;
use taquin::tiles::format::Style;
use taquin::{Board as Tiles, Hints, Instance, TilesInstance};

use crate::errors::{no_puzzle, raise};
use crate::puzzle::Puzzle;

/// Rows and columns.
pub(crate) type Size = (u32, u32);

/// What is given with the tiles of a board.
#[derive(Default)]
pub(crate) struct Beside<'a, 'py> {
    pub(crate) size: Option<Size>,
    pub(crate) torus: Option<bool>,
    pub(crate) goal: Option<&'a Bound<'py, PyAny>>,
    pub(crate) metric: Option<String>,
}

/// The puzzle that `object` describes: a text that the facade reads, or anything with rows or tiles. A board keeps
/// its own goal, edges and metric unless others are given.
pub(crate) fn instance(object: &Bound<'_, PyAny>, beside: Beside<'_, '_>) -> PyResult<Instance> {
    let known = match object.cast::<Puzzle>() {
        Ok(puzzle) => Some(of_tiles(puzzle)?),
        Err(_) => None,
    };
    let Written { text, size } = write(object, beside.size)?;
    let goal = beside.goal.map(|goal| Ok::<_, PyErr>(write(goal, size)?.text)).transpose()?;
    let hints = Hints {
        goal: goal.or_else(|| Some(known?.goal.text(Style::Rows).to_string())),
        torus: beside.torus.unwrap_or_else(|| known.is_some_and(|known| known.geometry.is_torus())),
        size,
        metric: beside.metric.or_else(|| Some(known?.metric.to_string())),
        ..Hints::default()
    };
    Instance::parse(&text, &hints).map_err(raise)
}

/// The tiles of a puzzle that has them.
fn of_tiles<'a>(puzzle: &'a Bound<'_, Puzzle>) -> PyResult<&'a TilesInstance> {
    let tiles = puzzle.get().instance.of::<TilesInstance>();
    let kind = puzzle.get().instance.kind();
    tiles
        .ok_or_else(|| PyTypeError::new_err(format!("expected a board with every number once, found {kind}")))
}

/// A board as text, with its size where that is known.
struct Written {
    text: String,
    size: Option<Size>,
}

fn write(object: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Written> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Written { text: text.extract()?, size });
    }
    let board = match object.cast::<Puzzle>() {
        Ok(puzzle) => of_tiles(puzzle)?.start.clone(),
        Err(_) => board(object, size)?,
    };
    let found = (board.rows(), board.cols());
    fits(found, size)?;
    Ok(Written { text: board.text(Style::Rows).to_string(), size: Some(found) })
}

fn fits(found: Size, size: Option<Size>) -> PyResult<()> {
    match size {
        Some(size) if size != found => {
            Err(no_puzzle(format!("expected {size:?} rows and columns, found {found:?}")))
        }
        _ => Ok(()),
    }
}

/// A board from rows, or from a flat list that is square unless `size` says otherwise.
fn board(object: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Tiles> {
    let items = items(object)?;
    let nested = items.first().is_some_and(|first| !is_number(first));
    let (found, tiles) = if nested { rows(&items)? } else { (None, tiles(&items)?) };
    let (rows, cols) = match (found, size) {
        (Some(found), _) => fits(found, size).map(|()| found)?,
        (None, Some(size)) => size,
        (None, None) => {
            let side = tiles.len().isqrt();
            if side * side != tiles.len() {
                let count = tiles.len();
                return Err(no_puzzle(format!(
                    "{count} tiles make no square; give rows, or size=(rows, columns)"
                )));
            }
            (side as u32, side as u32)
        }
    };
    Tiles::new(rows, cols, tiles).map_err(|error| raise(error.into()))
}

fn rows(items: &[Bound<'_, PyAny>]) -> PyResult<(Option<Size>, Vec<Tile>)> {
    let rows: Vec<Vec<Tile>> = items.iter().map(numbers).collect::<PyResult<_>>()?;
    let cols = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != cols) {
        let found = rows[row].len();
        return Err(no_puzzle(format!("expected {cols} tiles in row {}, found {found}", row + 1)));
    }
    let side = |length: usize| u32::try_from(length).map_err(no_puzzle);
    Ok((Some((side(rows.len())?, side(cols)?)), rows.concat()))
}

/// The numbers of a flat list or array.
fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Vec<Tile>> {
    tiles(&items(object)?)
}

fn tiles(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<Tile>> {
    items.iter().map(tile).collect()
}

/// A whole number, Python's own or one of NumPy's.
fn tile(item: &Bound<'_, PyAny>) -> PyResult<Tile> {
    let words = || format!("expected the number of a tile, found {item:?}");
    let is_whole = !item.is_instance_of::<PyBool>() && item.extract::<i64>().is_ok();
    match item.extract() {
        Ok(tile) if is_whole => Ok(tile),
        // A number that is not a tile, or not a number at all.
        _ if is_whole || item.is_exact_instance_of::<PyInt>() => Err(no_puzzle(words())),
        _ => Err(PyTypeError::new_err(words())),
    }
}

fn is_number(object: &Bound<'_, PyAny>) -> bool {
    object.extract::<i64>().is_ok() || object.extract::<f64>().is_ok()
}

/// The items of a list, of any other iterable, or of an array.
fn items<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let refused = |_| PyTypeError::new_err(format!("expected a text, a list or an array, found {object:?}"));
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("expected the number of a tile, found {object:?}")));
    }
    // An array can convert itself to plain numbers; reading its scalars one by one is slow.
    if let Ok(list) = object.call_method0("tolist") {
        return list.try_iter().map_err(refused)?.collect();
    }
    object.try_iter().map_err(refused)?.collect()
}
