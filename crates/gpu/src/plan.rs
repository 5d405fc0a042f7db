//! Which tables a search looks up: sums of additive patterns, and the tables that serve them.
//!
//! A *sum* splits the tiles into disjoint patterns; the sum of its patterns' tables is a lower
//! bound, and the heuristic is the largest of all sums (Korf and Felner 2002). A pattern is looked
//! up through a symmetry of the grid, so that patterns of the same shape share one table; the
//! reflection of a sum at the diagonal is then one more sum over the same tables.
//!
//! An index has one digit for each tile, so a move of a tile adds a multiple of that digit's weight. Tables of up to
//! 2^32 entries are indexed by it as it is, with gaps where two tiles were on one cell. Larger ones are *ranked*:
//! digits have five bits, and the entry is the rank of the placement, without gaps.
//!
//! Tiles and the blank are named by their goal cells.

use crate::blocks::{binomial, placement_rank};
use crate::grid::{Grid, Symmetry};

/// The most entries of a table that is not ranked.
const MOST_DIGITS: u64 = 1 << 32;

/// Bits of a digit of a ranked table.
const DIGIT: usize = 5;

/// One table: the goal cells of its tiles, in the order of the digits of its index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// The goal cells, lowest digit first.
    pub(crate) cells: Vec<u8>,
    /// The goal cells that the blank may stand on: its region when the tiles are at home.
    pub(crate) blank: u8,
}

#[cfg(any(feature = "cuda", test))]
impl Shape {
    /// The goal cells, a byte each, as the kernels have them.
    pub(crate) fn home(&self) -> u64 {
        self.cells.iter().rev().fold(0, |home, &cell| home << 8 | u64::from(cell))
    }
}

/// One pattern of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Summand {
    /// The table it is looked up in.
    pub(crate) table: usize,
    /// Its tiles, in the order of the table's digits.
    pub(crate) tiles: Vec<u8>,
    /// The symmetry that carries its tiles to the table's.
    pub(crate) image: Symmetry,
}

/// The sums of a search and the tables under them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) grid: Grid,
    /// The blank's goal cell.
    pub(crate) blank: usize,
    /// Bits of a table entry: 2, 4 or 8.
    pub(crate) bits: u32,
    /// Whether tables are ranked.
    pub(crate) ranked: bool,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) sums: Vec<Vec<Summand>>,
}

impl Plan {
    /// A plan over the given partitions, each a list of patterns given by goal cells. With
    /// `reflect`, each is looked up reflected as well where a symmetry keeps the blank's goal.
    pub(crate) fn new(
        grid: Grid,
        blank: usize,
        partitions: &[Vec<Vec<u8>>],
        reflect: bool,
        bits: u32,
    ) -> Self {
        let symmetries = grid.symmetries();
        let digits = |pattern: &Vec<u8>| (grid.cells() as u64).pow(pattern.len() as u32);
        let ranked = partitions.iter().flatten().any(|pattern| digits(pattern) > MOST_DIGITS);
        let mut plan = Plan { grid, blank, bits, ranked, shapes: Vec::new(), sums: Vec::new() };
        let keeps_goal = |image: &&Symmetry| usize::from(image[blank]) == blank;
        for partition in partitions {
            let views = if reflect {
                symmetries.iter().filter(keeps_goal).take(2).collect()
            } else {
                vec![&symmetries[0]]
            };
            for view in views {
                let sum = partition
                    .iter()
                    .map(|pattern| {
                        let seen: Vec<u8> = pattern.iter().map(|&tile| view[usize::from(tile)]).collect();
                        plan.part(&seen, &symmetries)
                    })
                    .collect();
                plan.sums.push(sum);
            }
        }
        plan
    }

    /// The part for a pattern, through a table that is already there or a new one.
    fn part(&mut self, tiles: &[u8], symmetries: &[Symmetry]) -> Summand {
        // The canonical form is the least sorted image, with the least cell of the blank's region.
        let form = |image: &Symmetry| {
            let mut cells: Vec<u8> = tiles.iter().map(|&tile| image[usize::from(tile)]).collect();
            cells.sort_unstable();
            let blank = self.region(&cells, usize::from(image[self.blank]));
            Shape { cells, blank }
        };
        let (shape, image) = symmetries
            .iter()
            .map(|image| (form(image), image))
            .min_by(|(a, _), (b, _)| (&a.cells, a.blank).cmp(&(&b.cells, b.blank)))
            .expect("the identity is a symmetry");
        let tiles = shape
            .cells
            .iter()
            .map(|&cell| image.iter().position(|&to| to == cell).expect("a symmetry is a permutation") as u8)
            .collect();
        let table = self.shapes.iter().position(|known| *known == shape).unwrap_or_else(|| {
            self.shapes.push(shape);
            self.shapes.len() - 1
        });
        Summand { table, tiles, image: image.clone() }
    }

    /// The least cell that a blank on `from` can reach past tiles on `cells`.
    fn region(&self, cells: &[u8], from: usize) -> u8 {
        let mut seen = 1u32 << from;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for to in self.grid.neighbors(at) {
                if seen >> to & 1 == 0 && !cells.contains(&(to as u8)) {
                    seen |= 1 << to;
                    open.push(to);
                }
            }
        }
        seen.trailing_zeros() as u8
    }

    /// The number of entries of a table.
    pub(crate) fn entries(&self, shape: &Shape) -> u64 {
        let (cells, tiles) = (self.grid.cells(), shape.cells.len());
        if self.ranked {
            binomial(cells, tiles) as u64 * (1..=tiles as u64).product::<u64>()
        } else {
            (cells as u64).pow(tiles as u32)
        }
    }

    /// The entry for an index of that many digits.
    pub(crate) fn entry(&self, index: u64, tiles: usize) -> u64 {
        if !self.ranked {
            return index;
        }
        placement_rank(self.grid, (0..tiles).map(|digit| (index >> (DIGIT * digit)) as usize & 31))
    }

    /// The weight of a digit.
    pub(crate) fn weight(&self, digit: usize) -> u64 {
        if self.ranked { 1 << (DIGIT * digit) } else { (self.grid.cells() as u64).pow(digit as u32) }
    }

    /// The bytes of a table.
    pub(crate) fn bytes(&self, shape: &Shape) -> usize {
        (self.entries(shape) * u64::from(self.bits)).div_ceil(8) as usize
    }

    /// What a tile's move in direction `k` of the blank adds to the index of its part in a sum, if it is
    /// not around the edge; else that many times as [`Grid::steps`] says.
    pub(crate) fn step(&self, sum: usize, tile: usize, k: usize) -> u64 {
        let Some((_, part, weight)) = self.place(sum, tile) else { return 0 };
        // The tile moves against the blank; the difference is the same wherever both cells exist.
        let to = (0..self.grid.cells())
            .find(|&cell| self.grid.neighbor(cell, k).is_some() && self.grid.steps(cell, k) == 1)
            .expect("two rows, two columns");
        let from = self.grid.neighbor(to, k).expect("found above");
        let difference = i64::from(part.image[to]) - i64::from(part.image[from]);
        (difference as u64).wrapping_mul(weight)
    }

    /// The number, the part and the digit weight of a tile within a sum; none for the blank.
    pub(crate) fn place(&self, sum: usize, tile: usize) -> Option<(usize, &Summand, u64)> {
        self.sums[sum].iter().enumerate().find_map(|(number, part)| {
            let digit = part.tiles.iter().position(|&own| usize::from(own) == tile)?;
            Some((number, part, self.weight(digit)))
        })
    }

    /// What the tile's move in direction `k` of the blank from `cell` costs, in units of the grid: its move
    /// and what its distance changes by.
    pub(crate) fn loss(&self, tile: usize, k: usize, cell: usize) -> Option<u32> {
        let from = self.grid.neighbor(cell, k)?;
        let farther = 1 + self.grid.distance(cell, tile) - self.grid.distance(from, tile);
        Some(farther as u32 / self.grid.unit())
    }

    /// The most parts of a sum.
    pub(crate) fn parts(&self) -> usize {
        self.sums.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The most tiles of a part.
    pub(crate) fn most_tiles(&self) -> usize {
        self.shapes.iter().map(|shape| shape.cells.len()).max().unwrap_or(0)
    }

    /// What the search kernels are compiled for.
    pub(crate) fn kernel_shape(&self) -> (Grid, usize, usize, u32, Option<usize>) {
        let ranked = self.ranked.then(|| self.most_tiles());
        (self.grid, self.sums.len(), self.parts(), self.bits, ranked)
    }
}
