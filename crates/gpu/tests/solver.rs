//! The solver as a whole, on the CPU: lengths against exhaustive tables, goals of all kinds, limits.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use taquin_gpu::{Error, Solver, Tuning};
use taquin_search::{Limit, Limits, Outcome, Progress, Report};
use taquin_tiles::deepening::Checkpoint;
use taquin_tiles::pattern::{Partition, Pattern};
use taquin_tiles::{
    Board, Exhaustive, Geometry, GoalCells, Move, Packed16, RandomBoards, Tiles, UpLeftDownRight,
};

fn cost(report: &Report<Move>) -> u32 {
    let Outcome::Solved { moves, cost } = &report.outcome else { panic!("not solved: {:?}", report.outcome) };
    assert_eq!((moves.len() as u32, report.lower_bound), (*cost, *cost));
    *cost
}

fn random(geometry: Geometry, goal: &Board, seed: u64, count: usize) -> Vec<Board> {
    RandomBoards::new(geometry, GoalCells::of(goal), seed).take(count).collect()
}

#[test]
fn lengths_are_those_of_all_distances() {
    let goals = [
        (Board::blank_first(3, 3), false),
        (Board::blank_last(3, 3), false),
        (Board::new(3, 3, [3, 1, 8, 7, 0, 2, 6, 5, 4]).unwrap(), false),
        (Board::blank_last(2, 4), false),
        (Board::new(5, 2, [9, 8, 7, 6, 5, 0, 4, 3, 2, 1]).unwrap(), false),
        (Board::blank_last(3, 3), true),
        (Board::new(2, 4, [3, 1, 0, 7, 2, 6, 5, 4]).unwrap(), true),
        (Board::blank_first(2, 5), true),
        (Board::blank_last(2, 2), true),
    ];
    for (goal, torus) in goals {
        let geometry = Geometry::new(goal.rows(), goal.cols(), torus);
        let puzzle = Tiles::<Packed16, UpLeftDownRight>::new(geometry, &goal).unwrap();
        let distances = Exhaustive::new(&puzzle).unwrap();
        let mut solver = Solver::twin(geometry, &goal, None, 2).unwrap();
        let boards = random(geometry, &goal, 7, 20);
        for board in &boards {
            let report = solver.solve(board, None, &Limits::default(), &mut ()).unwrap();
            assert_eq!(Some(cost(&report)), distances.distance(&puzzle.state(board).unwrap()));
            let Outcome::Solved { moves, .. } = report.outcome else { unreachable!() };
            let mut board = board.clone();
            moves.iter().for_each(|step| board.slide(step.from));
            assert_eq!(board, goal);
        }
        let mut found = vec![None; boards.len()];
        solver
            .solve_all(&boards, &Limits::default(), &mut (), &mut |number, report| {
                found[number] = Some(cost(&report))
            })
            .unwrap();
        for (board, found) in boards.iter().zip(found) {
            assert_eq!(found, distances.distance(&puzzle.state(board).unwrap()));
        }
    }
}

#[test]
fn any_partition_serves() {
    let (geometry, goal) = (Geometry::new(3, 3, false), Board::blank_first(3, 3));
    let puzzle = Tiles::<Packed16, UpLeftDownRight>::new(geometry, &goal).unwrap();
    let distances = Exhaustive::new(&puzzle).unwrap();
    // One for a goal with the blank in another corner, which a reflection carries over.
    let patterns = [vec![0, 1, 3], vec![2, 4, 5, 6, 7]].map(|cells| Pattern::new(cells, 8));
    let partition = Partition::new(geometry, patterns.to_vec()).unwrap();
    let mut solver = Solver::twin(geometry, &goal, Some(&partition), 1).unwrap();
    for board in random(geometry, &goal, 5, 10) {
        let length = cost(&solver.solve(&board, None, &Limits::default(), &mut ()).unwrap());
        assert_eq!(Some(length), distances.distance(&puzzle.state(&board).unwrap()));
        assert!(solver.estimates(&[board]).unwrap()[0] <= length);
    }
    let edge = Board::new(3, 3, [1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    assert!(matches!(Solver::twin(geometry, &edge, Some(&partition), 1), Err(Error::Partition)));
    let flat = Geometry::new(5, 5, false);
    let single = |cell| Pattern::new([cell], 0);
    let fine = Partition::new(flat, (1..25).map(single).collect()).unwrap();
    let made = Solver::twin(flat, &Board::blank_first(5, 5), Some(&fine), 1);
    assert!(matches!(made, Err(Error::Patterns { tiles: 1, patterns: 24 })));
}

#[test]
fn every_way_of_searching_finds_the_same_length() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_first(3, 4));
    let mut plain = Solver::twin(geometry, &goal, None, 1).unwrap();
    let mut other = Solver::twin(geometry, &goal, None, 2).unwrap();
    // Look ahead from the start, from both ends and narrowly, and try all approaches at once.
    let eager = Tuning {
        look_ahead_from: 1.0,
        look_back_from: 1.0,
        look_around_from: 1.0,
        trial_from: 1.0,
        ..Tuning::default()
    };
    for (nodes_per_width, least_roots) in [(1.0, 1), (50.0, 100)] {
        other.tuning = Tuning { nodes_per_width, least_roots, ..eager };
        for board in random(geometry, &goal, 3, 6) {
            let wanted = cost(&plain.solve(&board, None, &Limits::default(), &mut ()).unwrap());
            assert_eq!(cost(&other.solve(&board, None, &Limits::default(), &mut ()).unwrap()), wanted);
        }
    }
}

#[test]
fn limits_stop_and_the_lower_bound_resumes() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
    let mut solver = Solver::twin(geometry, &goal, None, 1).unwrap();
    let board = &random(geometry, &goal, 11, 1)[0];
    let whole = solver.solve(board, None, &Limits::default(), &mut ()).unwrap();
    let few = Limits { nodes: Some(50), ..Limits::default() };
    let stopped = solver.solve(board, None, &few, &mut ()).unwrap();
    assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Nodes));
    assert!(stopped.lower_bound < cost(&whole));
    let known = Checkpoint::of_bounds((geometry, board, &goal), stopped.stats.bounds, 0.0);
    let resumed = solver.solve(board, Some(&known), &Limits::default(), &mut ()).unwrap();
    assert_eq!(cost(&resumed), cost(&whole));
    let cancelled = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(
        solver.solve(board, None, &cancelled, &mut ()).unwrap().outcome,
        Outcome::Stopped(Limit::Cancelled)
    );
    let mut stops = 0;
    solver
        .solve_all(std::slice::from_ref(board), &cancelled, &mut (), &mut |_, report| {
            stops += u32::from(report.outcome == Outcome::Stopped(Limit::Cancelled));
        })
        .unwrap();
    assert_eq!(stops, 1);
}

#[test]
fn a_resumed_search_chooses_its_approach_again_and_skips_what_has_failed() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
    let mut solver = Solver::twin(geometry, &goal, None, 1).unwrap();
    solver.tuning = Tuning { trial_from: 100.0, look_ahead_from: f64::INFINITY, ..Tuning::default() };
    let mut skips = 0;
    for board in random(geometry, &goal, 5, 6) {
        let whole = solver.solve(&board, None, &Limits::default(), &mut ()).unwrap();
        let known = Checkpoint::of_bounds((geometry, &board, &goal), whole.stats.bounds.clone(), 0.0);
        let resumed = solver.solve(&board, Some(&known), &Limits::default(), &mut ()).unwrap();
        assert_eq!(cost(&resumed), cost(&whole));
        // The rows of the bounds that have failed are those of the first search.
        let failed = whole.stats.bounds.len() - 1;
        assert_eq!(resumed.stats.bounds[..failed], whole.stats.bounds[..failed]);
        skips += usize::from(resumed.stats.expanded < whole.stats.expanded);
    }
    assert!(skips > 2, "{skips}");
}

/// Keeps the last checkpoint, as text.
#[derive(Default)]
struct Keeper(Option<String>);

impl Progress for Keeper {
    fn checkpoint(&mut self, checkpoint: &dyn Display) {
        self.0 = Some(checkpoint.to_string());
    }
}

#[test]
fn a_search_that_was_stopped_in_the_middle_of_a_bound_goes_on_there() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_first(3, 4));
    let pairs = (0..6).map(|pair| Pattern::new((2 * pair + 1..2 * pair + 3).filter(|&cell| cell < 12), 0));
    let weak = Partition::new(geometry, pairs.collect()).unwrap();
    let mut solver = Solver::twin(geometry, &goal, Some(&weak), 2).unwrap();
    let never = f64::INFINITY;
    let plain = Tuning { trial_from: never, look_ahead_from: never, least_roots: 64, ..Tuning::default() };
    let (mut stops, mut middles) = (0, 0);
    for board in random(geometry, &goal, 7, 4) {
        solver.tuning = plain;
        let whole = solver.solve(&board, None, &Limits::default(), &mut ()).unwrap();
        solver.tuning = Tuning { slice_from: 1.0, nodes_per_slice: 1000.0, ..plain };
        let mut keeper = Keeper::default();
        let last = loop {
            let known: Option<Checkpoint> = keeper.0.take().map(|text| text.parse().unwrap());
            middles += usize::from(known.as_ref().is_some_and(|known| known.parts().is_some()));
            let few = Limits { nodes: Some(10_000), ..Limits::default() };
            let report = solver.solve(&board, known.as_ref(), &few, &mut keeper).unwrap();
            if report.outcome != Outcome::Stopped(Limit::Nodes) {
                break report;
            }
            stops += 1;
            assert!(stops < 1000, "it goes on");
        };
        assert_eq!(cost(&last), cost(&whole));
        // The nodes of a bound that fails are the same however often it was stopped.
        let failed = whole.stats.bounds.len() - 1;
        assert_eq!(last.stats.bounds[..failed], whole.stats.bounds[..failed]);
    }
    assert!(stops > 4 && middles > 2, "{stops} stops, {middles} in the middle of a bound");
}

/// However large a bound is, even below a single root, and whatever looks ahead.
#[test]
fn limits_hold_under_any_bound() {
    let (geometry, goal) = (Geometry::new(4, 4, false), Board::blank_first(4, 4));
    let triples = (0..5).map(|row| Pattern::new(3 * row + 1..3 * row + 4, 0)).collect();
    let weak = Partition::new(geometry, triples).unwrap();
    let board = &random(geometry, &goal, 2, 1)[0];
    let deep = Tuning { least_roots: 1, most_roots: 1, ..Tuning::default() };
    let wide = Tuning { look_ahead_from: 1.0, nodes_per_width: 1.0, ..Tuning::default() };
    for (threads, tuning) in [(1, deep), (2, deep), (1, wide)] {
        let mut solver = Solver::twin(geometry, &goal, Some(&weak), threads).unwrap();
        solver.tuning = tuning;
        let estimate = solver.estimates(std::slice::from_ref(board)).unwrap()[0];
        for late in [true, false] {
            let soon = Duration::from_millis(50);
            let cancel = Arc::new(AtomicBool::new(false));
            let limits =
                Limits { time: late.then_some(soon), cancel: Some(cancel.clone()), ..Limits::default() };
            let begun = Instant::now();
            let canceller = std::thread::spawn(move || {
                std::thread::sleep(soon);
                cancel.store(!late, Ordering::Relaxed);
            });
            let report = solver.solve(board, None, &limits, &mut ()).unwrap();
            canceller.join().unwrap();
            let limit = if late { Limit::Time } else { Limit::Cancelled };
            assert_eq!(report.outcome, Outcome::Stopped(limit));
            assert!(report.lower_bound >= estimate);
            assert_eq!(report.stats.bounds.last().map(|count| count.bound), Some(report.lower_bound));
            assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        }
    }
}

/// The limits of a batch are those of each of its boards.
#[test]
fn limits_hold_for_each_board_of_a_batch() {
    let (geometry, goal) = (Geometry::new(3, 4, false), Board::blank_last(3, 4));
    let mut solver = Solver::twin(geometry, &goal, None, 1).unwrap();
    let mut boards = random(geometry, &goal, 11, 3);
    let mut near = goal.clone();
    near.slide(10);
    boards.insert(1, near);
    let outcomes = |solver: &mut Solver, limits: &Limits| {
        let mut outcomes = vec![None; boards.len()];
        solver
            .solve_all(&boards, limits, &mut (), &mut |number, report| outcomes[number] = Some(report))
            .unwrap();
        outcomes.into_iter().map(|report| report.expect("an answer for each").outcome).collect::<Vec<_>>()
    };
    let few = Limits { nodes: Some(50), ..Limits::default() };
    let alone: Vec<_> =
        boards.iter().map(|board| solver.solve(board, None, &few, &mut ()).unwrap().outcome).collect();
    assert!(alone.contains(&Outcome::Stopped(Limit::Nodes)) && alone[1] != Outcome::Stopped(Limit::Nodes));
    assert_eq!(outcomes(&mut solver, &few), alone);
    let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(outcomes(&mut solver, &late)[0], Outcome::Stopped(Limit::Time));
    let soon = Limits { time: Some(Duration::from_secs(600)), ..Limits::default() };
    assert_eq!(outcomes(&mut solver, &soon), outcomes(&mut solver, &Limits::default()));
}

#[test]
fn what_cannot_be_solved_is_said() {
    let (geometry, goal) = (Geometry::new(3, 3, false), Board::blank_last(3, 3));
    let mut solver = Solver::twin(geometry, &goal, None, 1).unwrap();
    let swapped = Board::new(3, 3, [2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    assert_eq!(
        solver.solve(&swapped, None, &Limits::default(), &mut ()).unwrap().outcome,
        Outcome::Unsolvable
    );
    assert_eq!(cost(&solver.solve(&goal, None, &Limits::default(), &mut ()).unwrap()), 0);
    let wrong = Board::blank_last(3, 4);
    assert!(matches!(solver.solve(&wrong, None, &Limits::default(), &mut ()), Err(Error::Tiles(_))));
    for (rows, cols, torus) in [(6, 6, true), (1, 9, false)] {
        let geometry = Geometry::new(rows, cols, torus);
        assert!(matches!(
            Solver::twin(geometry, &Board::blank_last(rows, cols), None, 1),
            Err(Error::Board { .. })
        ));
    }
}

#[cfg(feature = "cuda")]
#[test]
#[allow(clippy::print_stderr)]
fn without_a_driver_the_error_says_so() {
    match taquin_gpu::cuda::Device::open(0, None) {
        Ok(device) => eprintln!("skipped: there is a device ({device:?})"),
        Err(error) => assert!(error.to_string().contains("CUDA"), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn any_goal_of_two_by_three(
        tiles in Just((0u32..6).collect::<Vec<_>>()).prop_shuffle(),
        torus in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let geometry = Geometry::new(2, 3, torus);
        let goal = Board::new(2, 3, tiles).unwrap();
        let puzzle = Tiles::<Packed16, UpLeftDownRight>::new(geometry, &goal).unwrap();
        let distances = Exhaustive::new(&puzzle).unwrap();
        let mut solver = Solver::twin(geometry, &goal, None, 1).unwrap();
        for board in random(geometry, &goal, seed, 3) {
            let report = solver.solve(&board, None, &Limits::default(), &mut ()).unwrap();
            prop_assert_eq!(Some(cost(&report)), distances.distance(&puzzle.state(&board).unwrap()));
        }
    }
}
