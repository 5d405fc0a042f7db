//! The roots of the walks: one at first, and where a walk is long, the boards a few moves further on,
//! which threads share and one thread keeps several of under way.

use super::automaton::{Automaton, FORBIDDEN, StateId};
use super::evaluator::{Evaluator, LOOKUPS, Named, Standings};

/// Where a walk begins.
#[derive(Clone, Debug)]
pub(crate) struct Root<const VIEWS: usize> {
    pub(crate) board: Named,
    pub(crate) standings: Standings,
    /// The values of the views.
    values: [u16; VIEWS],
    pub(crate) state: StateId,
    /// The cells that the blank has gone to.
    pub(crate) path: Vec<u8>,
}

impl<const VIEWS: usize> Root<VIEWS> {
    /// The board itself, before any move.
    pub(crate) fn new(evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton, board: Named) -> Self {
        let standings = evaluator.standings(&board);
        let values = evaluator.values(&board, &standings);
        let state = automaton.start(board.blank.into());
        Root { board, standings, values, state, path: Vec::new() }
    }

    /// The cost so far.
    pub(crate) fn cost(&self) -> u32 {
        self.path.len() as u32
    }

    /// The values of the views.
    pub(crate) fn values(&self) -> &[u16; VIEWS] {
        &self.values
    }

    /// No solution through here costs less.
    pub(crate) fn f(&self) -> u32 {
        self.cost() + self.values.iter().copied().max().map_or(0, u32::from)
    }

    /// What `bound` leaves to each view.
    pub(crate) fn slack(&self, bound: u32) -> [u16; VIEWS] {
        self.values.map(|value| (bound - self.cost()) as u16 - value)
    }

    /// The children that the automaton allows and that `bound` does not cut off, and how many there
    /// were before the bound was asked.
    fn children(
        &self,
        evaluator: &Evaluator<'_, VIEWS>,
        automaton: &Automaton,
        bound: u32,
    ) -> (Vec<Root<VIEWS>>, u64) {
        let mut children = Vec::new();
        let mut generated = 0;
        let to = self.board.blank;
        for (from, state) in evaluator.ways(to).into_iter().zip(automaton.next(self.state)) {
            if state == FORBIDDEN {
                continue;
            }
            generated += 1;
            let mut child = Root { state, ..self.clone() };
            let tile = self.board.tiles[from as usize];
            child.board.tiles[to as usize] = tile;
            child.board.blank = from;
            child.path.push(from);
            for (&index, value) in evaluator.slots_of(tile).iter().zip(&mut child.values) {
                let slot = evaluator.slot(index);
                let standing = &mut child.standings[index as usize % LOOKUPS];
                let (next, byte) =
                    slot.reader.slide(*standing, slot.map.image(from.into()), slot.map.image(to.into()));
                let (next, growth) = slot.reader.settle(next, byte);
                *standing = next;
                *value = *value + u16::from(growth) - 1;
            }
            if child.f() <= bound {
                children.push(child);
            }
        }
        children.sort_by_key(|child| {
            (child.f(), child.values.iter().map(|&value| u32::from(value)).sum::<u32>())
        });
        (children, generated)
    }

    /// The root that a path leads to from here; `None` if `bound` cuts it off.
    pub(crate) fn descend(
        &self,
        evaluator: &Evaluator<'_, VIEWS>,
        automaton: &Automaton,
        bound: u32,
        path: &[u8],
    ) -> Option<Root<VIEWS>> {
        let root = path.iter().try_fold(self.clone(), |root, &cell| {
            let (children, _) = root.children(evaluator, automaton, bound);
            children.into_iter().find(|child| child.board.blank == cell)
        });
        root.filter(|root| root.f() <= bound)
    }

    /// At least `least` roots below this one that together stand for it under `bound`, those with the
    /// most slack first; fewer where there are no more, and this one where the goal is near.
    /// Counts what it expands and generates.
    pub(crate) fn split(
        &self,
        evaluator: &Evaluator<'_, VIEWS>,
        automaton: &Automaton,
        bound: u32,
        least: usize,
        (expanded, generated): (&mut u64, &mut u64),
    ) -> Vec<Root<VIEWS>> {
        let mut roots = vec![self.clone()];
        while !roots.is_empty() && roots.len() < least && roots[0].cost() + 1 < bound {
            let mut next = Vec::new();
            for root in &roots {
                let (children, count) = root.children(evaluator, automaton, bound);
                *expanded += 1;
                *generated += count;
                next.extend(children);
            }
            roots = next;
        }
        roots
    }
}
