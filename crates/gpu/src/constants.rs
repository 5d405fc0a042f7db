//! What the kernels are told: macros, the structures `Tiles` and `Layout` of node.cuh, the automaton's
//! transitions, and the blocks of a table under construction.

use crate::automaton::{Automaton, FORBIDDEN};
use crate::bases::Bases;
use crate::blocks::{Blocks, binomial};
use crate::grid::{DIRECTIONS, Grid};
use crate::plan::{Part, Plan};

/// The kernels, in CUDA C++.
pub(crate) const NODE: &str = include_str!("../kernels/node.cuh");
pub(crate) const SEARCH: &str = include_str!("../kernels/search.cu");
pub(crate) const LAYER: &str = include_str!("../kernels/layer.cu");
pub(crate) const TABLE: &str = include_str!("../kernels/table.cu");

/// The width of a row of the kernels' arrays.
const ROW: usize = 32;

/// How a search kernel is cut to the machine.
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
    /// How many lanes that can go on a lane that must go back is worth.
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

/// The macros that table.cu wants, for patterns of so many tiles and entries of so many bits.
pub(crate) fn table_defines(grid: Grid, tiles: usize, bits: u32) -> String {
    [
        ("COLS", grid.cols()),
        ("CELLS", grid.cells()),
        ("TILES", tiles),
        ("ORDERS", (1..=tiles).product()),
        ("BITS", bits as usize),
    ]
    .map(|(name, value)| format!("#define {name} {value}\n"))
    .concat()
}

impl Plan {
    /// The macros that node.cuh wants.
    pub(crate) fn defines(&self, bases: &Bases, cut: &Cut) -> String {
        let grid = self.grid;
        [
            ("ROWS", grid.rows() as u32),
            ("COLS", grid.cols() as u32),
            ("CELLS", grid.cells() as u32),
            ("SUMS", self.sums.len() as u32),
            ("PARTS", self.parts() as u32),
            ("BITS", self.bits),
            ("WIDE", bases.wide().into()),
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

    /// The structure `Tiles`, as words.
    pub(crate) fn tiles_words(&self, bases: &Bases) -> Vec<u32> {
        let cells = self.grid.cells();
        let row = |entry: &dyn Fn(usize) -> u32| -> Vec<u32> {
            (0..ROW).map(|tile| if tile < cells && tile != self.blank { entry(tile) } else { 0 }).collect()
        };
        let mut words = Vec::new();
        for sum in 0..self.sums.len() {
            for k in 0..DIRECTIONS {
                words.extend(row(&|tile| self.step(sum, tile, k)));
            }
        }
        for k in 0..DIRECTIONS {
            words.extend(row(&|tile| self.closer(tile, k)));
        }
        for sum in 0..self.sums.len() {
            words.extend(row(&|tile| (sum * self.parts() + self.number(sum, tile)) as u32));
        }
        if bases.wide() {
            words.extend(
                self.field_bases(bases).into_iter().flat_map(|base| [base as u32, (base >> 32) as u32]),
            );
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
            bytes.extend((0..ROW).flat_map(|tile| weight(tile).to_le_bytes()));
        }
        for field in 0..self.sums.len() * self.parts() {
            let part = self.sums[field / self.parts()].get(field % self.parts());
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
        let base = |part: &Part| bases.of(&self.shapes[part.table]);
        (0..self.sums.len() * self.parts())
            .map(|field| self.sums[field / self.parts()].get(field % self.parts()).map_or(0, base))
            .collect()
    }

    /// The number of a tile's part in a sum.
    fn number(&self, sum: usize, tile: usize) -> usize {
        self.place(sum, tile).map_or(0, |(number, _, _)| number)
    }
}

impl Automaton {
    /// The state with the directions that it allows in the lowest four bits, as the kernels have it.
    fn word(&self, state: u32) -> u32 {
        let row = self.next[state as usize];
        state << 4 | (0..DIRECTIONS).filter(|&k| row[k] != FORBIDDEN).fold(0, |mask, k| mask | 1 << k)
    }

    /// The words of all transitions, four a state; 0 where there is none.
    pub(crate) fn transition_words(&self) -> Vec<u32> {
        self.next.iter().flatten().map(|&to| if to == FORBIDDEN { 0 } else { self.word(to) }).collect()
    }

    /// The words of the states without history.
    pub(crate) fn start_words(&self) -> Vec<u32> {
        self.start.iter().map(|&state| self.word(state)).collect()
    }
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
