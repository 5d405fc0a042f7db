//! Boards, their solver and its visualizer.

use std::fs;

use taquin_courses::{Board, Program, Settings, Solver, Unsolved};
use taquin_search::{Limit, Limits};

use super::refused;
use crate::call::{call_on, call_with};

#[test]
fn boards_of_every_size_are_told_about() {
    assert_eq!(call_on(Program::Board, "1\n0\n").out, "0\n0\ntrue\ntrue\n");
    let done = call_on(Program::Board, "2\n1 2\n3 0");
    assert_eq!(done.out, "0\n0\ntrue\ntrue\n2\n 1  0\n 3  2\n2\n 1  2\n 0  3\n");
    let tiles: Vec<String> = (0..121).map(|tile| tile.to_string()).collect();
    let done = call_on(Program::Board, format!("11\n{}", tiles.join(" ")));
    assert!(
        done.out.ends_with("\n110 111 112 113 114 115 116 117 118 119 120\n"),
        "wide tiles take their width"
    );
    assert!(done.out.contains("\n 1  0  2  3  4  5  6  7  8  9 10\n11 12 13"));
    assert_eq!(done.err, "");
}

#[test]
fn broken_boards_are_refused_with_their_place() {
    for (file, place) in [
        ("", "line 1, column 1"),
        ("x", "line 1, column 1"),
        ("0\n", "line 1, column 1"),
        ("40000\n1 2", "line 1, column 1"),
        ("-3\n", "line 1, column 1"),
        ("2\n1 2\n3", "line 3, column 2"),
        ("2\n1 2\n3 0 4", "line 3, column 5"),
        ("2\n1 2\n3 4", "line 3, column 3"),
        ("2\n1 2\n2 0", "line 3, column 1"),
        ("2\n1 2\n3 x", "line 3, column 3"),
        ("2\n1 2\n3 99999999999999999999999", "line 3, column 3"),
    ] {
        for program in [Program::Board, Program::Solver, Program::Visualizer] {
            let done = call_on(program, file);
            assert_eq!((done.exit, done.out.as_str()), (2, ""), "{file:?}");
            assert!(done.err.contains(place), "{file:?}: {}", done.err);
        }
    }
    for program in [Program::Board, Program::Solver, Program::Visualizer] {
        refused(program, "", true);
        refused(program, "a b", true);
        refused(program, "/no/such/file", false);
        assert_eq!(call_on(program, b"2\n\xff\xfe").exit, 2);
    }
    assert!(Board::new(vec![vec![1, 2, 3], vec![0]]).is_err());
    assert!(Board::new([[1, 1], [2, 0]]).is_err());
    assert!(Board::new(Vec::<Vec<u32>>::new()).is_err());
}

#[test]
fn the_solver_knows_solved_and_unsolvable_boards() {
    let done = call_on(Program::Solver, "3\n1 2 3\n4 5 6\n7 8 0");
    assert_eq!((done.exit, done.out.as_str(), done.err.as_str()), (0, "Minimum number of moves = 0\n", ""));
    assert_eq!(call_on(Program::Solver, "1 0").out, "Minimum number of moves = 0\n");
    let done = call_on(Program::Solver, "3\n1 2 3\n4 5 6\n8 7 0");
    assert_eq!((done.exit, done.out.as_str(), done.err.as_str()), (1, "Unsolvable puzzle\n", ""));
    let unsolvable = Board::new([[2, 1], [3, 0]]).unwrap();
    assert_eq!(Solver::new(unsolvable).unwrap_err(), Unsolved::Unsolvable);
    // Beyond the sizes that fit a word: the blank of a solved 40 x 40 board, moved twice.
    let mut tiles: Vec<usize> = (1..1600).chain([0]).collect();
    tiles.swap(1599, 1598);
    tiles.swap(1598, 1558);
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    let done = call_on(Program::Solver, format!("40\n{}", tiles.join("\n")));
    assert!(done.out.starts_with("Minimum number of moves = 2\n40\n"), "{}", done.err);
}

/// The lengths of solutions that come with the boards of the course.
#[test]
fn the_solver_finds_the_fewest_moves() {
    for (moves, board) in [
        (7, "3\n1 2 3\n0 7 6\n5 4 8"),
        (20, "3\n7 4 3\n2 8 6\n0 5 1"),
        (30, "4\n2 4 8 12\n1 7 3 14\n0 6 15 11\n5 9 13 10"),
        (31, "3\n8 6 7\n2 5 4\n3 0 1"),
    ] {
        let done = call_on(Program::Solver, board);
        let first = done.out.lines().next();
        assert_eq!(first, Some(format!("Minimum number of moves = {moves}").as_str()), "{board}");
    }
}

#[test]
fn textbook_searches_stop_at_their_memory_limit() {
    let memory = |bytes| Settings {
        limits: Limits { memory: Some(bytes), ..Limits::default() },
        ..Settings::default()
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    let call_within = |program: Program, content: &str, bytes: usize| {
        fs::write(file.path(), content).unwrap();
        call_with(program, &[file.path().into()], &memory(bytes))
    };
    let board = "4\n0 12 9 13\n15 11 10 14\n3 7 5 6\n4 8 2 1";
    let done = call_within(Program::Solver, board, 20 << 20);
    assert_eq!((done.exit, done.out.as_str()), (3, ""));
    assert!(done.err.contains("memory limit") && done.err.contains("`taquin solve`"), "{}", done.err);
    let bound: u64 = done.err.split("at least ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((50..=80).contains(&bound), "{}", done.err);
    let done = call_within(Program::EightPuzzle, "8 6 7 2 5 4 3 0 1  1 2 3 4 5 6 7 8 0", 20 << 20);
    assert_eq!((done.exit, done.out.as_str()), (3, ""));
    assert!(done.err.contains("memory limit"), "{}", done.err);
    // A board so large that not even its successors fit, with three tiles turned around.
    let tiles: Vec<String> = [2, 3, 1].into_iter().chain(4..10_000).map(|tile| tile.to_string()).collect();
    let done = call_within(Program::Solver, &format!("100\n{} 0", tiles.join(" ")), 1 << 16);
    assert_eq!(done.exit, 3);
    assert!(done.err.contains("at least 4 moves"), "{}", done.err);
    let hard = Board::new([[0, 12, 9, 13], [15, 11, 10, 14], [3, 7, 5, 6], [4, 8, 2, 1]]).unwrap();
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    assert!(matches!(Solver::within(hard, &limits), Err(Unsolved::Stopped { limit: Limit::Nodes, .. })));
}

#[test]
fn the_visualizer_shows_every_stage() {
    let done = call_on(Program::Visualizer, "3\n1 2 3\n4 5 6\n0 7 8");
    let expected = "Move 0 of 2, Manhattan distance 2\n3\n 1  2  3\n 4  5  6\n 0  7  8\n\n\
                    Move 1 of 2, Manhattan distance 1\n3\n 1  2  3\n 4  5  6\n 7  0  8\n\n\
                    Move 2 of 2, Manhattan distance 0\n3\n 1  2  3\n 4  5  6\n 7  8  0\n\n";
    assert_eq!((done.exit, done.out.as_str()), (0, expected));
    let done = call_on(Program::Visualizer, "2\n2 1\n3 0");
    assert_eq!((done.exit, done.out.as_str()), (1, "Unsolvable puzzle\n"));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "2\n1 2\n3 0").unwrap();
    let terminal = Settings { terminal: true, ..Settings::default() };
    let done = call_with(Program::Visualizer, &[file.path().into()], &terminal);
    assert!(done.out.starts_with("\x1b[2J\x1b[HMove 0 of 0, Manhattan distance 0\n"));
}
