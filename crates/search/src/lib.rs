//! Search algorithms over any [`Puzzle`].
//!
//! The files at the top are the vocabulary (puzzle, heuristic, ranking, open list, observer,
//! limits, report); each of the others is one algorithm, named after it. Nothing here knows a
//! concrete puzzle and nothing here prints or reads.

mod heuristic;
mod limits;
mod observer;
mod puzzle;
mod ranking;
mod report;

pub use heuristic::{Blind, Heuristic, Max, Sum};
pub use limits::{Limit, Limits, Meter};
pub use observer::{Entry, Fate, Lists, Observer};
pub use puzzle::{Cost, Puzzle, Reversible, SingleGoal};
pub use ranking::{AStar, Greedy, Ranking, UniformCost, WeightedAStar};
pub use report::{BoundCount, Outcome, Report, Stats};
