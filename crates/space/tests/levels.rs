//! The level counts of whole spaces against the published ones.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use taquin_search::{Cost, Limit, Limits, Progress, Stats};
use taquin_space::{Census, Options, Space, bytes_needed, enumerate};
use taquin_tiles::{Board, Geometry};

fn space(rows: u32, cols: u32, torus: bool) -> Space {
    Space::new(Geometry::new(rows, cols, torus), &Board::blank_last(rows, cols)).unwrap()
}

fn census(space: &Space, threads: usize) -> Census {
    let options = Options { threads: Some(threads), ..Options::default() };
    enumerate(space, &options, &mut ())
}

#[rustfmt::skip]
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[rustfmt::skip]
const PUBLISHED: [(u32, u32, bool, &[u64]); 7] = [
    (2, 2, false, &[1, 2, 2, 2, 2, 2, 1]),
    (2, 3, false, &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]),
    (2, 3, true, &[1, 3, 6, 11, 20, 37, 64, 109, 157, 164, 105, 35, 7, 1]),
    (2, 4, false, &[
        1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664, 1884,
        1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
    ]),
    (2, 4, true, &[
        1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1191, 1963, 3015, 3772, 3732, 2837, 1589, 572, 78, 18,
    ]),
    (3, 3, false, &EIGHT),
    (3, 3, true, &[
        1, 4, 12, 34, 96, 272, 749, 2010, 5100, 11778, 24238, 43550, 66287, 80476, 71070, 41098, 13743, 2214, 144, 4,
    ]),
];

#[rustfmt::skip]
const CENTRE: [u64; 31] = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612, 18444,
    24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
];

#[rustfmt::skip]
const TWO_BY_FIVE: [u64; 56] = [
    1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996, 6838, 9279, 12463,
    16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896, 116966, 126335, 131998, 133107, 128720,
    119332, 106335, 91545, 75742, 60119, 45840, 33422, 23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
];

#[test]
fn small_boards_have_the_published_levels() {
    for (rows, cols, torus, levels) in PUBLISHED {
        for (rows, cols) in [(rows, cols), (cols, rows)] {
            let space = space(rows, cols, torus);
            let census = census(&space, 2);
            assert_eq!(census.levels, levels, "{rows} x {cols}, torus {torus}");
            assert_eq!(u128::from(census.total()), space.size());
            assert_eq!(census.stopped, None);
            assert_eq!(census.farthest.len() as u64, *levels.last().unwrap());
        }
    }
}

#[test]
fn any_goal_can_be_counted_from() {
    let goal = Board::new(3, 3, [1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    let census = census(&Space::new(Geometry::new(3, 3, false), &goal).unwrap(), 1);
    assert_eq!(census.levels, CENTRE);
    assert_eq!(format!("{:.6}", census.mean()), "21.502800");
}

#[test]
fn the_hardest_eight_puzzles_are_the_known_two() {
    let census = census(&space(3, 3, false), 1);
    let hardest = [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]]
        .map(|tiles| Board::new(3, 3, tiles).unwrap());
    assert!(hardest.iter().all(|board| census.farthest.contains(board)));
}

#[test]
fn two_by_five_takes_one_bit_a_position() {
    let space = space(2, 5, false);
    let census = census(&space, 2);
    assert_eq!(census.levels, TWO_BY_FIVE);
    assert!(census.peak_bytes < 1_814_400 / 8 * 15 / 14 + 4096);
}

#[test]
fn degenerate_boards_are_counted_too() {
    let levels = |rows, cols, torus| census(&space(rows, cols, torus), 2).levels;
    assert_eq!(levels(1, 1, false), [1]);
    assert_eq!(levels(1, 1, true), [1]);
    assert_eq!(levels(2, 1, true), [1, 1]);
    assert_eq!(levels(1, 7, false), [1; 7]);
    // A ring of seven cells: six tiles in six turns, seven places of the blank.
    let ring = space(1, 7, true);
    assert_eq!(u128::from(census(&ring, 1).total()), ring.size());
    assert_eq!(levels(2, 2, true), [1, 2, 2, 2, 2, 2, 1]);
}

/// Cancels at the first tick of a level.
struct StopAt {
    level: Cost,
    reached: bool,
}

impl Progress for StopAt {
    fn bound(&mut self, bound: Cost) {
        self.reached = bound == self.level;
    }
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        if self.reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn limits_leave_whole_levels_only() {
    let space = space(3, 3, false);
    let run = |options: &Options, stop_at: usize| {
        enumerate(&space, options, &mut StopAt { level: stop_at as Cost, reached: false })
    };
    let none = usize::MAX;
    let limited = |limits| run(&Options { limits, ..Options::default() }, none);
    let deep = run(&Options { depth: Some(7), ..Options::default() }, none);
    assert_eq!((deep.levels.as_slice(), deep.stopped), (&EIGHT[..8], Some(Limit::Depth)));
    assert_eq!(deep.farthest.len(), 62);
    let broken = run(&Options::default(), 5);
    assert_eq!((broken.levels.as_slice(), broken.stopped), (&EIGHT[..5], Some(Limit::Cancelled)));
    assert_eq!(broken.farthest.len(), 16);
    let needed = bytes_needed(&space).unwrap();
    let memory = limited(Limits { memory: Some(needed - 1), ..Limits::default() });
    assert_eq!((memory.total(), memory.stopped, memory.peak_bytes), (0, Some(Limit::Memory), 0));
    assert_eq!(limited(Limits { memory: Some(needed), ..Limits::default() }).stopped, None);
    let nodes = limited(Limits { nodes: Some(1000), ..Limits::default() });
    assert_eq!((nodes.levels.as_slice(), nodes.stopped), (&EIGHT[..11], Some(Limit::Nodes)));
    let time = limited(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!((time.levels.as_slice(), time.stopped), (&EIGHT[..1], Some(Limit::Time)));
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(limited(Limits { cancel, ..Limits::default() }).stopped, Some(Limit::Cancelled));
}
