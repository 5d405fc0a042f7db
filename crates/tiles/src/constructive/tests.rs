use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::format::parse_board;
use crate::random::RandomBoards;

fn board(grid: Geometry, goal: &GoalCells, seed: u64) -> Board {
    RandomBoards::new(grid, goal.clone(), seed).next().unwrap()
}

/// Solves, and returns the cost and the lower bound. The solver makes the moves again itself and
/// panics if they do not reach the goal.
fn near(grid: &Geometry, start: &Board, goal: &GoalCells, options: &Options) -> (u64, u64) {
    let report = solve(grid, start, goal, options, &mut ()).unwrap();
    let Outcome::Solved { cost, .. } = report.outcome else { panic!("solvable, and not cancelled") };
    (cost.into(), report.lower_bound.into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn solutions_of_all_shapes_reach_all_goals(
        (rows, cols, torus) in (1u32..13, 1u32..13, any::<bool>()),
        (seed, goal_seed) in any::<(u64, u64)>(),
        rounds in 0u32..2,
    ) {
        let grid = Geometry::new(rows, cols, torus);
        let goal = GoalCells::of(&board(grid, &GoalCells::blank_last(rows * cols), goal_seed));
        let start = board(grid, &goal, seed);
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let (cost, least) = near(&grid, &start, &goal, &Options { rounds, seed, limits, least: 0 });
        prop_assert!(least <= cost);
        if grid.is_bipartite() {
            prop_assert_eq!(least % 2, cost % 2);
        }
    }
}

fn random(rows: u32, cols: u32, torus: bool) -> (Geometry, Board, GoalCells) {
    let (grid, goal) = (Geometry::new(rows, cols, torus), GoalCells::blank_last(rows * cols));
    let start = board(grid, &goal, 7);
    (grid, start, goal)
}

fn with_nodes(nodes: u64) -> Options {
    Options {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        rounds: u32::MAX,
        seed: 0,
        least: 0,
    }
}

#[test]
fn whenever_a_limit_strikes_there_is_a_whole_solution() {
    let (grid, start, goal) = random(11, 10, false);
    for nodes in [0, 1, 5_000, 20_000, 80_000, 320_000] {
        near(&grid, &start, &goal, &with_nodes(nodes));
    }
    for milliseconds in [0, 1, 10, 100] {
        let time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { time, ..Limits::default() };
        near(&grid, &start, &goal, &Options { limits, rounds: u32::MAX, seed: 0, least: 0 });
    }
}

/// The moves of the solution that was reported last.
struct Last(Cost);

impl Progress for Last {
    fn solution(&mut self, cost: Cost, _: Cost) {
        assert!(cost < self.0, "only better solutions are reported");
        self.0 = cost;
    }
}

#[test]
fn more_work_finds_shorter_solutions() {
    for (rows, cols, torus) in [(5, 5, false), (7, 7, true), (10, 10, false), (2, 12, false)] {
        let (grid, start, goal) = random(rows, cols, torus);
        let mut last = Last(Cost::MAX);
        let report = solve(&grid, &start, &goal, &with_nodes(600_000), &mut last).unwrap();
        let last = u64::from(last.0);
        let first = near(&grid, &start, &goal, &Options::default()).0;
        assert!(matches!(report.outcome, Outcome::Solved { cost, .. } if u64::from(cost) == last));
        assert!(last < first, "{rows} x {cols}: {last} after {first}");
    }
}

#[test]
fn large_boards_take_about_as_many_moves_as_the_cube_of_their_side() {
    let (grid, start, goal) = random(20, 20, false);
    assert!(near(&grid, &start, &goal, &Options::default()).0 < 13 * 800);
    let (grid, start, goal) = random(50, 50, true);
    assert!(near(&grid, &start, &goal, &Options::default()).0 < 13 * 12_500);
}

#[test]
fn tiny_boards_are_proved_shortest() {
    let (grid, goal) = (Geometry::new(3, 3, false), GoalCells::blank_last(9));
    let start = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    assert_eq!(near(&grid, &start, &goal, &with_nodes(u64::MAX)), (31, 31));
    let torus = Geometry::new(3, 3, true);
    let (cost, least) = near(&torus, &start, &goal, &with_nodes(u64::MAX));
    assert_eq!(cost, least);
    let ring = Geometry::new(1, 7, true);
    let start = parse_board("3 4 0 5 6 1 2", Some((1, 7))).unwrap();
    let (cost, least) = near(&ring, &start, &GoalCells::blank_last(7), &Options::default());
    assert_eq!(cost, least);
}

#[test]
fn a_stream_is_the_first_solution() {
    for (rows, cols, torus) in [(30, 17, false), (17, 30, true), (2, 40, false), (1, 30, true)] {
        let (grid, start, goal) = random(rows, cols, torus);
        let mut board = start.clone();
        let mut play = |moves: &[Move]| {
            for &Move { from, to } in moves {
                assert_eq!(board.blank(), to);
                board.slide(from);
            }
        };
        let streamed = stream(&grid, &start, &goal, &Limits::default(), &mut play).unwrap();
        assert!(streamed.end.is_ok() && board == Board::blank_last(rows, cols));
        assert_eq!(streamed.moves, near(&grid, &start, &goal, &Options::default()).0);
        assert!(streamed.lower_bound <= streamed.moves);
    }
}

#[test]
fn the_outcome_may_be_another_one() {
    let (grid, start, goal) = random(9, 9, false);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits { cancel, ..Limits::default() };
    let streamed = stream(&grid, &start, &goal, &limits, &mut |_| {}).unwrap();
    assert_eq!(streamed.end, Err(Limit::Cancelled));
    let options = Options { limits, ..Options::default() };
    let report = solve(&grid, &start, &goal, &options, &mut ()).unwrap();
    assert_eq!(report.outcome, Outcome::Stopped(Limit::Cancelled));

    let mut tiles = start.tiles().to_vec();
    let (a, b) = if start.blank() < 2 { (2, 3) } else { (0, 1) };
    tiles.swap(a, b);
    let odd = Board::new(9, 9, tiles).unwrap();
    let report = solve(&grid, &odd, &goal, &Options::default(), &mut ()).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable);
    assert!(solve(&Geometry::new(8, 9, false), &start, &goal, &Options::default(), &mut ()).is_err());
}
