use proptest::prelude::*;

use super::*;
use crate::random::RandomBoards;

fn board(grid: Geometry, goal: &GoalCells, seed: u64) -> Board {
    RandomBoards::new(grid, goal.clone(), seed).next().unwrap()
}

/// Solves, and returns the cost and the lower bound. The solver makes the moves again itself and
/// panics if they do not reach the goal.
fn near(grid: &Geometry, start: &Board, goal: &GoalCells, options: &Options) -> (u64, u64) {
    let report = solve(grid, start, goal, options, &mut |_| {}).unwrap();
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
        let (cost, least) = near(&grid, &start, &goal, &Options { rounds, seed, limits });
        prop_assert!(least <= cost);
        if grid.is_bipartite() {
            prop_assert_eq!(least % 2, cost % 2);
        }
    }
}
