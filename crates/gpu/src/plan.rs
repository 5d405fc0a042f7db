//! Which tables a search looks up: sums of additive patterns, and the tables that serve them.
//!
//! A *sum* splits the tiles into disjoint patterns; the sum of its patterns' tables is a lower
//! bound, and the heuristic is the largest of all sums (Korf and Felner 2002). A pattern is looked
//! up through a symmetry of the grid, so that patterns of the same shape share one table; the
//! reflection of a sum at the diagonal is then one more sum over the same tables.
//!
//! Tiles are called by their goal cells, the blank by its own.

use crate::grid::{Grid, Symmetry};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
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
    pub(crate) shapes: Vec<Shape>,
    pub(crate) sums: Vec<Vec<Part>>,
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
        let mut plan = Plan { grid, blank, bits, shapes: Vec::new(), sums: Vec::new() };
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
    fn part(&mut self, tiles: &[u8], symmetries: &[Symmetry]) -> Part {
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
        Part { table, tiles, image: image.clone() }
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

    /// The number of entries of a table of `tiles` tiles: one digit a tile, each a cell.
    pub(crate) fn entries(&self, shape: &Shape) -> u64 {
        (self.grid.cells() as u64).pow(shape.cells.len() as u32)
    }

    /// The bytes of a table.
    pub(crate) fn bytes(&self, shape: &Shape) -> usize {
        (self.entries(shape) * u64::from(self.bits)).div_ceil(8) as usize
    }

    /// What a tile's move in direction `k` of the blank adds to the index of its part in a sum.
    pub(crate) fn step(&self, sum: usize, tile: usize, k: usize) -> u32 {
        let Some((_, part, weight)) = self.place(sum, tile) else { return 0 };
        // The tile moves against the blank; the difference is the same wherever both cells exist.
        let from = (0..self.grid.cells())
            .find(|&cell| self.grid.neighbor(cell, k ^ 2).is_some())
            .expect("two rows, two columns");
        let to = self.grid.neighbor(from, k ^ 2).expect("found above");
        let difference = i64::from(part.image[to]) - i64::from(part.image[from]);
        (difference * i64::from(weight)) as u32
    }

    /// The number, the part and the digit weight of a tile within a sum; none for the blank.
    pub(crate) fn place(&self, sum: usize, tile: usize) -> Option<(usize, &Part, u32)> {
        self.sums[sum].iter().enumerate().find_map(|(number, part)| {
            let digit = part.tiles.iter().position(|&own| usize::from(own) == tile)?;
            Some((number, part, (self.grid.cells() as u32).pow(digit as u32)))
        })
    }

    /// Whether the tile's move in direction `k` of the blank from `cell` brings the tile closer to
    /// its goal, for each cell of the blank before the move, as a bit mask.
    pub(crate) fn closer(&self, tile: usize, k: usize) -> u32 {
        (0..self.grid.cells())
            .filter(|&to| {
                self.grid
                    .neighbor(to, k)
                    .is_some_and(|from| self.grid.distance(to, tile) < self.grid.distance(from, tile))
            })
            .fold(0, |mask, to| mask | 1 << to)
    }

    /// The most parts of a sum.
    pub(crate) fn parts(&self) -> usize {
        self.sums.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// What the search kernels are compiled for.
    pub(crate) fn kernel_shape(&self) -> (Grid, usize, usize, u32) {
        (self.grid, self.sums.len(), self.parts(), self.bits)
    }
}
