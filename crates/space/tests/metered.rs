//! Whole spaces in moves of lines: published counts, and the search made for them against breadth-first levels.

use taquin_search::{Limits, Outcome, explore};
use taquin_space::{Options, enumerate_by};
use taquin_tiles::{Board, Geometry, Metered, Metric, metric};

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

/// Every position of a board is solved in as many moves as its level says.
fn check_all(rows: u32, cols: u32, torus: bool) {
    let (geometry, goal) = (Geometry::new(rows, cols, torus), Board::blank_last(rows, cols));
    let puzzle = Metered::new(geometry, &goal, line()).expect("a small board");
    let goal_state = puzzle.state(&goal).expect("its size");
    let found = explore(&puzzle, [goal_state], &Limits::default(), ());
    assert_eq!(levels(rows, cols, torus, &Options::default()), found.levels);
    let search = line().search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit");
    // Levels again, with the positions themselves.
    let mut seen = std::collections::HashSet::from([goal_state]);
    let (mut level, mut depth, mut checked) = (vec![goal_state], 0, 0_u64);
    while !level.is_empty() {
        for state in level.iter().step_by(if seen.len() > 20_000 { 29 } else { 1 }) {
            let start = puzzle.board(state);
            let report = search.solve(&start, &Limits::default(), &mut ());
            let Outcome::Solved { moves, cost } = report.outcome else { panic!("{start:?} has a solution") };
            assert_eq!((cost, report.lower_bound), (depth, depth), "{start:?}");
            assert_eq!(line().count(&geometry, &mut moves.iter().copied()), u64::from(depth));
            let mut board = start;
            moves.iter().for_each(|mv| board.slide(mv.from));
            assert_eq!(board, goal);
            checked += 1;
        }
        let next = level.iter().flat_map(|state| {
            taquin_search::Puzzle::moves(&puzzle, state)
                .map(|mv| taquin_search::Puzzle::successor(&puzzle, state, mv))
                .collect::<Vec<_>>()
        });
        let next: Vec<_> = next.collect();
        level = next.into_iter().filter(|state| seen.insert(*state)).collect();
        depth += 1;
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn solutions_are_as_short_as_levels_on_flat_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
        check_all(rows, cols, false);
    }
}

#[test]
fn solutions_are_as_short_as_levels_on_tori() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (2, 4)] {
        check_all(rows, cols, true);
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
