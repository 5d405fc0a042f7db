//! How a best-first search treats states that it has seen before.
//!
//! This decides what must be remembered of a node, so the two ways of handling duplicates are two
//! ways of keeping nodes.

use crate::arena::NodeId;
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::observer::{Entry, Fate};
use crate::open_list::Ticket;
use crate::puzzle::{Cost, Puzzle};
use crate::tree::Tree;

/// A way of handling duplicates: [`ParentOnly`], [`ClosedList`] or [`Unchecked`].
pub trait Duplicates {
    /// The nodes of a search that handles them this way.
    type Nodes<P: Puzzle, H: Heuristic<P>>: Nodes<P, H>;
}

/// Tree search: the only check is that a node does not generate its parent's state again. A state may be open many
/// times.
///
/// An open node is nothing but its key, its parent and the place of the move among the parent's;
/// only expanded nodes are kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentOnly;

impl Duplicates for ParentOnly {
    type Nodes<P: Puzzle, H: Heuristic<P>> = Tree<P>;
}

/// Tree search without any check: a node's successors are all opened, its parent's state among them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unchecked;

impl Duplicates for Unchecked {
    type Nodes<P: Puzzle, H: Heuristic<P>> = Tree<P, false>;
}

/// Graph search: one node per state. An open node reached at a lower cost is redirected, a closed
/// one is redirected and opened again.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosedList;

impl Duplicates for ClosedList {
    type Nodes<P: Puzzle, H: Heuristic<P>> = Graph<P::State, H::Memo>;
}

/// The node that was removed from the open list.
#[derive(Clone, Copy, Debug)]
pub struct Current<M> {
    /// Its number.
    pub id: NodeId,
    /// The cost of the path to it.
    pub g: Cost,
    /// Its heuristic memo.
    pub memo: M,
}

/// A successor that was just generated, and what is to be done about it.
#[derive(Debug)]
pub struct Generated<'a, S> {
    /// The successor as an observer sees it.
    pub entry: Entry<'a, S>,
    /// What became of it.
    pub fate: Fate,
    /// What the open list is to hold for it, unless it is dropped.
    pub ticket: Ticket,
}

/// The nodes of one best-first search. Known only to the engine.
pub trait Nodes<P: Puzzle, H: Heuristic<P>>: Default {
    /// Adds the initial state and returns its ticket.
    fn begin(&mut self, puzzle: &P, start: P::State, memo: H::Memo) -> Ticket;

    /// The node of a ticket from the open list; `None` if it is already closed.
    fn remove(&mut self, puzzle: &P, heuristic: &H, ticket: Ticket) -> Option<Current<H::Memo>>;

    /// Closes the node that was removed last, since it is about to be expanded.
    fn close(&mut self, id: NodeId);

    /// Generates the successor of `from` by the chosen move, whose index among the moves is given, and passes it on.
    /// A closed node that is reached at a lower cost is opened again only if the ranking `reopens`.
    fn generate(
        &mut self,
        rules: (&P, &H),
        from: &Current<H::Memo>,
        chosen: (usize, P::Move),
        reopens: bool,
        hand_on: impl FnOnce(Generated<'_, P::State>),
    );

    /// The state of a node.
    fn state(&self, id: NodeId) -> &P::State;

    /// The state of a node's parent; `None` for the initial node.
    fn parent_state(&self, id: NodeId) -> Option<&P::State>;

    /// The states from the initial node to `id`.
    fn path(&self, id: NodeId) -> Vec<&P::State>;

    /// Shows the node of a ticket, if it is open.
    fn show_open(
        &self,
        puzzle: &P,
        heuristic: &H,
        ticket: Ticket,
        visit: &mut dyn FnMut(Entry<'_, P::State>),
    );

    /// Shows the closed nodes in the order of closing.
    fn show_closed(&self, heuristic: &H, visit: &mut dyn FnMut(Entry<'_, P::State>));

    /// How many nodes are closed.
    fn closed_len(&self) -> usize;

    /// Whether the numbers of nodes are about to run out.
    fn is_full(&self) -> bool;

    /// The bytes held.
    fn bytes(&self) -> usize;

    /// The bytes that will be added soon.
    fn growth(&self) -> usize;
}
