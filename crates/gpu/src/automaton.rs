//! The move-pruning automaton: it forbids sequences of blank moves that end where a shorter
//! sequence ends, or an equally long one that comes earlier in the order of directions.
//!
//! The canonical path to a position, the first of the shortest ones, contains no forbidden
//! sequence, so a depth-first search that follows the automaton still finds a shortest solution.
//! States know the blank's cell, so the edges of the board are part of the automaton
//! (after Taylor and Korf 1993, and Clausecker and Reinefeld 2019).

use rustc_hash::FxHashMap;

use crate::grid::{DIRECTIONS, Grid};

/// The transition that is not there.
pub(crate) const FORBIDDEN: u32 = u32::MAX;

/// The bits that the kernels keep a state in: what a level of their stack has left.
pub(crate) fn state_bits(grid: Grid) -> u32 {
    15 + grid.unit()
}

/// A finite automaton over the blank's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    /// The successor of each state in each direction, or [`FORBIDDEN`].
    pub(crate) next: Vec<[u32; DIRECTIONS]>,
    /// The state without history for each cell of the blank.
    pub(crate) start: Vec<u32>,
}

/// A word of the trie: a canonical sequence from one start cell.
struct Word {
    /// The blank's cell at its end.
    cell: u8,
    /// The cells' contents after it, five bits each.
    contents: u128,
    /// The word without its first move.
    suffix: u32,
    /// Its extensions; `NONE` where they are forbidden.
    next: [u32; DIRECTIONS],
}

const NONE: u32 = FORBIDDEN;

impl Automaton {
    /// The automaton that forbids redundant sequences of up to `length` moves, or fewer if it
    /// would have too many states.
    pub(crate) fn new(grid: Grid, length: usize) -> Self {
        let (mut length, most) = (length.max(2), 1 << state_bits(grid));
        loop {
            let (next, start) = minimise(&words(grid, length), grid.cells());
            if next.len() <= most || length == 2 {
                return Automaton { next, start };
            }
            length -= 1;
        }
    }
}

/// All canonical words of fewer than `length` moves from every cell, with the words that extend
/// them; an extension to `length` moves is replaced by its longest proper suffix.
fn words(grid: Grid, length: usize) -> Vec<Word> {
    let identity = (0..grid.cells()).fold(0u128, |all, cell| all | (cell as u128) << (5 * cell));
    // The words without moves come first, so that the suffix of a single move is known.
    let mut words: Vec<Word> = (0..grid.cells())
        .map(|cell| Word { cell: cell as u8, contents: identity, suffix: NONE, next: [NONE; DIRECTIONS] })
        .collect();
    // Level by level over all start cells, since the suffix of a word starts at another cell.
    let mut level: Vec<Vec<u32>> = (0..grid.cells()).map(|cell| vec![cell as u32]).collect();
    let mut seen: Vec<FxHashMap<u128, ()>> =
        (0..grid.cells()).map(|_| FxHashMap::from_iter([(identity, ())])).collect();
    for depth in 0..length {
        for start in 0..grid.cells() {
            let mut longer = Vec::new();
            for &at in &level[start] {
                for k in 0..DIRECTIONS {
                    let word = &words[at as usize];
                    let Some(to) = grid.neighbor(word.cell.into(), k) else { continue };
                    let contents = slide(word.contents, word.cell.into(), to);
                    if seen[start].insert(contents, ()).is_some() {
                        continue;
                    }
                    // The suffix of a canonical word is canonical, hence already there.
                    let suffix =
                        if word.suffix == NONE { to as u32 } else { words[word.suffix as usize].next[k] };
                    let child = if depth + 1 == length {
                        suffix
                    } else {
                        longer.push(words.len() as u32);
                        words.push(Word { cell: to as u8, contents, suffix, next: [NONE; DIRECTIONS] });
                        words.len() as u32 - 1
                    };
                    words[at as usize].next[k] = child;
                }
            }
            level[start] = longer;
        }
    }
    words
}

/// Exchanges the contents of two cells.
fn slide(contents: u128, a: usize, b: usize) -> u128 {
    let differ = (contents >> (5 * a) ^ contents >> (5 * b)) & 31;
    contents ^ differ << (5 * a) ^ differ << (5 * b)
}

/// Merges words with the same future by refining classes until none splits; gives the transitions
/// of the classes and the class of each start cell.
fn minimise(words: &[Word], cells: usize) -> (Vec<[u32; DIRECTIONS]>, Vec<u32>) {
    let mut class: Vec<u32> = words.iter().map(|word| word.cell.into()).collect();
    let mut count = 0;
    loop {
        let mut index: FxHashMap<(u32, [u32; DIRECTIONS]), u32> = FxHashMap::default();
        let mut rows = Vec::new();
        let refined: Vec<u32> = words
            .iter()
            .zip(&class)
            .map(|(word, &own)| {
                let row = word.next.map(|to| if to == NONE { NONE } else { class[to as usize] });
                *index.entry((own, row)).or_insert_with(|| {
                    rows.push(row);
                    rows.len() as u32 - 1
                })
            })
            .collect();
        if rows.len() == count {
            // No class has split, so the classes of this round name the transitions of the last.
            let start = refined[..cells].to_vec();
            let renamed: FxHashMap<u32, u32> = class.iter().copied().zip(refined.iter().copied()).collect();
            let rename = |to: u32| if to == NONE { NONE } else { renamed[&to] };
            return (rows.into_iter().map(|row| row.map(rename)).collect(), start);
        }
        count = rows.len();
        class = refined;
    }
}

#[cfg(test)]
mod tests {
    use taquin_tiles::Geometry;

    use super::*;

    /// Arrangements at each distance from the start, following the automaton; `words` counts paths.
    fn reach(grid: Grid, automaton: &Automaton, depth: usize) -> (Vec<usize>, Vec<usize>) {
        let identity = (0..grid.cells()).fold(0u128, |all, cell| all | (cell as u128) << (5 * cell));
        let mut level = vec![(identity, 0usize, automaton.start[0])];
        let (mut seen, mut distinct, mut words) = (FxHashMap::from_iter([(identity, ())]), vec![1], vec![1]);
        for _ in 0..depth {
            let mut next = Vec::new();
            for &(contents, cell, state) in &level {
                for k in 0..DIRECTIONS {
                    let to = automaton.next[state as usize][k];
                    if to != FORBIDDEN {
                        let cell_to = grid.neighbor(cell, k).expect("the automaton knows the walls");
                        next.push((slide(contents, cell, cell_to), cell_to, to));
                    }
                }
            }
            words.push(next.len());
            distinct
                .push(next.iter().filter(|(contents, _, _)| seen.insert(*contents, ()).is_none()).count());
            level = next;
        }
        (distinct, words)
    }

    #[test]
    fn nothing_is_lost_and_duplicates_go() {
        let grid = Grid::new(Geometry::new(4, 4, false)).unwrap();
        // The published levels of the 15-puzzle from the corner.
        let levels = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
        let (distinct, words) = reach(grid, &Automaton::new(grid, 8), levels.len() - 1);
        assert_eq!(distinct, levels);
        assert_eq!(words[..=8], levels[..=8]);
        let plain = Automaton::new(grid, 2);
        assert!(words.last() < reach(grid, &plain, levels.len() - 1).1.last());
    }
}
