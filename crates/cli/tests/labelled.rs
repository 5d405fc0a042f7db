//! Tiles with labels as people type them: repeated labels, several blanks, open goals.

mod support;

use support::{check, piped, taquin, text};

const STRIPES: &str = "B B W / W 0 B / W B W -> W W W / W B B / B B 0";

#[test]
fn a_goal_may_leave_cells_open_or_be_one_of_several() {
    check(
        &taquin(&["solve", "5 6 7 / 8 1 2 / 3 4 0", "--goal", "1 2 3 / * * * / * * *"]),
        0,
        "Solved in 16 moves, the fewest possible.",
        "",
    );
    check(
        &taquin(&["solve", "1 2 3 / 4 5 6 / 8 7 0", "--goal", "blank-last | 1 2 3 / 8 0 4 / 7 6 5"]),
        0,
        "Solved in 8 moves, the fewest possible.",
        "",
    );
    check(&taquin(&["solve", STRIPES]), 0, "Solved in 14 moves, the fewest possible.", "");
    check(&taquin(&["solve", "5 6 0 / 4 1 2 / 3 0 7"]), 0, "Solved in 16 moves", "");
    check(&taquin(&["solve", "1 2 3 / 4 5 6 / 8 7 0", "--goal", "blank-last | blank-last"]), 1, "", "");
    check(&taquin(&["enumerate", "2x3", "--goal", "1 2 3 / * * *"]), 0, "total                  360", "");
}

#[test]
fn mistakes_are_told() {
    for (arguments, error) in [
        (&["solve", "1 2 2 / 4 5 6 / 7 8 0"][..], "expected every tile once, found 2 again"),
        (&["solve", "1 2 / 3 0", "--goal", "1 5 / * *"], "the goal has 1 of '5', the start 0"),
        (&["solve", STRIPES, "--metric", "unit"], "labelled-tiles have no metric 'unit'"),
        (
            &["solve", STRIPES, "--metric", "line", "--heuristic", "manhattan"],
            "labelled-tiles have no heuristic manhattan in the line metric",
        ),
        (&["solve", STRIPES, "--algorithm", "near"], "labelled-tiles have no algorithm near"),
        (
            &["enumerate", STRIPES, "--save", "x.taq"],
            "labelled-tiles have no file of the positions, which are counted in memory",
        ),
        (&["generate", "3x3", "--goal", "B B W / W B W / B W"], "expected"),
    ] {
        check(&taquin(arguments), 2, "", error);
    }
}

#[test]
fn what_solve_prints_check_reads() {
    for puzzle in [STRIPES, "5 6 0 / 4 1 2 / 3 0 7", "1 1 1 / 2 2 2 / 3 3 0 -> a b c / a b c / a b 0"] {
        for form in ["moves", "runs", "json"] {
            let solved = taquin(&["solve", puzzle, "--format", form]);
            check(&piped(&["check", puzzle], &solved.stdout), 0, ", the fewest possible.", "");
        }
        for form in ["text", "json"] {
            assert!(!taquin(&["trace", puzzle, "--format", form]).stdout.is_empty());
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("solution.svg").display().to_string();
        assert!(taquin(&["render", puzzle, "-o", &file]).status.success());
        assert!(std::fs::read_to_string(&file).expect("a drawing").starts_with("<svg"), "{puzzle}");
    }
    check(&taquin(&["apply", STRIPES, "B↓ R"]), 0, "0 B W / W B B / W B W -> ", "");
}

#[test]
fn generated_arrangements_are_read_again() {
    let made =
        taquin(&["generate", "3x3", "--goal", "B B W / W B W / B W 0", "--count", "20", "--seed", "7"]);
    assert_eq!(text(&made.stdout).lines().count(), 20);
    let solved = piped(&["solve", "--batch", "--format", "moves"], &made.stdout);
    check(&solved, 0, "", "");
    assert_eq!(text(&solved.stdout).lines().count(), 20);
}

#[test]
fn a_line_of_tiles_with_labels_is_one_move() {
    let two_blanks = "A A B / B 0 0 -> B B A / A 0 0";
    for (puzzle, torus, solved, counts) in [
        (STRIPES, false, "Solved in 10 moves, the fewest possible.", "Moves: 14 single, 10 line"),
        (two_blanks, false, "Solved in 6 moves, the fewest possible.", "Moves: 8 single, 6 line"),
        (two_blanks, true, "Solved in 4 moves, the fewest possible.", "Moves: 5 single, 4 line"),
    ] {
        let run = |command: &str, more: &[&str]| {
            let torus: &[&str] = if torus { &["--torus"] } else { &[] };
            taquin(&[&[command, puzzle, "--metric", "line"], torus, more].concat())
        };
        for told in [solved, counts] {
            check(&run("solve", &[]), 0, told, "");
        }
        let moves = run("solve", &["--format", "moves"]).stdout;
        let moves = text(&moves).trim().to_string();
        check(&run("check", &[&moves]), 0, ", the fewest possible.", "");
        check(&run("analyse", &[&moves]), 0, " line", "");
        check(&run("info", &[]), 0, &format!("moves to go       {}", &counts["Moves: ".len()..]), "");
        check(&run("solve", &["--count"]), 0, "of that length.", "");
        check(&run("enumerate", &[]), 0, "The farthest are", "");
        check(&run("trace", &["--format", "text"]), 0, "", "");
        check(&run("export", &["--format", "pddl"]), 0, "by-lines", "");
    }
    let made = taquin(&[
        "generate",
        "3x3",
        "--goal",
        "B B W / W B W / B W 0",
        "--count",
        "5",
        "--seed",
        "7",
        "--metric",
        "line",
        "--format",
        "json",
    ]);
    assert_eq!(text(&made.stdout).matches("\"metric\":\"line\"").count(), 5);
    let solved = piped(&["solve", "--batch", "--format", "json"], &made.stdout);
    assert_eq!(text(&solved.stdout).matches("\"metric\":\"line\"").count(), 5);
    let open = ["solve", "5 6 7 / 8 1 2 / 3 4 0", "--goal", "1 2 3 / * * * / * * *", "--metric", "line"];
    check(&taquin(&open), 0, " line", "");
}
