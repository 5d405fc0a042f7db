//! The nodes of a graph search: one for every state met, and an index that finds it.

use std::hash::Hash;

use crate::arena::{Arena, NodeId};
use crate::duplicates::{Current, Generated, Nodes};
use crate::heuristic::Heuristic;
use crate::index::{Index, Slot};
use crate::observer::{Entry, Fate};
use crate::open_list::Ticket;
use crate::puzzle::{Cost, Puzzle};

/// The open and closed nodes of a graph search. A ticket is the number of a node.
#[derive(Debug)]
pub struct Graph<S, M> {
    arena: Arena<S, Extra<M>>,
    index: Index,
    closings: u32,
    closed: usize,
}

/// What is kept of a node beside its state and its path.
#[derive(Clone, Copy, Debug)]
struct Extra<M> {
    memo: M,
    /// How many nodes had been closed when this one was, itself included; 0 while it is open.
    closed_at: u32,
}

impl<S, M> Default for Graph<S, M> {
    fn default() -> Self {
        Graph { arena: Arena::default(), index: Index::default(), closings: 0, closed: 0 }
    }
}

impl<S: Clone + Eq + Hash, M: Copy> Graph<S, M> {
    /// Handles a known node that was reached again from `parent` at cost `g`.
    #[inline]
    fn meet_again(&mut self, known: NodeId, parent: NodeId, g: Cost, reopens: bool) -> Fate {
        let closed = self.arena.extra(known).closed_at != 0;
        if g >= self.arena.g(known) || (closed && !reopens) {
            return Fate::Duplicate;
        }
        self.arena.redirect(known, parent, g);
        let closed_at = &mut self.arena.extra_mut(known).closed_at;
        if *closed_at == 0 {
            return Fate::Improved;
        }
        *closed_at = 0;
        self.closed -= 1;
        Fate::Reopened
    }

    fn entry<P: Puzzle<State = S>, H: Heuristic<P, Memo = M>>(
        &self,
        heuristic: &H,
        id: NodeId,
    ) -> Entry<'_, S> {
        let h = heuristic.value(self.arena.extra(id).memo);
        Entry { state: self.arena.state(id), parent: self.arena.parent_state(id), g: self.arena.g(id), h }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Nodes<P, H> for Graph<P::State, H::Memo> {
    fn begin(&mut self, puzzle: &P, start: P::State, memo: H::Memo) -> Ticket {
        let slot = self.index.find(&self.arena, &start);
        let heap_bytes = puzzle.heap_bytes(&start);
        let id = self.arena.push(start, None, 0, Extra { memo, closed_at: 0 }, heap_bytes);
        if let Slot::Vacant(tag) = slot {
            self.index.insert(tag, id);
        }
        id
    }

    #[inline]
    fn remove(&mut self, _: &P, _: &H, ticket: Ticket) -> Option<Current<H::Memo>> {
        let Extra { memo, closed_at } = *self.arena.extra(ticket);
        (closed_at == 0).then(|| Current { id: ticket, g: self.arena.g(ticket), memo })
    }

    #[inline]
    fn close(&mut self, id: NodeId) {
        self.closed += 1;
        self.closings = self.closings.saturating_add(1);
        self.arena.extra_mut(id).closed_at = self.closings;
    }

    #[inline]
    fn generate(
        &mut self,
        (puzzle, heuristic): (&P, &H),
        from: &Current<H::Memo>,
        (_, mv): (usize, P::Move),
        reopens: bool,
        hand_on: impl FnOnce(Generated<'_, P::State>),
    ) {
        let state = puzzle.successor(self.arena.state(from.id), mv);
        let g = from.g + puzzle.cost(mv);
        let (id, fate) = match self.index.find(&self.arena, &state) {
            Slot::Taken(known) => (known, self.meet_again(known, from.id, g, reopens)),
            Slot::Vacant(tag) => {
                let memo = heuristic.step(puzzle, from.memo, &state, mv);
                let heap_bytes = puzzle.heap_bytes(&state);
                let extra = Extra { memo, closed_at: 0 };
                let id = self.arena.push(state, Some(from.id), g, extra, heap_bytes);
                self.index.insert(tag, id);
                (id, Fate::Opened)
            }
        };
        let h = heuristic.value(self.arena.extra(id).memo);
        let parent = Some(self.arena.state(from.id));
        hand_on(Generated { entry: Entry { state: self.arena.state(id), parent, g, h }, fate, ticket: id });
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

    fn show_open(&self, _: &P, heuristic: &H, ticket: Ticket, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        if self.arena.extra(ticket).closed_at == 0 {
            visit(self.entry(heuristic, ticket));
        }
    }

    fn show_closed(&self, heuristic: &H, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        let all = (0..self.arena.len() as NodeId).map(|id| (self.arena.extra(id).closed_at, id));
        let mut closed: Vec<(u32, NodeId)> = all.filter(|&(closed_at, _)| closed_at != 0).collect();
        sort(&mut closed);
        closed.into_iter().for_each(|(_, id)| visit(self.entry(heuristic, id)));
    }

    fn closed_len(&self) -> usize {
        self.closed
    }

    fn is_full(&self) -> bool {
        self.arena.is_full()
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.index.bytes()
    }

    fn growth(&self) -> usize {
        self.index.growth()
    }
}

/// Not generic, so that it is compiled once for all graphs.
fn sort(closed: &mut [(u32, NodeId)]) {
    closed.sort_unstable();
}
