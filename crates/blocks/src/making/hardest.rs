//! The hardest of all Klotski layouts and the components of all of them, piece set by piece set.
//!
//! One table of moves serves all of them, because a state is a set of spots with any number of pieces. Each piece set
//! is searched backwards from all its goal layouts at once and is small enough to stay in cache.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use taquin_search::{Cost, Limit, Limits};

use crate::compiled::atlas::Scope;
use crate::compiled::blocks::Blocks;
use crate::compiled::symmetry::Symmetries;
use crate::format::{course, klotski};
use crate::making::layouts::{Layouts, SQUARES};
use crate::model::grid::{Cell, Grid};
use crate::model::metric::Metric;
use crate::model::problem::{Kind, Problem};
use crate::model::rules::Motion;
use crate::model::shape::Shape;
use crate::search::levels::{End, explore};
use crate::spaces::parts::parts;

/// The distances of all layouts under one metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hardest {
    /// The most moves that any layout needs.
    pub moves: Cost,
    /// The layouts that need them, as hexadecimal codes.
    pub layouts: Vec<String>,
    /// How many layouts can be solved.
    pub solvable: u64,
    /// How many layouts need 0, 1, 2 … moves.
    pub levels: Vec<u64>,
}

/// The blocks in the order of the pairs of bits that stand for them, then the 2x2 block.
const BLOCKS: [(i32, i32); 4] = [(1, 2), (2, 1), (1, 1), (2, 2)];

/// Where the 2x2 block must come: the middle of the two lowest rows.
const GOAL: usize = 13;

/// Finds the hardest of all `layouts` under `metric`, on `threads` threads.
///
/// # Errors
/// The limit that is reached; it holds for every piece set by itself.
///
/// # Panics
/// Never: the board is known.
pub fn hardest_layouts(
    layouts: &Layouts,
    metric: Metric,
    threads: usize,
    limits: &Limits,
) -> Result<Hardest, Limit> {
    let blocks = universe(metric);
    let symmetries = Symmetries::of(&blocks);
    let spots = Spots::of(&blocks);
    let goal = SQUARES.iter().position(|&square| square == GOAL).expect("the goal is a square");
    let mut sets: HashMap<[u8; 3], Vec<u64>> = HashMap::new();
    for &code in layouts.with_square(goal) {
        let (counts, state) = spots.state(GOAL, code);
        sets.entry(counts).or_default().push(state);
    }
    let hardest = Mutex::new(Hardest::default());
    on_threads(threads, sets.into_values(), |goals| {
        let found = explore(&blocks, &symmetries, goals, limits, &mut (), |_| false);
        if let End::Stopped(limit) = found.end {
            return Err(limit);
        }
        let mut hardest = hardest.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = found.levels.counts();
        let deepest = hardest.levels.len().max(counts.len());
        hardest.levels.resize(deepest, 0);
        hardest.levels.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let depth = found.levels.depth();
        if depth > hardest.moves {
            (hardest.moves, hardest.layouts) = (depth, vec![]);
        }
        if depth == hardest.moves {
            for &state in found.levels.level(depth) {
                let images = std::iter::once(state).chain(symmetries.images(&blocks, state));
                let code = |state| klotski::write(&blocks.problem_at(state).expect("it has its 2x2 block"));
                hardest.layouts.extend(images.map(|state| code(state).expect("a Klotski board")));
            }
        }
        Ok(())
    })?;
    let mut hardest = hardest.into_inner().unwrap_or_else(PoisonError::into_inner);
    hardest.layouts.sort();
    hardest.layouts.dedup();
    hardest.solvable = hardest.levels.iter().sum();
    Ok(hardest)
}

/// How many components all `layouts` fall into, counted on `threads` threads. They are the same under
/// every metric.
///
/// # Errors
/// The limit that is reached; it holds for every component by itself.
pub fn layout_components(layouts: &Layouts, threads: usize, limits: &Limits) -> Result<u64, Limit> {
    let blocks = universe(Metric::Unit);
    let spots = Spots::of(&blocks);
    let mut sets: HashMap<[u8; 3], Vec<u64>> = HashMap::new();
    for (index, &square) in SQUARES.iter().enumerate() {
        for &code in layouts.with_square(index) {
            let (counts, state) = spots.state(square, code);
            sets.entry(counts).or_default().push(state);
        }
    }
    let count = AtomicU64::new(0);
    on_threads(threads, sets.into_values(), |mut states| {
        states.sort_unstable();
        count.fetch_add(parts(&blocks, &states, 1, limits)?.len() as u64, Relaxed);
        Ok(())
    })?;
    Ok(count.into_inner())
}

/// Does `work` on every piece set, the largest first so that no thread is left with it at the end.
fn on_threads(
    threads: usize,
    sets: impl Iterator<Item = Vec<u64>>,
    work: impl Fn(Vec<u64>) -> Result<(), Limit> + Sync,
) -> Result<(), Limit> {
    let mut sets: Vec<Vec<u64>> = sets.collect();
    sets.sort_by_key(Vec::len);
    let sets = Mutex::new(sets);
    let next = || sets.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let run = || std::iter::from_fn(next).try_for_each(&work);
    taquin_search::host::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let own = run();
        others.into_iter().fold(own, |all, other| all.and(other.join().expect("a search does not panic")))
    })
}

/// The board with any number of blocks of each kind on it.
fn universe(metric: Metric) -> Blocks<u64, u64> {
    let kind = |(rows, cols)| Kind { shape: Shape::rectangle(rows, cols), motion: Motion::FREE, label: 0 };
    let grid = Grid::open(course::ROWS, course::COLS);
    let goal = (BLOCKS.len() - 1, Cell(GOAL as u16));
    let universe = Problem::universe(grid, metric, BLOCKS.map(kind).to_vec(), vec![goal]);
    Blocks::with_scope(&universe, Scope::Everywhere).expect("63 bits are enough")
}

/// Where each block comes to stand by its first cell.
struct Spots {
    /// By pair of bits less one, the 2x2 block last, then by cell: the weight of the spot.
    weights: [[u64; course::CELLS]; BLOCKS.len()],
}

impl Spots {
    fn of(blocks: &Blocks<u64, u64>) -> Self {
        let weight = |kind: usize, cell: usize| {
            let spot = blocks.spot_of(kind, Cell(cell as u16));
            spot.map_or(0, |spot| blocks.entries[usize::from(spot)].weight)
        };
        let weights = std::array::from_fn(|kind| std::array::from_fn(|cell| weight(kind, cell)));
        Spots { weights }
    }

    /// The number of blocks of each kind beside the 2x2 block, and the state of a layout.
    fn state(&self, square: usize, code: u32) -> ([u8; 3], u64) {
        let (mut counts, mut state) = ([0; 3], self.weights[BLOCKS.len() - 1][square]);
        let mut covered: u32 = 0b11_0011 << square;
        let mut rest = code;
        while rest != 0 {
            let cell = (!covered).trailing_zeros() as usize;
            let pair = (rest >> 30) as usize;
            covered |= [1, 0b11, 0b1_0001, 1][pair] << cell;
            rest <<= 2;
            if pair > 0 {
                counts[pair - 1] += 1;
                state |= self.weights[pair - 1][cell];
            }
        }
        (counts, state)
    }
}
