//! Sliding blocks of any shape on a grid with walls.
//!
//! A text becomes a [`Problem`] (board, pieces, goal, metric); [`Blocks`] is the problem compiled
//! into tables, on which every algorithm of `taquin-search` runs.

mod compiled;
mod error;
pub mod format;
mod making;
mod model;
mod search;
mod spaces;

pub use compiled::atlas::{Placements, Scope};
pub use compiled::blocks::{Blocks, Move};
pub use compiled::compile::{Task, compile, compile_even, compile_wide};
pub use compiled::replay::{Step, replay, replay_from, told};
pub use compiled::symmetry::Symmetries;
pub use compiled::travel::Travel;
pub use compiled::word::{Elements, Wide, Word};
pub use error::Error;
pub use making::generate::{Found, Starts, Wish, hardest_starts};
pub use making::hardest::{Hardest, hardest_layouts, layout_components};
pub use making::piece_set::{PieceCount, PieceSet};
pub use making::random::{RandomRushHour, RandomStarts};
pub use making::{catalogue, layouts, rush_hour};
pub use model::grid::{Cell, Direction, Grid, Ground};
pub use model::metric::Metric;
pub use model::play::Route;
pub use model::problem::{Kind, Piece, Problem, Target};
pub use model::rules::Motion;
pub use model::shape::Shape;
pub use search::levels::{End, Explored, Levels, explore, explore_within, probe};
pub use search::small::SmallSearch;
pub use search::solve::solve;
pub use spaces::distances::{Distances, SavedDistances};
pub use spaces::enumerate::{Farthest, Reachable, component, farthest, level_counts};
pub use spaces::flood::{Flood, TooLarge, flood};
pub use spaces::graph::{Diameter, StateGraph};
pub use spaces::parts::{Component, components};
pub use spaces::whole::{Pass, WholeSpace};
