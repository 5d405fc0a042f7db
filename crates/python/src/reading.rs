//! Python objects as boards: texts, lists of rows, flat lists, arrays.

use pyo3::prelude::*;
use pyo3::types::PyString;
use taquin::tiles::Tile;
use taquin::tiles::format::Style;
use taquin::{Board as Tiles, Hints, Instance, TilesInstance};

use crate::puzzle::Puzzle;
use crate::value_error;

/// Rows and columns.
pub(crate) type Size = (u32, u32);

/// What stands beside the tiles of a board.
#[derive(Default)]
pub(crate) struct Beside<'a, 'py> {
    pub(crate) size: Option<Size>,
    pub(crate) torus: bool,
    pub(crate) goal: Option<&'a Bound<'py, PyAny>>,
}

/// The puzzle that `object` describes: a text that the facade reads, or anything with rows or tiles.
pub(crate) fn instance(object: &Bound<'_, PyAny>, beside: &Beside<'_, '_>) -> PyResult<Instance> {
    let Written { text, size } = write(object, beside.size)?;
    let goal = beside.goal.map(|goal| write(goal, size)).transpose()?;
    let goal = goal.map(|goal| goal.text);
    let hints = Hints { goal, torus: beside.torus, size, ..Hints::default() };
    Instance::parse(&text, &hints).map_err(value_error)
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
        Ok(puzzle) => {
            let tiles = puzzle.get().instance.of::<TilesInstance>();
            tiles.ok_or_else(|| value_error("expected a board, found blocks"))?.start.clone()
        }
        Err(_) => board(object, size)?,
    };
    let size = (board.rows(), board.cols());
    Ok(Written { text: board.text(Style::Rows).to_string(), size: Some(size) })
}

/// A board from rows, or from a flat list that is square unless `size` says otherwise.
fn board(object: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Tiles> {
    let items = items(object)?;
    let nested = items.first().is_some_and(|first| !is_number(first));
    let (found, tiles) = if nested { rows(&items)? } else { (None, tiles(&items)?) };
    let (rows, cols) = match (found, size) {
        (Some(found), Some(size)) if found != size => {
            return Err(value_error(format!("expected {size:?} rows and columns, found {found:?}")));
        }
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => {
            let side = tiles.len().isqrt();
            if side * side != tiles.len() {
                let count = tiles.len();
                return Err(value_error(format!(
                    "{count} tiles make no square; give rows, or size=(rows, columns)"
                )));
            }
            (side as u32, side as u32)
        }
    };
    Tiles::new(rows, cols, tiles).map_err(value_error)
}

fn rows(items: &[Bound<'_, PyAny>]) -> PyResult<(Option<Size>, Vec<Tile>)> {
    let rows: Vec<Vec<Tile>> = items.iter().map(numbers).collect::<PyResult<_>>()?;
    let cols = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != cols) {
        let found = rows[row].len();
        return Err(value_error(format!("expected {cols} tiles in row {}, found {found}", row + 1)));
    }
    let side = |length: usize| u32::try_from(length).map_err(value_error);
    Ok((Some((side(rows.len())?, side(cols)?)), rows.concat()))
}

/// The numbers of a flat list or array.
fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Vec<Tile>> {
    tiles(&items(object)?)
}

fn tiles(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<Tile>> {
    let tile = |item: &Bound<'_, PyAny>| {
        item.extract().map_err(|_| value_error(format!("expected the number of a tile, found {item:?}")))
    };
    items.iter().map(tile).collect()
}

fn is_number(object: &Bound<'_, PyAny>) -> bool {
    object.extract::<i64>().is_ok() || object.extract::<f64>().is_ok()
}

/// The items of a list, of anything that can be gone through, or of an array.
fn items<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let refused = |_| value_error(format!("expected a text, a list or an array, found {object:?}"));
    if object.is_instance_of::<PyString>() {
        return Err(value_error(format!("expected the number of a tile, found {object:?}")));
    }
    // An array knows the way to plain numbers; its own scalars are slow to ask one by one.
    if let Ok(list) = object.call_method0("tolist") {
        return list.try_iter().map_err(refused)?.collect();
    }
    object.try_iter().map_err(refused)?.collect()
}
