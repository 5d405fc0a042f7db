//! Moves as text: what is printed can be read, so can what people write, and mistakes are reported.

mod support;

use support::{check, piped, taquin, text};

const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";
const RUSH: &str = "BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo";

#[test]
fn moves_are_read_in_every_notation() {
    let end = "1 2 3 4 / 5 6 7 8 / 9 11 14 12 / 13 10 0 15\n";
    for moves in ["R2 D L U", "R2DLU", "→2 ↓ ← ↑", "r r d l u", "15 14 10 11 14", "15→ 14→  10↓, 11← 14↑"]
    {
        check(&taquin(&["apply", "4x4", moves]), 0, end, "");
    }
    check(&taquin(&["apply", "3x3", "R", "D"]), 0, "1 2 3 / 4 0 6 / 7 5 8\n", "");
    check(&piped(&["apply", "3x3"], b"R D\n"), 0, "1 2 3 / 4 0 6 / 7 5 8\n", "");
}

#[test]
fn what_solve_prints_check_reads() {
    for (puzzle, form) in [
        (BOARD, "moves"),
        (BOARD, "runs"),
        (BOARD, "json"),
        ("klotski", "moves"),
        ("klotski", "runs"),
        ("klotski", "json"),
        (RUSH, "moves"),
        (RUSH, "json"),
        ("2332 2402 2112 2112 4044", "moves"),
        ("2332 2402 2112 2112 4044", "json"),
    ] {
        for metric in [None, Some("unit"), Some("straight")] {
            let is_tiles = puzzle == BOARD || puzzle.starts_with("2332");
            if metric.is_some() && is_tiles {
                continue;
            }
            let metric: Vec<&str> = metric.iter().flat_map(|metric| ["--metric", metric]).collect();
            let solved = taquin(&[&["solve", puzzle, "--format", form], &metric[..]].concat());
            let checked = piped(&[&["check", puzzle], &metric[..]].concat(), &solved.stdout);
            check(&checked, 0, ", the fewest possible.", "");
        }
    }
}

#[test]
fn a_solution_is_checked() {
    check(
        &taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "UL"]),
        0,
        "Solves it in 2 moves, the fewest possible.\nMoves: 2 single, 2 line\n",
        "",
    );
    check(
        &taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "UDUL"]),
        0,
        "Solves it in 4 moves, 2 more than the shortest",
        "",
    );
    check(&taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "U"]), 1, "after 1 move the goal is not reached", "");
    check(
        &taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "U U"]),
        1,
        "Move 2, U, cannot be made: nothing can move there in 1 2 3 / 4 5 6 / 7 0 8.",
        "",
    );
    check(
        &taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "5 7 8"]),
        1,
        "Move 3, 8, cannot be made: tile 8 cannot move",
        "",
    );
    check(
        &taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "UxL"]),
        2,
        "",
        "column 2 of the moves: expected U, D, L or R",
    );
    let json = taquin(&["check", "1 2 3 / 4 0 6 / 7 5 8", "UU", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((told["solves"].as_bool(), told["failed_at"].as_u64()), (Some(false), Some(2)));
}

/// What the help shows works.
#[test]
fn the_examples_of_the_help_are_right() {
    let binary = env!("CARGO_BIN_EXE_taquin");
    for command in ["apply", "check"] {
        let help = taquin(&[command, "--help"]);
        let examples: Vec<&str> =
            text(&help.stdout).lines().filter(|line| line.starts_with("  taquin")).collect();
        assert!(examples.len() >= 3, "{}", text(&help.stdout));
        for example in examples {
            let line = example.replace("taquin ", &format!("{binary} "));
            let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{example}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn cars_go_along_their_lanes() {
    check(&taquin(&["apply", RUSH, "M+1"]), 0, "LLJ.MM", "");
    check(&taquin(&["apply", RUSH, "M+2"]), 2, "", "Move 1, M+2, cannot be made: block M cannot go there");
    check(&taquin(&["apply", RUSH, "Q+2"]), 2, "", "expected a piece of the puzzle, found 'Q'");
    check(&taquin(&["apply", "metric: unit\na..\n...", "a+1"]), 2, "", "say U, D, L or R");
}

#[test]
fn a_scramble_is_a_start() {
    let scrambled = taquin(&["solve", "4x4", "--scramble", "R2 D L D R", "--format", "moves"]);
    assert_eq!(text(&scrambled.stdout).trim().len(), 6, "{}", text(&scrambled.stderr));
    check(&taquin(&["check", "4x4", "--scramble", "R2 D", "U L2"]), 0, "the fewest possible", "");
    check(
        &taquin(&["solve", "4x4", "--scramble", "R2 U"]),
        2,
        "",
        "move 3 of the scramble, U: nothing can move there",
    );
    check(
        &taquin(&["solve", "3x3", "--goal", "blank-first", "--scramble", "L2 U"]),
        0,
        "Solved in 3 moves",
        "",
    );
}
