//! The sequences of moves that are needed: all except those that lead to the same board as an earlier sequence, which
//! is shorter, or of the same length and smaller in the order of the directions.
//!
//! All needed sequences ("words") from all cells make up a tree. Every word knows its suffix, the word
//! without the first move: what is not needed after the suffix is not needed after the word. So only
//! extensions that the suffix has are made, and only their boards are compared. The boards of one level
//! are those at one distance, so a board is repeated only within its own level and the two before it.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::cells::Cells;
use crate::packed::{Packed, Word};
use crate::pattern::MOST_CELLS;

use super::{FORBIDDEN, StateId};

/// A board along a word.
pub(super) trait Walked: Copy + Eq + Hash {
    /// The board of the word of no move, with the blank in a cell.
    fn home(blank: u32, cells: u32) -> Self;

    /// Moves the tile of cell `from` into the blank cell `to`.
    fn slide(&mut self, from: u32, to: u32);
}

impl<W: Word> Walked for Packed<W> {
    fn home(blank: u32, cells: u32) -> Self {
        Packed::from_tiles((1..=blank).chain([0]).chain(blank + 1..cells))
    }

    #[inline(always)]
    fn slide(&mut self, from: u32, to: u32) {
        Cells::slide(self, from, to);
    }
}

/// A byte a cell; what stands in the blank's cell is 0.
impl Walked for [u8; MOST_CELLS] {
    fn home(blank: u32, cells: u32) -> Self {
        let tile =
            |cell: usize| if (cell as u32) < cells && cell as u32 != blank { cell as u8 + 1 } else { 0 };
        std::array::from_fn(tile)
    }

    #[inline(always)]
    fn slide(&mut self, from: u32, to: u32) {
        self.swap(from as usize, to as usize);
    }
}

/// The tree of words, each with a number: the empty words come first, by the cell of the blank, and longer words come
/// after shorter ones.
pub(super) struct Words {
    /// The word after a move in each direction, or [`FORBIDDEN`]; not for the longest words.
    next: Vec<[StateId; 4]>,
    /// The word without its first move.
    pub(super) suffix: Vec<StateId>,
    /// Whether the word behaves differently from its suffix: some word that begins with this one is forbidden, but no
    /// suffix of that word is. Always true for the empty words.
    pub(super) tells: Vec<bool>,
    /// The set of directions in which the extension is forbidden but no suffix of the extension is.
    forbidden: Vec<u8>,
    /// The word without its last move.
    parent: Vec<StateId>,
}

/// The words of one length from one cell: the number of the first, and the board and the blank's cell
/// after each.
struct Level<B> {
    first: StateId,
    boards: Vec<B>,
    blanks: Vec<u8>,
}

/// The extensions of the words of a level, before it is known which of them are needed.
struct Extensions<B> {
    boards: Vec<B>,
    made: Vec<Extension>,
}

/// A word and one more move.
#[derive(Clone, Copy, Default)]
struct Extension {
    word: StateId,
    /// The suffix of both together.
    suffix: StateId,
    direction: u8,
    /// The blank's cell after it.
    blank: u8,
}

impl Words {
    /// The words of fewer than `longest` moves, whose extensions are of up to `longest`. On a bipartite
    /// board no word leads to a board that one of another parity leads to.
    pub(super) fn new<B: Walked>(ways: &[[Option<u8>; 4]], bipartite: bool, longest: u32) -> Self {
        let cells = ways.len() as StateId;
        let roots: Vec<StateId> = (0..cells).collect();
        // The suffix of a word of one move is the empty word at its end, entered here as if it were an extension of
        // the suffix of the word before.
        let next = ways.iter().map(|ways| ways.map(|to| to.map_or(FORBIDDEN, StateId::from))).collect();
        let mut words = Words {
            next,
            suffix: roots.clone(),
            tells: vec![true; ways.len()],
            forbidden: vec![0; ways.len()],
            parent: roots,
        };
        let root = |start: StateId| {
            let boards = vec![B::home(start, cells)];
            Level { first: start, boards, blanks: vec![start as u8] }
        };
        let none = || Level { first: 0, boards: Vec::new(), blanks: Vec::new() };
        let mut levels: Vec<[Level<B>; 2]> = (0..cells).map(|start| [none(), root(start)]).collect();
        let mut found = Extensions { boards: Vec::new(), made: Vec::new() };
        let mut repeated = Repeated::new();
        for length in 1..=longest {
            for levels in &mut levels {
                words.extend(ways, &levels[1], &mut found);
                let near: &[_] = if bipartite { &[] } else { &levels[1].boards };
                repeated.find([&levels[0].boards, near], &found.boards);
                levels.swap(0, 1);
                for (extension, _) in found.made.iter().zip(&repeated.are).filter(|(_, is)| **is) {
                    words.forbid(extension);
                }
                if length < longest {
                    let [parents, level] = levels;
                    words.grow(&found, &repeated.are, parents, level);
                }
            }
        }
        words
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.suffix.len()
    }

    /// The word after a move in each direction, or [`FORBIDDEN`]. After the longest words it is the
    /// suffix, since this is all that counts for what comes next.
    pub(super) fn row(&self, word: usize) -> [StateId; 4] {
        if word < self.next.len() {
            return self.next[word];
        }
        let row = self.next[self.suffix[word] as usize];
        let forbidden = self.forbidden[word];
        std::array::from_fn(|way| if forbidden >> way & 1 == 1 { FORBIDDEN } else { row[way] })
    }

    /// Forbids an extension that leads to a board of an earlier word.
    fn forbid(&mut self, extension: &Extension) {
        let word = extension.word as usize;
        self.forbidden[word] |= 1 << extension.direction;
        let mut at = word;
        while !std::mem::replace(&mut self.tells[at], true) {
            at = self.parent[at] as usize;
        }
    }

    /// Finds all extensions of the words of a level that their suffixes have too.
    fn extend<B: Walked>(&self, ways: &[[Option<u8>; 4]], level: &Level<B>, found: &mut Extensions<B>) {
        let most = 4 * level.boards.len();
        found.boards.resize(most, B::home(0, 1));
        found.made.resize(most, Extension::default());
        let mut count = 0;
        for (word, (board, &cell)) in (level.first..).zip(level.boards.iter().zip(&level.blanks)) {
            let suffixes = self.next[self.suffix[word as usize] as usize];
            for (direction, (to, suffix)) in (0..).zip(ways[cell as usize].into_iter().zip(suffixes)) {
                // Computed in any case and kept only if it is valid, to avoid an unpredictable branch.
                let blank = to.unwrap_or(cell);
                found.boards[count] = *board;
                found.boards[count].slide(blank.into(), cell.into());
                found.made[count] = Extension { word, suffix, direction, blank };
                count += usize::from(suffix != FORBIDDEN);
            }
        }
        found.boards.truncate(count);
        found.made.truncate(count);
    }

    /// Makes the extensions that are not repeated words.
    fn grow<B: Walked>(
        &mut self,
        found: &Extensions<B>,
        repeated: &[bool],
        parents: &Level<B>,
        level: &mut Level<B>,
    ) {
        level.first = self.suffix.len() as StateId;
        level.boards.clear();
        level.blanks.clear();
        let rows = self.next.len().max(parents.first as usize + parents.boards.len());
        self.next.resize(rows, [FORBIDDEN; 4]);
        let extensions = found.boards.iter().zip(&found.made).zip(repeated);
        for ((&board, &Extension { word, suffix, direction, blank }), &is_repeated) in extensions {
            let next = &mut self.next[word as usize][direction as usize];
            if is_repeated {
                *next = FORBIDDEN;
                continue;
            }
            *next = self.suffix.len() as StateId;
            self.suffix.push(suffix);
            self.parent.push(word);
            level.boards.push(board);
            level.blanks.push(blank);
        }
        self.tells.resize(self.suffix.len(), false);
        self.forbidden.resize(self.suffix.len(), 0);
    }
}

/// Finds boards that occur for the second time.
struct Repeated<B> {
    are: Vec<bool>,
    once: Vec<u64>,
    twice: Vec<u64>,
    seen: FxHashSet<B>,
}

impl<B: Walked> Repeated<B> {
    fn new() -> Self {
        Repeated { are: Vec::new(), once: Vec::new(), twice: Vec::new(), seen: FxHashSet::default() }
    }

    /// Finds out which of `boards` are among those of `before`, or among those that come before them in
    /// `boards`. Few are, so each sets one bit of a small set, and only those whose bit was set by
    /// another as well are compared.
    fn find(&mut self, before: [&[B]; 2], boards: &[B]) {
        let [first, second] = before;
        let bits = (16 * (first.len() + second.len() + boards.len())).next_power_of_two().max(64);
        for set in [&mut self.once, &mut self.twice] {
            set.clear();
            set.resize(bits / 64, 0);
        }
        let place = |board: &B| {
            let place = FxBuildHasher.hash_one(board) as usize & (bits - 1);
            (place / 64, place % 64)
        };
        for boards in [first, second, boards] {
            for (word, bit) in boards.iter().map(place) {
                self.twice[word] |= self.once[word] & 1 << bit;
                self.once[word] |= 1 << bit;
            }
        }
        let may_be = |board: &&B| {
            let (word, bit) = place(board);
            self.twice[word] >> bit & 1 == 1
        };
        self.seen.clear();
        self.seen.extend(first.iter().chain(second).filter(may_be));
        self.are.clear();
        self.are.extend(boards.iter().map(|board| may_be(&board) && !self.seen.insert(*board)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::ways;
    use crate::geometry::Geometry;

    #[test]
    fn one_word_leads_to_every_board() {
        for (rows, cols, torus) in [(2, 2, false), (2, 3, false), (3, 3, false), (3, 3, true), (1, 4, true)] {
            let geometry = Geometry::new(rows, cols, torus);
            let ways = ways(geometry);
            let bipartite = geometry.is_bipartite();
            let words = Words::new::<Packed<u64>>(&ways, bipartite, 8);
            let wide = Words::new::<Packed<u128>>(&ways, bipartite, 8);
            let widest = Words::new::<[u8; MOST_CELLS]>(&ways, bipartite, 8);
            for other in [wide, widest] {
                assert_eq!((&words.next, &words.forbidden), (&other.next, &other.forbidden));
            }
            let mut boards = 0;
            for start in 0..ways.len() {
                let home: Vec<usize> = (0..ways.len()).collect();
                let mut seen = FxHashSet::from_iter([home.clone()]);
                let mut level = vec![(home, start)];
                for _ in 1..8 {
                    let mut next = Vec::new();
                    for (board, blank) in level {
                        for to in ways[blank].into_iter().flatten().map(usize::from) {
                            let mut board = board.clone();
                            board.swap(blank, to);
                            if seen.insert(board.clone()) {
                                next.push((board, to));
                            }
                        }
                    }
                    level = next;
                }
                boards += seen.len();
            }
            assert_eq!(words.len(), boards, "{rows} x {cols}");
        }
    }
}
