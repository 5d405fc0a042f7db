//! Moves of tiles as text: letters or arrows for the direction of a tile, with counts (`R2 D L3`), or tiles
//! (`12 9 13`, `12← 9←`).

use serde_json::Value;
use taquin_tiles::Direction;

use super::TilesInstance;
use crate::error::Error;
use crate::notation::{Cursor, Destination, Written, direction};

/// Reads a list of moves.
pub(super) fn read(instance: &TilesInstance, text: &str) -> Result<Vec<Written>, Error> {
    let mut cursor = Cursor::new(text);
    let mut moves = Vec::new();
    cursor.skip();
    while cursor.peek().is_some() {
        let tile = match cursor.number() {
            Some(tile) if (1..instance.start.tiles().len()).contains(&tile) => Some(tile),
            Some(_) => return Err(cursor.error("a tile of the board before this")),
            None => None,
        };
        match tile {
            Some(tile) => {
                let way = cursor.take(|c| direction(c).is_some()).and_then(direction);
                let word = format!("{tile}{}", way.map_or(String::new(), |way| way.arrow().to_string()));
                let way = way.map_or(Destination::Any, |way| Destination::Path(vec![way]));
                moves.push(Written { word, piece: Some(tile - 1), way });
            }
            None => {
                let path = cursor.directions()?;
                if path.is_empty() {
                    return Err(cursor.error("U, D, L or R, an arrow, or a tile"));
                }
                let step = |way: Direction| Written {
                    word: way.letter().into(),
                    piece: None,
                    way: Destination::Path(vec![way]),
                };
                moves.extend(path.into_iter().map(step));
            }
        }
        cursor.skip();
    }
    Ok(moves)
}

/// A move of an answer's JSON in this notation.
pub(super) fn word(step: &Value) -> Option<String> {
    let way = step["direction"].as_str()?;
    let way = Direction::ALL.into_iter().find(|direction| direction.name() == way)?;
    Some(format!("{}{}", step["tile"].as_u64()?, way.arrow()))
}
