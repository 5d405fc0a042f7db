//! The heuristic on the CPU: tables in memory and the arrays that the kernels use as well.

use crate::grid::{DIRECTIONS, MAX_CELLS};
use crate::plan::Plan;
use crate::position::Position;
use crate::table;

/// The most parts of all sums together.
pub(crate) const MAX_FIELDS: usize = 16;

/// The indices and entries of all parts, for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memo {
    index: [u64; MAX_FIELDS],
    entry: [u8; MAX_FIELDS],
}

/// A plan with its tables.
pub(crate) struct Sums {
    pub(crate) plan: Plan,
    tables: Vec<Vec<u8>>,
    /// By sum, tile and direction: see [`Plan::step`].
    step: Vec<[[u64; DIRECTIONS]; MAX_CELLS]>,
    /// By cell and direction: see [`Grid::steps`](crate::grid::Grid::steps).
    steps: [[u64; DIRECTIONS]; MAX_CELLS],
    /// By sum and tile: the part.
    place: Vec<[usize; MAX_CELLS]>,
    /// By tile, direction and cell: see [`Plan::loss`].
    loss: Vec<[[i32; MAX_CELLS]; DIRECTIONS]>,
}

impl Sums {
    /// Builds the tables of `plan`.
    pub(crate) fn new(plan: Plan) -> Self {
        let tables = plan.shapes.iter().map(|shape| table::build(&plan, shape)).collect();
        let (tiles, grid) = (0..plan.grid.cells(), plan.grid);
        let mut steps = [[0; DIRECTIONS]; MAX_CELLS];
        let mut step = vec![steps; plan.sums.len()];
        let mut loss = vec![[[0; MAX_CELLS]; DIRECTIONS]; MAX_CELLS];
        for (cell, steps) in steps.iter_mut().enumerate().take(grid.cells()) {
            for k in (0..DIRECTIONS).filter(|&k| grid.neighbor(cell, k).is_some()) {
                steps[k] = grid.steps(cell, k) as u64;
            }
        }
        let mut place = vec![[0; MAX_CELLS]; plan.sums.len()];
        for tile in tiles.filter(|&tile| tile != plan.blank) {
            for k in 0..DIRECTIONS {
                loss[tile][k] =
                    std::array::from_fn(
                        |cell| if cell < grid.cells() { plan.loss(tile, k, cell) } else { None },
                    )
                    .map(|loss| loss.unwrap_or(0) as i32);
                (0..plan.sums.len()).for_each(|sum| step[sum][tile][k] = plan.step(sum, tile, k));
            }
            for (sum, place) in place.iter_mut().enumerate() {
                place[tile] = plan.place(sum, tile).expect("a sum has all tiles").0;
            }
        }
        Sums { plan, tables, step, steps, place, loss }
    }

    /// The tables one after the other, where `bases` says.
    #[cfg(test)]
    pub(crate) fn bytes(&self, bases: &crate::bases::Bases) -> Vec<u8> {
        let mut all = vec![0; bases.bytes()];
        for (table, shape) in self.tables.iter().zip(&self.plan.shapes) {
            all[bases.bytes_to(bases.of(shape))..][..table.len()].copy_from_slice(table);
        }
        all
    }

    /// The memo of a position and its Manhattan distance.
    pub(crate) fn start(&self, position: &Position) -> (Memo, i32) {
        let mut memo = Memo { index: [0; MAX_FIELDS], entry: [0; MAX_FIELDS] };
        let mut distance = 0;
        for cell in 0..self.plan.grid.cells() {
            let tile = usize::from(position.tiles[cell]);
            if tile == self.plan.blank {
                continue;
            }
            distance += self.plan.grid.distance(cell, tile) as i32;
            for sum in 0..self.plan.sums.len() {
                let (part, pattern, weight) = self.plan.place(sum, tile).expect("a sum has all tiles");
                memo.index[sum * self.plan.parts() + part] += weight * u64::from(pattern.image[cell]);
            }
        }
        for sum in 0..self.plan.sums.len() {
            for part in 0..self.plan.sums[sum].len() {
                let field = sum * self.plan.parts() + part;
                memo.entry[field] = self.entry(sum, part, memo.index[field]);
            }
        }
        (memo, distance)
    }

    fn entry(&self, sum: usize, part: usize, index: u64) -> u8 {
        let bits = self.plan.bits as usize;
        let part = &self.plan.sums[sum][part];
        let bit = self.plan.entry(index, part.tiles.len()) as usize * bits;
        let table = &self.tables[part.table];
        table[bit / 8] >> (bit % 8) & ((1u16 << bits) - 1) as u8
    }

    /// The sum of the entries of one sum.
    pub(crate) fn total(&self, memo: &Memo, sum: usize) -> i32 {
        let parts = self.plan.parts();
        memo.entry[sum * parts..][..parts].iter().map(|&entry| i32::from(entry)).sum()
    }

    /// The memo after `tile` has moved in direction `k` of the blank, and the slack, if that is
    /// within the bound.
    pub(crate) fn step(
        &self,
        memo: &Memo,
        slack: i32,
        blank: usize,
        tile: usize,
        k: usize,
    ) -> Option<(Memo, i32)> {
        let slack = slack - self.loss[tile][k][blank];
        let mut memo = *memo;
        for sum in 0..self.plan.sums.len() {
            let part = self.place[sum][tile];
            let field = sum * self.plan.parts() + part;
            let change = self.step[sum][tile][k].wrapping_mul(self.steps[blank][k]);
            memo.index[field] = memo.index[field].wrapping_add(change);
            memo.entry[field] = self.entry(sum, part, memo.index[field]);
            if self.total(&memo, sum) > slack {
                return None;
            }
        }
        (slack >= 0).then_some((memo, slack))
    }

    /// What an entry counts, in moves.
    pub(crate) fn unit(&self) -> i32 {
        self.plan.grid.unit() as i32
    }

    /// How promising a position is, the less the better.
    pub(crate) fn score(&self, memo: &Memo, left: i32, distance: i32) -> u8 {
        let sums = self.plan.sums.len() as i32;
        let total: i32 = (0..self.plan.sums.len()).map(|sum| self.total(memo, sum)).sum();
        (2 * distance + 2 * self.unit() * total / sums - 2 * left + 200).clamp(0, 255) as u8
    }

    /// The lower bound from a position.
    pub(crate) fn estimate(&self, position: &Position) -> u32 {
        let (memo, distance) = self.start(position);
        let most = (0..self.plan.sums.len()).map(|sum| self.total(&memo, sum)).max().unwrap_or(0);
        (distance + self.unit() * most) as u32
    }
}
