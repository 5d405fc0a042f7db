//! The flying Klotski.

use taquin_courses::Program;

use super::refused;
use crate::call::call;

#[test]
fn klotski_ends_at_once_at_the_goal() {
    let goal = "2 2 2 2 2 2 2 2 3 3 4 4 0 1 1 4 0 1 1 4";
    let board = "2222\n2222\n3344\n0114\n0114\n";
    let costs = "goalCheckTimes 1\nmaxOPENSize 1\nmaxCLOSEDSize 0\nsteps 0\n";
    for flag in [300, 500] {
        assert_eq!(call(Program::Klotski, &format!("{flag} {goal}")).out, format!("{board}\n{costs}"));
    }
    for flag in [200, 400] {
        let expected = format!("iteration 1\n22222222334401140114\n{board}0 0 0\nnull\n");
        assert_eq!(call(Program::Klotski, &format!("{flag} {goal}")).out, expected);
    }
}

#[test]
fn the_hardest_klotski_takes_38_steps() {
    for flag in [300, 500] {
        let done = call(Program::Klotski, &format!("{flag} 0 4 4 4 2 1 1 2 2 1 1 2 3 3 2 2 0 4 2 2"));
        assert!(done.out.ends_with("steps 38\n"), "{}", done.err);
    }
}

#[test]
fn an_unsolvable_klotski_ends_when_open_is_empty() {
    // The 2x2 block is shut in above two lying blocks that fill their row.
    let board = "1 1 4 4 1 1 4 4 3 3 3 3 3 3 3 3 4 4 4 0";
    for flag in [300, 500] {
        let done = call(Program::Klotski, &format!("{flag} {board}"));
        assert_eq!((done.exit, done.out.as_str()), (1, ""));
        assert!(done.err.contains("unsolvable"), "{}", done.err);
    }
    let traced = call(Program::Klotski, &format!("200 {board}"));
    assert_eq!(traced.exit, 1);
    assert!(
        traced.out.starts_with(
            "iteration 1\n11441144333333334440\n1144\n1144\n3333\n3333\n4440\n0 0 0\nnull\nOPEN\n"
        )
    );
}

#[test]
fn klotski_refuses_what_is_no_board() {
    let tiles = "2 2 2 2 2 2 2 2 3 3 4 4 1 1 0 4 1 1 0 4";
    for flag in ["0", "101", "250", "600", "x", "-1"] {
        refused(Program::Klotski, &format!("{flag} {tiles}"), true);
    }
    refused(Program::Klotski, &format!("100 {tiles} 4"), true);
    refused(Program::Klotski, "100 2 2", true);
    refused(Program::Klotski, "100 2 2 2 2 2 2 2 2 3 3 4 4 1 1 0 4 1 1 0 x", true);
    for (tiles, place) in [
        ("2 2 2 2 2 2 2 2 3 3 4 4 1 1 0 4 1 1 0 5", "row 5, column 4"),
        ("2 2 2 2 2 2 2 4 3 3 4 4 1 1 0 4 1 1 0 4", "row 1, column 4"),
        ("2 2 2 2 2 2 2 2 3 4 4 4 1 1 0 4 1 1 0 4", "row 3, column 1"),
        ("1 1 2 2 1 1 2 2 3 3 4 4 1 1 0 4 1 1 0 4", "row 4, column 1"),
        ("2 2 2 2 2 2 2 2 3 3 4 4 4 4 0 4 4 4 0 4", "row 5, column 4"),
        ("2 2 2 2 2 2 2 2 3 3 4 4 1 1 4 4 1 1 4 4", "row 5, column 4"),
    ] {
        let done = call(Program::Klotski, &format!("100 {tiles}"));
        assert_eq!((done.exit, done.out.as_str()), (2, ""));
        assert!(done.err.contains(place), "{}", done.err);
    }
}
