//! The numbers of shortest solutions, compared with those that breadth-first search from the goal counts, for all
//! positions of small boards and in every metric.

use std::collections::HashMap;
use std::hash::Hash;

use taquin_search::{Cost, Limits, ShortestPaths, SingleGoal, Stats};
use taquin_tiles::deepening::{Boards, Options};
use taquin_tiles::{Board, Geometry, Greedy, Metered, Packed16, Packed25, Slide, Tiles, metric};

/// The distance of every position from the goal, and the number of shortest solutions.
fn counts<P: SingleGoal>(puzzle: &P) -> Vec<(P::State, Cost, u128)>
where
    P::State: Hash,
{
    let mut known = HashMap::from([(puzzle.goal(), (0, 1))]);
    let mut level = vec![puzzle.goal()];
    while !level.is_empty() {
        let mut next = Vec::new();
        for state in &level {
            let (depth, ways) = known[state];
            for mv in puzzle.moves(state) {
                let there = puzzle.successor(state, mv);
                let (at, sum) = known.entry(there.clone()).or_insert_with(|| {
                    next.push(there);
                    (depth + 1, 0)
                });
                *sum += if *at == depth + 1 { ways } else { 0 };
            }
        }
        level = next;
    }
    known.into_iter().map(|(state, (depth, ways))| (state, depth, ways)).collect()
}

/// Calls `check` for `cases`, on as many threads as there are cores.
fn for_all<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for chunk in cases.chunks(cases.len().div_ceil(threads)) {
            scope.spawn(|| chunk.iter().for_each(&check));
        }
    });
}

fn boards() -> [(Geometry, Board); 3] {
    let turned = Board::new(3, 3, [3, 1, 4, 2, 0, 5, 8, 7, 6]).expect("a permutation");
    [
        (Geometry::new(3, 3, false), Board::blank_last(3, 3)),
        (Geometry::new(2, 4, true), Board::blank_last(2, 4)),
        (Geometry::new(2, 3, false), Board::blank_first(2, 3)),
    ]
    .map(|(geometry, goal)| (geometry, if geometry.cells() == 9 { turned.clone() } else { goal }))
}

#[test]
fn all_solutions_in_single_moves_are_counted() {
    for (geometry, goal) in boards() {
        let mut boards = Boards::new(geometry, &goal, None, Vec::new()).expect("a goal of the right size");
        let engine =
            boards.engine(&Options::default(), &mut ()).expect("the right size").expect("there is room");
        let puzzle = Tiles::<Packed16>::new(geometry, &goal).expect("a goal of the right size");
        for_all(&counts(&puzzle), |&(state, cost, ways)| {
            let (board, limits) = (puzzle.board(&state), Limits::default());
            let find = |bound| {
                let counted = (&limits, &mut Stats::default());
                let found = engine.positions_within::<Packed16>(&board, bound, None, counted, &mut ());
                found.expect("a board of the right size").expect("no limit")
            };
            let within = find(cost);
            let depth = |state: &Packed16| within.depths.get(state).copied();
            let paths = ShortestPaths::new(&puzzle, state, cost, &depth, &|_, _| true, &limits);
            assert!(within.solved);
            assert_eq!(paths.expect("no limit").count(), ways, "{board:?}");
            if cost > 1 {
                let less = find(cost - if geometry.is_bipartite() { 2 } else { 1 });
                assert!(!less.solved && less.next.is_some_and(|next| next <= cost), "{board:?}");
            }
        });
    }
}

#[test]
fn all_solutions_in_moves_of_lines_are_counted() {
    let line = metric::named("line").expect("a metric");
    for (geometry, goal) in boards() {
        // Around a torus the same motion can be cut into moves in several ways, which are counted as one.
        if geometry.is_torus() {
            continue;
        }
        let puzzle = Metered::new(geometry, &goal, line).expect("a goal of the right size");
        let search = line.search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit");
        for_all(&counts(&puzzle), |&(state, cost, ways)| {
            let (board, limits) = (puzzle.board(&state), Limits::default());
            let counted = (&limits, &mut Stats::default());
            let within = search.positions_within(&puzzle, &board, cost, &|_, _| true, counted, &mut ());
            let depths = within.expect("no limit").depths;
            let depth = |(board, _): &(Packed25, Option<Slide>)| depths.get(board).copied();
            let start = (state, None);
            let paths = ShortestPaths::new(&Greedy(&puzzle), start, cost, &depth, &|_, _| true, &limits);
            assert_eq!(paths.expect("no limit").count(), ways, "{board:?}");
        });
    }
}
