//! The partitions for a board: those of the catalogue that are for a GPU, and a rule for other boards.

use taquin_tiles::pattern;

use crate::blocks::MOST_TILES;
use crate::error::Error;
use crate::grid::{Grid, MAX_CELLS};
use crate::plan::Plan;
use crate::sums::MAX_FIELDS;

/// Bits of an entry of up to six tiles: of those of the 24-puzzle fewer than one in three thousand is above 3.
const NARROW: u32 = 2;

/// Bits of an entry of more tiles, or that counts single moves.
const WIDE: u32 = 4;

/// A partition of the tiles into patterns, by goal cells.
type Partition = Vec<Vec<u8>>;

impl Plan {
    /// The plan of one partition.
    ///
    /// # Errors If it does not fit this board, or has too many patterns or too many tiles in a pattern.
    pub(crate) fn of(grid: Grid, blank: usize, partition: &pattern::Partition) -> Result<Self, Error> {
        let patterns = carried(grid, blank, partition).ok_or(Error::Partition)?;
        let tiles = patterns.iter().map(Vec::len).max().unwrap_or(0);
        if tiles > MOST_TILES || 2 * patterns.len() > MAX_FIELDS {
            return Err(Error::Patterns { tiles, patterns: patterns.len() });
        }
        Ok(Plan::new(grid, blank, &[patterns], true, if grid.unit() == 1 { WIDE } else { NARROW }))
    }

    /// The plans for a board whose blank's goal is the cell `blank`, at least one, the best first; all
    /// have the same number of sums, parts and bits, so the same kernels serve them.
    pub(crate) fn choose(grid: Grid, blank: usize) -> Vec<Self> {
        let entries = pattern::gpu_entries_for(grid.geometry(), blank as u32);
        let mut partitions: Vec<Partition> =
            entries.iter().filter_map(|entry| carried(grid, blank, &entry.partition)).collect();
        if partitions.is_empty() {
            partitions.push(by_rule(grid, blank));
        }
        let large = partitions[0].iter().any(|pattern| pattern.len() > 6);
        let bits = if large || grid.unit() == 1 { WIDE } else { NARROW };
        let plans: Vec<Plan> = partitions
            .iter()
            .map(|one| Plan::new(grid, blank, std::slice::from_ref(one), true, bits))
            .collect();
        // If no reflection keeps the blank's goal, two partitions make the two sums; the second of the catalogue is
        // combined with each of the others.
        match &partitions[..] {
            [first, second, others @ ..] if plans[0].sums.len() == 1 => std::iter::once(first)
                .chain(others)
                .map(|one| Plan::new(grid, blank, &[one.clone(), second.clone()], true, bits))
                .collect(),
            _ => plans,
        }
    }
}

/// A partition mapped to the blank's goal by a symmetry; none if it does not fit this board.
fn carried(grid: Grid, blank: usize, partition: &pattern::Partition) -> Option<Partition> {
    let symmetries = grid.symmetries();
    let image = symmetries.iter().find(|image| usize::from(image[partition.blank() as usize]) == blank);
    let image = image.filter(|_| partition.geometry() == grid.geometry())?;
    let carry = |pattern: &pattern::Pattern| pattern.cells().map(|cell| image[cell as usize]).collect();
    Some(partition.patterns().iter().map(carry).collect())
}

/// Patterns of nearly equal size, cut from a path that winds through the grid column by column.
fn by_rule(grid: Grid, blank: usize) -> Partition {
    let most =
        (1..=MOST_TILES).rev().find(|&tiles| (grid.cells() as u64).pow(tiles as u32) <= 1 << 32).unwrap_or(1);
    let winding = (0..grid.cells()).map(|step| {
        let (col, along) = (step / grid.rows(), step % grid.rows());
        let row = if col % 2 == 0 { along } else { grid.rows() - 1 - along };
        (row * grid.cols() + col) as u8
    });
    let tiles: Vec<u8> = winding.filter(|&cell| usize::from(cell) != blank).collect();
    debug_assert!(tiles.len() < MAX_CELLS);
    let patterns = tiles.len().div_ceil(most);
    (0..patterns)
        .map(|i| tiles[i * tiles.len() / patterns..(i + 1) * tiles.len() / patterns].to_vec())
        .collect()
}

#[cfg(test)]
mod tests {
    use taquin_tiles::Geometry;

    use super::*;

    #[test]
    fn every_plan_has_every_tile_once() {
        for rows in 2..=12 {
            for cols in 2..=(MAX_CELLS as u32 / rows) {
                let grid = Grid::new(Geometry::new(rows, cols, false)).unwrap();
                for blank in 0..grid.cells() {
                    let plans = Plan::choose(grid, blank);
                    for plan in &plans {
                        for sum in 0..plan.sums.len() {
                            for tile in 0..grid.cells() {
                                assert_eq!(plan.place(sum, tile).is_some(), tile != blank);
                            }
                            let tiles: usize = plan.sums[sum].iter().map(|part| part.tiles.len()).sum();
                            assert_eq!(tiles, grid.cells() - 1);
                        }
                        assert!(plan.sums.len() * plan.parts() <= crate::sums::MAX_FIELDS);
                        assert_eq!((plan.sums.len(), plan.parts()), (plans[0].sums.len(), plans[0].parts()));
                    }
                    if (rows, cols) == (5, 5) {
                        assert_eq!((plans[0].sums.len(), plans[0].parts()), (2, 4));
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_are_shared() {
        let grid = Grid::new(Geometry::new(5, 5, false)).unwrap();
        for corner in [0, 4, 20, 24] {
            let plans = Plan::choose(grid, corner);
            assert_eq!((plans[0].sums.len(), plans[0].shapes.len()), (2, 2));
        }
    }
}
