//! Error messages for texts that are not puzzles: the line, the column and what was expected there.

use taquin_blocks::format;

#[track_caller]
fn check(text: &str, place: &str, expected: &str) {
    let message = format::parse(text).expect_err("a mistake").to_string();
    assert!(message.starts_with(&format!("{place}: expected ")), "{message}");
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_goal_that_does_not_fit() {
    check("aab\ncd.\ngoal: ..aa/....", "line 3, column 7", "a goal of 2 by 3 cells");
    check("aab\ncd.\ngoal:\n...\na..", "line 5, column 1", "piece a in the shape it has in the start");
    check("aab\ncd.\ngoal: .../..x", "line 3, column 13", "a piece of the start");
    check("a#.\n...\ngoal: .a./...", "line 3, column 8", "the wall of the start");
    check("a-.\n...\ngoal: .a./...", "line 3, column 8", "piece a stands on a gate, which it may not");
    check("goal-by: shape\na.b\ngoal: xyz", "line 3, column 9", "no more pieces of this shape");
    check("ab.\ngoal: ...", "line 2, column 7", "at least one piece in the goal");
}

#[test]
fn pieces_that_overlap_or_fall_apart() {
    check("a.b\nb.a", "line 2, column 3", "piece a in one part, or 'disconnected: a'");
    check("1A9BFFF", "line 1, column 7", "the end, as every cell is covered");
    check("1A9BF0C404", "line 1, column 10", "at most nine hexadecimal digits");
    check("0FD", "line 1, column 3", "a block that fits");
    check("2112\n2112\n2332\n2412\n4004", "line 4, column 3", "the 1 here does not begin a 2x2 block of 1s");
}

#[test]
fn characters_that_mean_nothing() {
    check("aab\nc?d", "line 2, column 2", "a piece (letter or digit), '.', '#' or '-'");
    check("2112\n2112\n2332\n2442\n400a", "line 5, column 4", "a digit from 0 to 4");
    check("2112\n2112\n2332\n2442\n400", "line 5, column 4", "twenty digits");
    check("21122112233224424005", "line 1, column 20", "a digit from 0 to 4");
    check("#**a#\n#\u{7}..#", "line 2, column 2", "a wall, a gate, floor, a target or a piece");
    check("1A9BF0G", "line 1, column 7", "a hexadecimal digit");
    check("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMM?", "line 1, column 36", "a car (A to Z)");
    check("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMM", "line 1, column 36", "a square number of cells, such as 36");
    check("metric: foot\nab.", "line 1, column 9", "unit, straight or finger");
    check("alike: ax\nab.", "line 1, column 9", "a piece of the start");
    check("speed: 3\nab.", "line 1, column 1", "one of the keys metric, wrap");
}

#[test]
fn two_formats_in_one_text() {
    check("1A9BF0C\nab.\n...", "line 2, column 4", "a row of 7 cells");
    check("aab\ncd.\ngoal: .../.aa\n1A9BF0C", "line 4, column 4", "a row of 3 cells");
    check("metric: unit\n#**..#", "line 2, column 2", "a piece (letter or digit)");
    check("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMM*", "line 1, column 36", "targets ('.')");
    check("2112 2112 2332 2442 4004 1A9BF0C", "line 1, column 5", "a piece (letter or digit)");
    check("goal: a.\nstart: a.\ngoal: .a", "line 3, column 1", "only one picture of the goal");
}
