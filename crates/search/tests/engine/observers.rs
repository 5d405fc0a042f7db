//! What observers see: every list, every fate, and counts that add up.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::toys::{Given, Graph, Pancakes};
use taquin_search::*;

/// Keeps everything that is reported to it.
#[derive(Default)]
struct Record<S> {
    bounds: Vec<Cost>,
    expanded: Vec<(S, Option<S>, Cost, Cost)>,
    fates: HashMap<Fate, u64>,
    open: Vec<Vec<(S, Cost)>>,
    closed: Vec<Vec<S>>,
    prefixes: Vec<Vec<S>>,
}

impl<S> Progress for Record<S> {
    fn bound(&mut self, bound: Cost) {
        self.bounds.push(bound);
    }
}

impl<S: Clone, P: Puzzle<State = S>> Observer<P> for Record<S> {
    fn expand(&mut self, entry: Entry<'_, S>, lists: &dyn Lists<S>) -> ControlFlow<()> {
        self.expanded.push((entry.state.clone(), entry.parent.cloned(), entry.g, entry.h));
        let mut prefix = Vec::new();
        lists.prefix(&mut |state| prefix.push(state.clone()));
        self.prefixes.push(prefix);
        ControlFlow::Continue(())
    }
    fn generate(&mut self, _: P::Move, _: Entry<'_, S>, fate: Fate) {
        *self.fates.entry(fate).or_default() += 1;
    }
    fn expanded(&mut self, lists: &dyn Lists<S>) {
        let (mut open, mut closed) = (Vec::new(), Vec::new());
        lists.open(&mut |entry| open.push((entry.state.clone(), entry.g + entry.h)));
        lists.closed(&mut |entry| closed.push(entry.state.clone()));
        assert_eq!((open.len(), closed.len()), (lists.open_len(), lists.closed_len()));
        self.open.push(open);
        self.closed.push(closed);
    }
}

/// 0 leads to 1 (cost 1) and 2 (cost 1); the good way to 3 is over 2, but 2 looks bad.
fn detour() -> (Graph, Given) {
    let edges = vec![vec![(1, 1), (2, 1)], vec![(3, 5)], vec![(3, 1)], vec![(4, 1)], vec![(5, 6)], vec![]];
    let goals = (0..6).map(|vertex| vertex == 5).collect();
    (Graph { edges, goals }, Given(vec![0, 0, 7, 0, 0, 0]))
}

#[test]
fn a_closed_node_reached_more_cheaply_is_opened_again() {
    let (graph, given) = detour();
    let mut record = Record::default();
    let strategy = BestFirst { ranking: AStar, open: InsertionOrdered::default(), duplicates: ClosedList };
    let report = best_first(&graph, 0, &given, strategy, &Limits::default(), &mut record);
    assert_eq!(report.outcome, Outcome::Solved { moves: vec![(2, 1), (3, 1), (4, 1), (5, 6)], cost: 9 });
    let order: Vec<u32> = record.expanded.iter().map(|entry| entry.0).collect();
    assert_eq!(order, [0, 1, 3, 4, 2, 3, 4, 5]);
    // Found over 1 and 3 at a cost of 12 first, then reopened over 2.
    assert_eq!(report.stats.reopened, 2);
    assert_eq!(record.fates[&Fate::Reopened], 2);
    assert_eq!(record.fates[&Fate::Improved], 1);
    assert_eq!(record.closed[4], [0, 1, 4, 2], "3 has left, the others stay in the order of closing");
    assert_eq!(record.open[4], [(3, 2), (5, 13)]);
    assert_eq!(record.prefixes[7], [0, 2, 3, 4, 5]);
    assert_eq!(report.stats.largest_closed, 5);
}

#[test]
fn the_open_list_is_shown_in_the_order_of_removal() {
    fn check(open: impl OpenList<Cost>) {
        let mut record = Record::default();
        let strategy = BestFirst { ranking: UniformCost, open, duplicates: ClosedList };
        best_first(&Pancakes::<5>, [4, 2, 0, 3, 1], &Blind, strategy, &Limits::default(), &mut record);
        for (shown, next) in record.open.iter().zip(&record.expanded[1..]) {
            assert_eq!(shown[0].0, next.0);
            assert!(shown.is_sorted_by_key(|item| item.1));
        }
    }
    check(TextbookHeap::default());
    check(InsertionOrdered::default());
    check(BucketQueue::default());
}

#[test]
fn depth_first_shows_its_stack_and_its_prefix_path() {
    let mut record = Record::default();
    let report = depth_limited(&Pancakes::<4>, [1, 3, 2, 0], 2, &Limits::default(), &mut record);
    assert_eq!(report.outcome, Outcome::Stopped(Limit::Depth));
    // The initial state, three children, and two grandchildren of each: one turn leads back.
    assert_eq!(report.stats.goal_checks, 1 + 3 + 6);
    assert_eq!(report.stats.largest_open, 4, "two children wait below two grandchildren");
    assert_eq!(record.fates[&Fate::Duplicate], 3);
    for (prefix, (state, parent, g, _)) in record.prefixes.iter().zip(&record.expanded) {
        assert_eq!(prefix.len() as Cost, g + 1);
        assert_eq!(prefix.last(), Some(state));
        assert_eq!(prefix.iter().rev().nth(1), parent.as_ref());
    }
    // The last pushed is the first popped.
    assert_eq!(record.expanded[1].0, [0, 2, 3, 1]);
}

#[test]
fn the_rows_of_the_bounds_add_up() {
    let start = [3, 5, 1, 0, 4, 2];
    let limits = Limits::default();
    let mut record = Record::default();
    let reports = [
        ida_star(&Pancakes, start, &crate::toys::Gaps, &limits, &mut record),
        ida_star(&Pancakes, start, &Blind, &limits, ()),
        iterative_deepening(&Pancakes, start, &limits, ()),
        breadth_first(&Pancakes, start, &limits, ()),
        bidirectional(&Pancakes, start, &limits, ()),
    ];
    for report in &reports {
        let rows = &report.stats.bounds;
        assert_eq!(rows.iter().map(|row| row.expanded).sum::<u64>(), report.stats.expanded);
        assert_eq!(rows.iter().map(|row| row.generated).sum::<u64>(), report.stats.generated);
        assert!(rows.is_sorted_by(|a, b| a.bound < b.bound));
    }
    assert_eq!(record.bounds, reports[0].stats.bounds.iter().map(|row| row.bound).collect::<Vec<_>>());
    assert_eq!(reports[3].stats.bounds[2].expanded, 20, "the stacks two turns away");
}
