//! The result of a search.

use crate::limits::Limit;
use crate::puzzle::Cost;

/// The three ways in which a search ends. None of them is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A path to the goal.
    Solved {
        /// The moves from the initial state to the goal.
        moves: Vec<M>,
        /// What they cost.
        cost: Cost,
    },
    /// There is no path to the goal, and this is proved.
    Unsolvable,
    /// A limit was reached first.
    Stopped(Limit),
}

/// The outcome of a search and what it took.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// How it ended.
    pub outcome: Outcome<M>,
    /// No solution costs less than this. Equal to the cost where optimality is proved, and
    /// `Cost::MAX` where there is no solution.
    pub lower_bound: Cost,
    /// The counts.
    pub stats: Stats,
}

/// The counts of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Closed nodes opened again at a lower cost.
    pub reopened: u64,
    /// Goal checks made.
    pub goal_checks: u64,
    /// The largest number of nodes on the open list (or the stack).
    pub largest_open: usize,
    /// The largest number of nodes on the closed list.
    pub largest_closed: usize,
    /// The largest number of bytes held in nodes, lists and tables.
    pub peak_bytes: usize,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// One row for every bound of a deepening search, or every level of a breadth-first one.
    pub bounds: Vec<BoundCount>,
}

/// The counts of one iteration of a deepening search, or of one level of a breadth-first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundCount {
    /// The bound, or the depth of the level.
    pub bound: Cost,
    /// Nodes expanded under it.
    pub expanded: u64,
    /// Nodes generated under it.
    pub generated: u64,
}
