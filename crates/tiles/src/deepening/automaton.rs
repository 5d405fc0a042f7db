//! A finite automaton over the moves of the blank that forbids ways around which lead nowhere new
//! (Taylor and Korf, "Pruning duplicate nodes in depth-first search", 1993).
//!
//! A sequence of moves is forbidden if an earlier one, shorter or of the same length and smaller in
//! the order of the directions, leads from the same cell to the same board. Replacing a forbidden
//! part of a path by the earlier sequence makes the path smaller in that order, so every board keeps
//! a shortest path without forbidden parts. This holds for whole paths from where the automaton
//! starts; it must not be joined with cuts that remember boards reached by other paths.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::geometry::{Direction, Geometry};

/// The number of a state; where the blank is follows from it.
pub(crate) type StateId = u32;

/// What is said of a move that is forbidden or leaves the board.
pub(crate) const FORBIDDEN: StateId = StateId::MAX;

/// The automaton of one board.
#[derive(Debug)]
pub(crate) struct Automaton {
    next: Vec<[StateId; 4]>,
    starts: Vec<StateId>,
}

/// A sequence of directions, two bits each, the first in the highest place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word {
    bits: u64,
    len: u32,
}

impl Word {
    fn push(self, direction: usize) -> Word {
        Word { bits: self.bits << 2 | direction as u64, len: self.len + 1 }
    }

    /// The last `len` directions.
    fn suffix(self, len: u32) -> Word {
        Word { bits: self.bits & ((1 << (2 * len)) - 1), len }
    }

    fn first(self) -> usize {
        (self.bits >> (2 * (self.len - 1)) & 3) as usize
    }

    fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.len).rev().map(move |place| (self.bits >> (2 * place) & 3) as usize)
    }
}

/// The cells around each cell by direction. Where two directions lead to one cell, the second is no
/// move.
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
    /// The automaton that forbids sequences of at most `longest` moves (at most 30).
    pub(crate) fn new(geometry: Geometry, longest: u32) -> Self {
        let ways = ways(geometry);
        let forbidden = forbidden_words(&ways, longest);
        let trie = Trie::new(&ways, &forbidden);
        minimize(trie.automaton(&ways), geometry.cells() as usize)
    }

    /// The state of a path that begins with the blank at `cell`.
    pub(crate) fn start(&self, cell: usize) -> StateId {
        self.starts[cell]
    }

    /// The state after a move in each direction, or [`FORBIDDEN`].
    #[inline(always)]
    pub(crate) fn next(&self, state: StateId) -> [StateId; 4] {
        self.next[state as usize]
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }
}

/// For every cell of the blank the smallest forbidden sequences from there.
fn forbidden_words(ways: &[[Option<u8>; 4]], longest: u32) -> Vec<Vec<Word>> {
    let cells = ways.len();
    let mut forbidden = vec![Vec::new(); cells];
    let home = (0..cells).fold(0u128, |board, cell| board | (cell as u128) << (5 * cell));
    let mut seen: Vec<_> = (0..cells).map(|_| FxHashSet::from_iter([home])).collect();
    let mut levels: Vec<_> = (0..cells).map(|cell| vec![(Word { bits: 0, len: 0 }, home, cell)]).collect();
    // The words of the last level: one that ends in none of them contains a forbidden one.
    let mut allowed: Vec<FxHashSet<Word>> = vec![FxHashSet::default(); cells];
    for len in 1..=longest {
        let mut next = vec![Vec::new(); cells];
        for start in 0..cells {
            for &(word, board, blank) in &levels[start] {
                for (direction, to) in ways[blank].iter().enumerate() {
                    let Some(to) = to.map(usize::from) else { continue };
                    let word = word.push(direction);
                    let second = ways[start][word.first()].expect("a move on the board");
                    if len > 1 && !allowed[second as usize].contains(&word.suffix(len - 1)) {
                        continue;
                    }
                    let differ = (board >> (5 * blank) ^ board >> (5 * to)) & 31;
                    let board = board ^ differ << (5 * blank) ^ differ << (5 * to);
                    if seen[start].insert(board) {
                        next[start].push((word, board, to));
                    } else {
                        forbidden[start].push(word);
                    }
                }
            }
        }
        levels = next;
        let words = |level: &Vec<(Word, u128, usize)>| level.iter().map(|&(word, ..)| word).collect();
        allowed = levels.iter().map(words).collect();
    }
    forbidden
}

/// The beginnings of forbidden sequences, as a tree from each cell.
struct Trie {
    children: Vec<[u32; 4]>,
    cells: Vec<u8>,
    ends: Vec<bool>,
}

impl Trie {
    fn new(ways: &[[Option<u8>; 4]], forbidden: &[Vec<Word>]) -> Self {
        let cells = ways.len();
        let mut trie = Trie {
            children: vec![[0; 4]; cells],
            cells: (0..cells as u8).collect(),
            ends: vec![false; cells],
        };
        for (start, words) in forbidden.iter().enumerate() {
            for word in words {
                let mut at = start;
                for direction in word.directions() {
                    if trie.children[at][direction] == 0 {
                        trie.children[at][direction] = trie.children.len() as u32;
                        trie.children.push([0; 4]);
                        trie.ends.push(false);
                        let cell = ways[trie.cells[at] as usize][direction].expect("a move on the board");
                        trie.cells.push(cell);
                    }
                    at = trie.children[at][direction] as usize;
                }
                trie.ends[at] = true;
            }
        }
        trie
    }

    /// The automaton of Aho and Corasick: where the tree ends, go on from the longest end of the
    /// path so far that is in the tree.
    fn automaton(&self, ways: &[[Option<u8>; 4]]) -> Vec<[StateId; 4]> {
        let mut next = vec![[FORBIDDEN; 4]; self.children.len()];
        let mut fallback: Vec<u32> = (0..self.children.len() as u32).collect();
        let mut queue: VecDeque<usize> = (0..ways.len()).collect();
        while let Some(state) = queue.pop_front() {
            let is_root = fallback[state] as usize == state;
            for (direction, to) in ways[self.cells[state] as usize].iter().enumerate() {
                let Some(to) = *to else { continue };
                let elsewhere = if is_root { to.into() } else { next[fallback[state] as usize][direction] };
                let child = self.children[state][direction];
                if child == 0 {
                    next[state][direction] = elsewhere;
                } else if !self.ends[child as usize] {
                    next[state][direction] = child;
                    fallback[child as usize] = elsewhere;
                    queue.push_back(child as usize);
                }
            }
        }
        next
    }
}

/// Merges the states that forbid the same (Moore).
fn minimize(next: Vec<[StateId; 4]>, cells: usize) -> Automaton {
    let mut class: Vec<u32> = vec![0; next.len()];
    let mut count = 1;
    loop {
        let mut numbers = FxHashMap::default();
        let refined: Vec<u32> = next
            .iter()
            .zip(&class)
            .map(|(next, &own)| {
                let to = next.map(|to| if to == FORBIDDEN { FORBIDDEN } else { class[to as usize] });
                let number = numbers.len() as u32;
                *numbers.entry((own, to)).or_insert(number)
            })
            .collect();
        class = refined;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let mut merged = vec![[FORBIDDEN; 4]; count];
    for (next, &class_of) in next.iter().zip(&class) {
        merged[class_of as usize] =
            next.map(|to| if to == FORBIDDEN { FORBIDDEN } else { class[to as usize] });
    }
    Automaton { next: merged, starts: class[..cells].to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board within reach keeps a path, and no longer one than before.
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
        assert!(automaton.len() < 5000, "{}", automaton.len());
    }
}
