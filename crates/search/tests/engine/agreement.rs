//! All optimal algorithms find the same costs, and every solution replays to the goal.

use crate::toys::{Gaps, Given, Graph, Pancakes};
use proptest::prelude::*;
use taquin_search::*;

/// The cost of a solution, replayed; `None` if it was proved that there is none.
fn replay<P: Puzzle>(puzzle: &P, start: &P::State, report: &Report<P::Move>) -> Option<Cost> {
    match &report.outcome {
        Outcome::Solved { moves, cost } => {
            let mut state = start.clone();
            for &mv in moves {
                assert!(puzzle.moves(&state).any(|possible| possible == mv));
                puzzle.apply(&mut state, mv);
            }
            assert!(puzzle.is_goal(&state));
            assert_eq!(moves.iter().map(|&mv| puzzle.cost(mv)).sum::<Cost>(), *cost);
            assert!(report.lower_bound <= *cost);
            Some(*cost)
        }
        Outcome::Unsolvable => {
            assert_eq!(report.lower_bound, Cost::MAX);
            None
        }
        Outcome::Stopped(limit) => panic!("stopped at the {limit}"),
    }
}

fn run<P, H, R, L, D>(
    puzzle: &P,
    start: &P::State,
    heuristic: &H,
    ranking: R,
    open: L,
    duplicates: D,
) -> Report<P::Move>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    D: Duplicates,
{
    let strategy = BestFirst { ranking, open, duplicates };
    best_first(puzzle, start.clone(), heuristic, strategy, &Limits::default(), ())
}

fn heap() -> TextbookHeap<Cost> {
    TextbookHeap::default()
}

fn ordered() -> InsertionOrdered<Cost> {
    InsertionOrdered::default()
}

fn buckets() -> BucketQueue {
    BucketQueue::default()
}

fn closed() -> ClosedList {
    ClosedList
}

fn graphs() -> impl Strategy<Value = (Graph, Vec<Cost>)> {
    let edges = prop::collection::vec(prop::collection::vec((0u32..24, 1u32..9), 0..4), 24);
    let goals = prop::collection::vec(prop::bool::weighted(0.06), 24);
    (edges, goals, prop::collection::vec(0u32..=100, 24))
        .prop_map(|(edges, goals, percent)| (Graph { edges, goals }, percent))
}

/// Admissible and usually inconsistent: some hundredths of the true distance.
fn bounds(distances: &[Option<Cost>], percent: &[Cost]) -> Given {
    Given(distances.iter().zip(percent).map(|(d, percent)| d.unwrap_or(50) * percent / 100).collect())
}

proptest! {
    #[test]
    fn best_first_is_optimal_on_any_graph((graph, percent) in graphs()) {
        let distances = graph.distances();
        let given = bounds(&distances, &percent);
        for start in 0..4 {
            let expected = distances[start as usize];
            let reports = [
                run(&graph, &start, &Blind, UniformCost, heap(), closed()),
                run(&graph, &start, &Blind, UniformCost, ordered(), closed()),
                run(&graph, &start, &given, AStar, heap(), closed()),
                run(&graph, &start, &given, AStar, ordered(), closed()),
                run(&graph, &start, &given, AStar, buckets(), closed()),
                run(&graph, &start, &given, WeightedAStar { percent: 100 }, buckets(), closed()),
            ];
            for report in reports {
                prop_assert_eq!(replay(&graph, &start, &report), expected);
                prop_assert_eq!(report.lower_bound, expected.unwrap_or(Cost::MAX));
            }
            let heavy = run(&graph, &start, &given, WeightedAStar { percent: 250 }, buckets(), closed());
            let cost = replay(&graph, &start, &heavy);
            prop_assert_eq!(cost.is_some(), expected.is_some());
            if let (Some(cost), Some(expected)) = (cost, expected) {
                prop_assert!(2 * cost <= 5 * expected && heavy.lower_bound <= expected);
            }
            let greedy = run(&graph, &start, &given, Greedy, heap(), closed());
            prop_assert_eq!(replay(&graph, &start, &greedy).is_some(), expected.is_some());
        }
    }

    /// Searches of the tree of paths end only where there is a goal.
    #[test]
    fn tree_searches_are_optimal_where_there_is_a_goal((graph, percent) in graphs()) {
        let distances = graph.distances();
        let given = bounds(&distances, &percent);
        for start in (0..24).filter(|&start| distances[start as usize].is_some_and(|d| d < 25)).take(3) {
            let expected = distances[start as usize];
            let tree = run(&graph, &start, &given, AStar, heap(), ParentOnly);
            prop_assert_eq!(replay(&graph, &start, &tree), expected);
            let deepening = ida_star(&graph, start, &given, &Limits::default(), ());
            prop_assert_eq!(replay(&graph, &start, &deepening), expected);
            prop_assert_eq!(Some(deepening.lower_bound), expected);
        }
    }

    #[test]
    fn searches_by_moves_find_the_fewest((graph, _) in graphs()) {
        let graph = graph.with_unit_costs();
        let distances = graph.distances();
        for start in 0..6u32 {
            let expected = distances[start as usize];
            let report = breadth_first(&graph, start, &Limits::default(), ());
            prop_assert_eq!(replay(&graph, &start, &report), expected);
            prop_assert_eq!(report.lower_bound, expected.unwrap_or(Cost::MAX));
            if expected.is_some_and(|moves| moves > 9) {
                continue;
            }
            // Without a goal the prefix path still makes the tree finite, but it may be vast.
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            let report = iterative_deepening(&graph, start, &limits, ());
            if report.outcome == Outcome::Stopped(Limit::Nodes) {
                prop_assert_eq!(expected, None);
            } else {
                prop_assert_eq!(replay(&graph, &start, &report), expected);
                prop_assert_eq!(report.lower_bound, expected.unwrap_or(Cost::MAX));
            }
        }
    }
}

#[test]
fn every_stack_of_pancakes_is_sorted_in_the_fewest_turns() {
    let puzzle = Pancakes::<6>;
    let mut depths = Vec::new();
    let exploration = explore(&puzzle, [puzzle.goal()], &Limits::default(), ());
    // The published numbers of stacks of six by the turns they need.
    assert_eq!(exploration.levels, [1, 5, 20, 79, 199, 281, 133, 2]);
    assert_eq!((exploration.states(), exploration.farthest.len()), (720, 2));
    let mut level = vec![puzzle.goal()];
    let mut seen = std::collections::HashSet::from([puzzle.goal()]);
    for depth in 0.. {
        depths.extend(level.iter().map(|&state| (state, depth)));
        level = level.iter().flat_map(|s| puzzle.moves(s).map(|mv| puzzle.successor(s, mv))).collect();
        level.retain(|&state| seen.insert(state));
        if level.is_empty() {
            break;
        }
    }
    assert_eq!(depths.len(), 720);
    for (start, depth) in depths {
        let mut reports = vec![
            breadth_first(&puzzle, start, &Limits::default(), ()),
            bidirectional(&puzzle, start, &Limits::default(), ()),
            ida_star(&puzzle, start, &Gaps, &Limits::default(), ()),
            run(&puzzle, &start, &Gaps, AStar, heap(), ParentOnly),
            run(&puzzle, &start, &Gaps, AStar, buckets(), closed()),
            run(&puzzle, &start, &Max(Gaps, Blind), AStar, ordered(), closed()),
        ];
        if depth <= 5 {
            reports.push(iterative_deepening(&puzzle, start, &Limits::default(), ()));
            reports.push(ida_star(&puzzle, start, &Blind, &Limits::default(), ()));
        }
        for report in reports {
            assert_eq!(replay(&puzzle, &start, &report), Some(depth));
            assert_eq!(report.lower_bound, depth);
        }
    }
}

#[test]
fn two_sides_that_cannot_meet_prove_it() {
    struct Parity;
    impl Puzzle for Parity {
        type State = u32;
        type Move = i32;
        type Moves = std::array::IntoIter<i32, 2>;
        fn moves(&self, _: &u32) -> Self::Moves {
            [2, -2].into_iter()
        }
        fn apply(&self, state: &mut u32, mv: i32) {
            *state = state.wrapping_add_signed(mv) % 64;
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 1
        }
    }
    impl Reversible for Parity {
        fn inverse(&self, mv: i32) -> i32 {
            -mv
        }
    }
    impl SingleGoal for Parity {
        fn goal(&self) -> u32 {
            1
        }
    }
    assert_eq!(bidirectional(&Parity, 0, &Limits::default(), ()).outcome, Outcome::Unsolvable);
    assert_eq!(breadth_first(&Parity, 0, &Limits::default(), ()).outcome, Outcome::Unsolvable);
    assert_eq!(iterative_deepening(&Parity, 0, &Limits::default(), ()).outcome, Outcome::Unsolvable);
    let report = bidirectional(&Parity, 33, &Limits::default(), ());
    assert_eq!(replay(&Parity, &33, &report), Some(16));
}
