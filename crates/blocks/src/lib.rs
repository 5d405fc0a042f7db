//! Sliding blocks of any shape on a grid with walls.
//!
//! A text becomes a [`Problem`] (board, pieces, goal, metric); [`Blocks`] is the problem compiled
//! into tables, on which every algorithm of `taquin-search` runs.

mod atlas;
mod blocks;
mod board;
pub mod catalogue;
mod compile;
mod distances;
mod enumerate;
mod error;
mod exits;
mod filling;
mod flood;
pub mod format;
mod generate;
mod graph;
mod hardest;
pub mod layouts;
mod levels;
mod metric;
mod middle;
mod minimal;
mod numbering;
mod piece_set;
mod placements;
mod play;
mod position;
mod problem;
mod random;
mod replay;
mod rules;
pub mod rush_hour;
mod shape;
mod small;
mod solve;
mod successors;
mod symmetry;
mod table;
mod travel;
mod word;

pub use atlas::Scope;
pub use blocks::{Blocks, Move};
pub use board::{Board, Cell, Direction, Ground};
pub use compile::{Task, compile};
pub use distances::{Distances, SavedDistances};
pub use enumerate::{Component, Farthest, Part, component, components, farthest, level_counts};
pub use error::Error;
pub use flood::{Flood, TooLarge, flood};
pub use generate::{Found, Starts, Wish, hardest_starts};
pub use graph::{Diameter, StateGraph};
pub use hardest::{Hardest, hardest_layouts, layout_components};
pub use levels::{End, Explored, Levels, explore, explore_within, probe};
pub use metric::Metric;
pub use piece_set::{PieceCount, PieceSet};
pub use play::Way;
pub use problem::{Kind, Piece, Problem, Target};
pub use random::{RandomRushHour, RandomStarts};
pub use replay::{Step, replay, replay_from};
pub use rules::Motion;
pub use shape::Shape;
pub use small::SmallSearch;
pub use solve::solve;
pub use symmetry::Symmetries;
pub use travel::Travel;
pub use word::{Elements, Wide, Word};
