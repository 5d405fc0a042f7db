//! Blocks on the command line: whole spaces, the output formats, and error messages.

use std::process::{Command, Output, Stdio};

fn taquin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_taquin")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Exit code, standard output, standard error.
#[track_caller]
fn check(arguments: &[&str], code: i32, out: &str, err: &str) {
    let output = taquin(arguments);
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}{stderr}");
    assert!(stdout.contains(out), "'{out}' is not in: {stdout}");
    assert!(stderr.contains(err), "'{err}' is not in: {stderr}");
    assert_eq!(err.is_empty(), stderr.is_empty(), "{stderr}");
}

const PENNANT: &str = "ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..";

#[test]
fn a_solution_is_told_as_moves_boards_and_json() {
    let two = "ab.\n...\ngoal: b../...";
    check(&["solve", two], 0, "  1  block a: down\n  2  block b: left\n", "");
    check(&["solve", two, "--format", "boards"], 0, "\n2. block b: left\n  b..\n  a..\n", "");
    check(&["solve", two, "--format", "moves"], 0, "a:D b:L\n", "");
    check(&["solve", two, "--format", "json"], 0, r#""path":["down"]"#, "");
    check(&["solve", "ab\n..\ngoal: ba/..", "--metric", "unit"], 0, "Solved in", "");
    check(&["solve", "ab\ngoal: ba"], 1, "There is no solution: ", "");
    let flight = "fly: all\na#./#b.\ngoal: ..a/...";
    check(&["solve", flight], 0, "block a: flies to row 1, column 3\n", "");
    check(&["solve", flight, "--format", "moves"], 0, "a:*1,3\n", "");
}

#[test]
fn a_puzzle_is_written_in_another_form() {
    check(&["puzzles", "show", "横刀立马", "--form", "klotski"], 0, "1A9BF0C\n", "");
    check(&["puzzles", "show", "1A9BF0C", "--form", "plain"], 0, "start:\naZZb\n", "");
    check(&["puzzles", "show", PENNANT, "--form", "klotski"], 2, "", "cannot be written in the form klotski");
    check(&["puzzles", "show", "no such puzzle"], 2, "", "no puzzle is called");
}

#[test]
fn a_component_is_counted_drawn_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (table, graphml, csv) = (path("pennant.taq"), path("pennant.graphml"), path("pennant.csv"));
    check(&["enumerate", PENNANT, "--save", &table, "--graph", &graphml], 0, "1398", "");
    check(&["enumerate", "pennant", "--graph", &csv, "--diameter"], 0, "Diameter: ", "");
    let (graphml, csv) = (std::fs::read_to_string(graphml).unwrap(), std::fs::read_to_string(csv).unwrap());
    assert_eq!(graphml.matches("<node ").count(), 1398);
    assert_eq!(graphml.matches("<edge ").count(), csv.lines().count() - 1);
    check(&["solve", "pennant", "--distances", &table], 0, "Solved in 59 moves, the fewest possible.", "");
    check(&["info", "pennant", "--distances", &table], 0, "true distance     59", "");
    check(
        &["solve", "pennant", "--metric", "unit", "--distances", &table],
        2,
        "",
        "those of the finger metric",
    );
    check(&["solve", "klotski", "--distances", &table], 2, "", "not a position of the file");
    check(&["solve", "pennant", "--distances", "/no/such/file"], 2, "", "No such file");
    check(&["enumerate", "pennant", "--components"], 0, "1398", "");
    check(&["enumerate", "pennant", "--format", "json"], 0, r#""start":59"#, "");
    check(&["enumerate", "3x3", "--components"], 2, "", "tiles have no components");
    check(&["enumerate", "3x3", "--diameter"], 2, "", "tiles have no graph");
}

#[test]
fn threads_change_nothing_that_is_told_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let run = |threads: &str| {
        let (table, graph) = (path(&format!("{threads}.taq")), path(&format!("{threads}.csv")));
        let puzzle = ["enumerate", "mas-puzzle", "--threads", threads];
        let told = taquin(&[&puzzle[..], &["--save", &table, "--graph", &graph]].concat());
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        let components = taquin(&[&puzzle[..], &["--components"]].concat()).stdout;
        (told.stdout, components, std::fs::read(table).unwrap(), std::fs::read(graph).unwrap())
    };
    let one = run("1");
    assert!(one == run("3"), "one thread and three differ");
    assert!(String::from_utf8_lossy(&one.0).contains("110804"), "{}", String::from_utf8_lossy(&one.0));
    // The same on disk; without files all is counted in two passes.
    let (disk, graph) = (path("levels"), path("disk.csv"));
    let told = taquin(&["enumerate", "mas-puzzle", "--disk", &disk, "--graph", &graph]).stdout;
    assert!(told == one.0 && std::fs::read(graph).unwrap() == one.3, "memory and disk differ");
    let (memory, disk) = (taquin(&["enumerate", PENNANT]), path("passes"));
    assert_eq!(taquin(&["enumerate", PENNANT, "--disk", &disk]).stdout, memory.stdout);
}

#[test]
fn every_algorithm_agrees_or_says_why_not() {
    for algorithm in ["exhaustive", "breadth-first", "a-star", "ida-star", "uniform-cost"] {
        check(&["solve", "moving-day", "--algorithm", algorithm], 0, "Solved in 17 moves", "");
    }
    check(&["solve", "pennant", "--algorithm", "bidirectional"], 2, "", "leaves 8 of 9 pieces free");
    let whole = "abc\nd..\ngoal: dcb/a..";
    check(&["solve", whole, "--algorithm", "bidirectional"], 0, "the fewest possible", "");
    check(
        &["solve", "sunshine", "--algorithm", "exhaustive", "--limit-memory", "100M"],
        2,
        "",
        "memory does not hold",
    );
}

#[test]
fn hard_puzzles_are_generated() {
    let generate = |more: &[&str]| taquin(&[&["generate", "blocks"], more].concat());
    check(&["generate", "blocks", "--from", "pennant"], 0, "the most for these pieces\nmetric: finger\n", "");
    let small = ["--size", "3x4", "--pieces", "2x1,1x2,XX/X.,1x1"];
    let hardest = String::from_utf8(generate(&small).stdout).unwrap();
    // What is generated is a puzzle again, as hard as its note says.
    let moves = hardest.split(' ').nth(1).unwrap();
    check(&["solve", hardest.split("note: ").nth(1).unwrap().split_once('\n').unwrap().1], 0, moves, "");
    let minimal = generate(&[&small[..], &["--minimal", "--count", "2", "--metric", "unit"]].concat());
    assert!(String::from_utf8_lossy(&minimal.stdout).contains(" moves, minimal, the most for its component"));
    let seeded = generate(&[&small[..], &["--seed", "5", "--count", "2"]].concat()).stdout;
    assert_eq!(seeded, generate(&[&small[..], &["--seed", "5", "--count", "2"]].concat()).stdout);
    assert_eq!(String::from_utf8_lossy(&seeded).matches("seed 5").count(), 2);
    let at = |goal: &'static str| [&["generate", "blocks"], &small[..], &["--goal", goal]].concat();
    check(&at("2,3"), 0, "goal:\n....\n..A.\n..A.\n", "");
    check(&at("9,1"), 2, "", "the board has 3 rows and 4 columns");
    check(&["generate", "blocks", "--size", "3x3", "--pieces", "2x?"], 2, "", "column 1: expected a shape");
    check(&["generate", "blocks", "--size", "2x2", "--pieces", "2x2,1x1"], 2, "", "do not fit");
}
