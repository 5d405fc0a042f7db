//! Partitions as people name them: by a name of the catalogue, or by their tiles.

use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;

use super::arrangement::MOST_TILES;
use super::catalogue::{entries_for, grouped, most_tiles, runs};
use super::partition::Partition;
use super::space::NARROW;
use super::table::Pattern;

/// The most tiles of a pattern in partitions that are made by rule, and on boards of more than [`NARROW`] cells the
/// most placements of its tiles, each of which takes a bit.
const BY_RULE: usize = 6;
const MOST_PLACEMENTS: u64 = 1 << 31;

impl Partition {
    /// The best partition that is known for a board and its goal, or one that is made by rule.
    #[must_use]
    pub fn best(geometry: Geometry, goal: &Board) -> Self {
        let entries = entries_for(geometry, goal.blank()).into_iter();
        let best = entries.max_by(|a, b| a.mean.total_cmp(&b.mean));
        let by_rule = || match geometry.cells() {
            cells if cells > NARROW => {
                let tiles = most_tiles(cells, BY_RULE, MOST_PLACEMENTS);
                grouped(geometry, goal.blank(), tiles, 1).swap_remove(0)
            }
            _ => runs(geometry, goal.blank(), BY_RULE),
        };
        best.map_or_else(by_rule, |entry| entry.partition)
    }

    /// The partition that is called `name`, or that `name` lists as tiles in groups separated by '/'.
    ///
    /// # Errors
    /// If there is no such partition of this board.
    pub fn named(name: &str, geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        if name.contains(char::is_whitespace) || name.contains('/') {
            return by_tiles(name, geometry, goal);
        }
        let entries = entries_for(geometry, goal.blank());
        match entries.iter().find(|entry| entry.name == name) {
            Some(entry) => Ok(entry.partition.clone()),
            None if entries.is_empty() => Err(Error::Partition(
                "no partition is known by name for this board; leave it away, or give its tiles, as in \
                 '1 2 3 / 4 5'"
                    .into(),
            )),
            None => {
                let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
                let names = names.join(", ");
                Err(Error::Partition(format!(
                    "'{name}' is not a known partition of this board; there are {names}"
                )))
            }
        }
    }
}

/// A partition given as tiles.
fn by_tiles(text: &str, geometry: Geometry, goal: &Board) -> Result<Partition, Error> {
    let mut seen = vec![false; geometry.cells() as usize];
    let mut patterns = Vec::new();
    for group in text.split('/') {
        let mut cells = Vec::new();
        for word in group.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let tile: u32 = word.parse().map_err(|_| Error::Partition(format!("'{word}' is not a tile")))?;
            let cell = goal.tiles().iter().position(|&other| other == tile && tile != 0);
            let cell = cell.ok_or_else(|| Error::Partition(format!("{tile} is not a tile of this board")))?;
            if std::mem::replace(&mut seen[cell], true) {
                return Err(Error::Partition(format!("tile {tile} is in two groups")));
            }
            cells.push(cell as u32);
        }
        if cells.is_empty() || cells.len() > MOST_TILES {
            let count = cells.len();
            return Err(Error::Partition(format!("a group has 1 to {MOST_TILES} tiles, not {count}")));
        }
        patterns.push(Pattern::new(cells, goal.blank()));
    }
    let partition = Partition::new(geometry, patterns);
    partition.ok_or_else(|| Error::Partition("every tile must be in a group".into()))
}
