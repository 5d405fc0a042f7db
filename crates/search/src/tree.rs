//! The nodes of a tree search: only expanded nodes are kept, at 13 bytes where a state is one word.
//! Every field has a vector of its own, so that no byte is lost to alignment.
//!
//! A ticket of the open list is the number of the parent and the place of the move among the parent's
//! moves; the state is computed again when the ticket is removed. So an open node costs eight bytes, its
//! key included.

use crate::arena::{NONE, NodeId, push_tight};
use crate::duplicates::{Current, Generated, Nodes};
use crate::heuristic::Heuristic;
use crate::observer::{Entry, Fate};
use crate::open_list::Ticket;
use crate::puzzle::{Cost, Puzzle};

/// The ticket of the initial state, which has no parent.
const START: Ticket = Ticket::MAX;

/// The expanded nodes of a tree search, which does not open a parent's state again if `CHECKED`.
#[derive(Debug)]
pub struct Tree<P: Puzzle, const CHECKED: bool = true> {
    states: Vec<P::State>,
    parents: Vec<NodeId>,
    costs: Costs,
    /// The bytes that the states own beyond their own size.
    heap_bytes: usize,
    /// The initial state, until it is expanded.
    start: Option<P::State>,
}

impl<P: Puzzle, const CHECKED: bool> Default for Tree<P, CHECKED> {
    fn default() -> Self {
        let costs = Costs::Narrow(Vec::new());
        Tree { states: Vec::new(), parents: Vec::new(), costs, heap_bytes: 0, start: None }
    }
}

impl<P: Puzzle, const CHECKED: bool> Tree<P, CHECKED> {
    /// The bits of a ticket that hold the place of the move.
    const PLACE_BITS: u32 = P::MAX_MOVES.next_power_of_two().trailing_zeros();

    /// Parents are numbered below this: a ticket has no more bits for them.
    const MOST_PARENTS: usize = (START >> Self::PLACE_BITS) as usize - (1 << 14);

    #[inline]
    fn ticket(parent: NodeId, place: usize) -> Ticket {
        assert!(place < P::MAX_MOVES as usize, "a state has more moves than the puzzle allows");
        parent << Self::PLACE_BITS | place as Ticket
    }

    /// The state of a node's parent.
    #[inline]
    fn before(&self, id: NodeId) -> Option<&P::State> {
        // The initial node has no parent, and no node has that number.
        self.states.get(self.parents[id as usize] as usize)
    }

    /// The parent that a ticket names, the state that its move leads to, and the cost.
    #[inline]
    fn made_again(&self, puzzle: &P, ticket: Ticket) -> (NodeId, P::State, Cost) {
        let (parent, place) = (ticket >> Self::PLACE_BITS, ticket & ((1 << Self::PLACE_BITS) - 1));
        let state = &self.states[parent as usize];
        let mv = puzzle.moves(state).nth(place as usize).expect("the moves of a state stay the same");
        (parent, puzzle.successor(state, mv), self.costs.get(parent) + puzzle.cost(mv))
    }
}

impl<P: Puzzle, H: Heuristic<P>, const CHECKED: bool> Nodes<P, H> for Tree<P, CHECKED> {
    fn begin(&mut self, _: &P, start: P::State, _: H::Memo) -> Ticket {
        self.start = Some(start);
        START
    }

    #[inline]
    fn remove(&mut self, puzzle: &P, heuristic: &H, ticket: Ticket) -> Option<Current<H::Memo>> {
        let (parent, state, g) = match ticket {
            START => (NONE, self.start.take()?, 0),
            _ => self.made_again(puzzle, ticket),
        };
        let memo = heuristic.start(puzzle, &state);
        let id = self.states.len() as NodeId;
        self.heap_bytes += puzzle.heap_bytes(&state);
        push_tight(&mut self.states, state);
        push_tight(&mut self.parents, parent);
        self.costs.push(g);
        Some(Current { id, g, memo })
    }

    fn close(&mut self, _: NodeId) {}

    #[inline]
    fn generate(
        &mut self,
        (puzzle, heuristic): (&P, &H),
        from: &Current<H::Memo>,
        (place, mv): (usize, P::Move),
        _: bool,
        hand_on: impl FnOnce(Generated<'_, P::State>),
    ) {
        let parent = &self.states[from.id as usize];
        let state = puzzle.successor(parent, mv);
        let h = heuristic.value(heuristic.step(puzzle, from.memo, &state, mv));
        let is_parent = CHECKED && self.before(from.id) == Some(&state);
        let fate = if is_parent { Fate::Duplicate } else { Fate::Opened };
        let entry = Entry { state: &state, parent: Some(parent), g: from.g + puzzle.cost(mv), h };
        hand_on(Generated { entry, fate, ticket: Self::ticket(from.id, place) });
    }

    #[inline]
    fn state(&self, id: NodeId) -> &P::State {
        &self.states[id as usize]
    }

    #[inline]
    fn parent_state(&self, id: NodeId) -> Option<&P::State> {
        self.before(id)
    }

    fn path(&self, id: NodeId) -> Vec<&P::State> {
        let before = |&id: &NodeId| Some(self.parents[id as usize]).filter(|&parent| parent != NONE);
        let mut path: Vec<&P::State> =
            std::iter::successors(Some(id), before).map(|id| &self.states[id as usize]).collect();
        path.reverse();
        path
    }

    fn show_open(
        &self,
        puzzle: &P,
        heuristic: &H,
        ticket: Ticket,
        visit: &mut dyn FnMut(Entry<'_, P::State>),
    ) {
        let h = |state: &P::State| heuristic.value(heuristic.start(puzzle, state));
        if ticket != START {
            let (parent, state, g) = self.made_again(puzzle, ticket);
            visit(Entry { state: &state, parent: Some(&self.states[parent as usize]), g, h: h(&state) });
        } else if let Some(state) = &self.start {
            visit(Entry { state, parent: None, g: 0, h: h(state) });
        }
    }

    fn show_closed(&self, _: &H, _: &mut dyn FnMut(Entry<'_, P::State>)) {}

    fn closed_len(&self) -> usize {
        0
    }

    fn is_full(&self) -> bool {
        self.states.len() >= Self::MOST_PARENTS
    }

    fn bytes(&self) -> usize {
        let node = size_of::<P::State>() + size_of::<NodeId>() + self.costs.width();
        self.states.len() * node + self.heap_bytes
    }

    fn growth(&self) -> usize {
        0
    }
}

/// The costs of the nodes: a byte each until one of them needs more.
#[derive(Clone, Debug)]
enum Costs {
    Narrow(Vec<u8>),
    Wide(Vec<Cost>),
}

impl Costs {
    #[inline(always)]
    fn push(&mut self, g: Cost) {
        match (&mut *self, u8::try_from(g)) {
            (Costs::Narrow(costs), Ok(g)) => push_tight(costs, g),
            (Costs::Narrow(costs), Err(_)) => {
                *self = Costs::Wide(costs.iter().map(|&g| g.into()).chain([g]).collect());
            }
            (Costs::Wide(costs), _) => push_tight(costs, g),
        }
    }

    #[inline]
    fn get(&self, id: NodeId) -> Cost {
        match self {
            Costs::Narrow(costs) => costs[id as usize].into(),
            Costs::Wide(costs) => costs[id as usize],
        }
    }

    fn width(&self) -> usize {
        match self {
            Costs::Narrow(_) => size_of::<u8>(),
            Costs::Wide(_) => size_of::<Cost>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_widen_when_they_must() {
        let mut costs = Costs::Narrow(Vec::new());
        let given = [0, 7, 255, 256, 4_000_000_000, 1];
        for (id, g) in (0..).zip(given) {
            costs.push(g);
            assert_eq!(costs.width(), if id < 3 { 1 } else { 4 });
            assert!((0..=id).all(|id| costs.get(id) == given[id as usize]));
        }
    }
}
