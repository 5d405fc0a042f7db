//! The checkpoint of a search that was stopped, from which it can continue.

use std::hash::{Hash, Hasher};

use taquin_search::{BoundCount, Cost};

use crate::board::Board;
use crate::geometry::Geometry;

/// Where a search was stopped, so that it can be taken up again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Identifies the board and its goal.
    pub(crate) instance: u64,
    /// Identifies the tables.
    pub(crate) tables: u64,
    /// One row for every bound that has begun.
    pub(crate) bounds: Vec<BoundCount>,
    /// Which subtrees of the last bound are finished, in their order.
    pub(crate) finished: Vec<bool>,
    /// Seconds spent.
    pub(crate) seconds: f64,
}

/// A number that identifies an instance; checkpoints of other instances are refused. Start and goal may be exchanged:
/// a bound that is proved in one direction holds in the other.
pub(crate) fn fingerprint(geometry: Geometry, start: &Board, goal: &Board) -> u64 {
    let of = |board: &Board| {
        let mut hasher = rustc_hash::FxHasher::default();
        (geometry, board).hash(&mut hasher);
        hasher.finish()
    };
    of(start).wrapping_add(of(goal))
}

const HEAD: &str = "taquin deepening checkpoint 2";

impl Checkpoint {
    /// The checkpoint of a search that records only whole bounds, the last of which is unfinished.
    #[must_use]
    pub fn of_bounds(
        (geometry, start, goal): (Geometry, &Board, &Board),
        bounds: Vec<BoundCount>,
        seconds: f64,
    ) -> Self {
        let instance = fingerprint(geometry, start, goal);
        Checkpoint { instance, tables: 0, bounds, finished: Vec::new(), seconds }
    }

    /// The same search, stopped in the last of `bounds`, some parts of which are finished. `division` identifies the
    /// way in which the bound was divided into parts.
    #[must_use]
    pub fn in_parts(
        &self,
        bounds: Vec<BoundCount>,
        (division, finished): (u64, Vec<bool>),
        seconds: f64,
    ) -> Self {
        Checkpoint { instance: self.instance, tables: division, bounds, finished, seconds }
    }

    /// How the last bound was divided into parts, and which of them are finished; `None` if it was not divided.
    #[must_use]
    pub fn parts(&self) -> Option<(u64, &[bool])> {
        (!self.finished.is_empty()).then_some((self.tables, &self.finished[..]))
    }

    /// The bounds that were begun, with what was counted under each.
    #[must_use]
    pub fn counts(&self) -> &[BoundCount] {
        &self.bounds
    }

    /// The bound that was being searched: no solution of this board costs less.
    ///
    /// # Errors
    /// If the checkpoint is of another board.
    pub fn bound(&self, geometry: Geometry, start: &Board, goal: &Board) -> Result<Cost, CheckpointError> {
        if self.instance == fingerprint(geometry, start, goal) {
            Ok(self.bounds.last().map_or(0, |row| row.bound))
        } else {
            Err(CheckpointError::Other)
        }
    }
}

impl Checkpoint {
    /// All but the last line of the text.
    fn body(&self) -> String {
        let mut text = format!(
            "{HEAD}\ninstance {:016x}\ntables {:016x}\nseconds {:.3}\n",
            self.instance, self.tables, self.seconds
        );
        for row in &self.bounds {
            text += &format!("bound {} {} {}\n", row.bound, row.expanded, row.generated);
        }
        text += "finished";
        let mut state = false;
        let mut rest = &self.finished[..];
        while !rest.is_empty() {
            let run = rest.iter().take_while(|&&done| done == state).count();
            text += &format!(" {run}");
            rest = &rest[run..];
            state = !state;
        }
        text + "\n"
    }
}

/// As text: a heading, the fingerprints, the seconds, one line for every bound, the finished subtrees
/// as lengths of runs, unfinished first, and a checksum of all that.
impl std::fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let body = self.body();
        writeln!(f, "{body}checksum {:08x}", crc32fast::hash(body.as_bytes()))
    }
}

impl std::str::FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        if !text.starts_with(HEAD) {
            return Err(CheckpointError::Foreign);
        }
        let (body, last) = text.rsplit_once("checksum ").ok_or(CheckpointError::Cut)?;
        if u32::from_str_radix(last.trim_end(), 16) != Ok(crc32fast::hash(body.as_bytes())) {
            return Err(CheckpointError::Damaged);
        }
        let mut found = Checkpoint::default();
        for (index, line) in body.lines().enumerate().skip(1) {
            found.read(line).ok_or(CheckpointError::Line { line: index + 1 })?;
        }
        if found.bounds.is_empty() { Err(CheckpointError::Cut) } else { Ok(found) }
    }
}

impl Checkpoint {
    fn read(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let word = words.next()?;
        let rest: Vec<&str> = words.collect();
        match (word, &rest[..]) {
            ("instance", [hex]) => self.instance = u64::from_str_radix(hex, 16).ok()?,
            ("tables", [hex]) => self.tables = u64::from_str_radix(hex, 16).ok()?,
            ("seconds", [seconds]) => self.seconds = seconds.parse().ok()?,
            ("bound", [bound, expanded, generated]) => self.bounds.push(BoundCount {
                bound: bound.parse().ok()?,
                expanded: expanded.parse().ok()?,
                generated: generated.parse().ok()?,
            }),
            ("finished", runs) => {
                for (index, run) in runs.iter().enumerate() {
                    let run: usize = run.parse().ok()?;
                    if run > MOST_ROOTS - self.finished.len() {
                        return None;
                    }
                    self.finished.extend(std::iter::repeat_n(index % 2 == 1, run));
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// The most subtrees of one bound; a level of them can be larger by one branching.
pub(crate) const MOST_ROOTS: usize = 1 << 20;

/// What can be wrong with a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The text is not a checkpoint.
    #[error("not a checkpoint of a search")]
    Foreign,
    /// A line that cannot be read.
    #[error("line {line} of the checkpoint cannot be read")]
    Line {
        /// Counted from 1.
        line: usize,
    },
    /// Something in it was changed.
    #[error("the checkpoint is damaged: its checksum does not match")]
    Damaged,
    /// The end is missing.
    #[error("the checkpoint is cut off")]
    Cut,
    /// It belongs to another instance.
    #[error("the checkpoint belongs to another board")]
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back_from_its_text() {
        let row = |bound, expanded| BoundCount { bound, expanded, generated: 2 * expanded };
        let checkpoint = Checkpoint {
            instance: 0x0123_4567_89ab_cdef,
            tables: 0x0123,
            bounds: vec![row(41, 7), row(43, 70)],
            finished: vec![true, true, false, true, false, false],
            seconds: 12.5,
        };
        let text = checkpoint.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&checkpoint));
        assert_eq!(text[..text.len() / 2].parse::<Checkpoint>(), Err(CheckpointError::Cut));
        assert_eq!("".parse::<Checkpoint>(), Err(CheckpointError::Foreign));
        let changed = text.replace("bound 43", "bound 45");
        assert_eq!(changed.parse::<Checkpoint>(), Err(CheckpointError::Damaged));
        let sealed = |from: &str, to: &str| {
            let body = checkpoint.body().replace(from, to);
            format!("{body}checksum {:08x}\n", crc32fast::hash(body.as_bytes())).parse::<Checkpoint>()
        };
        assert_eq!(sealed("bound 43", "bound x"), Err(CheckpointError::Line { line: 6 }));
        assert_eq!(sealed("finished", "finished 99999999999"), Err(CheckpointError::Line { line: 7 }));
    }
}
