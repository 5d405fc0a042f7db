//! The 8-puzzle.

use taquin_courses::Program;

use super::refused;
use crate::call::call_on;

#[test]
fn the_eight_puzzle_prints_fewer_than_five_states_if_there_are_no_more() {
    let done = call_on(Program::EightPuzzle, "1 2 3 8 0 4 7 6 5\n1 2 3\r\n\r\n8 0\t4\n\n\n7 6 5");
    let node = "\n1 2 3 \n8 0 4 \n7 6 5 \nCost =  0\ng =  0\nh =  0\n";
    let rule = "[*]======================\n";
    let expected = format!(
        "[*]Initial state(S0)\n{rule}{node}{rule}[*]Goal state (Sg) reached: \n{node}[*]---------\n\
         [*]Solution cost is: 0\n\n[*]Size of the openQ at end of search process: 0\n\n\
         [*]First five states removed from openQ: \n\n[*]State #1\n{node}\n"
    );
    assert_eq!((done.exit, done.out), (0, expected));
    let done = call_on(Program::EightPuzzle, "1 2 3 8 4 0 7 6 5  1 2 3 8 0 4 7 6 5");
    assert_eq!(done.out.matches("State #").count(), 2, "the goal counts among the states removed");
    assert!(done.out.contains("process: 2\n"), "the goal just removed does not count in the queue");
}

#[test]
fn an_eight_puzzle_of_31_moves_is_solved() {
    let done = call_on(Program::EightPuzzle, "8 6 7  2 5 4  3 0 1\n1 2 3  4 5 6  7 8 0");
    assert!(
        done.out
            .contains("[*]Solution cost is: 31\n\n[*]Size of the openQ at end of search process: 1059119\n")
    );
}

#[test]
fn the_eight_puzzle_says_what_is_wrong() {
    let board = "1 2 3 4 5 6 7 8 0";
    let done = call_on(Program::EightPuzzle, format!("2 1 3 4 5 6 7 8 0\n{board}"));
    assert_eq!((done.exit, done.out.as_str()), (1, ""));
    assert!(done.err.contains("unsolvable"), "{}", done.err);
    for (file, complaint) in [
        ("", "line 1, column 1: expected 18 tiles, found the end after 0"),
        (board, "line 1, column 18: expected 18 tiles, found the end after 9"),
        (
            "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 8 0 1",
            "line 2, column 19: expected the end after 18 tiles, found \"1\"",
        ),
        (
            "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 8 8",
            "line 2, column 17: expected every tile once in a board, found 8 again",
        ),
        ("1 2 3 4 5 6 7 8 9", "line 1, column 17: expected a tile from 0 to 8, found \"9\""),
        ("1 2 x", "line 1, column 5: expected a tile from 0 to 8, found \"x\""),
        ("1 2 -3", "line 1, column 5: expected a tile from 0 to 8, found \"-3\""),
        ("\n\n 1 +2", "line 3, column 4: expected a tile from 0 to 8, found \"+2\""),
        ("1 2 3 4 5 6 7 8 0\n1.5", "line 2, column 1: expected a tile from 0 to 8, found \"1.5\""),
    ] {
        let done = call_on(Program::EightPuzzle, file);
        assert_eq!((done.exit, done.out.as_str()), (2, ""));
        assert!(done.err.ends_with(&format!(": {complaint}\n")), "{}", done.err);
    }
    let done = call_on(Program::EightPuzzle, b"\xff\xfe\x00");
    assert_eq!((done.exit, done.out.as_str()), (2, ""));
    refused(Program::EightPuzzle, "/no/such/file", false);
    refused(Program::EightPuzzle, "", true);
    refused(Program::EightPuzzle, "a b", true);
    refused(Program::EightPuzzle, "/", false);
}
