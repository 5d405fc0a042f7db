//! Shortest solutions in moves of lines on four by four cells, beside breadth-first search and beside lengths that the
//! tables of rows and columns have given. Both sizes of tables give the same.

use std::collections::HashSet;
use std::path::Path;

use taquin_search::{Cost, Limits, Outcome, Puzzle, Stats};
use taquin_tiles::metric::Shortest;
use taquin_tiles::{Board, Geometry, Metered, Metric, metric};

fn size() -> Geometry {
    Geometry::new(4, 4, false)
}

fn line() -> &'static dyn Metric {
    metric::named("line").expect("a metric")
}

fn board(text: &str) -> Board {
    let tiles: Vec<u32> = text.split_whitespace().map(|word| word.parse().expect("a tile")).collect();
    Board::new(4, 4, tiles).expect("a permutation")
}

/// The length of a shortest solution, which is replayed.
fn solved(search: &dyn Shortest, start: &Board, goal: &Board) -> Cost {
    let report = search.solve(start, &Limits::default(), &mut ());
    let Outcome::Solved { moves, cost } = report.outcome else { panic!("{start:?} has a solution") };
    let mut board = start.clone();
    for mv in &moves {
        assert_eq!(board.blank(), mv.to);
        board.slide(mv.from);
    }
    assert_eq!(&board, goal);
    assert_eq!(line().count(&size(), &mut moves.iter().copied()), u64::from(cost));
    assert_eq!(report.lower_bound, cost);
    cost
}

#[test]
fn shortest_solutions_are_found_from_near_and_far() {
    for many in [false, true] {
        // The tables are built once, and are the same for all goals.
        let folder = std::env::temp_dir().join(format!("taquin-lines-{}-{many}", std::process::id()));
        near(&folder, many);
        far(&folder, many);
        std::fs::remove_dir_all(folder).expect("it was written");
    }
}

/// Positions near the goal have the depth of breadth-first search.
fn near(folder: &Path, many: bool) {
    let goals = [
        Board::blank_last(4, 4),
        board("5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15"),
        board("5 1 2 3 4 15 6 7 8 9 10 11 12 0 14 13"),
    ];
    for goal in goals {
        let search =
            line().search(&size(), &goal, 2, &Limits::default(), Some(folder), many).expect("no limit");
        assert_eq!(search.keep(folder).expect("there is room").len(), 2);
        let puzzle = Metered::new(size(), &goal, line()).expect("a goal of the right size");
        let start = puzzle.state(&goal).expect("the right size");
        let (mut seen, mut level) = (HashSet::from([start]), vec![start]);
        for depth in 0..8 {
            for state in level.iter().step_by(1 + level.len() / 60) {
                let board = puzzle.board(state);
                assert_eq!(solved(&*search, &board, &goal), depth, "{board:?}");
                let counted = (&Limits::default(), &mut Stats::default());
                let within = search.positions_within(&puzzle, &board, depth, &|_, _| true, counted, &mut ());
                assert!(within.expect("no limit").solved, "{board:?}");
            }
            let next =
                level.iter().flat_map(|state| puzzle.moves(state).map(|mv| puzzle.successor(state, mv)));
            level = next.filter(|state| seen.insert(*state)).collect();
        }
    }
}

/// Boards of Korf have known lengths.
fn far(folder: &Path, many: bool) {
    let goal = Board::blank_first(4, 4);
    let search = line().search(&size(), &goal, 2, &Limits::default(), Some(folder), many).expect("no limit");
    for (text, length) in [
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 33),
        ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 32),
        ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 35),
    ] {
        assert_eq!(solved(&*search, &board(text), &goal), length, "{text}");
    }
}
