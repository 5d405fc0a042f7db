//! `taquin solve` with `--all`, `--count`, `--first-moves` and `--avoid`.

mod support;

use support::{check, piped, taquin, text};

const HARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

#[test]
fn all_solutions_are_printed_in_every_form() {
    let list = taquin(&["solve", HARD, "--all", "--format", "moves"]);
    let lines: Vec<&str> = text(&list.stdout).lines().collect();
    assert_eq!((lines.len(), list.status.code()), (40, Some(0)));
    for line in [lines[0], lines[39]] {
        check(&taquin(&["check", HARD, line]), 0, "Solves it in 31 moves, the fewest possible.", "");
    }
    check(&taquin(&["solve", HARD, "--all"]), 0, "\n40 (31 single, ", "");
    check(&taquin(&["solve", HARD, "--all"]), 0, &format!("): {}\n", lines[39]), "");
    check(&taquin(&["solve", HARD, "--all", "--format", "boards"]), 0, "Solved in 31 moves", "");
    check(&taquin(&["solve", HARD, "--all", "--format", "json"]), 0, "{\"solution\":40,", "");
    check(&taquin(&["solve", HARD, "--count"]), 0, "There are 40 solutions of that length.", "");
    check(&taquin(&["solve", HARD, "--count"]), 0, "\nThe first: 31 single, ", "");
    check(&taquin(&["solve", "1 2 3 / 4 5 6 / 0 7 8", "--all"]), 0, "\n1 (2 single, 1 line): LL\n", "");
    check(&taquin(&["solve", HARD, "--count", "--format", "moves"]), 0, "40\n", "");
    check(&taquin(&["solve", HARD, "--count", "--format", "json"]), 0, "\"solutions\":40,", "");
}

#[test]
fn many_puzzles_are_counted_line_by_line() {
    let puzzles = format!("{HARD}\n1 2 3 / 4 5 6 / 8 7 0\n1 2 / 0 3\n");
    let counted = piped(&["solve", "--count"], puzzles.as_bytes());
    assert_eq!(counted.status.code(), Some(1));
    let lines: Vec<&str> = text(&counted.stdout).lines().collect();
    assert!(lines[0].starts_with("31 moves: 40 solutions, the first 31 single, "), "{}", lines[0]);
    assert_eq!(lines[2], "1 move: 1 solution, the first 1 single, 1 line");
    assert!(lines[1].starts_with("There is no solution: "), "{}", lines[1]);
    let lines = piped(&["solve", "--count", "--format", "moves"], puzzles.as_bytes());
    assert_eq!(text(&lines.stdout), "40\n-\n1\n");
}

#[test]
fn conditions_hold_and_limits_stop_the_count() {
    check(&taquin(&["solve", HARD, "--count", "--first-moves", "D", "--format", "moves"]), 0, "5\n", "");
    check(&taquin(&["solve", HARD, "--first-moves", "U"]), 2, "", "move 1 of the first moves, U: ");
    check(&taquin(&["solve", HARD, "--avoid", "9"]), 2, "", "column 2 of the moves");
    check(
        &taquin(&["solve", "1 2 3 / 4 0 6 / 7 5 8", "--avoid", "5"]),
        1,
        "a move that is to be avoided",
        "",
    );
    let board = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let stopped = taquin(&["solve", board, "--count", "--limit-nodes", "5k"]);
    check(&stopped, 3, "Stopped (node limit): a solution needs at least", "");
    check(&taquin(&["solve", HARD, "--all", "--near"]), 2, "", "cannot be used with");
}
