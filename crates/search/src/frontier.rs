//! The frontier of a breadth-first search: the states found so far, and the next level.
//!
//! Breadth-first search, the exploration of a whole component and both sides of a bidirectional search all
//! use it. A node's number grows with its depth, so that the arena itself is the queue: the nodes before
//! `head` are closed, the others open.

use crate::arena::{Arena, NodeId};
use crate::index::{Index, Slot};
use crate::limits::Limit;
use crate::observer::{Entry, Fate, Lists, Observer};
use crate::puzzle::{Cost, Puzzle};
use crate::run::{Run, continues};

/// The states at most `depth` moves from the start.
pub(crate) struct Frontier<S> {
    pub(crate) arena: Arena<S, ()>,
    index: Index,
    /// The first node of the next level to expand.
    head: usize,
    /// The node being expanded.
    current: NodeId,
    /// How many moves away the next level to expand is.
    pub(crate) depth: Cost,
}

impl<S: Clone + Eq + std::hash::Hash> Frontier<S> {
    /// A frontier that begins with the given states.
    pub(crate) fn new<P: Puzzle<State = S>>(puzzle: &P, starts: impl IntoIterator<Item = S>) -> Self {
        let mut frontier =
            Frontier { arena: Arena::default(), index: Index::default(), head: 0, current: 0, depth: 0 };
        for start in starts {
            if let Slot::Vacant(tag) = frontier.index.find(&frontier.arena, &start) {
                frontier.add(puzzle, start, tag, None, 0);
            }
        }
        frontier
    }

    #[inline]
    fn add<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        state: S,
        tag: u64,
        parent: Option<NodeId>,
        g: Cost,
    ) -> NodeId {
        let heap_bytes = puzzle.heap_bytes(&state);
        let id = self.arena.push(state, parent, g, (), heap_bytes);
        self.index.insert(tag, id);
        id
    }

    /// How many nodes wait in the next level; 0 when everything was found.
    pub(crate) fn width(&self) -> usize {
        self.arena.len() - self.head
    }

    /// The node of `state`, if it was found.
    #[inline]
    pub(crate) fn find(&self, state: &S) -> Option<NodeId> {
        match self.index.find(&self.arena, state) {
            Slot::Taken(id) => Some(id),
            Slot::Vacant(_) => None,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.arena.bytes() + self.index.bytes()
    }

    /// Expands the next level, until `found` holds for a new state. Besides its own, `other_bytes`
    /// count against the memory limit.
    pub(crate) fn expand_level<P: Puzzle<State = S>, O: Observer<P>>(
        &mut self,
        puzzle: &P,
        run: &mut Run<'_>,
        other_bytes: usize,
        observer: &mut O,
        mut found: impl FnMut(&S) -> bool,
    ) -> Result<Option<NodeId>, Limit> {
        let end = self.arena.len();
        while self.head < end {
            if run.due() {
                if self.arena.is_full() {
                    return Err(Limit::Memory);
                }
                run.pulse(self.bytes() + other_bytes, self.index.growth(), observer)?;
            }
            self.current = self.head as NodeId;
            self.head += 1;
            continues(observer.expand(self.entry(self.current), self))?;
            run.stats.expanded += 1;
            if let Some(id) = self.expand(puzzle, run, observer, &mut found) {
                return Ok(Some(id));
            }
            observer.expanded(self);
            run.note_open(self.width());
            run.stats.largest_closed = run.stats.largest_closed.max(self.head);
        }
        self.depth += 1;
        Ok(None)
    }

    #[inline]
    fn expand<P: Puzzle<State = S>, O: Observer<P>>(
        &mut self,
        puzzle: &P,
        run: &mut Run<'_>,
        observer: &mut O,
        found: &mut impl FnMut(&S) -> bool,
    ) -> Option<NodeId> {
        let parent = self.current;
        for mv in puzzle.moves(self.arena.state(parent)) {
            run.stats.generated += 1;
            let state = puzzle.successor(self.arena.state(parent), mv);
            let g = self.arena.g(parent) + puzzle.cost(mv);
            let (id, fate) = match self.index.find(&self.arena, &state) {
                Slot::Taken(id) => (id, Fate::Duplicate),
                Slot::Vacant(tag) => (self.add(puzzle, state, tag, Some(parent), g), Fate::Opened),
            };
            let state = self.arena.state(id);
            observer.generate(mv, Entry { state, parent: Some(self.arena.state(parent)), g, h: 0 }, fate);
            if fate == Fate::Opened {
                run.stats.goal_checks += 1;
                if found(state) {
                    return Some(id);
                }
            }
        }
        None
    }
}

impl<S: Clone + Eq> Frontier<S> {
    fn entry(&self, id: NodeId) -> Entry<'_, S> {
        Entry { state: self.arena.state(id), parent: self.arena.parent_state(id), g: self.arena.g(id), h: 0 }
    }
}

impl<S: Clone + Eq> Lists<S> for Frontier<S> {
    fn open_len(&self) -> usize {
        self.arena.len() - self.head
    }
    fn closed_len(&self) -> usize {
        self.head
    }
    fn open(&self, visit: &mut dyn FnMut(Entry<'_, S>)) {
        for id in self.head..self.arena.len() {
            visit(self.entry(id as NodeId));
        }
    }
    fn closed(&self, visit: &mut dyn FnMut(Entry<'_, S>)) {
        for id in 0..self.head {
            visit(self.entry(id as NodeId));
        }
    }
    fn prefix(&self, visit: &mut dyn FnMut(&S)) {
        self.arena.path(self.current).into_iter().for_each(visit);
    }
}
