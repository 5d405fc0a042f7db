//! The nodes of a tree search: only expanded nodes are kept, at 16 bytes where a state is one word.
//!
//! A ticket of the open list is the number of the parent and the place of the move among the
//! parent's moves; the state behind it is made again when the ticket is drawn. So an open node
//! costs eight bytes, its key included.

use crate::arena::{Arena, NodeId};
use crate::duplicates::{Current, Generated, Nodes};
use crate::heuristic::Heuristic;
use crate::observer::{Entry, Fate};
use crate::open_list::Ticket;
use crate::puzzle::{Cost, Puzzle};

/// The ticket of the initial state, which has no parent.
const START: Ticket = Ticket::MAX;

/// The expanded nodes of a tree search.
#[derive(Debug)]
pub struct Tree<P: Puzzle> {
    arena: Arena<P::State, ()>,
    /// The initial state, until it is expanded.
    start: Option<P::State>,
}

impl<P: Puzzle> Default for Tree<P> {
    fn default() -> Self {
        Tree { arena: Arena::default(), start: None }
    }
}

impl<P: Puzzle> Tree<P> {
    /// The bits of a ticket that hold the place of the move.
    const PLACE_BITS: u32 = P::MAX_MOVES.next_power_of_two().trailing_zeros();

    /// Parents are numbered below this: a ticket has no more bits for them.
    const MOST_PARENTS: usize = (START >> Self::PLACE_BITS) as usize - (1 << 14);

    #[inline]
    fn ticket(parent: NodeId, place: usize) -> Ticket {
        assert!(place < P::MAX_MOVES as usize, "a state has more moves than the puzzle allows");
        parent << Self::PLACE_BITS | place as Ticket
    }

    /// The parent that a ticket names, the state that its move leads to, and the cost.
    #[inline]
    fn made_again(&self, puzzle: &P, ticket: Ticket) -> (NodeId, P::State, Cost) {
        let (parent, place) = (ticket >> Self::PLACE_BITS, ticket & ((1 << Self::PLACE_BITS) - 1));
        let state = self.arena.state(parent);
        let mv = puzzle.moves(state).nth(place as usize).expect("the moves of a state stay the same");
        (parent, puzzle.successor(state, mv), self.arena.g(parent) + puzzle.cost(mv))
    }
}

impl<P: Puzzle, H: Heuristic<P>> Nodes<P, H> for Tree<P> {
    fn begin(&mut self, _: &P, start: P::State, _: H::Memo) -> Ticket {
        self.start = Some(start);
        START
    }

    #[inline]
    fn remove(&mut self, puzzle: &P, heuristic: &H, ticket: Ticket) -> Option<Current<H::Memo>> {
        let (parent, state, g) = match ticket {
            START => (None, self.start.take()?, 0),
            _ => {
                let (parent, state, g) = self.made_again(puzzle, ticket);
                (Some(parent), state, g)
            }
        };
        let memo = heuristic.start(puzzle, &state);
        let heap_bytes = puzzle.heap_bytes(&state);
        Some(Current { id: self.arena.push(state, parent, g, (), heap_bytes), g, memo })
    }

    fn close(&mut self, _: NodeId) {}

    #[inline]
    fn generate(
        &mut self,
        (puzzle, heuristic): (&P, &H),
        from: &Current<H::Memo>,
        (place, mv): (usize, P::Move),
        hand_on: impl FnOnce(Generated<'_, P::State>),
    ) {
        let parent = self.arena.state(from.id);
        let state = puzzle.successor(parent, mv);
        let h = heuristic.value(heuristic.step(puzzle, from.memo, &state, mv));
        let is_parent = self.arena.parent_state(from.id) == Some(&state);
        let fate = if is_parent { Fate::Duplicate } else { Fate::Opened };
        let entry = Entry { state: &state, parent: Some(parent), g: from.g + puzzle.cost(mv), h };
        hand_on(Generated { entry, fate, ticket: Self::ticket(from.id, place) });
    }

    #[inline]
    fn state(&self, id: NodeId) -> &P::State {
        self.arena.state(id)
    }

    #[inline]
    fn parent_state(&self, id: NodeId) -> Option<&P::State> {
        self.arena.parent_state(id)
    }

    fn path(&self, id: NodeId) -> Vec<&P::State> {
        self.arena.path(id)
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
            visit(Entry { state: &state, parent: Some(self.arena.state(parent)), g, h: h(&state) });
        } else if let Some(state) = &self.start {
            visit(Entry { state, parent: None, g: 0, h: h(state) });
        }
    }

    fn show_closed(&self, _: &H, _: &mut dyn FnMut(Entry<'_, P::State>)) {}

    fn closed_len(&self) -> usize {
        0
    }

    fn is_full(&self) -> bool {
        self.arena.len() >= Self::MOST_PARENTS
    }

    fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    fn growth(&self) -> usize {
        0
    }
}
