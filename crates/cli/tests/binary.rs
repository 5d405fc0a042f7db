//! The binary from outside: what it prints where, and its exit codes.

#[cfg(feature = "cluster")]
#[path = "../../cluster/tests/support/ports.rs"]
mod ports;
mod support;

use std::io::Write;
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

#[cfg(unix)]
use support::interrupted;
use support::{check, piped, taquin, text};

#[test]
fn exit_codes_tell_the_outcome() {
    check(&taquin(&["solve", "1 2 3 / 4 0 6 / 7 5 8"]), 0, "Solved in 2 moves, the fewest possible.", "");
    check(
        &taquin(&["solve", "1 2 3 / 4 5 6 / 8 7 0"]),
        1,
        "There is no solution: the permutation is odd",
        "",
    );
    check(&taquin(&["solve", "1 2 3 / 4 4 6 / 7 5 8"]), 2, "", "line 1, column 11");
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let stopped = taquin(&["solve", hard, "--algorithm", "ida-star", "--limit-nodes", "1000"]);
    check(&stopped, 3, "Stopped (node limit): a solution needs at least", "");
}

#[test]
fn the_json_has_what_programs_need() {
    let output = taquin(&["solve", "8 6 7 / 2 5 4 / 3 0 1", "--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["outcome"], "solved");
    assert_eq!((&answer["cost"], &answer["lower_bound"]), (&31.into(), &31.into()));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 31);
    assert!(answer["algorithm"].is_string() && answer["heuristic"].is_string());
    assert!(answer["stats"]["expanded"].is_u64() && answer["stats"]["seconds"].is_number());

    let output = taquin(&["solve", "1 2 3 / 4 5 6 / 8 7 0", "--format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["outcome"], &answer["cost"]), (&"unsolvable".into(), &Value::Null));

    let hard = ["solve", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "--format", "json"];
    let output = taquin(&[&hard[..], &["--algorithm", "a-star", "--limit-memory", "48M"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["outcome"], &answer["limit"]), (&"stopped".into(), &"memory limit".into()));
    assert!(answer["lower_bound"].as_u64().unwrap() >= 40);
}

#[test]
fn moves_alone_are_one_line() {
    check(&taquin(&["solve", "1 2 3 / 4 0 6 / 7 5 8", "--format", "moves"]), 0, "UL\n", "");
    check(&taquin(&["solve", "2 1 3 / 4 5 6 / 7 8 0", "--format", "moves"]), 1, "", "There is no solution");
}

#[test]
fn a_puzzle_comes_from_a_file_a_pipe_or_the_argument() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, "3\n 0 1 3\n 4 2 5\n 7 8 6\n").unwrap();
    let file = file.to_str().unwrap();
    check(&taquin(&["solve", file]), 0, "Solved in 4 moves", "");
    check(&piped(&["solve"], b"3\n 0 1 3\n 4 2 5\n 7 8 6\n"), 0, "Solved in 4 moves", "");
    check(&piped(&["solve", "-"], b"[0,1,3,4,2,5,7,8,6]"), 0, "Solved in 4 moves", "");
    check(&taquin(&["solve", "no-such-file.txt"]), 2, "", "no such file");
    check(&taquin(&["solve", folder.path().to_str().unwrap()]), 2, "", "is a folder");
    check(&piped(&["solve"], b"1 2\n3 \xff"), 2, "", "line 2, column 3: expected text");
    check(&piped(&["solve"], b""), 2, "", "standard input");
}

#[test]
fn goals_sizes_and_edges_can_be_told() {
    check(&taquin(&["solve", "1 0 2 3", "--size", "1x4", "--goal", "0 1 2 3"]), 0, "Solved in 1 move,", "");
    check(&taquin(&["solve", "0 1 2 / 3 4 5", "--goal", "0 1 2 / 3 4 5"]), 0, "Solved in 0 moves", "");
    check(&taquin(&["solve", "--torus", "8 7 6 5 4 3 2 1 0"]), 0, "Solved in 16 moves", "");
    check(&taquin(&["solve", "1 0 2 3", "--goal", "0 1 2"]), 2, "", "goal:");
    let pair = "1 2 3 / 4 5 6 / 7 0 8 -> 1 2 3 / 4 5 6 / 7 8 0";
    check(&taquin(&["solve", pair]), 0, "Solved in 1 move,", "");
    check(&taquin(&["solve", pair, "--goal", "1 2 3 / 4 5 6 / 0 7 8"]), 0, "Solved in 1 move,", "");
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let board = "1 2 3 / 4 0 6 / 7 5 8";
    let refused =
        |arguments: &[&str], err| check(&taquin(&[&["solve", board], arguments].concat()), 2, "", err);
    refused(&["--algorithm", "breadth-first", "--heuristic", "manhattan"], "takes no heuristic");
    refused(&["--torus", "--heuristic", "linear-conflict"], "not for a torus");
    refused(&["--algorithm", "magic"], "possible values");
    refused(&["--limit-time", "soon"], "unit of time");
    refused(&["--limit-memory", "3 apples"], "unit of memory");
    refused(&["--limit-memory", "3M"], "is too little: the program itself takes");
}

#[test]
fn info_tells_everything_about_a_board() {
    let output = taquin(&["info", "8 1 3 / 4 0 2 / 7 6 5"]);
    check(&output, 0, "manhattan         10", "");
    check(&output, 0, "true distance     14", "");
    check(&output, 0, "tile 2    8 1 3 / 4 2 0 / 7 6 5", "");
    let output = taquin(&["info", "1 2 3 / 4 5 6 / 8 7 0", "--format", "json"]);
    let facts: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&facts["solvable"], &facts["heuristics"]["misplaced"]), (&false.into(), &2.into()));
}

#[test]
fn blocks_are_read_in_every_form() {
    for puzzle in ["1A9BF0C", "aZZb/aZZb/cddf/cghf/i..j\ngoal: ..../..../..../.ZZ./.ZZ."] {
        check(&taquin(&["solve", puzzle]), 0, "Solved in 81 moves, the fewest possible.", "");
        check(&taquin(&["solve", puzzle, "--metric", "unit"]), 0, "Solved in 116 moves", "");
    }
    let simplicity = ["solve", "..D./BBDD/.CA./.CAA", "--goal", "A.../AA../..../...."];
    check(&taquin(&simplicity), 0, "Solved in 18 moves", "");
    check(&taquin(&["solve", "ab/c.", "--goal", "ba/.."]), 1, "every reachable position", "");
    check(&taquin(&["solve", "ab/c."]), 2, "", "no goal");
    check(
        &taquin(&["solve", "aa.a/bb..\ngoal: ..aa/...."]),
        2,
        "",
        "line 1, column 4: expected piece a in one part",
    );
    check(&taquin(&["solve", "1A9BF0C", "--format", "moves", "--metric", "unit"]), 0, "Z:", "");
}

#[test]
fn hard_blocks_are_generated_and_solve_as_said() {
    let rush = ["generate", "blocks", "--rush-hour", "5", "--seed", "3", "--count", "3"];
    let boards = taquin(&rush);
    assert_eq!(boards.stdout, taquin(&rush).stdout);
    for line in text(&boards.stdout).lines() {
        let (moves, board) = line.split_once(' ').unwrap();
        check(&taquin(&["solve", board]), 0, &format!("Solved in {moves} moves"), "");
    }
    let all = taquin(&["generate", "blocks", "--rush-hour", "4", "--all", "--least", "1"]);
    assert_eq!(text(&all.stdout).lines().count(), 32);
    check(&taquin(&["generate", "blocks", "--from", "4FEA134"]), 0, "note: 138 moves, the most", "");
    let few = taquin(&["generate", "blocks", "--size", "3x4", "--pieces", "2x2,1x2,2x1,1x1", "-n", "1"]);
    check(&piped(&["solve"], &few.stdout), 0, "Solved in 6 moves", "");
    check(&taquin(&["generate", "blocks", "--size", "2x2", "--pieces", "2x2,1x1"]), 2, "", "do not fit");
}

#[test]
fn puzzles_with_names_are_found_in_any_language() {
    check(
        &taquin(&["puzzles", "list"]),
        0,
        "klotski                           81       90     116  Klotski",
        "",
    );
    check(&taquin(&["puzzles", "show", "横刀立马"]), 0, "81 (Gardner)", "");
    check(&taquin(&["puzzles", "show", "klotski", "--form", "klotski"]), 0, "1A9BF0C\n", "");
    check(&taquin(&["puzzles", "solve", "pennant"]), 0, "Solved in 59 moves", "");
    check(&taquin(&["puzzles", "solve", "nothing"]), 2, "", "no puzzle is called");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [&[][..], &["solve"], &["info"], &["generate"], &["course"], &["completions"], &["man"]] {
        let output = taquin(&[command, &["--help"]].concat());
        check(&output, 0, "Example", "");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = taquin(&["completions", shell]);
        for word in ["taquin", "super-century", "torus-astar"] {
            check(&script, 0, word, "");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    check(&taquin(&["man", folder.path().to_str().unwrap()]), 0, "", "");
    assert!(folder.path().join("taquin-solve.1").exists());
}

#[test]
fn generated_boards_are_solvable_and_the_same_for_a_seed() {
    let once = taquin(&["generate", "3x3", "--seed", "5", "--count", "20"]);
    assert_eq!(once.stdout, taquin(&["generate", "3x3", "--seed", "5", "--count", "20"]).stdout);
    assert_ne!(once.stdout, taquin(&["generate", "3x3", "--seed", "6", "--count", "20"]).stdout);
    let boards = text(&once.stdout);
    assert_eq!(boards.lines().count(), 20);
    for board in boards.lines() {
        check(&taquin(&["solve", board]), 0, "Solved in", "");
    }
    let far = taquin(&["generate", "3x3", "--distance", "31", "--form", "line"]);
    check(&taquin(&["solve", text(&far.stdout).trim()]), 0, "Solved in 31 moves", "");
    check(&taquin(&["generate", "3x3", "--distance", "32"]), 2, "", "the farthest are 31 moves away");
    let lines = ["generate", "3x3", "--metric", "line", "--form", "line", "--distance"];
    check(&taquin(&[&lines[..], &["24"]].concat()), 0, "1 4 7 / 2 0 8 / 3 6 5\n", "");
    check(&taquin(&[&lines[..], &["25"]].concat()), 2, "", "the farthest are 24 moves away");
    let labels = ["generate", "2x3", "--goal", "A A B / B 0 0", "--distance"];
    let far = taquin(&[&labels[..], &["5"]].concat());
    check(&taquin(&["solve", text(&far.stdout).trim()]), 0, "Solved in 5 moves, the fewest possible.", "");
    check(&taquin(&[&labels[..], &["50"]].concat()), 2, "", "no arrangement is 50 moves from the goal");
    check(&taquin(&["generate", "5x5", "--distance", "3"]), 2, "", "at most 16 cells");
    check(&taquin(&["generate", "0x4"]), 2, "", "1 to 32768");
    check(&taquin(&["generate", "2x3", "--form", "course"]), 2, "", "square");
}

#[cfg(unix)]
#[test]
fn a_link_named_like_a_course_program_is_that_program() {
    let folder = tempfile::tempdir().unwrap();
    check(&taquin(&["course", "link", folder.path().to_str().unwrap()]), 0, "Torus", "");
    let linked = Command::new(folder.path().join("Torus"))
        .args(["100", "1", "2", "3", "4", "5", "0", "6", "7", "8"])
        .output()
        .unwrap();
    check(&linked, 0, "1 2 0 4 5 3 6 7 8\n1 2 3 0 5 4 6 7 8\n1 2 3 4 0 5 6 7 8\n1 2 3 4 5 8 6 7 0\n", "");
    let direct = taquin(&["course", "torus", "100", "1", "2", "3", "4", "5", "0", "6", "7", "8"]);
    assert_eq!(direct.stdout, linked.stdout);
    check(&taquin(&["course", "sudoku"]), 2, "", "not a course program");
    check(&taquin(&["course", "torus", "600"]), 2, "", "usage");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_tells_what_it_knows() {
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let arguments = ["solve", hard, "--algorithm", "ida-star", "--heuristic", "misplaced"];
    let output = interrupted(&arguments, b"", Duration::from_millis(500));
    check(&output, 3, "Stopped (cancelled): a solution needs at least", "");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["generate", "4x4", "--count", "1000000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    check(&output, 0, "", "");
}

#[test]
fn spaces_are_counted_and_their_tables_answer() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("eight.taq");
    let table = table.to_str().unwrap();
    check(&taquin(&["enumerate", "3x3", "--save", table]), 0, "The farthest are 31 moves away", "");
    let hard = "8 6 7 / 2 5 4 / 3 0 1";
    check(&taquin(&["solve", hard, "--distances", table]), 0, "Solved in 31 moves, the fewest possible.", "");
    check(&taquin(&["info", hard, "--distances", table]), 0, "true distance     31", "");
    // Other names for the tiles, the same distances.
    let renamed = ["solve", "1 3 2 / 7 4 5 / 6 0 8", "--goal", "8 7 6 / 5 4 3 / 2 1 0", "--distances", table];
    check(&taquin(&renamed), 0, "Solved in 31 moves", "");
    check(&taquin(&["solve", "2 1 3 / 4 5 6 / 7 8 0", "--distances", table]), 1, "There is no solution", "");
    let elsewhere = ["solve", hard, "--goal", "0 1 2 / 3 4 5 / 6 7 8", "--distances", table];
    check(&taquin(&elsewhere), 2, "", "the distances are those of another board");
    check(&taquin(&["solve", hard, "--distances", "nowhere.taq"]), 2, "", "nowhere.taq: No such file");
    let depth = taquin(&["enumerate", "2x3", "--torus", "--depth", "3", "--format", "csv"]);
    check(&depth, 0, "distance,positions\n0,1\n1,3\n2,6\n3,11\n", "");
    check(
        &taquin(&["enumerate", "4x4", "--limit-memory", "1G"]),
        3,
        "Stopped (memory limit)",
        "--disk FOLDER",
    );
    check(&taquin(&["enumerate", "6x6"]), 3, "Stopped (memory limit)", "--depth counts its first levels");
    check(&taquin(&["enumerate", "6x6", "--depth", "9"]), 0, "       9                 2786", "");
    check(&taquin(&["enumerate", "6x6", "--depth", "9", "--disk", "x"]), 2, "", "cannot be numbered");
    check(&taquin(&["enumerate", "900x900"]), 2, "", "too large to be named by its size");
    let levels = folder.path().join("levels");
    let disk = |depth| taquin(&["enumerate", "4x4", "--disk", levels.to_str().unwrap(), "--depth", depth]);
    check(&disk("6"), 0, "whole levels up to distance 6", "");
    check(&disk("10"), 0, "      10                 1948", "");
    let klotski = "2112 2112 2332 2442 4004";
    check(&taquin(&["enumerate", klotski, "--depth", "2"]), 0, "whole levels up to distance 2", "");
    check(&taquin(&["enumerate", klotski, "--disk", table]), 2, "", "File exists");
}

/// The 15-puzzle has ten million million positions, but few of them are near its goal.
#[test]
fn the_first_levels_of_a_large_space_need_no_folder() {
    let counted = taquin(&["enumerate", "4x4", "--depth", "7", "--format", "csv"]);
    let lines = "0,1\n1,2\n2,4\n3,10\n4,24\n5,54\n6,107\n7,212\n";
    check(&counted, 0, lines, "");
    check(&taquin(&["enumerate", "4x4"]), 3, "before the first level", "--disk FOLDER");
}

#[cfg(feature = "cluster")]
#[test]
fn hosts_of_a_list_count_together() {
    let folder = tempfile::tempdir().unwrap();
    let addresses = ports::free(2);
    let hosts = folder.path().join("hosts.txt");
    std::fs::write(&hosts, addresses.join("\n")).unwrap();
    let arguments = ["enumerate", "3x3", "--threads", "1", "--cluster", hosts.to_str().unwrap()];
    let start =
        || Command::new(env!("CARGO_BIN_EXE_taquin")).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    for running in [start(), start()] {
        check(
            &running.wait_with_output().unwrap(),
            0,
            "The farthest are 31 moves away, the mean is 21.97",
            "",
        );
    }
    let alone = taquin(&[&arguments[..], &["--patience", "100ms"]].concat());
    check(&alone, 2, "", &format!("{} is not there: it has not called within 100ms", addresses[1]));
}

/// A board of 6 x 6 that no search solves optimally in a second.
const LARGE: &str = "35 1 30 4 12 9 / 3 20 17 33 26 2 / 10 8 28 14 0 31 / 16 5 22 34 7 18 / \
                     29 11 24 6 21 15 / 13 27 19 32 25 23";

#[test]
fn a_large_board_is_solved_near_with_a_word() {
    let solvable = ["solve", LARGE, "--limit-nodes", "300000"];
    let output = taquin(&solvable);
    check(
        &output,
        0,
        "not proved to be the fewest (at least",
        "the shortest solution of such a board is out of",
    );
    check(&taquin(&[&solvable[..], &["--near"]].concat()), 0, "Plan: near", "");
    let answer = taquin(&[&solvable[..], &["--near", "--format", "json"]].concat());
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!((&answer["outcome"], &answer["optimal"]), (&"solved".into(), &false.into()));
    assert_eq!(answer["moves"].as_array().unwrap().len() as u64, answer["cost"].as_u64().unwrap());
    assert!(answer["lower_bound"].as_u64() < answer["cost"].as_u64());
    let moves = taquin(&[&solvable[..], &["--near", "--format", "moves"]].concat());
    check(&moves, 0, "U", "not proved to be the fewest");
    assert_eq!(text(&moves.stdout).trim_end().len() as u64, answer["cost"].as_u64().unwrap());
    check(&taquin(&["solve", "1 2 3 / 4 0 6 / 7 5 8", "--near"]), 0, "Solved in 2 moves, the fewest", "");
    let unsolvable = LARGE.replace("25 23", "23 25");
    check(&taquin(&["solve", &unsolvable]), 1, "There is no solution: the permutation is odd", "");
    check(&taquin(&["solve", LARGE, "--near", "--algorithm", "a-star"]), 2, "", "cannot be used with");
    check(&taquin(&["solve", "2112 2112 2332 2442 4004", "--near"]), 2, "", "blocks have no algorithm near");
    check(&taquin(&["trace", LARGE, "--algorithm", "near", "--limit-nodes", "9"]), 0, "phase  a line: ", "");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_better_solutions_gives_the_best() {
    let arguments = ["solve", LARGE, "--near", "--limit-time", "1h"];
    let output = interrupted(&arguments, b"", Duration::from_millis(500));
    check(&output, 0, "not proved to be the fewest", "");
}

/// Tiles around a ring whose solution is too long to hold: one round of the blank turns them by one.
fn long_ring() -> (String, u64) {
    let (cells, turn) = (5000, 1700);
    let tiles = (0..cells - 1).map(|place| ((place + turn) % (cells - 1) + 1).to_string());
    (tiles.chain(["0".to_string()]).collect::<Vec<_>>().join(" "), cells * turn)
}

#[test]
fn a_solution_too_long_to_hold_is_printed_while_it_is_found() {
    let (ring, moves) = long_ring();
    let arguments = ["solve", "--torus", "--size", "1x5000", "--format", "moves"];
    let output = piped(&arguments, ring.as_bytes());
    assert_eq!(text(&output.stdout).trim_end().len() as u64, moves);
    let sentence = format!("Solved in {moves} moves, the fewest possible.");
    assert!(text(&output.stderr).contains(&sentence) && output.status.success());
    let output = piped(&["solve", "--torus", "--size", "1x5000"], ring.as_bytes());
    assert!(text(&output.stdout).trim_end().ends_with(&format!("{sentence}\nPlan: near")));
}

#[test]
fn a_stream_ends_when_nobody_reads_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", "--near", "--torus", "--size", "1x5000", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(long_ring().0.as_bytes()).unwrap();
    check(&child.wait_with_output().unwrap(), 0, "", "");
}

#[test]
fn a_second_process_in_a_folder_is_told_who_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let arguments = ["enumerate", "2x3", "--disk", path];
    let held = taquin_files::Lock::take(folder.path(), None).unwrap();
    let there = format!("process {} on ", std::process::id());
    check(&taquin(&arguments), 2, "", &there);
    drop(held);
    check(&taquin(&arguments), 0, "The farthest are 21 moves away", "");
}
