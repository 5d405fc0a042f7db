//! A finite automaton over the moves of the blank that forbids detours, which lead to no new board (Taylor
//! and Korf, "Pruning duplicate nodes in depth-first search", 1993).
//!
//! A sequence of moves is forbidden if an earlier one, shorter or of the same length and smaller in
//! the order of the directions, leads from the same cell to the same board. Replacing a forbidden
//! part of a path by the earlier sequence makes the path smaller in that order, so every board keeps
//! a shortest path without forbidden parts. This holds for whole paths from where the automaton
//! starts; it may be joined with cuts that remember boards only where those keep the smallest path too.

mod words;

use rustc_hash::FxHashMap;

use crate::geometry::{Direction, Geometry};
use crate::packed::{Packed16, Packed25, Word};
use crate::pattern::MOST_CELLS;

use words::Words;

/// The number of a state; where the blank is follows from it.
pub type StateId = u32;

/// The state after a move that is forbidden or leaves the board.
pub const FORBIDDEN: StateId = StateId::MAX;

/// The automaton of one board.
#[derive(Clone, Debug)]
pub struct Automaton {
    next: Vec<[StateId; 4]>,
    starts: Vec<StateId>,
}

/// The cells around each cell by direction. If two directions lead to the same cell, the second is not a move.
pub(crate) fn ways(geometry: Geometry) -> Vec<[Option<u8>; 4]> {
    let around = |cell| {
        let mut found = [None; 4];
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let next = geometry.neighbor(cell, direction).map(|next| next as u8);
            if !found.contains(&next) {
                found[index] = next;
            }
        }
        found
    };
    (0..geometry.cells()).map(around).collect()
}

impl Automaton {
    /// The automaton that forbids sequences of at most `longest` moves.
    #[must_use]
    pub fn new(geometry: Geometry, longest: u32) -> Self {
        let ways = ways(geometry);
        let bipartite = geometry.is_bipartite();
        let words = if geometry.cells() <= u64::DIGITS {
            Words::new::<Packed16>(&ways, bipartite, longest)
        } else if geometry.cells() <= u128::DIGITS {
            Words::new::<Packed25>(&ways, bipartite, longest)
        } else {
            Words::new::<[u8; MOST_CELLS]>(&ways, bipartite, longest)
        };
        merge(states(&words), ways.len())
    }

    /// The state of a path that begins with the blank at `cell`.
    #[must_use]
    pub fn start(&self, cell: usize) -> StateId {
        self.starts[cell]
    }

    /// The state after a move in each direction, or [`FORBIDDEN`].
    #[inline(always)]
    #[must_use]
    pub fn next(&self, state: StateId) -> [StateId; 4] {
        self.next[state as usize]
    }

    /// The results of [`Automaton::next`] for all states, by number.
    #[must_use]
    pub fn rows(&self) -> &[[StateId; 4]] {
        &self.next
    }
}

/// One state for every prefix of a forbidden word of which no suffix is forbidden; all other words behave like their
/// suffix. The empty words come first.
fn states(words: &Words) -> Vec<[StateId; 4]> {
    let mut states = Vec::with_capacity(words.len());
    let mut rows = Vec::new();
    for word in 0..words.len() {
        if words.tells[word] {
            states.push(rows.len() as StateId);
            rows.push(words.row(word));
        } else {
            states.push(states[words.suffix[word] as usize]);
        }
    }
    rows.iter().map(|row| renumber(row, &states)).collect()
}

/// A row of states under their new numbers.
fn renumber(row: &[StateId; 4], numbers: &[StateId]) -> [StateId; 4] {
    row.map(|state| if state == FORBIDDEN { FORBIDDEN } else { numbers[state as usize] })
}

/// Merges states that lead to the same states: longer words first, since they come after their prefixes. The result
/// has one per cent more states than the minimal automaton.
fn merge(mut next: Vec<[StateId; 4]>, cells: usize) -> Automaton {
    let mut first_with = FxHashMap::default();
    let mut merged: Vec<StateId> = (0..next.len() as StateId).collect();
    for state in (0..next.len()).rev() {
        next[state] = renumber(&next[state], &merged);
        merged[state] = *first_with.entry(next[state]).or_insert(state as StateId);
    }
    let mut numbers = vec![FORBIDDEN; next.len()];
    let mut kept = Vec::with_capacity(first_with.len());
    for (state, row) in next.iter().enumerate().filter(|&(state, _)| merged[state] as usize == state) {
        numbers[state] = kept.len() as StateId;
        kept.push(row);
    }
    let numbers: Vec<StateId> = merged.iter().map(|&state| numbers[state as usize]).collect();
    let next = kept.into_iter().map(|row| renumber(row, &numbers)).collect();
    Automaton { next, starts: numbers[..cells].to_vec() }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    /// Every reachable board keeps a path that is no longer than before.
    fn check(rows: u32, cols: u32, torus: bool, longest: u32, depth: u32) {
        let geometry = Geometry::new(rows, cols, torus);
        let ways = ways(geometry);
        let automaton = Automaton::new(geometry, longest);
        for start in 0..geometry.cells() as usize {
            let home: Vec<u8> = (0..geometry.cells() as u8).collect();
            let mut free = FxHashMap::from_iter([(home.clone(), 0)]);
            let mut level = vec![(home.clone(), start)];
            let mut pruned = FxHashSet::from_iter([home.clone()]);
            let mut pruned_level = vec![(home, start, automaton.start(start))];
            for length in 1..=depth {
                let mut next = Vec::new();
                for (board, blank) in level {
                    for to in ways[blank].into_iter().flatten().map(usize::from) {
                        let mut board = board.clone();
                        board.swap(blank, to);
                        if !free.contains_key(&board) {
                            free.insert(board.clone(), length);
                            next.push((board, to));
                        }
                    }
                }
                level = next;
                let mut next = Vec::new();
                for (board, blank, state) in pruned_level {
                    for (direction, after) in automaton.next(state).into_iter().enumerate() {
                        if after != FORBIDDEN {
                            let to = usize::from(ways[blank][direction].expect("a move on the board"));
                            let mut board = board.clone();
                            board.swap(blank, to);
                            if free.get(&board) == Some(&length) {
                                pruned.insert(board.clone());
                            }
                            next.push((board, to, after));
                        }
                    }
                }
                pruned_level = next;
                assert_eq!(pruned.len(), free.len(), "{geometry:?} from {start} at {length}");
            }
        }
    }

    #[test]
    fn no_board_is_lost() {
        check(2, 2, false, 8, 8);
        check(2, 3, false, 12, 14);
        check(3, 3, false, 8, 11);
        check(2, 4, true, 8, 9);
        check(3, 3, true, 6, 8);
        check(2, 2, true, 6, 8);
        check(1, 4, false, 6, 6);
        check(1, 4, true, 6, 8);
    }

    #[test]
    fn states_are_few() {
        let automaton = Automaton::new(Geometry::new(4, 4, false), 8);
        assert!(automaton.rows().len() < 5000, "{}", automaton.rows().len());
    }
}
