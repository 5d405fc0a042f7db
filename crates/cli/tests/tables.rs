//! Tables on disk, batches, and searches that are stopped and continued.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn taquin(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(args).env("TAQUIN_TABLES", folder.join("tables"));
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    taquin(folder, args).output().expect("the binary runs")
}

fn with_input(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = taquin(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn tables_are_built_listed_checked_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let built = text(&run(folder, &["tables", "build", "3x4", "1 2 3 4 / 5 6 7 8 / 9 10 11"]));
    assert_eq!(built.matches("built ").count(), 3, "{built}");
    let again = text(&run(folder, &["tables", "build", "3x4", "1 2 3 4 / 5 6 7 8 / 9 10 11"]));
    assert_eq!(again.matches("kept ").count(), 3, "{again}");
    let listed = text(&run(folder, &["tables", "list", "--format", "json"]));
    assert_eq!(listed.lines().count(), 3);
    assert!(run(folder, &["tables", "verify"]).status.success());

    let first = std::fs::read_dir(folder.join("tables")).expect("a folder").next();
    let first = first.expect("a table").expect("a name").path();
    let mut bytes = std::fs::read(&first).expect("a file");
    *bytes.last_mut().expect("a byte") ^= 1;
    std::fs::write(&first, bytes).expect("a file");
    let damaged = run(folder, &["tables", "verify"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged).contains("damaged"));
    // An easy one would be solved before tables are looked for.
    let board = "6 3 7 1 / 2 0 10 9 / 8 5 4 11";
    let solved = run(folder, &["solve", board]);
    assert!(solved.status.success(), "damage does not keep it from solving");
    let named = String::from_utf8_lossy(&solved.stderr).into_owned();
    assert!(named.contains(&*first.to_string_lossy()) && named.contains("damaged"), "{named}");
    let rebuilt = text(&run(folder, &["tables", "build", "3x4", "1 2 3 4 / 5 6 7 8 / 9 10 11"]));
    assert!(rebuilt.contains("damaged") && rebuilt.contains("built "), "{rebuilt}");
    assert!(run(folder, &["tables", "verify"]).status.success());

    assert_eq!(text(&run(folder, &["tables", "remove", "3x4"])).lines().count(), 3);
    assert!(text(&run(folder, &["tables", "list"])).contains("no tables"));
}

/// Boards of more than 25 cells have tables too, and searches read them.
#[test]
fn tables_of_large_boards_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let board = "9 8 2 3 12 6 7 / 1 17 0 10 4 13 14 / 15 16 24 18 5 20 21 / 22 23 25 11 19 26 27";
    let tiles: Vec<String> = (0..7).map(|col| format!("{} {} {}", col + 1, col + 8, col + 15)).collect();
    let partition = format!("{} / 22 23 24 / 25 26 27", tiles.join(" / "));
    let built = text(&run(folder, &["tables", "build", "4x7", &partition]));
    assert!(built.contains("3-3-3-3-3-3-3-3-3 for 4x7"), "{built}");
    assert!(text(&run(folder, &["tables", "list"])).contains("4x7"));
    assert!(run(folder, &["tables", "verify"]).status.success());
    let solved = run(folder, &["solve", board, "--algorithm", "ida-star", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&text(&solved)).expect("JSON");
    assert_eq!((answer["heuristic"].as_str(), answer["optimal"].as_bool()), (Some("patterns"), Some(true)));
    for algorithm in ["a-star", "ida-star"] {
        let args = ["solve", board, "--algorithm", algorithm, "--heuristic", "patterns", "--format", "json"];
        let other: serde_json::Value = serde_json::from_str(&text(&run(folder, &args))).expect("JSON");
        assert_eq!(other["cost"], answer["cost"], "{algorithm}");
    }
}

#[test]
fn wrong_partitions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |args: &[&str], word: &str| {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(word), "{message}");
    };
    refused(&["tables", "build", "4x4", "1-2-3"], "there are");
    refused(&["tables", "build", "3x3", "1 2 3 / 4 5 6"], "every tile");
    refused(&["tables", "build", "3x3", "1 2 3 / 3 4 5 6 7 8"], "two groups");
    refused(&["tables", "build", "3x3", "1 2 3 / 4 5 6 7 9"], "not a tile");
    refused(&["tables", "build", "5x13"], "64 cells");
    refused(&["solve", "1 2 3 / 4 5 6 / 7 0 8", "--partition", "1 2 3 4 / 5 6 7 8"], "--device cuda");
    let limited = run(folder.path(), &["tables", "build", "4x4", "--limit-memory", "32M"]);
    assert_eq!(limited.status.code(), Some(3));
    assert!(!folder.path().join("tables").exists(), "nothing is written");
}

#[test]
fn a_batch_is_answered_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let boards =
        "1 2 3 / 4 0 6 / 7 5 8\n# a comment\n1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12\n\n1A9BF0C\n";
    let whole = with_input(folder, &["solve", "--format", "json"], boards);
    assert!(whole.status.success());
    let lines: Vec<serde_json::Value> =
        text(&whole).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let costs: Vec<u64> = lines.iter().map(|line| line["cost"].as_u64().expect("a cost")).collect();
    assert_eq!(costs, [2, 2, 81]);
    let forced = with_input(folder, &["solve", "--batch"], "1 2 3 / 4 5 6 / 8 7 0\n1 2 x\n");
    assert_eq!(forced.status.code(), Some(2));
    let lines = text(&forced);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines[0].starts_with("There is no solution"), "{lines:?}");
    assert!(lines[1].contains("line 2, column 5"), "{lines:?}");
    let moves = with_input(folder, &["solve", "--batch", "--format", "moves"], "1 2 3 / 4 0 6 / 7 5 8\n");
    assert_eq!(text(&moves), "UL\n");
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let state = folder.join("state");
    let state = state.to_str().expect("a name");
    // One of the boards that need 80 moves.
    let hard = "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0";
    let goal = ["--goal", "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"];
    let mut args = vec!["solve", hard, "--resume", state, "--limit-nodes", "100000", "--format", "json"];
    args.extend(goal);
    let bound = |output: &Output| {
        let value: serde_json::Value = serde_json::from_str(&text(output)).expect("JSON");
        assert_eq!(value["outcome"], "stopped");
        value["lower_bound"].as_u64().expect("a bound")
    };
    let first = run(folder, &args);
    assert_eq!(first.status.code(), Some(3));
    args[5] = "2500000";
    let second = run(folder, &args);
    assert!(bound(&second) > bound(&first));
    let other = run(folder, &["solve", "1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12", "--resume", state]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("another job"));
    std::fs::write(state, "something else").expect("a file");
    let foreign = run(folder, &args);
    assert!(String::from_utf8_lossy(&foreign.stderr).contains("not a journal"));
}
