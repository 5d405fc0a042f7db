//! Sliding blocks of any shape on a grid with walls.
//!
//! A text becomes a [`Problem`] (board, pieces, goal, metric); [`Blocks`] is the problem compiled
//! into tables, on which every algorithm of `taquin-search` runs.

mod atlas;
mod blocks;
mod board;
pub mod catalogue;
mod compile;
mod enumerate;
mod error;
pub mod format;
mod generate;
mod graph;
mod hardest;
pub mod layouts;
mod levels;
mod metric;
mod placements;
mod play;
mod problem;
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
pub use enumerate::{Component, Distances, Farthest, Part, component, components, farthest, level_counts};
pub use error::Error;
pub use generate::{Found, RandomRushHour, hardest_of_pieces, hardest_starts};
pub use graph::{Diameter, StateGraph};
pub use hardest::{Hardest, hardest_layouts};
pub use levels::{End, Explored, Levels, explore};
pub use metric::Metric;
pub use play::Way;
pub use problem::{Kind, Piece, Problem, Target};
pub use replay::{Step, replay};
pub use rules::Motion;
pub use shape::Shape;
pub use small::SmallSearch;
pub use solve::solve;
pub use symmetry::Symmetries;
pub use travel::Travel;
pub use word::{Elements, Wide, Word};
