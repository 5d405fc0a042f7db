//! Search algorithms over any [`Puzzle`].
//!
//! The files at the top are the vocabulary (puzzle, heuristic, ranking, open list, duplicates, observer, progress,
//! limits, report) and [`host`], the clock and the threads of the computer; each of the others is one algorithm,
//! named after it. The crate contains no concrete puzzle and does no input or output.
//!
//! ```
//! use taquin_search::*;
//!
//! /// Sort a stack of pancakes by turning over the first few of them at once.
//! struct Pancakes;
//!
//! impl Puzzle for Pancakes {
//!     type State = [u8; 5];
//!     type Move = usize;
//!     type Moves = std::ops::RangeInclusive<usize>;
//!     fn moves(&self, _: &[u8; 5]) -> Self::Moves {
//!         2..=5
//!     }
//!     fn apply(&self, state: &mut [u8; 5], mv: usize) {
//!         state[..mv].reverse();
//!     }
//!     fn is_goal(&self, state: &[u8; 5]) -> bool {
//!         state.is_sorted()
//!     }
//! }
//!
//! let start = [3, 1, 4, 5, 2];
//! let a_star = BestFirst { ranking: AStar, open: BucketQueue::default(), duplicates: ClosedList };
//! let report = best_first(&Pancakes, start, &Blind, a_star, &Limits::default(), ());
//! let Outcome::Solved { moves, cost } = report.outcome else { panic!("every stack can be sorted") };
//! assert_eq!(cost as usize, moves.len());
//! assert_eq!(report.lower_bound, cost);
//! assert_eq!(ida_star(&Pancakes, start, &Blind, &Limits::default(), ()).lower_bound, cost);
//! ```

mod arena;
mod best_first;
mod bidirectional;
mod breadth_first;
mod cycles;
mod depth_limited;
mod duplicates;
mod explicit_estimation;
mod frontier;
mod graph;
mod heuristic;
pub mod host;
mod ida_star;
mod index;
mod iterative_deepening;
mod limits;
mod observer;
mod open_list;
mod progress;
mod puzzle;
mod ranking;
mod report;
mod run;
mod shortest_paths;
mod tree;

pub use best_first::{BestFirst, best_first};
pub use bidirectional::bidirectional;
pub use breadth_first::{Exploration, breadth_first, explore};
pub use cycles::{AnyCheck, CycleCheck, PrefixPath};
pub use depth_limited::{depth_limited, depth_limited_by};
pub use duplicates::{ClosedList, Duplicates, ParentOnly, Unchecked};
pub use explicit_estimation::{EstimationKey, EstimationList, ExplicitEstimation};
pub use heuristic::{Blind, Heuristic, Max, Sum};
pub use ida_star::ida_star;
pub use iterative_deepening::{iterative_deepening, iterative_deepening_by};
pub use limits::{Limit, Limits, Meter};
pub use observer::{Entry, Fate, Lists, Observer};
pub use open_list::{BucketQueue, InsertionOrdered, OpenList, TextbookHeap, Ticket};
pub use progress::{Ask, Estimate, Progress};
pub use puzzle::{Cost, Puzzle, Reversible, SingleGoal};
pub use ranking::{AStar, Greedy, Ranking, UniformCost, Weighted, WeightedAStar};
pub use report::{BoundCount, Outcome, Report, Stats};
pub use shortest_paths::{Allows, ShortestPaths, Within, positions_within};
