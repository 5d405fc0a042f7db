//! Iterative-deepening A* with pattern tables, specialised for sliding tiles.
//!
//! A node's lower bound is the largest of several views (`evaluator`) of a board in few bytes (`named`), an automaton forbids detours
//! (`automaton`), and a walk can be suspended at every expansion (`walker`), so that several are in
//! progress while one waits for memory. One board is searched bound by bound (`engine`, `run`,
//! `iteration`), after a look ahead for a solution (`lookahead`). A* is the first phase of a long bound,
//! and its open list (`frontier`, `root`) is what threads share, and other processes (`crew`); many boards
//! are searched side by side (`batch`). All positions on shortest solutions are found level by level
//! (`positions`). A `plan` chooses the tables if the caller does not, which the
//! `solver` carries out: those in a store (`warm`), small ones that are built quickly, and for hard boards
//! the winners of a `contest`.

mod batch;
mod boards;
mod checkpoint;
mod contest;
mod crew;
mod dispatch;
mod dual;
mod engine;
mod evaluator;
mod frontier;
mod iteration;
mod lookahead;
mod named;
mod plan;
mod positions;
mod root;
mod run;
#[cfg(test)]
mod samples;
mod solver;
mod walker;
mod warm;

pub use boards::{Boards, Deliver};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use crew::{Crew, Quest, Share, Shares, Walked};
pub use engine::{Engine, Found, Options};
pub(crate) use plan::add_tables;
pub use plan::{Tables, build_tables, longest_sequence, quick_partitions, views};
pub use positions::{Allowed, MOST_CELLS as MOST_POSITION_CELLS};
pub use warm::Warm;

pub use crate::pattern::MOST_CELLS;
