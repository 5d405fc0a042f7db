//! Moves of tiles with labels as text: letters or arrows for the direction of a tile, with counts (`R2 D L3`); tiles
//! by label (`B`, `7↑`); and, where neither says which tile is meant, a label and its cell by row and column
//! (`B@2,3↑`).

use serde_json::Value;
use taquin_tiles::{Cell, Direction};

use super::{LabelledInstance, stage};
use crate::error::Error;
use crate::notation::{Cursor, Destination, Written, direction};
use crate::picture::Motion;

/// What a text of moves may contain.
const EXPECTED: &str = "U, D, L or R, an arrow, or a tile that can move";

/// Reads a list of moves. Which of several equal tiles is meant depends on the moves before.
pub(super) fn read(instance: &LabelledInstance, text: &str) -> Result<Vec<Written>, Error> {
    let mut now = instance.clone();
    let mut moves: Vec<Written> = Vec::new();
    let mut cursor = Cursor::new(text);
    cursor.skip();
    while cursor.peek().is_some() {
        let column = cursor.column;
        let mut word = String::new();
        while let Some(c) = cursor.take(|c| !c.is_whitespace() && !matches!(c, ';' | '(' | ')' | '[' | ']')) {
            word.push(c);
        }
        let wrong = || Error::Moves { column, expected: EXPECTED, found: format!("{word:?}") };
        let found = match named(&now, &word) {
            Some(written) => vec![written],
            None => directions(&word)?.ok_or_else(wrong)?,
        };
        for mut written in found {
            written.piece = written.piece.or_else(|| only(&now, &written.way));
            if let Some(after) = made(&now, &written) {
                now = after;
            }
            moves.push(written);
        }
        cursor.skip();
    }
    Ok(moves)
}

/// Only directions, with counts.
fn directions(word: &str) -> Result<Option<Vec<Written>>, Error> {
    let mut cursor = Cursor::new(word.trim_end_matches(','));
    let path = cursor.directions()?;
    let step = |way: Direction| Written {
        word: way.letter().into(),
        piece: None,
        way: Destination::Path(vec![way]),
    };
    Ok((cursor.peek().is_none() && !path.is_empty()).then(|| path.into_iter().map(step).collect()))
}

/// A tile by its label, optionally with its cell and the direction in which it moves.
fn named(now: &LabelledInstance, word: &str) -> Option<Written> {
    let text = word.trim_end_matches(',');
    let is_path = |text: &str| text.chars().all(|c| direction(c).is_some() || c.is_ascii_digit());
    let begins = text.chars().next()?;
    if direction(begins).is_some() && is_path(text) {
        return None;
    }
    let of = |label: &str| {
        let pieces = now.labels().iter().enumerate().filter(|(_, other)| other.to_string() == label);
        pieces.map(|(piece, _)| piece).collect::<Vec<usize>>()
    };
    let last = text.chars().last()?;
    let (tile, way) = match direction(last) {
        Some(way) if of(text).is_empty() => (text.strip_suffix(last)?, Some(way)),
        _ => (text, None),
    };
    let (label, cell) = match tile.split_once('@') {
        None => (tile, None),
        Some((label, place)) => (label, Some(cell(now, place)?)),
    };
    let mut pieces = of(label);
    if let Some(cell) = cell {
        pieces.retain(|&piece| now.cells()[piece] == cell);
    }
    let way = way.map_or(Destination::Any, |way| Destination::Path(vec![way]));
    let can =
        |&piece: &usize| made(now, &Written { word: String::new(), piece: Some(piece), way: way.clone() });
    let piece = pieces.iter().copied().find(|piece| can(piece).is_some()).or(pieces.first().copied())?;
    Some(Written { word: text.to_string(), piece: Some(piece), way })
}

/// A row and a column, counted from 1.
fn cell(now: &LabelledInstance, place: &str) -> Option<Cell> {
    let (row, col) = place.split_once(',')?;
    let (row, col) = (row.parse::<u32>().ok()?.checked_sub(1)?, col.parse::<u32>().ok()?.checked_sub(1)?);
    let geometry = now.puzzle.geometry();
    (row < geometry.rows() && col < geometry.cols()).then_some(row * geometry.cols() + col)
}

/// The tile that moves in a direction, if only one can.
fn only(now: &LabelledInstance, way: &Destination) -> Option<usize> {
    let Destination::Path(path) = way else { return None };
    let steps = vec![path.first()?.delta()];
    let mut pieces = stage::reach(now).into_iter().filter(|reach| {
        reach.paths.contains(&steps)
            || stage::moved(now, &Motion { piece: reach.piece, path: steps.clone() }).is_some()
    });
    let first = pieces.next()?;
    pieces.next().is_none().then_some(first.piece)
}

/// The puzzle after a move that is legal.
fn made(now: &LabelledInstance, written: &Written) -> Option<LabelledInstance> {
    let piece = written.piece?;
    let path = match &written.way {
        Destination::Path(path) => path.iter().map(|way| way.delta()).collect(),
        _ => stage::reach(now).into_iter().find(|reach| reach.piece == piece)?.paths.into_iter().next()?,
    };
    stage::moved(now, &Motion { piece, path })
}

/// A tile, its cell and its direction, which identify a move.
pub(super) fn word(instance: &LabelledInstance, label: &str, from: Cell, way: char) -> String {
    let (row, col) = stage::place(instance.puzzle.geometry(), from);
    format!("{label}@{},{}{way}", row + 1, col + 1)
}

/// A move of an answer's JSON in this notation.
pub(super) fn word_of(instance: &LabelledInstance, step: &Value) -> Option<String> {
    let way = step["direction"].as_str()?;
    let way = Direction::ALL.into_iter().find(|direction| direction.name() == way)?;
    let from = Cell::try_from(step["from"].as_u64()?).ok()?;
    let label =
        step["tile"].as_str().map(str::to_string).or_else(|| Some(step["tile"].as_u64()?.to_string()))?;
    (from < instance.puzzle.geometry().cells()).then(|| word(instance, &label, from, way.arrow()))
}
