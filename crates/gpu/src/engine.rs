//! What a search needs from a machine: breadth-first layers and depth-first descents under a bound.
//!
//! The CUDA engine and its twin on the CPU do the same, node for node, so that the deepening above
//! them is one piece of code and a bound without a solution counts the same nodes on both.

use crate::error::Error;
use crate::plan::Plan;
use crate::position::{Packed, Position, hash};

/// The result of one step from layer to layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// Positions whose successors were generated.
    pub(crate) expanded: u64,
    /// Successors generated.
    pub(crate) generated: u64,
    /// Positions in the new layer.
    pub(crate) size: usize,
    /// Whether positions were dropped because the layer was too wide.
    pub(crate) cut: bool,
    /// Whether the goal was reached in this step.
    pub(crate) goal: bool,
}

/// The result of a descent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Descent {
    /// Nodes expanded.
    pub(crate) expanded: u64,
    /// Nodes generated.
    pub(crate) generated: u64,
    /// The solution found: the number of its root and the directions from there.
    pub(crate) answer: Option<(usize, Vec<u8>)>,
    /// Whether the descent was broken off from outside.
    pub(crate) broken: bool,
}

/// The result of a round over many puzzles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// Nodes expanded.
    pub(crate) expanded: u64,
    /// Nodes generated.
    pub(crate) generated: u64,
    /// For each start, the directions to the goal, if they were found.
    pub(crate) answers: Vec<Option<Vec<u8>>>,
    /// Whether the round was broken off from outside.
    pub(crate) broken: bool,
}

/// Some of the roots: those of one class of several. The class depends on the position alone, so that a slice is the same
/// on every machine, in whatever order the roots were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) number: u32,
    pub(crate) count: u32,
}

impl Slice {
    /// All roots.
    pub(crate) const ALL: Slice = Slice { number: 0, count: 1 };

    /// Whether a root belongs to it.
    pub(crate) fn has(self, root: Packed) -> bool {
        self.count == 1 || hash(root) % u64::from(self.count) == u64::from(self.number)
    }
}

/// A machine that searches.
pub(crate) trait Engine: Send {
    /// The most positions of a layer that can still be expanded.
    fn widest(&self) -> usize;

    /// Makes the tables of a plan, unless they are there, and looks up in them from now on. Plans of
    /// the same number are the same.
    fn equip(&mut self, number: usize, plan: &Plan) -> Result<(), Error>;

    /// The lower bounds from positions.
    fn estimates(&mut self, positions: &[Packed]) -> Result<Vec<u8>, Error>;

    /// Starts over with a layer of one position at depth 0.
    fn begin(&mut self, start: &Position) -> Result<(), Error>;

    /// Replaces the layer by its successors within the bound, at most `width` of them, the most
    /// promising first. The bound is that of a solution from the start.
    fn advance(&mut self, bound: u32, width: usize) -> Result<Step, Error>;

    /// The directions from the start to the goal that the last step reached.
    fn goal_path(&mut self) -> Result<Vec<u8>, Error>;

    /// Makes the layer the roots of the descents to come; the layer itself goes on.
    fn keep(&mut self) -> Result<(), Error>;

    /// Searches depth-first from the roots of a slice. `patience` is called from time to time and says whether to
    /// stop.
    fn descend(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error>;

    /// The directions from the start to a root.
    fn root_path(&mut self, root: usize) -> Result<Vec<u8>, Error>;

    /// The roots, and their depth.
    fn roots(&mut self) -> Result<(Vec<Packed>, usize), Error>;

    /// Takes over roots from elsewhere.
    fn adopt(&mut self, roots: &[Packed], depth: usize) -> Result<(), Error>;

    /// Searches many puzzles depth-first, each under its own bound.
    fn round(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error>;
}
