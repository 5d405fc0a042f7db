//! `taquin compare` and `taquin export`: what they write, and that it can be repeated.

mod support;

use std::process::Command;
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;
#[cfg(unix)]
use support::interrupted;
use support::{check, piped, taquin, text};

const BOARDS: &str = "1 2 3 / 4 0 6 / 7 5 8\n8 1 3 / 4 0 2 / 7 6 5\n1 2 3 / 4 5 6 / 8 7 0\n";

fn runs(json: &[u8]) -> Vec<Value> {
    let value: Value = serde_json::from_slice(json).unwrap();
    value["runs"].as_array().unwrap().clone()
}

#[test]
fn every_algorithm_meets_every_heuristic_on_every_puzzle() {
    let words = ["compare", "--algorithms", "bfs,A*,greedy", "--heuristics", "misplaced,manhattan"];
    let output = piped(&[&words[..], &["--format", "json"]].concat(), BOARDS.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let runs = runs(&output.stdout);
    // Breadth-first takes no heuristic.
    assert_eq!(runs.len(), (1 + 2 + 2) * 3);
    let of = |algorithm: &str, heuristic: &str, number: u64| {
        let is = |run: &&Value| run["algorithm"] == algorithm && run["number"] == number;
        let same = |run: &&Value| run["heuristic"].as_str().unwrap_or("") == heuristic;
        runs.iter().find(|run| is(run) && same(run)).unwrap().clone()
    };
    assert_eq!(of("breadth-first", "", 1)["cost"], 2);
    assert_eq!(of("a-star", "manhattan", 2)["cost"], 14);
    assert_eq!(of("a-star", "misplaced", 3)["outcome"], "unsolvable");
    let expanded = |heuristic: &str| of("a-star", heuristic, 2)["expanded"].as_u64().unwrap();
    assert!(expanded("manhattan") < expanded("misplaced"));
    assert_eq!(of("greedy", "manhattan", 2)["optimal"], false);
}

#[test]
fn limits_hold_for_each_and_what_does_not_fit_is_told() {
    let hard = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0\n5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12\n";
    let words = ["compare", "--algorithms", "ida-star,exhaustive", "--heuristics", "manhattan"];
    let output = piped(&[&words[..], &["--limit-nodes", "2k", "--format", "csv"]].concat(), hard.as_bytes());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].starts_with("number,puzzle,algorithm,heuristic,outcome,limit,cost"), "{}", lines[0]);
    assert!(lines[1].contains("ida-star,manhattan,stopped,node limit,,"), "{}", lines[1]);
    assert!(lines[2].contains("ida-star,manhattan,solved,,10,10,true"), "{}", lines[2]);
    assert!(lines[3].contains("exhaustive,,error,") && lines[3].contains("at most 9 cells"), "{}", lines[3]);
    assert_eq!(lines.len(), 5);
    check(&piped(&["compare", "--weight", "2"], BOARDS.as_bytes()), 2, "", "--algorithms weighted-a-star");
    check(&piped(&["compare"], b"1 2 / 3 0\n1 2 / 3 3\n"), 2, "", "line 2, column 9");
}

#[test]
fn a_folder_has_everything_and_repeats_itself() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let results = at("results");
    let words = ["compare", "--torus", "--algorithms", "a-star", "--limit-nodes", "1M", "--output"];
    let output = piped(&[&words[..], &[results.to_str().unwrap()]].concat(), BOARDS.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(results.join(name)).unwrap();
    let first = runs(read("runs.json").as_bytes());
    let plot = read("plot.svg");
    assert_eq!(plot.matches("<polyline").count(), first.len() / 3);
    assert!(plot.contains("taquin compare puzzles.jsonl --algorithms a-star"));
    assert!(read("runs.md").contains("| a-star    | manhattan"), "{}", read("runs.md"));
    assert_eq!(read("runs.csv").lines().count(), first.len() + 1);
    // The binary of these tests is the one that the script finds.
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_taquin")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let again = Command::new("sh").arg(results.join("again.sh")).env("PATH", path).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    let second = runs(read("runs.json").as_bytes());
    let without_times = |runs: Vec<Value>| {
        let strip = |mut run: Value| {
            run["seconds"] = Value::Null;
            run
        };
        runs.into_iter().map(strip).collect::<Vec<_>>()
    };
    assert_eq!(without_times(first), without_times(second));
}

#[test]
fn puzzles_are_written_for_planners() {
    let output = taquin(&["export", "1 2 / 0 3"]);
    check(&output, 0, "(define (domain sliding-tiles)", "");
    check(&output, 0, "(:goal (and (at t1 c1-1) (at t2 c1-2) (at t3 c2-1)))", "");
    check(
        &taquin(&["export", "klotski", "--format", "pddl-untyped"]),
        0,
        "(:metric minimize (total-cost))",
        "",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    check(&piped(&["export", "--format", "sas", "-o", path], BOARDS.as_bytes()), 0, "", "");
    for number in ["1", "2", "3"] {
        let text = std::fs::read_to_string(folder.path().join(number).join("output.sas")).unwrap();
        assert!(text.starts_with("begin_version\n3\nend_version\n"));
    }
    check(&piped(&["export"], BOARDS.as_bytes()), 2, "", "name it with -o");
    check(&taquin(&["export", "a../..."]), 2, "", "no goal");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let boards = "1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12\n14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0\n";
    let words = ["compare", "--algorithms", "ida-star", "--heuristics", "misplaced", "--format", "json"];
    let output = interrupted(&words, boards.as_bytes(), Duration::from_secs(2));
    check(&output, 3, "", "stopped after 1 of 2 searches");
    let runs = runs(&output.stdout);
    assert_eq!((runs.len(), &runs[0]["cost"]), (1, &Value::from(2)));
}
