//! Pictures, traces and the server, from outside.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use taquin::Algorithm;

const NEAR: &str = "1 2 3 / 4 0 6 / 7 5 8";

fn taquin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_taquin")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_ending_of_the_file_decides_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, begin) in [
        ("html", "<!doctype html>"),
        ("svg", "<svg "),
        ("json", "{\""),
        ("gif", "GIF89a"),
        ("png", "\u{89}PNG"),
    ] {
        let file = folder.path().join(format!("solution.{ending}"));
        let output = taquin(&["render", NEAR, "-o", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{ending}: {}", text(&output.stderr));
        let bytes = std::fs::read(&file).unwrap();
        let start: String = bytes.iter().take(20).map(|&byte| char::from(byte)).collect();
        assert!(start.starts_with(begin), "{ending}: {start:?}");
    }
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (photo, drawing) = (path("solution.png"), path("photo.svg"));
    let photographed = |photo: &str| taquin(&["render", NEAR, "--photo", photo, "-o", &drawing]);
    assert_eq!(photographed(&photo).status.code(), Some(0));
    let svg = std::fs::read_to_string(&drawing).unwrap();
    assert_eq!((svg.matches("data:image/png").count(), svg.matches("fill=\"url(#photo-").count()), (1, 8));
    let refused = photographed(&path("solution.gif"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("solution.gif: this is no PNG"), "{}", text(&refused.stderr));
    let still = folder.path().join("start.svg");
    taquin(&["render", "1A9BF0C", "--still", "-o", still.to_str().unwrap()]);
    assert!(!std::fs::read_to_string(still).unwrap().contains("animate"));
}

#[test]
fn nothing_is_written_without_a_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solution.svg");
    let name = file.to_str().unwrap();
    let unsolvable = taquin(&["render", "2 1 3 / 4 5 6 / 7 8 0", "-o", name]);
    assert_eq!(unsolvable.status.code(), Some(1));
    assert!(text(&unsolvable.stderr).contains("There is no solution"));
    let unknown = taquin(&["render", NEAR, "-o", "solution.bmp"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains(".html, .svg, .gif, .json or .png"));
    assert!(!file.exists());
}

#[test]
fn a_trace_tells_every_step() {
    let output = taquin(&["trace", NEAR, "--algorithm", "a-star", "--heuristic", "manhattan", "--lists"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(
        told.starts_with("step 1  f 2   g 0   h 2   1 2 3 / 4 0 6 / 7 5 8\n  taken: the only open node\n"),
        "{told}"
    );
    let up = "  5 up         opened     f 2   g 1   h 1   1 2 3 / 4 5 6 / 7 0 8  new, f = 1 + 1 = 2\n";
    assert!(told.contains(up) && told.contains("undoes the last move: dropped\n"), "{told}");
    assert!(told.contains("\nThis is the goal. No open node has f below 2,"), "{told}");
    assert!(told.contains("  OPEN (4)\n") && told.contains("  CLOSED (1)\n"), "{told}");
    assert!(told.contains("Solved in 2 moves"), "{told}");
}

#[test]
fn a_trace_in_json_is_one_event_a_line_for_any_algorithm_on_any_puzzle() {
    for puzzle in [NEAR, "2332 2402 2112 2112 4044"] {
        for algorithm in Algorithm::ALL {
            let what = ["trace", puzzle, "--algorithm", algorithm.name()];
            let output = taquin(&[&what[..], &["--format", "json", "--steps", "200"]].concat());
            let solved = taquin(&["solve", puzzle, "--algorithm", algorithm.name(), "--format", "json"]);
            if solved.status.code() == Some(2) {
                assert_eq!(output.stderr, solved.stderr, "{algorithm}");
                continue;
            }
            let events: Vec<Value> =
                text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
            let (last, rest) = events.split_last().unwrap();
            assert_eq!(last["event"], "answer", "{algorithm}");
            assert!(rest.iter().all(|event| event["event"] != "answer"));
            assert!(last["answer"]["stats"]["expanded"].is_u64());
            assert!(count("expand") > 0 && count("generate") > 0, "{algorithm}");
            let answer: Value = serde_json::from_slice(&solved.stdout).unwrap();
            match last["answer"]["outcome"].as_str() {
                Some("solved") => assert_eq!(last["answer"]["cost"], answer["cost"], "{algorithm}"),
                other => assert_eq!((other, count("cut")), (Some("stopped"), 1), "{algorithm}"),
            }
        }
    }
}

#[test]
fn a_table_is_told_and_used_and_what_is_too_long_is_cut_with_a_word() {
    let output = taquin(&["trace", "8 6 7 / 2 5 4 / 3 0 1", "--algorithm", "exhaustive", "--steps", "5"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.starts_with("phase  the table: "), "{told}");
    assert!(told.contains("\nbound 1\n") && told.contains("\n… cut after 5 steps; "), "{told}");
    assert!(
        told.contains("\nphase  the way down: ") && told.contains("\nbound 31\nstep 6  f 31  g 0   h 31 ")
    );
    assert!(told.contains("Solved in 31 moves"), "{told}");
}

#[test]
fn the_server_answers_and_does_not_open_itself_to_others() {
    let open = taquin(&["serve", "--address", "0.0.0.0", "--port", "0", "--no-open"]);
    assert_eq!(open.status.code(), Some(2));
    assert!(text(&open.stderr).contains("--allow-remote"));
    let mut server = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["visualize", NEAR, "--no-open"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("taquin: http://").unwrap();
    let (host, place) = address.split_once('/').unwrap();
    assert_eq!(place, "#/solve?p=1+2+3+/+4+0+6+/+7+5+8&play=1");
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK"), "{page}");
    assert!(page.contains("<title>Taquin</title>"));
}
