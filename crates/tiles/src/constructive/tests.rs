use proptest::prelude::*;

use super::*;
use crate::random::RandomBoards;

fn board(grid: Geometry, goal: &GoalCells, seed: u64) -> Board {
    RandomBoards::new(grid, goal.clone(), seed).next().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn solutions_of_all_shapes_reach_all_goals(
        (rows, cols, torus) in (1u32..9, 1u32..9, any::<bool>()),
        (seed, goal_seed) in any::<(u64, u64)>(),
        rounds in 0u32..2,
    ) {
        let grid = Geometry::new(rows, cols, torus);
        let goal = GoalCells::of(&board(grid, &GoalCells::blank_last(rows * cols), goal_seed));
        let start = board(grid, &goal, seed);
        let options = NearOptions { rounds, ..NearOptions::default() };
        // The solver makes the moves again itself and panics if they do not reach the goal.
        let near = solve_near(&grid, &start, &goal, &options, &mut |_| {}).unwrap();
        prop_assert!(near.lower_bound <= near.moves.len() as u64);
        if grid.is_bipartite() {
            prop_assert_eq!(near.lower_bound % 2, near.moves.len() as u64 % 2);
        }
    }
}
