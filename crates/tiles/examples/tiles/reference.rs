//! The baseline for searches with the Manhattan distance: a minimal iterative deepening, for Korf's goal
//! (blank first). It counts nodes and finds the length of a solution; it has no limits, reports no progress
//! and returns no moves. Everything that depends on the blank's cell and the way it came is a constant, and
//! the bound is carried as slack.

use taquin_tiles::Board;

/// What a search counts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Nodes whose successors were generated.
    pub(crate) expanded: u64,
    /// Successors generated, without those that undo the last move.
    pub(crate) generated: u64,
}

/// The fewest moves, and the counts.
pub(crate) fn solve(board: &Board) -> (u32, Counts) {
    let mut word = 0;
    let mut distance = 0;
    for (cell, &tile) in board.tiles().iter().enumerate() {
        word |= u64::from(tile) << (4 * cell);
        distance += if tile == 0 { 0 } else { apart(cell, tile as usize) };
    }
    let mut counts = Counts::default();
    // As if the blank had come from outside: no move is excluded as the inverse of the last one.
    let start = FROM_OUTSIDE[board.blank() as usize];
    let bounds = 0..;
    let slack = bounds.into_iter().find(|&slack| start(word, distance, slack, &mut counts));
    (distance + 2 * slack.expect("a solvable board"), counts)
}

const fn apart(cell: usize, other: usize) -> u32 {
    ((cell / 4).abs_diff(other / 4) + (cell % 4).abs_diff(other % 4)) as u32
}

/// Up, left, down, right.
const STEP: [isize; 4] = [-4, -1, 4, 1];

const fn is_open(cell: usize, way: usize, came: usize) -> bool {
    let inside = match way {
        0 => cell >= 4,
        1 => !cell.is_multiple_of(4),
        2 => cell < 12,
        _ => cell % 4 < 3,
    };
    inside && way != came ^ 2
}

const fn children(cell: usize, came: usize) -> u64 {
    let (mut way, mut count) = (0, 0);
    while way < 4 {
        count += is_open(cell, way, came) as u64;
        way += 1;
    }
    count
}

/// The tiles that move away from home when the blank goes that way, by number.
const fn away(cell: usize, way: usize) -> u32 {
    let from = cell.wrapping_add_signed(STEP[way]);
    let (mut tile, mut set) = (0, 0);
    while tile < 16 {
        set |= ((apart(cell, tile) > apart(from % 16, tile)) as u32) << tile;
        tile += 1;
    }
    set
}

type Start = fn(u64, u32, u32, &mut Counts) -> bool;

fn go<const CELL: usize, const CAME: usize>(board: u64, h: u32, slack: u32, counts: &mut Counts) -> bool {
    if h == 0 {
        return true;
    }
    counts.generated += const { children(CELL, CAME) };
    counts.expanded += 1;
    child::<CELL, CAME, 0>(board, h, slack, counts)
        || child::<CELL, CAME, 1>(board, h, slack, counts)
        || child::<CELL, CAME, 2>(board, h, slack, counts)
        || child::<CELL, CAME, 3>(board, h, slack, counts)
}

macro_rules! cells {
    ($($cell:literal)*) => {
        const FROM_OUTSIDE: [Start; 16] = [$(go::<$cell, 9>),*];

        #[inline(always)]
        fn child<const CELL: usize, const CAME: usize, const WAY: usize>(
            board: u64,
            h: u32,
            slack: u32,
            counts: &mut Counts,
        ) -> bool {
            if !const { is_open(CELL, WAY, CAME) } {
                return false;
            }
            let from = CELL.wrapping_add_signed(STEP[WAY]);
            let tile = board >> (4 * from) & 15;
            let grows = const { away(CELL, WAY) } >> tile & 1;
            if grows > slack {
                return false;
            }
            let board = board ^ tile << (4 * from) ^ tile << (4 * CELL);
            match from {
                $($cell => go::<$cell, WAY>(board, h + 2 * grows - 1, slack - grows, counts),)*
                _ => false,
            }
        }
    };
}
cells!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
