//! `taquin analyse`, `taquin survey`, what `taquin info` says about the way to the goal, colourings, and tables of lines.

mod support;

use std::process::Output;

use support::{check, piped, taquin, text};

#[test]
fn moves_are_compared_with_the_shortest() {
    let board = "1 2 3 / 4 0 6 / 7 5 8";
    let found = taquin(&["analyse", board, "DUUL", "--times", "1.6"]);
    check(&found, 0, "Solved in 4 moves; the shortest solution has 2: 2 moves lost.", "");
    check(&found, 0, "Time: 1.6 s, 2.50 tiles a second\n", "");
    check(&found, 0, "Moves 1 to 2 (2) can be 0: nothing\n", "");
    let moments = taquin(&["analyse", board, "DUUL", "--times", "0.1 0.2 0.9 1.6"]);
    check(&moments, 0, "the longest pause, 700 ms, before 8← (tile 4 of 4)", "");
    check(&taquin(&["analyse", board, "UL"]), 0, "Solved in 2 moves, the fewest possible (2).", "");
    check(&taquin(&["analyse", board, "U"]), 0, "Not solved after 1 move: 1 to go; 0 moves lost.", "");
    check(&taquin(&["analyse", board, "UU"]), 2, "", "Move 2, U, cannot be made");
    check(&taquin(&["analyse", board, "UL", "--times", "1 2 3"]), 2, "", "one for each of 2 moves, found 3");
    check(&taquin(&["analyse", board, "UL", "--times", "2 1"]), 2, "", "expected times that do not decrease");
    check(&taquin(&["analyse", board, "UL", "--times", "0"]), 2, "", "expected more than 0 seconds");
    let svg = taquin(&["analyse", board, "DUUL", "--format", "svg"]);
    check(&svg, 0, "<title>Moves to go after each of 4 moves, 2 moves lost</title>", "");
    assert_eq!(text(&svg.stdout).matches("−2<title>Move 1 lost 2</title>").count(), 1);
    let lines = taquin(&["analyse", "3x3", "--scramble", "R2 D2", "U2 L2", "--metric", "line"]);
    check(&lines, 0, "Solved in 2 moves, the fewest possible (2).", "");
}

#[test]
fn random_boards_are_surveyed() {
    let found = taquin(&["survey", "3x3", "-n", "300", "--seed", "3"]);
    check(&found, 0, " total       300\nMean 2", "");
    assert_eq!(found.stdout, taquin(&["survey", "3x3", "-n", "300", "--seed", "3"]).stdout);
    check(&taquin(&["survey", "3x3", "-n", "30", "--metric", "line"]), 0, " total        30\nMean 1", "");
    check(
        &taquin(&["survey", "3x3", "-n", "30", "--format", "svg"]),
        0,
        "3 × 3 tiles: moves of 30 shortest",
        "",
    );
    check(&taquin(&["survey", "2x2", "-n", "0"]), 2, "", "expected a number of at least 1");
    let one = taquin(&["survey", "2x2", "-n", "1"]);
    assert!(text(&one.stdout).ends_with(" total         1\n"), "one board has no interval of the mean");
    let hard = taquin(&["survey", "5x5", "-n", "3", "--limit-nodes", "10", "--threads", "1"]);
    check(&hard, 3, "3 stopped at a limit and not counted", "");
}

#[test]
fn the_way_to_the_goal_is_told_by_every_metric() {
    let far = "8 6 7 / 2 5 4 / 3 0 1";
    check(
        &taquin(&["info", far]),
        0,
        "\nmoves to go       31 single, 20 line\nas far or farther 0.0011% of all",
        "",
    );
    let json = taquin(&["info", far, "--format", "json"]);
    let facts: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let single = &facts["to_go"][0];
    assert_eq!(
        (&single["moves"], &single["as_far"], &single["positions"]),
        (&31.into(), &2.into(), &181_440.into())
    );
    // The share of all boards of the 15-puzzle comes from the published counts.
    let near = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15";
    check(
        &taquin(&["info", near]),
        0,
        "moves to go       1 single, 1 line\nas far or farther over 99.99% of all",
        "",
    );
    check(&taquin(&["info", "1 2 3 / 4 5 6 / 8 7 0"]), 0, "unsolvable", "");
    check(&taquin(&["info", "klotski"]), 0, "moves to go       116 unit, 90 straight, 81 finger", "");
}

#[test]
fn every_report_tells_both_counts() {
    let board = "1 2 3 / 4 5 6 / 0 7 8";
    for metric in ["single", "line"] {
        let run = |words: &[&str]| taquin(&[words, &["--metric", metric]].concat());
        for words in
            [&["solve", board][..], &["check", board, "L2"], &["analyse", board, "L2"], &["trace", board]]
        {
            check(&run(words), 0, "Moves: 2 single, 1 line\n", "");
        }
        let counts = "\"counts\":{\"line\":1,\"single\":2}";
        check(&run(&["check", board, "L2", "--format", "json"]), 0, counts, "");
        check(&run(&["solve", board, "--all", "--format", "json"]), 0, &format!("{counts}}}\n"), "");
        let line = piped(&["solve", "--batch", "--metric", metric], board.as_bytes());
        check(&line, 0, "(2 single, 1 line): LL\n", "");
        check(&run(&["render", board, "-o", "-"]), 0, "(2 single, 1 line)</title>", "");
    }
    // There is time to build the tables, if not always on a busy machine.
    let far = "4 10 3 11 / 15 2 8 6 / 7 14 12 0 / 5 13 9 1";
    let mut rounds = (0..3).map(|_| taquin(&["info", far]));
    let is_told = |output: Output| text(&output.stdout).contains("moves to go       53 single, 34 line\n");
    assert!(rounds.any(is_told), "three times without the moves to go");
}

#[test]
fn near_solutions_are_short_by_lines() {
    let board = "21 6 0 8 2 / 19 5 3 18 14 / 7 16 17 1 23 / 20 10 9 12 11 / 24 13 22 4 15";
    let lines = |metric: &str| {
        let solved = taquin(&[
            "solve",
            board,
            "--near",
            "--metric",
            metric,
            "--format",
            "json",
            "--limit-nodes",
            "2M",
        ]);
        let answer: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
        answer["counts"]["line"].as_u64().unwrap()
    };
    assert!(lines("line") + 4 < lines("single"));
    let within = |percent: &str| {
        let limit = ["--limit-nodes", "1M", "--format", "json"];
        taquin(&[&["solve", board, "--metric", "line", "--within", percent], &limit[..]].concat())
    };
    let near = within("200%");
    let answer: serde_json::Value = serde_json::from_slice(&near.stdout).unwrap();
    let of = |key: &str| answer[key].as_u64().unwrap();
    assert_eq!((near.status.code(), &answer["outcome"]), (Some(0), &"solved".into()));
    assert!(of("cost") <= 3 * of("lower_bound") && of("lower_bound") < of("cost"), "{answer}");
    check(&within("5%"), 3, "\"outcome\":\"stopped\"", "");
}

#[test]
fn boards_are_generated_at_a_distance_in_moves_of_lines() {
    for (size, distance) in [("3x3", "9"), ("3x4", "6")] {
        let made = taquin(&["generate", size, "--distance", distance, "--metric", "line", "--form", "line"]);
        let board = text(&made.stdout).trim();
        let solved = taquin(&["solve", board, "--metric", "line"]);
        check(&solved, 0, &format!("Solved in {distance} moves, the fewest possible."), "");
    }
}

#[test]
fn tiles_are_coloured_as_asked() {
    let picture = |colours: &str| {
        taquin(&["render", "2 1 3 / 4 5 6 / 8 7 0", "--still", "--colours", colours, "-o", "-"]).stdout
    };
    let all: Vec<Vec<u8>> = ["goal", "fringe", "grid", "distance"].map(picture).to_vec();
    for (number, one) in all.iter().enumerate() {
        assert!(text(one).starts_with("<svg") && !all[..number].contains(one));
    }
    let moving = taquin(&["render", "1 2 3 / 4 5 6 / 7 0 8", "--colours", "distance", "-o", "-"]);
    check(&moving, 0, "attributeName=\"color\" calcMode=\"discrete\"", "");
    let json = ["render", "1 2 3 / 4 5 6 / 7 0 8", "--colours", "distance", "--format", "json", "-o", "-"];
    let film: serde_json::Value = serde_json::from_slice(&taquin(&json).stdout).unwrap();
    // The tile is home after its move, as tile 1 is from the start.
    assert_eq!(film["shots"][0]["colour"], film["scene"]["pieces"][0]["colour"]);
    assert_ne!(film["shots"][0]["colour"], film["scene"]["pieces"][7]["colour"]);
}

#[test]
fn tables_of_lines_are_kept_read_checked_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let run = |words: &[&str]| taquin(&[words, &["--tables", tables]].concat());
    check(&run(&["tables", "build", "3x4", "--metric", "line"]), 0, "3x4-flat-2.lines\n", "");
    check(&run(&["tables", "list"]), 0, "4x3       moves of lines, blank in line  3", "");
    check(&run(&["tables", "verify"]), 0, "whole ", "");
    let board = "0 11 10 9 / 8 7 6 5 / 4 3 1 2";
    let with = run(&["solve", board, "--metric", "line", "--count", "--format", "moves"]);
    let without =
        taquin(&["solve", board, "--metric", "line", "--count", "--format", "moves", "--tables", "."]);
    assert_eq!(text(&with.stdout), text(&without.stdout));
    assert_eq!(with.status.code(), Some(0), "{}", text(&with.stderr));
    let file = folder.path().join("3x4-flat-2.lines");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    check(&run(&["tables", "verify"]), 2, "it is damaged", "1 damaged");
    // What is damaged is built again, in memory and for good.
    assert_eq!(
        run(&["solve", board, "--metric", "line", "--count", "--format", "moves"]).stdout,
        with.stdout
    );
    check(&run(&["tables", "build", "3x4", "--metric", "line"]), 0, "3x4-flat-2.lines\n", "");
    check(&run(&["tables", "verify"]), 0, "whole ", "");
    check(&run(&["tables", "build", "5x5", "--metric", "line"]), 2, "", "up to 16 cells");
    run(&["tables", "remove", "3x4"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
