//! Tables in the form of the CPU: the block and the order for each of its bits.

use taquin_tiles::pattern::{Cells, Layout, Pattern, PatternSpace, Summary};

use crate::blocks::{Blocks, mask_rank};
use crate::grid::Grid;
use crate::plan::Shape;

/// The order of the CPU's table in our numbers.
pub(crate) struct Order {
    pub(crate) shape: Shape,
    pub(crate) layout: Layout,
    /// Our number of each of the CPU's blocks.
    pub(crate) source: Vec<u32>,
    /// The cells of the blank in each of our blocks.
    pub(crate) sizes: Vec<u32>,
}

impl Order {
    /// For the table of a pattern; none on a torus with an odd side, where the CPU keeps two bits.
    pub(crate) fn new(grid: Grid, blocks: &Blocks, space: &PatternSpace, pattern: Pattern) -> Option<Self> {
        let layout = Layout::of(space)?;
        let mut sizes = vec![0; blocks.len()];
        let number = |&(occupied, region): &(Cells, Cells)| {
            let (mask, cell) = (mask_rank(occupied as u32), region.trailing_zeros() as usize);
            let number = blocks.base[mask] + u32::from(blocks.region[mask * grid.cells() + cell]);
            sizes[number as usize] = region.count_ones();
            number
        };
        let source = layout.blocks.iter().map(number).collect();
        let cells = pattern.cells().map(|cell| cell as u8).collect();
        let shape = Shape { cells, blank: pattern.blank() as u8 };
        Some(Order { shape, layout, source, sizes })
    }
}

/// The summary of the counts of all costs.
pub(crate) fn summary(levels: &[u64], weights: &[u64]) -> Summary {
    let weighted = weights.iter().zip(0u64..).map(|(weight, cost)| weight * cost).sum::<u64>();
    Summary {
        mean: weighted as f64 / weights.iter().sum::<u64>() as f64,
        largest: levels.iter().rposition(|&count| count > 0).unwrap_or(0) as u32,
        states: levels.iter().sum(),
    }
}
