//! A known path, reported like a search: each node along it, and the nodes that were considered.

use std::ops::ControlFlow;

use taquin_search::{Cost, Entry, Fate, Lists, Observer, Puzzle};

/// A walk from state to state that keeps nothing but the moves.
pub(crate) struct Walk<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    moves: Vec<P::Move>,
    before: Option<P::State>,
    here: P::State,
    g: Cost,
    /// The state that comes next, its g and its h, as soon as it is known.
    next: Option<(P::State, Cost, Cost)>,
    /// How many nodes were reported, and how many of their successors.
    pub(crate) told: (u64, u64),
}

impl<'a, P: Puzzle> Walk<'a, P> {
    /// A walk that begins in `start`.
    pub(crate) fn new(puzzle: &'a P, start: P::State) -> Self {
        let here = start.clone();
        Walk { puzzle, start, moves: Vec::new(), before: None, here, g: 0, next: None, told: (0, 0) }
    }

    /// Where the walk has come to.
    pub(crate) fn here(&self) -> &P::State {
        &self.here
    }

    /// Reports the current node and the moves that were considered `in_vain`, then makes the move that is `taken`;
    /// every state comes with its h. Without a move the walk ends.
    pub(crate) fn go(
        &mut self,
        h: Cost,
        in_vain: &[(P::Move, Cost)],
        taken: Option<(P::Move, Cost)>,
        observer: &mut impl Observer<P>,
    ) -> ControlFlow<()> {
        let entry = Entry { state: &self.here, parent: self.before.as_ref(), g: self.g, h };
        observer.expand(entry, &*self)?;
        self.told.0 += 1;
        for &(mv, h) in in_vain {
            self.tell(mv, h, Fate::Pruned, observer);
        }
        let Some((mv, h)) = taken else { return ControlFlow::Continue(()) };
        let next = self.tell(mv, h, Fate::Opened, observer);
        let g = self.g + self.puzzle.cost(mv);
        self.next = Some((next.clone(), g, h));
        observer.expanded(&*self);
        self.next = None;
        self.before = Some(std::mem::replace(&mut self.here, next));
        self.g = g;
        self.moves.push(mv);
        ControlFlow::Continue(())
    }

    /// Follows `moves` to their end; the h of each state is the number of moves that are left.
    pub(crate) fn go_along(&mut self, moves: &[P::Move], observer: &mut impl Observer<P>) -> ControlFlow<()> {
        for (&mv, left) in moves.iter().zip((0..moves.len() as Cost).rev()) {
            self.go(left + 1, &[], Some((mv, left)), observer)?;
        }
        self.go(0, &[], None, observer)
    }

    fn tell(&mut self, mv: P::Move, h: Cost, fate: Fate, observer: &mut impl Observer<P>) -> P::State {
        self.told.1 += 1;
        let state = self.puzzle.successor(&self.here, mv);
        let g = self.g + self.puzzle.cost(mv);
        observer.generate(mv, Entry { state: &state, parent: Some(&self.here), g, h }, fate);
        state
    }
}

/// One node is open at most, and none is closed.
impl<P: Puzzle> Lists<P::State> for Walk<'_, P> {
    fn open_len(&self) -> usize {
        usize::from(self.next.is_some())
    }
    fn closed_len(&self) -> usize {
        0
    }
    fn open(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        if let Some((state, g, h)) = &self.next {
            visit(Entry { state, parent: Some(&self.here), g: *g, h: *h });
        }
    }
    fn closed(&self, _: &mut dyn FnMut(Entry<'_, P::State>)) {}
    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        let mut state = self.start.clone();
        visit(&state);
        for &mv in &self.moves {
            self.puzzle.apply(&mut state, mv);
            visit(&state);
        }
    }
}
