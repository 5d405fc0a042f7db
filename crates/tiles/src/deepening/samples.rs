//! Engines and boards for the tests.

use std::sync::Arc;

use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::pattern::{Builder, Partition, Pattern, PatternSpace};

use super::engine::Engine;

/// An engine over one partition, given as goal cells, and all its views.
pub(crate) fn engine(geometry: Geometry, goal: &Board, patterns: &[&[u32]]) -> Engine {
    let patterns = patterns.iter().map(|cells| Pattern::new(cells.iter().copied(), goal.blank())).collect();
    let partition = Partition::new(geometry, patterns).expect("all tiles, each once");
    let build = |pattern: Pattern| {
        let builder = Builder::new(Arc::new(PatternSpace::new(geometry, pattern.len())));
        builder.build(pattern, 1, &mut ()).map(Arc::new)
    };
    let views = partition.views(goal.blank(), build).expect("tables of all patterns");
    Engine::new(geometry, goal, views, 6).expect("a goal of the right size")
}

/// Boards in no particular order, about half of them unsolvable where parity counts.
pub(crate) fn random_boards(geometry: Geometry, count: usize) -> Vec<Board> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % limit
    };
    let mut shuffled = || {
        let mut tiles: Vec<u32> = (0..geometry.cells()).collect();
        (1..tiles.len()).rev().for_each(|last| tiles.swap(last, below(last + 1)));
        Board::new(geometry.rows(), geometry.cols(), tiles).expect("a permutation")
    };
    (0..count).map(|_| shuffled()).collect()
}

/// The board `moves` random moves from `goal`, none of which takes back the one before.
pub(crate) fn walked(geometry: Geometry, goal: &Board, moves: u32, mut seed: u64) -> Board {
    let (mut board, mut came) = (goal.clone(), None);
    for _ in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let blank = board.blank();
        let around = Direction::ALL.into_iter().filter_map(|way| geometry.neighbor(blank, way));
        let ways: Vec<u32> = around.filter(|&cell| Some(cell) != came).collect();
        board.slide(ways[(seed >> 33) as usize % ways.len()]);
        came = Some(blank);
    }
    board
}
