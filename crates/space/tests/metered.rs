//! Whole spaces in moves of lines: published counts, and the search made for them against breadth-first levels.

use std::collections::HashSet;

use taquin_search::{Limits, Outcome, Puzzle};
use taquin_space::{Options, enumerate_by};
use taquin_tiles::{Board, Geometry, Metered, Metric, Packed25, metric};

fn line() -> &'static dyn Metric {
    metric::named("line").expect("it is in the lineup")
}

fn levels(rows: u32, cols: u32, torus: bool, options: &Options) -> Vec<u64> {
    let (geometry, goal) = (Geometry::new(rows, cols, torus), Board::blank_last(rows, cols));
    enumerate_by(line(), geometry, &goal, options, &mut ()).expect("a small board").levels
}

/// Counts that others have published.
#[test]
fn levels_are_the_published_ones() {
    let all = Options::default();
    assert_eq!(levels(2, 2, false, &all), [1, 2, 2, 2, 2, 2, 1]);
    let small = [1, 3, 4, 6, 8, 12, 15, 18, 22, 30, 36, 45, 42, 30, 28, 24, 18, 9, 5, 3, 1];
    assert_eq!(levels(2, 3, false, &all), small);
    assert_eq!(levels(3, 2, false, &all), small);
    let eight = [
        1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485, 30985,
        23494, 11751, 3390, 589, 41, 1,
    ];
    assert_eq!(levels(3, 3, false, &all), eight);
    let first = [1, 6, 18, 54, 162, 486, 1457, 4334, 12568, 36046, 102_801];
    assert_eq!(levels(4, 4, false, &Options { depth: Some(10), ..Options::default() }), first);
}

/// Calls `check` for `cases`, on as many threads as there are cores.
fn for_all<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for first in 0..threads {
            let check = &check;
            // The hard ones stand together.
            scope.spawn(move || cases.iter().skip(first).step_by(threads).for_each(check));
        }
    });
}

/// Every position of a board by breadth-first search from the goal: with its level.
fn breadth_first(puzzle: &Metered, goal: Packed25, most: u32) -> Vec<(Packed25, u32)> {
    let (mut found, mut seen) = (vec![(goal, 0)], HashSet::from([goal]));
    for at in 0.. {
        let Some(&(state, depth)) = found.get(at).filter(|(_, depth)| *depth < most) else { break };
        for slide in puzzle.moves(&state) {
            let after = puzzle.successor(&state, slide);
            if seen.insert(after) {
                found.push((after, depth + 1));
            }
        }
    }
    found
}

/// Every position of a board, or each `step`-th, is solved in as many moves as its level says, and no lower bound of any
/// position says more.
fn check_all(rows: u32, cols: u32, torus: bool, step: usize) {
    let (geometry, goal) = (Geometry::new(rows, cols, torus), Board::blank_last(rows, cols));
    let puzzle = Metered::new(geometry, &goal, line()).expect("a small board");
    let all = breadth_first(&puzzle, puzzle.state(&goal).expect("its size"), u32::MAX);
    let mut counts = vec![0; all.last().map_or(0, |(_, depth)| *depth as usize + 1)];
    all.iter().for_each(|(_, depth)| counts[*depth as usize] += 1);
    assert_eq!(levels(rows, cols, torus, &Options::default()), counts);
    let search = line().search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit");
    for_all(&all, |(state, depth)| {
        let start = puzzle.board(state);
        assert!(line().least(&geometry, &start, &goal) <= *depth, "{start:?}");
        assert!(search.least(&puzzle, &start) <= *depth, "{start:?}");
    });
    let some: Vec<_> = all.into_iter().step_by(step).collect();
    for_all(&some, |(state, depth)| {
        let start = puzzle.board(state);
        let report = search.solve(&start, &Limits::default(), &mut ());
        let Outcome::Solved { moves, cost } = report.outcome else { panic!("{start:?} has a solution") };
        assert_eq!((cost, report.lower_bound), (*depth, *depth), "{start:?}");
        assert_eq!(line().count(&geometry, &mut moves.iter().copied()), u64::from(*depth));
        let mut board = start;
        moves.iter().for_each(|mv| board.slide(mv.from));
        assert_eq!(board, goal);
    });
}

#[test]
fn solutions_are_as_short_as_levels_on_flat_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
        check_all(rows, cols, false, 1);
    }
    check_all(2, 5, false, 97);
}

#[test]
#[ignore = "takes two minutes"]
fn solutions_are_as_short_as_levels_on_all_of_two_by_five() {
    check_all(2, 5, false, 1);
}

#[test]
fn solutions_are_as_short_as_levels_on_tori() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (2, 4)] {
        check_all(rows, cols, true, 1);
    }
}

/// Boards of more cells have tables with two labels: positions near the goal are solved, and no bound is too large.
#[test]
fn bounds_of_larger_boards_hold() {
    for (rows, cols, torus, most) in
        [(5, 5, false, 6), (5, 5, true, 4), (3, 6, false, 7), (4, 5, true, 4), (9, 2, false, 8)]
    {
        let (geometry, goal) = (Geometry::new(rows, cols, torus), Board::blank_last(rows, cols));
        assert!(line().has_tables(&geometry) && !line().has_search(&geometry));
        let puzzle = Metered::new(geometry, &goal, line()).expect("25 cells at most");
        let near = breadth_first(&puzzle, puzzle.state(&goal).expect("its size"), most);
        let search = line().search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit");
        for_all(&near, |(state, depth)| {
            let start = puzzle.board(state);
            assert!(line().least(&geometry, &start, &goal) <= *depth, "{start:?}");
            assert!(search.least(&puzzle, &start) <= *depth, "{start:?}");
        });
        for (state, depth) in near.iter().step_by(1 + near.len() / 200) {
            let report = search.solve(&puzzle.board(state), &Limits::default(), &mut ());
            assert_eq!(report.lower_bound, *depth, "{state:?}");
            assert!(matches!(report.outcome, Outcome::Solved { cost, .. } if cost == *depth), "{state:?}");
        }
    }
}

/// On 2 x 7 columns share labels: this board is home by all of them, and is not solved.
#[test]
fn a_board_that_is_home_by_its_labels_is_not_taken_for_solved() {
    let (geometry, goal) = (Geometry::new(2, 7, false), Board::blank_last(2, 7));
    let start = Board::new(2, 7, [2, 1, 3, 4, 5, 6, 7, 9, 8, 10, 11, 12, 13, 0]).expect("a permutation");
    let search = line().search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit");
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let report = search.solve(&start, &limits, &mut ());
    assert!(report.lower_bound >= 1, "{report:?}");
    let solved = search.solve(&goal, &limits, &mut ());
    assert_eq!(solved.outcome, Outcome::Solved { moves: Vec::new(), cost: 0 });
}
