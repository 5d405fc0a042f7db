//! Bounded-suboptimal searches keep their promise: a solution within a factor of the shortest, and a lower bound that
//! proves it, compared with true distances.

use taquin::search::Puzzle;
use taquin::tiles::{Exhaustive, GoalCells, Packed16, RandomBoards, Tiles};
use taquin::{
    Algorithm, Board, Cost, Geometry, HeuristicName, Instance, Outcome, Plan, TilesInstance, solve,
};

const ALGORITHMS: [Algorithm; 2] = [Algorithm::WeightedAStar, Algorithm::ExplicitEstimation];

/// The cost of a solution by a plan, which is at most `percent` of `fewest`, the fewest moves, and proves that itself.
fn check(instance: &Instance, fewest: Cost, percent: Cost, plan: &Plan) -> Cost {
    let answer = solve(instance, plan, &mut ()).unwrap();
    let Outcome::Solved { cost, .. } = answer.report.outcome else { panic!("{plan:?}: not solved") };
    let bound = answer.report.lower_bound;
    assert!(bound <= fewest && fewest <= cost, "{plan:?}: {bound} {fewest} {cost}");
    assert!(cost * 100 <= bound * percent, "{plan:?}: {cost} of {bound}");
    cost
}

/// Every plan with a factor of `percent`: as the limit of a gap, and as a weight.
fn plans(percent: Cost, heuristic: HeuristicName) -> Vec<Plan> {
    let named =
        |algorithm| Plan { algorithm: Some(algorithm), heuristic: Some(heuristic), ..Plan::default() };
    let within = |plan: Plan| Plan { within_percent: Some(percent), ..plan };
    let mut plans = vec![within(Plan::default())];
    plans.extend(ALGORITHMS.map(|algorithm| within(named(algorithm))));
    plans.extend(ALGORITHMS.map(|algorithm| Plan { weight_percent: Some(percent), ..named(algorithm) }));
    plans
}

/// A part of all positions of a small board, every one with one of the factors.
fn check_part(geometry: Geometry, goal: &Board, part: usize) {
    let puzzle = Tiles::<Packed16>::new(geometry, goal).unwrap();
    let table = Exhaustive::new(&puzzle).unwrap();
    let (mut longer, mut seen) = (0, 0);
    for (place, (state, fewest)) in table.iter().step_by(part).enumerate() {
        assert_eq!(puzzle.is_goal(&state), fewest == 0);
        let instance = Instance::from(TilesInstance::new(geometry, puzzle.board(&state), goal.clone()));
        let percent = [100, 105, 120, 150, 300][place % 5];
        for plan in plans(percent, HeuristicName::MANHATTAN) {
            longer += Cost::from(check(&instance, fewest, percent, &plan) > fewest);
            seen += 1;
        }
    }
    assert!(seen > 1000 && longer > 0, "{longer} of {seen} are longer: the searches differ from A*");
}

#[test]
fn on_a_part_of_all_eight_puzzles() {
    check_part(Geometry::new(3, 3, false), &Board::blank_last(3, 3), 311);
}

#[test]
fn on_a_part_of_all_boards_of_2x5() {
    check_part(Geometry::new(2, 5, false), &Board::blank_first(2, 5), 9001);
}

#[test]
fn on_boards_of_3x4() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
    for board in RandomBoards::new(geometry, GoalCells::of(&goal), 11).take(12) {
        let instance = Instance::from(TilesInstance::new(geometry, board, goal.clone()));
        let Outcome::Solved { cost, .. } =
            solve(&instance, &Plan::default(), &mut ()).unwrap().report.outcome
        else {
            panic!("a solvable board");
        };
        for percent in [120, 200] {
            for plan in plans(percent, HeuristicName::LINEAR_CONFLICT) {
                check(&instance, cost, percent, &plan);
            }
        }
    }
}

#[test]
fn on_korfs_hundred() {
    let (geometry, goal) = (Geometry::new(4, 4, false), Board::blank_first(4, 4));
    let lines = include_str!("../../tiles/data/korf100.txt").lines();
    let mut count = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let board = Board::new(4, 4, &numbers[2..]).unwrap();
        let instance = Instance::from(TilesInstance::new(geometry, board, goal.clone()));
        for algorithm in ALGORITHMS {
            let heuristic = Some(HeuristicName::WALKING_DISTANCE);
            let plan =
                Plan { algorithm: Some(algorithm), heuristic, within_percent: Some(200), ..Plan::default() };
            check(&instance, numbers[1], 200, &plan);
        }
        count += 1;
    }
    assert_eq!(count, 100);
}
