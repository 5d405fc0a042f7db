//! Every algorithm stops at its limits, and reports what it has proved by then.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::toys::{Gaps, Pancakes};
use taquin_search::*;

type Puzzle10 = Pancakes<10>;

/// A stack of ten that needs eleven turns.
const START: [u8; 10] = [7, 0, 5, 9, 3, 1, 8, 4, 2, 6];

/// Runs every algorithm under `limits`.
fn all<O: Observer<Puzzle10>>(limits: &Limits, observer: impl Fn() -> O) -> Vec<Report<usize>> {
    let puzzle = Pancakes;
    let tree = BestFirst { ranking: AStar, open: TextbookHeap::default(), duplicates: ParentOnly };
    let graph = BestFirst { ranking: AStar, open: BucketQueue::default(), duplicates: ClosedList };
    vec![
        best_first(&puzzle, START, &Blind, tree, limits, observer()),
        best_first(&puzzle, START, &Blind, graph, limits, observer()),
        breadth_first(&puzzle, START, limits, observer()),
        bidirectional(&puzzle, START, limits, observer()),
        ida_star(&puzzle, START, &Blind, limits, observer()),
        iterative_deepening(&puzzle, START, limits, observer()),
        depth_limited(&puzzle, START, 20, limits, observer()),
    ]
}

#[test]
fn the_toy_needs_eleven_turns() {
    let report = ida_star(&Pancakes, START, &Gaps, &Limits::default(), ());
    assert!(matches!(report.outcome, Outcome::Solved { cost: 11, .. }), "{:?}", report.outcome);
}

#[test]
fn the_node_limit_is_kept_exactly() {
    for nodes in [0, 1, 10, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for report in all(&limits, || ()) {
            assert_eq!(report.outcome, Outcome::Stopped(Limit::Nodes));
            assert_eq!(report.stats.expanded, nodes);
            assert!(report.lower_bound <= 11);
        }
    }
}

#[test]
fn the_lower_bounds_rise() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let bounds: Vec<Cost> = all(&limits, || ()).iter().map(|report| report.lower_bound).collect();
    assert!(bounds[..6].iter().all(|bound| (4..=11).contains(bound)), "{bounds:?}");
    assert_eq!(bounds[6], 1, "a depth-limited search proves nothing until it ends");
}

#[test]
fn time_memory_and_flag_stop_every_search() {
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let cancel = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    for (limits, limit) in [(time, Limit::Time), (cancel, Limit::Cancelled)] {
        for report in all(&limits, || ()) {
            assert_eq!(report.outcome, Outcome::Stopped(limit));
        }
    }
    let memory = Limits { memory: Some(1 << 20), ..Limits::default() };
    for report in all(&Limits { nodes: Some(500_000), ..memory }, || ()) {
        // The depth-first searches never need as much.
        assert!(matches!(report.outcome, Outcome::Stopped(Limit::Memory | Limit::Nodes)));
        assert!(report.stats.peak_bytes < 3 << 20, "{}", report.stats.peak_bytes);
    }
}

#[test]
fn an_observer_can_break_a_search() {
    struct Patience(u32);
    impl Progress for Patience {}
    impl Observer<Puzzle10> for Patience {
        fn expand(&mut self, _: Entry<'_, [u8; 10]>, _: &dyn Lists<[u8; 10]>) -> ControlFlow<()> {
            self.0 -= 1;
            if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    struct OneTick;
    impl Observer<Puzzle10> for OneTick {}
    impl Progress for OneTick {
        fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
            if stats.expanded > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    for report in all(&Limits::default(), || (Patience(50), ())) {
        assert_eq!(report.outcome, Outcome::Stopped(Limit::Cancelled));
        assert!(report.stats.expanded <= 49);
    }
    for report in all(&Limits::default(), || ((), OneTick)) {
        assert_eq!(report.outcome, Outcome::Stopped(Limit::Cancelled));
        assert!((10_001..20_000).contains(&report.stats.expanded));
    }
}

#[test]
fn a_depth_limit_is_an_outcome_with_a_bound() {
    let report = depth_limited(&Pancakes::<4>, [3, 1, 0, 2], 2, &Limits::default(), ());
    assert_eq!((report.outcome, report.lower_bound), (Outcome::Stopped(Limit::Depth), 3));
    let report = depth_limited(&Pancakes::<4>, [0, 1, 2, 3], 0, &Limits::default(), ());
    assert_eq!((report.outcome, report.lower_bound), (Outcome::Solved { moves: vec![], cost: 0 }, 0));
}

#[test]
fn an_exploration_that_stops_keeps_its_complete_levels() {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let exploration = explore(&Pancakes::<6>, [[0, 1, 2, 3, 4, 5]], &limits, ());
    assert_eq!(exploration.stopped, Some(Limit::Nodes));
    assert_eq!(exploration.levels, [1, 5, 20, 79]);
    assert_eq!(exploration.farthest.len(), 79);
}
