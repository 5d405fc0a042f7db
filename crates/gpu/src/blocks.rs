//! The blocks of a pattern table under construction: all placements of the pattern's tiles with
//! the same occupied cells and the same region of the blank, one byte for each order of the tiles.
//!
//! Inside a block every move leads to one other block and permutes the orders in one fixed way.

use crate::grid::Grid;
use crate::plan::Shape;

/// The most tiles of a pattern: an order of them takes four bits each in a word.
pub(crate) const MOST_TILES: usize = 8;

/// The sets of occupied cells, in ascending order as bit masks, and the blank's regions of each.
pub(crate) struct Blocks {
    /// The number of tiles.
    pub(crate) tiles: usize,
    /// The masks of occupied cells.
    pub(crate) masks: Vec<u32>,
    /// The number of the region of each cell of each mask; 255 for an occupied cell.
    pub(crate) region: Vec<u8>,
    /// The first block of each mask, and the number of blocks at the end.
    pub(crate) base: Vec<u32>,
}

impl Blocks {
    pub(crate) fn new(grid: Grid, tiles: usize) -> Self {
        let cells = grid.cells();
        let masks: Vec<u32> = masks(cells, tiles).collect();
        let mut region = vec![255u8; masks.len() * cells];
        let mut base = Vec::with_capacity(masks.len() + 1);
        let mut blocks = 0;
        for (&mask, region) in masks.iter().zip(region.chunks_exact_mut(cells)) {
            base.push(blocks);
            let mut regions = 0;
            for cell in 0..cells {
                if mask >> cell & 1 == 0 && region[cell] == 255 {
                    fill(grid, mask, cell, regions, region);
                    regions += 1;
                }
            }
            blocks += u32::from(regions);
        }
        base.push(blocks);
        Blocks { tiles, masks, region, base }
    }

    /// The number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.base[self.masks.len()] as usize
    }

    /// Where the goal of a shape is among the costs.
    pub(crate) fn goal(&self, grid: Grid, shape: &Shape) -> usize {
        let number = mask_rank(shape.cells.iter().map(|&cell| 1 << cell).sum());
        let region = self.region[number * grid.cells() + usize::from(shape.blank)];
        // At home the tiles are in ascending order, which has rank 0.
        (self.base[number] as usize + usize::from(region)) * self.orders()
    }

    /// The number of orders of the tiles.
    pub(crate) fn orders(&self) -> usize {
        (1..=self.tiles).product()
    }
}

/// All masks of `tiles` bits among `cells`, ascending.
fn masks(cells: usize, tiles: usize) -> impl Iterator<Item = u32> {
    let end = 1u32 << cells;
    let mut next = (1u32 << tiles) - 1;
    std::iter::from_fn(move || {
        let mask = next;
        // The next number with as many bits: the lowest run of ones moves up, all but its top back down.
        let low = mask & mask.wrapping_neg();
        let carry = mask + low;
        next = carry | (((carry ^ mask) >> 2) / low);
        (mask < end).then_some(mask)
    })
}

/// Numbers the region of `from`.
fn fill(grid: Grid, mask: u32, from: usize, number: u8, region: &mut [u8]) {
    let mut open = vec![from];
    region[from] = number;
    while let Some(at) = open.pop() {
        for to in grid.neighbors(at) {
            if mask >> to & 1 == 0 && region[to] == 255 {
                region[to] = number;
                open.push(to);
            }
        }
    }
}

/// The rank of a mask among those with as many bits: the sum of C(cell, place).
pub(crate) fn mask_rank(mask: u32) -> usize {
    let (mut rank, mut place, mut rest) = (0, 1, mask);
    while rest != 0 {
        rank += binomial(rest.trailing_zeros() as usize, place);
        place += 1;
        rest &= rest - 1;
    }
    rank
}

/// C(n, k).
pub(crate) fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| if n < k { 0 } else { product * (n - i) / (i + 1) })
}

/// The number of a placement of tiles on distinct cells of `grid` among all placements of that number of tiles: for each
/// tile its cell, counted among those that the tiles before it leave free.
pub(crate) fn placement_rank(grid: Grid, placed: impl Iterator<Item = usize>) -> u64 {
    let (mut rank, mut used) = (0, 0u32);
    for (i, cell) in placed.enumerate() {
        let free = cell as u64 - u64::from((used & ((1 << cell) - 1)).count_ones());
        rank = rank * (grid.cells() - i) as u64 + free;
        used |= 1 << cell;
    }
    rank
}

/// The rank of an order of tiles among all orders, by its Lehmer code.
pub(crate) fn order_rank(order: &[u8]) -> usize {
    (0..order.len()).fold(0, |rank, i| {
        rank * (order.len() - i) + order[i + 1..].iter().filter(|&&later| later < order[i]).count()
    })
}

/// The order of a given rank.
pub(crate) fn order_of(rank: usize, tiles: usize) -> Vec<u8> {
    let mut digits = vec![0; tiles];
    let mut rest = rank;
    for i in (0..tiles).rev() {
        digits[i] = rest % (tiles - i);
        rest /= tiles - i;
    }
    let mut left: Vec<u8> = (0..tiles as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use taquin_tiles::Geometry;

    use super::*;

    #[test]
    fn ranks_count_up() {
        let grid = Grid::new(Geometry::new(3, 4, false)).unwrap();
        let blocks = Blocks::new(grid, 5);
        assert_eq!(blocks.masks.len(), binomial(12, 5));
        assert!(blocks.masks.iter().enumerate().all(|(rank, &mask)| mask_rank(mask) == rank));
        assert!((0..blocks.orders()).all(|rank| order_rank(&order_of(rank, 5)) == rank));
    }

    #[test]
    fn every_placement_has_a_rank_of_its_own() {
        let grid = Grid::new(Geometry::new(2, 3, false)).unwrap();
        let mut ranks: Vec<u64> = (0..6usize.pow(3))
            .map(|number| [number % 6, number / 6 % 6, number / 36])
            .filter(|[a, b, c]| a != b && b != c && a != c)
            .map(|cells| placement_rank(grid, cells.into_iter()))
            .collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..6 * 5 * 4));
    }
}
