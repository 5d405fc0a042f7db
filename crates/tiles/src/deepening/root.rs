//! The roots of the walks: one at first; for a long walk, the boards a few moves further on, which threads
//! share and of which one thread keeps several in progress.

use crate::automaton::{Automaton, FORBIDDEN, StateId};

use super::evaluator::Evaluator;
use super::named::{Named, Places, Standing};

/// Where a walk begins.
#[derive(Clone, Debug)]
pub(crate) struct Root<P: Places, const VIEWS: usize> {
    pub(crate) board: Named<P>,
    pub(crate) standings: Box<[P::Standing]>,
    /// The values of the views.
    values: [u16; VIEWS],
    pub(crate) state: StateId,
    /// The cells that the blank has gone to.
    pub(crate) path: Vec<u8>,
}

impl<P: Places, const VIEWS: usize> Root<P, VIEWS> {
    /// The board itself, before any move.
    pub(crate) fn new(evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton, board: Named<P>) -> Self {
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

    /// The largest of the values.
    pub(crate) fn value(&self) -> u32 {
        self.values.iter().copied().max().map_or(0, u32::from)
    }

    /// No solution through here costs less.
    pub(crate) fn f(&self) -> u32 {
        self.cost() + self.value()
    }

    /// What `bound` leaves to each view.
    pub(crate) fn slack(&self, bound: u32) -> [u16; VIEWS] {
        self.values.map(|value| (bound - self.cost()) as u16 - value)
    }

    /// The children that the automaton allows and that `bound` does not cut off, and how many there
    /// were before the bound was asked.
    pub(crate) fn children(
        &self,
        evaluator: &Evaluator<'_, VIEWS>,
        automaton: &Automaton,
        bound: u32,
    ) -> (Vec<Root<P, VIEWS>>, u64) {
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
                let standing = &mut child.standings[index as usize];
                let (next, byte) =
                    standing.slide(&slot.reader, slot.map.image(from.into()), slot.map.image(to.into()));
                let (next, growth) = next.settle(&slot.reader, byte);
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
    ) -> Option<Root<P, VIEWS>> {
        let root = path.iter().try_fold(self.clone(), |root, &cell| {
            let (children, _) = root.children(evaluator, automaton, bound);
            children.into_iter().find(|child| child.board.blank == cell)
        });
        root.filter(|root| root.f() <= bound)
    }
}
