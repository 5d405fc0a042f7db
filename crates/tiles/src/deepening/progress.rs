//! What a long search says while it runs, and what it leaves behind when it is stopped.

use taquin_search::{BoundCount, Cost};

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The bound that is being searched.
    pub bound: Cost,
    /// No solution costs less than this: all smaller bounds are exhausted.
    pub lower_bound: Cost,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// Nodes generated so far.
    pub generated: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// The part of this bound that is done, between 0 and 1, counted in subtrees.
    pub done: f64,
    /// How many nodes this bound will take if it has to be searched to its end: from what is done of
    /// it, or from how the bounds before have grown.
    pub estimate: Option<f64>,
}

/// Where a search was stopped, so that it can be taken up again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Tells the instance and the tables apart from others.
    pub(crate) fingerprint: u64,
    /// One row for every bound that has begun.
    pub(crate) bounds: Vec<BoundCount>,
    /// Which subtrees of the last bound are finished, in their order.
    pub(crate) finished: Vec<bool>,
    /// Seconds spent.
    pub(crate) seconds: f64,
}

const HEAD: &str = "taquin deepening checkpoint 1";

impl Checkpoint {
    /// The bound that was being searched.
    #[must_use]
    pub fn bound(&self) -> Cost {
        self.bounds.last().map_or(0, |row| row.bound)
    }
}

/// As text: a heading, the fingerprint, the seconds, one line for every bound, and the finished
/// subtrees as lengths of runs, unfinished first.
impl std::fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEAD}")?;
        writeln!(f, "instance {:016x}", self.fingerprint)?;
        writeln!(f, "seconds {:.3}", self.seconds)?;
        for row in &self.bounds {
            writeln!(f, "bound {} {} {}", row.bound, row.expanded, row.generated)?;
        }
        f.write_str("finished")?;
        let mut state = false;
        let mut rest = &self.finished[..];
        while !rest.is_empty() {
            let run = rest.iter().take_while(|&&done| done == state).count();
            write!(f, " {run}")?;
            rest = &rest[run..];
            state = !state;
        }
        writeln!(f)
    }
}

impl std::str::FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let mut found = Checkpoint::default();
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != HEAD) {
            return Err(CheckpointError::Foreign);
        }
        let mut ended = false;
        for (index, line) in lines {
            let bad = || CheckpointError::Line { line: index + 1 };
            let mut words = line.split_whitespace();
            let word = words.next().ok_or_else(bad)?;
            let rest: Vec<&str> = words.collect();
            match (word, &rest[..]) {
                ("instance", [hex]) => {
                    found.fingerprint = u64::from_str_radix(hex, 16).map_err(|_| bad())?;
                }
                ("seconds", [seconds]) => found.seconds = seconds.parse().map_err(|_| bad())?,
                ("bound", [bound, expanded, generated]) => found.bounds.push(BoundCount {
                    bound: bound.parse().map_err(|_| bad())?,
                    expanded: expanded.parse().map_err(|_| bad())?,
                    generated: generated.parse().map_err(|_| bad())?,
                }),
                ("finished", runs) => {
                    for (index, run) in runs.iter().enumerate() {
                        let run: usize = run.parse().map_err(|_| bad())?;
                        if found.finished.len() + run > MOST_ROOTS {
                            return Err(bad());
                        }
                        found.finished.extend(std::iter::repeat_n(index % 2 == 1, run));
                    }
                    ended = true;
                }
                _ => return Err(bad()),
            }
        }
        if ended && !found.bounds.is_empty() { Ok(found) } else { Err(CheckpointError::Cut) }
    }
}

/// The most subtrees of one bound; a level of them can be larger by one branching.
pub(crate) const MOST_ROOTS: usize = 1 << 20;

/// What can be wrong with a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Something else altogether.
    #[error("this is no checkpoint of a search")]
    Foreign,
    /// A line that cannot be read.
    #[error("line {line} of the checkpoint cannot be read")]
    Line {
        /// Counted from 1.
        line: usize,
    },
    /// The end is missing.
    #[error("the checkpoint is cut off")]
    Cut,
    /// It belongs to another instance, or to other tables.
    #[error("the checkpoint belongs to another board or to other tables")]
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back_from_its_text() {
        let row = |bound, expanded| BoundCount { bound, expanded, generated: 2 * expanded };
        let checkpoint = Checkpoint {
            fingerprint: 0x0123_4567_89ab_cdef,
            bounds: vec![row(41, 7), row(43, 70)],
            finished: vec![true, true, false, true, false, false],
            seconds: 12.5,
        };
        let text = checkpoint.to_string();
        assert_eq!(text.parse(), Ok(checkpoint));
        let cut = text.lines().take(4).collect::<Vec<_>>().join("\n");
        assert_eq!(cut.parse::<Checkpoint>(), Err(CheckpointError::Cut));
        assert_eq!("".parse::<Checkpoint>(), Err(CheckpointError::Foreign));
        let bad = text.replace("bound 43", "bound x");
        assert_eq!(bad.parse::<Checkpoint>(), Err(CheckpointError::Line { line: 5 }));
        let huge = text.replace("finished", "finished 99999999999");
        assert_eq!(huge.parse::<Checkpoint>(), Err(CheckpointError::Line { line: 6 }));
    }
}
