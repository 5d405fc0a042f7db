//! The first levels around a goal: the same counts as those of whole spaces and as published ones, whatever the memory.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::{Limit, Limits, Progress, Stats};
use taquin_space::{Census, Options, Space, enumerate, enumerate_near};
use taquin_tiles::{Board, Geometry, known_levels, metric};

fn options(memory: usize, depth: Option<usize>) -> Options {
    Options { limits: Limits { memory: Some(memory), ..Limits::default() }, depth, threads: Some(2) }
}

fn corner(side: u32, depth: usize, memory: usize) -> Census {
    let goal = Board::blank_last(side, side);
    enumerate_near(Geometry::new(side, side, false), &goal, &options(memory, Some(depth)), &mut ()).unwrap()
}

/// Goals with the blank in every cell: some have a mirror image, some have none; and tiles in another order.
fn goals(rows: u32, cols: u32) -> impl Iterator<Item = Board> {
    let cells = rows * cols;
    (0..cells).map(move |blank| {
        let tiles: Vec<u32> =
            (0..cells).map(|cell| (cell * (cells - 1) + cells - blank) % cells).rev().collect();
        let tiles =
            if (0..cells).all(|tile| tiles.contains(&tile)) { tiles } else { (0..cells).rev().collect() };
        Board::new(rows, cols, tiles).unwrap()
    })
}

fn sorted(census: &Census) -> Vec<Vec<u32>> {
    let mut boards: Vec<_> = census.farthest.iter().map(|board| board.tiles().to_vec()).collect();
    boards.sort();
    boards
}

#[test]
fn levels_are_those_of_whole_spaces() {
    for (rows, cols, torus, depth) in [
        (1, 1, false, 3),
        (1, 6, true, 40),
        (1, 5, true, 40),
        (2, 2, true, 20),
        (3, 2, true, 40),
        (2, 4, false, 40),
        (4, 2, true, 40),
        (3, 3, false, 40),
        (3, 3, true, 40),
        (3, 4, false, 15),
        (3, 4, true, 9),
    ] {
        let geometry = Geometry::new(rows, cols, torus);
        for (number, goal) in goals(rows, cols).enumerate() {
            // With little memory walks are long and made for many parts, so they do not go as far.
            let little: &[_] = if number == 0 { &[(1 << 18, 10), (1, 9)] } else { &[] };
            for &(memory, most) in [(1 << 30, depth)].iter().chain(little) {
                let depth = depth.min(most);
                let whole = Options { depth: Some(depth), ..options(1 << 30, None) };
                let expected = enumerate(&Space::new(geometry, &goal).unwrap(), &whole, &mut ());
                let found = enumerate_near(geometry, &goal, &options(memory, Some(depth)), &mut ()).unwrap();
                let board = format!("{rows} x {cols}, torus {torus}, {:?}, {memory} bytes", goal.tiles());
                assert_eq!(found.levels, expected.levels, "{board}");
                assert_eq!(found.stopped, expected.stopped, "{board}");
                if expected.levels.last().is_some_and(|&last| last <= Census::FARTHEST as u64) {
                    assert_eq!(sorted(&found), sorted(&expected), "{board}");
                }
            }
        }
    }
}

#[test]
fn levels_are_those_that_are_known() {
    let single = metric::named("single").unwrap().name();
    let known = known_levels(&Geometry::new(4, 4, false), 15, single).unwrap();
    assert_eq!(corner(4, 20, 1 << 30).levels, known[..=20]);
    let five = [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238, 24098, 53186, 123435, 268416, 616374];
    assert_eq!(corner(5, 16, 1 << 30).levels, five);
    assert_eq!(corner(5, 14, 1 << 18).levels, five[..=14]);
}

#[test]
fn a_wide_code_holds_what_a_short_one_does() {
    let goal = Board::blank_last(6, 6);
    let geometry = Geometry::new(6, 6, false);
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let wide = Options { limits, depth: None, threads: Some(2) };
    let wide = enumerate_near(geometry, &goal, &wide, &mut ()).unwrap();
    assert_eq!(wide.stopped, Some(Limit::Nodes));
    assert!(wide.levels.len() > 11);
    let short = corner(6, wide.depth(), 1 << 28);
    assert_eq!(short.levels, wide.levels);
    let (geometry, goal) = (Geometry::new(8, 8, true), Board::blank_last(8, 8));
    let large = enumerate_near(geometry, &goal, &options(1 << 28, Some(6)), &mut ()).unwrap();
    // Around each of the four squares at the blank, six moves either way lead to the same position.
    assert_eq!(large.levels, [1, 4, 12, 36, 108, 324, 972 - 4]);
}

#[test]
fn limits_and_cancelling_leave_whole_levels() {
    struct Cancel(u32);
    impl Progress for Cancel {
        fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
            self.0 -= 1;
            if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let (geometry, goal) = (Geometry::new(5, 5, false), Board::blank_last(5, 5));
    let known = corner(5, 13, 1 << 28).levels;
    for ticks in [1, 2, 20, 40] {
        let found = enumerate_near(geometry, &goal, &options(1 << 20, Some(30)), &mut Cancel(ticks)).unwrap();
        assert_eq!(found.stopped, Some(Limit::Cancelled));
        let both = found.levels.len().min(known.len());
        assert_eq!(found.levels[..both], known[..both]);
    }
    let time = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let timed = Options { limits: time, depth: Some(30), threads: None };
    let found = enumerate_near(geometry, &goal, &timed, &mut ()).unwrap();
    assert_eq!(found.stopped, Some(Limit::Time));
    assert!(found.seconds < 5.0 && found.levels[..8] == known[..8]);
    assert!(enumerate_near(Geometry::new(9, 9, false), &Board::blank_last(9, 9), &timed, &mut ()).is_err());
}
