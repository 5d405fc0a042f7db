//! The constants of the kernels: macros, the structures `Tiles` and `Layout` of node.cuh, the automaton's
//! transitions, and the blocks of a table under construction.

use taquin_tiles::automaton::{Automaton, FORBIDDEN, StateId};

use crate::bases::Bases;
use crate::blocks::{Blocks, binomial};
use crate::grid::{DIRECTIONS, Grid};
use crate::plan::{Plan, Summand};
use crate::space::{Class, Classes, LISTED};

/// The kernels, in CUDA C++.
pub(crate) const NODE: &str = include_str!("../kernels/node.cuh");
pub(crate) const SEARCH: &str = include_str!("../kernels/search.cu");
pub(crate) const LAYER: &str = include_str!("../kernels/layer.cu");
pub(crate) const TABLE: &str = include_str!("../kernels/table.cu");
pub(crate) const SPACE: &str = include_str!("../kernels/space.cu");

/// The width of a row of the kernels' arrays.
const ROW: usize = 32;

/// The parameters of a search kernel for a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cut {
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Blocks that a multiprocessor is to hold.
    pub(crate) blocks: u32,
    /// The most moves below a root.
    pub(crate) depth: u32,
    /// Levels of the stack in shared memory, a power of two.
    pub(crate) window: u32,
    /// The weight of a lane that must backtrack, in lanes that can continue.
    pub(crate) lag: u32,
    /// Expansions between two looks at the pool.
    pub(crate) slice: u32,
    /// Slots of the pool.
    pub(crate) ring: u32,
    /// Whether each root is a puzzle of its own.
    pub(crate) many: bool,
}

impl Default for Cut {
    fn default() -> Self {
        Cut { threads: 128, blocks: 8, depth: 256, window: 8, lag: 3, slice: 64, ring: 1 << 19, many: false }
    }
}

/// The macros of table.cu for patterns of `tiles` tiles, entries of `bits` bits, and tables that are ranked or not.
pub(crate) fn table_defines(grid: Grid, tiles: usize, bits: u32, ranked: bool) -> String {
    [
        ("ROWS", grid.rows()),
        ("COLS", grid.cols()),
        ("CELLS", grid.cells()),
        ("TORUS", grid.is_torus().into()),
        ("UNIT", grid.unit() as usize),
        ("TILES", tiles),
        ("ORDERS", (1..=tiles).product()),
        ("BITS", bits as usize),
        ("RANKED", ranked.into()),
    ]
    .map(|(name, value)| format!("#define {name} {value}\n"))
    .concat()
}

/// The macros of space.cu, with `threads` threads a block.
pub(crate) fn space_defines(classes: &Classes, threads: u64) -> String {
    [
        ("TAIL", classes.tails.len as u64),
        ("PAIRED", classes.tails.paired.into()),
        ("RENAMED", classes.renames().into()),
        ("TAILS", classes.tails.count().into()),
        ("THREADS", threads),
        ("LISTED", LISTED as u64),
    ]
    .map(|(name, value)| format!("#define {name} {value}\n"))
    .concat()
}

impl Classes {
    /// The structures `Class` of space.cu, as words.
    pub(crate) fn class_words(&self) -> Vec<u32> {
        let words = |class: &Class| [class.edges as u32, class.moves as u32, class.heads, class.odd.into()];
        self.all.iter().flat_map(words).collect()
    }

    /// The structures `Edge` of space.cu, as words of 64 bits.
    pub(crate) fn edge_words(&self) -> Vec<u64> {
        self.edges.iter().flat_map(|edge| [edge.places, edge.tiles, edge.class]).collect()
    }
}

impl Plan {
    /// The macros of node.cuh.
    pub(crate) fn defines(&self, bases: &Bases, cut: &Cut) -> String {
        let grid = self.grid;
        [
            ("ROWS", grid.rows() as u32),
            ("COLS", grid.cols() as u32),
            ("CELLS", grid.cells() as u32),
            ("SUMS", self.sums.len() as u32),
            ("PARTS", self.parts() as u32),
            ("BITS", self.bits),
            ("TORUS", grid.is_torus().into()),
            ("UNIT", grid.unit()),
            ("STATE", state_bits(grid)),
            ("RANKED", self.ranked.into()),
            ("TILES", if self.ranked { self.most_tiles() as u32 } else { 0 }),
            ("WIDE", self.wide(bases).into()),
            ("THREADS", cut.threads),
            ("BLOCKS", cut.blocks),
            ("DEPTH", cut.depth),
            ("WINDOW", cut.window),
            ("LAG", cut.lag),
            ("SLICE", cut.slice),
            ("RING", cut.ring),
            ("MANY", cut.many.into()),
        ]
        .map(|(name, value)| format!("#define {name} {value}\n"))
        .concat()
    }

    /// Whether each part says where its table begins: its index alone does not.
    fn wide(&self, bases: &Bases) -> bool {
        self.ranked || bases.wide()
    }

    /// The words of a number of the type `Index`.
    fn index_words(&self, index: u64) -> impl Iterator<Item = u32> + use<> {
        [index as u32, (index >> 32) as u32].into_iter().take(if self.ranked { 2 } else { 1 })
    }

    /// The structure `Tiles`, as words.
    pub(crate) fn tiles_words(&self, bases: &Bases) -> Vec<u32> {
        let (cells, sums) = (self.grid.cells(), self.sums.len());
        let is_tile = |tile: usize| tile < cells && tile != self.blank;
        let mut words = Vec::new();
        for row in 0..sums * DIRECTIONS * ROW {
            let (sum, k, tile) = (row / ROW / DIRECTIONS, row / ROW % DIRECTIONS, row % ROW);
            words.extend(self.index_words(if is_tile(tile) { self.step(sum, tile, k) } else { 0 }));
        }
        // The bits of what moves cost, a plane after the other.
        for plane in 0..3 - self.grid.unit() {
            for k in 0..DIRECTIONS {
                let loses =
                    |tile, cell| is_tile(tile) && self.loss(tile, k, cell).unwrap_or(0) >> plane & 1 == 1;
                words.extend((0..ROW).map(|tile| {
                    (0..cells).filter(|&cell| loses(tile, cell)).fold(0, |mask, cell| mask | 1u32 << cell)
                }));
            }
        }
        for sum in 0..sums {
            let field = |tile| (sum * self.parts() + self.number(sum, tile)) as u32;
            words.extend((0..ROW).map(|tile| if is_tile(tile) { field(tile) } else { 0 }));
        }
        if self.grid.is_torus() {
            for k in 0..DIRECTIONS {
                let next = |cell| self.grid.neighbor(cell, k).expect("a torus has no edge") as u32;
                words.extend((0..ROW).map(|cell| if cell < cells { next(cell) } else { 0 }));
            }
        }
        if self.wide(bases) {
            let halves = |base: u64| [base as u32, (base >> 32) as u32];
            words.extend(self.field_bases(bases).into_iter().flat_map(halves));
        }
        if self.ranked {
            words.extend(self.fields().map(|part| part.map_or(0, |part| part.tiles.len() as u32)));
            words.resize(words.len().next_multiple_of(2), 0);
        }
        words
    }

    /// The structure `Layout`, as bytes.
    pub(crate) fn layout_bytes(&self, bases: &Bases) -> Vec<u8> {
        let cells = self.grid.cells();
        let mut bytes: Vec<u8> = self.field_bases(bases).into_iter().flat_map(u64::to_le_bytes).collect();
        bytes.extend((self.blank as u64).to_le_bytes());
        for sum in 0..self.sums.len() {
            let weight = |tile| self.place(sum, tile).map_or(0, |(_, _, weight)| weight);
            let words = (0..ROW).flat_map(|tile| self.index_words(weight(tile)));
            bytes.extend(words.flat_map(u32::to_le_bytes));
        }
        for part in self.fields() {
            bytes.extend(
                (0..ROW).map(|cell| part.and_then(|part| part.image.get(cell)).copied().unwrap_or(0)),
            );
        }
        let inside = |a: usize, b: usize| a < cells && b < cells;
        for tile in 0..ROW {
            bytes.extend(
                (0..ROW)
                    .map(|cell| if inside(tile, cell) { self.grid.distance(tile, cell) as u8 } else { 0 }),
            );
        }
        bytes.extend((0..ROW).map(|cell| if cell < cells { ways(self.grid, cell) } else { 0 }));
        bytes
    }

    /// Where the table of each field begins.
    fn field_bases(&self, bases: &Bases) -> Vec<u64> {
        self.fields().map(|part| part.map_or(0, |part| bases.of(&self.shapes[part.table]))).collect()
    }

    /// The part of each field, where it has one.
    fn fields(&self) -> impl Iterator<Item = Option<&Summand>> {
        let parts = self.parts();
        (0..self.sums.len() * parts).map(move |field| self.sums[field / parts].get(field % parts))
    }

    /// The number of a tile's part in a sum.
    fn number(&self, sum: usize, tile: usize) -> usize {
        self.place(sum, tile).map_or(0, |(number, _, _)| number)
    }
}

/// The automaton that forbids sequences of up to `longest` moves, or of fewer where it would have more
/// states than the kernels can count.
#[cfg(feature = "cuda")]
pub(crate) fn automaton(grid: Grid, longest: u32) -> Automaton {
    let made = (2..=longest).rev().map(|longest| Automaton::new(grid.geometry(), longest));
    let mut fitting = made.filter(|automaton| automaton.rows().len() <= 1 << state_bits(grid));
    fitting.next().expect("two moves make few states")
}

/// The bits of a state in the kernels: the free bits of a level of their stack.
fn state_bits(grid: Grid) -> u32 {
    15 + grid.unit()
}

/// A state of the automaton with the directions that it allows in the lowest four bits, as the kernels have it.
fn state_word(automaton: &Automaton, state: StateId) -> u32 {
    let row = automaton.next(state);
    state << 4 | (0..DIRECTIONS).filter(|&k| row[k] != FORBIDDEN).fold(0, |mask, k| mask | 1 << k)
}

/// The words of all transitions, four a state; 0 where there is none.
pub(crate) fn transition_words(automaton: &Automaton) -> Vec<u32> {
    let word = |&to: &StateId| if to == FORBIDDEN { 0 } else { state_word(automaton, to) };
    automaton.rows().as_flattened().iter().map(word).collect()
}

/// The words of the states without history, by the blank's cell.
pub(crate) fn start_words(automaton: &Automaton, cells: usize) -> Vec<u32> {
    (0..cells).map(|cell| state_word(automaton, automaton.start(cell))).collect()
}

impl Blocks {
    /// The mask of each block, by number.
    pub(crate) fn owner(&self) -> Vec<u32> {
        (0..self.masks.len())
            .flat_map(|number| (self.base[number]..self.base[number + 1]).map(move |_| number as u32))
            .collect()
    }
}

/// All C(n, k) with n and k under 32, a row for each n.
pub(crate) fn pascal() -> Vec<u32> {
    (0..32 * 32).map(|at| binomial(at / 32, at % 32) as u32).collect()
}

/// The directions in which a blank on `cell` can move.
fn ways(grid: Grid, cell: usize) -> u8 {
    (0..DIRECTIONS).filter(|&k| grid.neighbor(cell, k).is_some()).fold(0, |mask, k| mask | 1 << k)
}
