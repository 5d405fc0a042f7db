//! Pattern tables: the cost of a pattern's tiles beyond their Manhattan distance, in pairs of moves.
//!
//! An entry is (cost - Manhattan distance) / 2, cut off at the largest number of its bits (on a torus with an
//! odd side the whole difference). The cost counts moves of the pattern's tiles only, with the blank let through wherever the pattern's
//! tiles leave a way, and is the least over the regions that the blank may be in. Moves change cost
//! and distance by one, so the difference is even; the cut-off only lowers it.

use crate::blocks::{Blocks, mask_rank, order_of, order_rank};
use crate::grid::Grid;
use crate::plan::{Plan, Shape};

/// A byte of a table under construction that no path has reached yet.
const UNSEEN: u8 = u8::MAX;

/// Builds the table of `shape` on the CPU.
pub(crate) fn build(plan: &Plan, shape: &Shape) -> Vec<u8> {
    let grid = plan.grid;
    let blocks = Blocks::new(grid, shape.cells.len());
    let costs = costs(grid, shape, &blocks);
    let mut table = vec![0u8; plan.bytes(shape)];
    let orders: Vec<Vec<u8>> = (0..blocks.orders()).map(|rank| order_of(rank, blocks.tiles)).collect();
    let weights: Vec<u64> = (0..blocks.tiles).map(|digit| plan.weight(digit)).collect();
    let unit = grid.unit() as usize;
    let (bits, most) = (plan.bits as usize, (1usize << plan.bits) - 1);
    for (number, &mask) in blocks.masks.iter().enumerate() {
        let cells: Vec<usize> = (0..grid.cells()).filter(|&cell| mask >> cell & 1 == 1).collect();
        for (rank, order) in orders.iter().enumerate() {
            let least = (blocks.base[number]..blocks.base[number + 1])
                .map(|block| costs[block as usize * orders.len() + rank])
                .min()
                .expect("a mask has a region");
            let (mut index, mut distance) = (0, 0);
            for (&cell, &tile) in cells.iter().zip(order) {
                index += cell as u64 * weights[usize::from(tile)];
                distance += grid.distance(cell, shape.cells[usize::from(tile)].into());
            }
            let value = ((usize::from(least) - distance) / unit).min(most);
            let index = plan.entry(index, blocks.tiles) as usize;
            table[index * bits / 8] |= (value << (index * bits % 8)) as u8;
        }
    }
    table
}

/// The cost of every order in every block, breadth-first from the goal.
fn costs(grid: Grid, shape: &Shape, blocks: &Blocks) -> Vec<u8> {
    let orders = blocks.orders();
    let shifts = shifts(blocks.tiles);
    let mut costs = vec![UNSEEN; blocks.len() * orders];
    costs[blocks.goal(grid, shape)] = 0;
    let mut reached = vec![];
    for cost in 0..UNSEEN {
        let mut any = false;
        for number in 0..blocks.masks.len() {
            for block in blocks.base[number]..blocks.base[number + 1] {
                let from = block as usize * orders;
                reached.clear();
                reached.extend((0..orders).filter(|&rank| costs[from + rank] == cost));
                if reached.is_empty() {
                    continue;
                }
                any = true;
                for (to, shift) in moves(grid, blocks, number, (block - blocks.base[number]) as u8) {
                    for &rank in &reached {
                        let entry = &mut costs[to * orders + usize::from(shifts[shift][rank])];
                        *entry = (*entry).min(cost + 1);
                    }
                }
            }
        }
        if !any {
            break;
        }
    }
    costs
}

/// The moves out of a block: the block they lead to and which of [`shifts`] they make.
fn moves(grid: Grid, blocks: &Blocks, number: usize, region: u8) -> Vec<(usize, usize)> {
    let (mask, regions) = (blocks.masks[number], &blocks.region[number * grid.cells()..][..grid.cells()]);
    let below = |mask: u32, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as usize;
    let mut found = Vec::new();
    for to in (0..grid.cells()).filter(|&cell| regions[cell] == region) {
        for from in grid.neighbors(to).filter(|&cell| mask >> cell & 1 == 1) {
            let after = mask ^ 1 << from ^ 1 << to;
            let number = mask_rank(after);
            let block =
                blocks.base[number] as usize + usize::from(blocks.region[number * grid.cells() + from]);
            found.push((block, below(mask, from) * blocks.tiles + below(after, to)));
        }
    }
    found
}

/// For each pair of places, what taking the tile at the first and putting it at the second does to
/// every order.
fn shifts(tiles: usize) -> Vec<Vec<u16>> {
    let orders: Vec<Vec<u8>> = (0..(1..=tiles).product()).map(|rank| order_of(rank, tiles)).collect();
    (0..tiles * tiles)
        .map(|pair| {
            orders
                .iter()
                .map(|order| {
                    let mut order = order.clone();
                    let tile = order.remove(pair / tiles);
                    order.insert(pair % tiles, tile);
                    order_rank(&order) as u16
                })
                .collect()
        })
        .collect()
}
