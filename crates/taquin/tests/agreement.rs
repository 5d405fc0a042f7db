//! Every algorithm, with every heuristic that it takes, finds a solution of the same length as the table of
//! all distances; every solution has been replayed.

use taquin::search::SingleGoal;
use taquin::tiles::{Exhaustive, Packed16, Tiles};
use taquin::{Algorithm, Board, Geometry, HeuristicName, Instance, Outcome, Plan, TilesInstance, solve};

/// Walks away from `goal` at random and returns where it ends.
fn stroll(geometry: &Geometry, goal: &Board, steps: usize, seed: u64) -> Board {
    let mut board = goal.clone();
    let mut random = seed;
    for _ in 0..steps {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let near: Vec<u32> = taquin::Direction::ALL
            .iter()
            .filter_map(|&direction| geometry.neighbor(board.blank(), direction))
            .collect();
        board.slide(near[(random >> 33) as usize % near.len()]);
    }
    board
}

fn check(geometry: Geometry, goal: &Board, steps: usize, seeds: u64) {
    let puzzle = Tiles::<Packed16>::new(geometry, goal).unwrap();
    let table = Exhaustive::new(&puzzle).unwrap();
    assert_eq!(table.distance(&puzzle.goal()), Some(0));
    for seed in 0..seeds {
        let start = stroll(&geometry, goal, steps, seed);
        let distance = table.distance(&puzzle.state(&start).unwrap()).unwrap();
        let instance = Instance::from(TilesInstance::new(geometry, start, goal.clone()));
        for plan in plans(&geometry) {
            let answer = solve(&instance, &plan, &mut ()).unwrap();
            let Outcome::Solved { cost, .. } = answer.report.outcome else {
                panic!("{plan:?} did not solve {instance:?}");
            };
            let algorithm = plan.algorithm.unwrap_or(Algorithm::IdaStar);
            if algorithm.is_optimal() {
                assert_eq!(cost, distance, "{plan:?} on {instance:?}");
                assert_eq!(answer.report.lower_bound, cost, "{plan:?} on {instance:?}");
            } else {
                assert!(cost >= distance && answer.report.lower_bound <= distance);
            }
            if algorithm.is_weighted() {
                assert!(2 * cost <= 3 * distance, "one and a half times the optimum at most");
                assert!(2 * cost <= 3 * answer.report.lower_bound, "and that is proved");
            }
        }
    }
}

/// The plan chosen by itself, and every combination that is valid on the grid.
fn plans(geometry: &Geometry) -> Vec<Plan> {
    let mut plans = vec![Plan::default()];
    let all: Vec<HeuristicName> = HeuristicName::all().collect();
    for &algorithm in Algorithm::ALL {
        let guides: &[HeuristicName] = match algorithm.is_informed() {
            true if geometry.is_torus() => {
                &[HeuristicName::BLIND, HeuristicName::MISPLACED, HeuristicName::MANHATTAN]
            }
            true => &all,
            false => &[HeuristicName::BLIND],
        };
        for &guide in guides {
            plans.push(Plan { algorithm: Some(algorithm), heuristic: Some(guide), ..Plan::default() });
        }
    }
    plans
}

#[test]
fn on_flat_boards() {
    check(Geometry::new(3, 3, false), &Board::blank_last(3, 3), 14, 6);
    check(Geometry::new(2, 4, false), &Board::blank_first(2, 4), 15, 6);
    check(Geometry::new(4, 2, false), &Board::new(4, 2, [3, 1, 0, 2, 7, 5, 4, 6]).unwrap(), 15, 4);
    check(Geometry::new(2, 2, false), &Board::blank_last(2, 2), 9, 4);
}

#[test]
fn on_tori() {
    check(Geometry::new(3, 3, true), &Board::blank_last(3, 3), 9, 6);
    check(Geometry::new(2, 3, true), &Board::blank_first(2, 3), 12, 6);
    check(Geometry::new(2, 4, true), &Board::blank_last(2, 4), 10, 4);
}

#[test]
fn on_boards_of_more_than_sixteen_cells() {
    for (rows, cols, torus) in [(5, 4, false), (5, 5, true), (6, 5, false), (6, 6, true)] {
        let geometry = Geometry::new(rows, cols, torus);
        let goal = Board::blank_last(rows, cols);
        let start = stroll(&geometry, &goal, 14, 7);
        let instance = Instance::from(TilesInstance::new(geometry, start, goal));
        let costs: Vec<u32> = [Algorithm::Bidirectional, Algorithm::AStar, Algorithm::IdaStar]
            .into_iter()
            .map(|algorithm| {
                // Pattern tables for this many cells take too long to build here.
                let heuristic = algorithm.is_informed().then_some(HeuristicName::MANHATTAN);
                let plan = Plan { algorithm: Some(algorithm), heuristic, ..Plan::default() };
                match solve(&instance, &plan, &mut ()).unwrap().report.outcome {
                    Outcome::Solved { cost, .. } => cost,
                    other => panic!("{other:?}"),
                }
            })
            .collect();
        assert!(costs.iter().all(|cost| *cost == costs[0]), "{rows} x {cols}: {costs:?}");
    }
}

#[test]
fn an_unsolvable_board_is_told_with_its_reason() {
    let instance = Instance::from(TilesInstance::new(
        Geometry::new(4, 4, false),
        Board::new(4, 4, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]).unwrap(),
        Board::blank_last(4, 4),
    ));
    let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
    assert_eq!(answer.report.outcome, Outcome::Unsolvable);
    assert!(answer.reason.unwrap().contains("permutation is odd"));
}

#[test]
fn a_search_that_stops_tells_what_it_proved() {
    let instance = Instance::from(TilesInstance::new(
        Geometry::new(4, 4, false),
        Board::new(4, 4, [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]).unwrap(),
        Board::blank_last(4, 4),
    ));
    for algorithm in [Algorithm::IdaStar, Algorithm::AStar, Algorithm::BreadthFirst, Algorithm::Bidirectional]
    {
        let mut plan = Plan { algorithm: Some(algorithm), ..Plan::default() };
        plan.limits.nodes = Some(5000);
        let report = solve(&instance, &plan, &mut ()).unwrap().report;
        assert!(matches!(report.outcome, Outcome::Stopped(taquin::Limit::Nodes)), "{algorithm}");
        assert!(report.lower_bound > 0 && report.lower_bound <= 80, "{algorithm}: {}", report.lower_bound);
        assert!(report.stats.expanded <= 5000, "{algorithm}");
    }
}
