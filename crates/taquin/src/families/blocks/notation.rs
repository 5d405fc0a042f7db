//! Moves of blocks as text, separated by white space: a piece and its steps (`c:LU`, `cR3`), how far a car
//! moves along its lane (`H+3`, `A-2`), or where a single cell lands (`c:*3,2`).

use serde_json::Value;
use taquin_blocks::{Metric, Problem};

use crate::answer::Direction;
use crate::error::Error;
use crate::notation::{Cursor, Destination, Written};

/// Reads a list of moves.
pub(super) fn read(problem: &Problem, text: &str) -> Result<Vec<Written>, Error> {
    let mut cursor = Cursor::new(text);
    let mut moves = Vec::new();
    cursor.skip();
    while let Some(name) = cursor.peek() {
        let piece = problem.pieces().iter().position(|piece| piece.name == name);
        let piece = piece.ok_or_else(|| cursor.error("a piece of the puzzle"))?;
        cursor.take(|_| true);
        cursor.take(|c| c == ':');
        let ways = match cursor.peek() {
            Some('+' | '-' | '−') => along(problem, &mut cursor)?,
            Some('*') => vec![flight(&mut cursor)?],
            _ => steps(problem, cursor.directions()?),
        };
        if ways.is_empty() {
            return Err(cursor.error("U, D, L or R, + or - with a number, or * with a row and a column"));
        }
        moves.extend(ways.into_iter().map(|way| Written {
            word: word_of(name, &way),
            piece: Some(piece),
            way,
        }));
        cursor.skip();
    }
    Ok(moves)
}

fn along(problem: &Problem, cursor: &mut Cursor<'_>) -> Result<Vec<Destination>, Error> {
    let sign = if cursor.take(|_| true) == Some('+') { 1 } else { -1 };
    let cells = cursor.number().and_then(|cells| i32::try_from(cells).ok());
    // No board has more cells in a line.
    let cells = cells.filter(|cells| (1..=4096).contains(cells));
    let cells = cells.ok_or_else(|| cursor.error("how many cells it goes"))?;
    Ok(match problem.metric() {
        Metric::Unit => vec![Destination::Along(sign); cells as usize],
        Metric::Straight | Metric::Finger => vec![Destination::Along(sign * cells)],
    })
}

fn flight(cursor: &mut Cursor<'_>) -> Result<Destination, Error> {
    cursor.take(|_| true);
    let number = |cursor: &mut Cursor<'_>| {
        let found = cursor.number().and_then(|number| i32::try_from(number).ok());
        found.ok_or_else(|| cursor.error("a row and a column, as in *3,2"))
    };
    let row = number(cursor)?;
    cursor.take(|c| c == ',');
    Ok(Destination::To(row, number(cursor)?))
}

/// The moves that a path is, by the metric.
fn steps(problem: &Problem, path: Vec<Direction>) -> Vec<Destination> {
    let together = |a: &Direction, b: &Direction| match problem.metric() {
        Metric::Unit => false,
        Metric::Straight => a == b,
        Metric::Finger => true,
    };
    path.chunk_by(together).map(|part| Destination::Path(part.to_vec())).collect()
}

fn word_of(name: char, way: &Destination) -> String {
    match way {
        Destination::Any => name.to_string(),
        Destination::Path(path) => {
            format!("{name}:{}", path.iter().map(|way| way.letter()).collect::<String>())
        }
        Destination::Along(cells) => format!("{name}{cells:+}"),
        Destination::To(row, col) => format!("{name}:*{row},{col}"),
    }
}

/// A move of an answer's JSON in this notation.
pub(super) fn word(problem: &Problem, step: &Value) -> Option<String> {
    let name = step["piece"].as_str()?.chars().next()?;
    let path = step["path"].as_array()?;
    let named = |word: &Value| Direction::ALL.into_iter().find(|way| Some(way.name()) == word.as_str());
    let path: Vec<Direction> = path.iter().map(named).collect::<Option<_>>()?;
    if !path.is_empty() {
        return Some(word_of(name, &Destination::Path(path)));
    }
    let (to, cols) = (i32::try_from(step["to"].as_u64()?).ok()?, i32::try_from(problem.grid().cols()).ok()?);
    Some(word_of(name, &Destination::To(to / cols + 1, to % cols + 1)))
}
