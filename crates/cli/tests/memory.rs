//! `--limit-memory` holds for the whole process, whatever it does.
#![cfg(target_os = "linux")]

#[path = "../../cluster/tests/support/memory.rs"]
mod memory;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the binary with `limit` in mebibytes; returns its exit code, its output and its peak memory in mebibytes.
fn run(folder: &Path, limit: u64, args: &[&str]) -> (Option<i32>, String, f64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(args).arg(format!("--limit-memory={limit}M")).env("TAQUIN_TABLES", folder.join("tables"));
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = [command.spawn().expect("the binary runs")];
    let peaks = memory::peaks(&mut running).expect("it ends");
    let [child] = running;
    let output = child.wait_with_output().expect("it ends");
    let text = [output.stdout, output.stderr].concat();
    let peak = peaks.map_or(0.0, |peaks| peaks[0] as f64 / f64::from(1 << 20));
    (output.status.code(), String::from_utf8(text).expect("text"), peak)
}

#[test]
fn the_whole_process_stays_within_its_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let work: [(u64, i32, &[&str]); 11] = [
        (64, 0, &["enumerate", "3x4", "--depth", "29"]),
        // Twice 32 MB for the distances are too much.
        (64, 3, &["enumerate", "3x4", "--save", "twelve"]),
        (26, 0, &["enumerate", "3x4", "--depth", "28", "--disk", "tiles"]),
        (26, 0, &["enumerate", "pennant", "--depth", "60", "--disk", "blocks"]),
        (40, 3, &["enumerate", "shark"]),
        (48, 3, &["solve", hard, "--algorithm", "a-star"]),
        (48, 3, &["solve", hard, "--algorithm", "breadth-first"]),
        (48, 3, &["solve", hard, "--algorithm", "bidirectional"]),
        (48, 3, &["solve", hard, "--limit-nodes", "3000000"]),
        // The table of seven tiles fits, that of eight does not; then the first is checked again.
        (64, 3, &["tables", "build", "4x4", "7-8"]),
        (32, 3, &["tables", "build", "4x4", "7-8"]),
    ];
    for (limit, code, args) in work {
        let (found, text, peak) = run(folder.path(), limit, args);
        assert_eq!(found, Some(code), "{args:?}: {text}");
        assert!(peak <= limit as f64, "{args:?}: {peak:.1} MiB of {limit}");
    }
}

/// Asks a server to solve a board by an algorithm; what it says.
fn ask(address: &str, algorithm: &str) -> std::io::Result<String> {
    let board = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let body = format!("{{\"puzzle\":{{\"text\":\"{board}\"}},\"algorithm\":\"{algorithm}\"}}");
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "POST /api/v1/solve HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[test]
fn a_server_holds_what_its_searches_may() {
    const LIMIT: u64 = 40;
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(["serve", "--no-open", "--port=0", "--searches=2"]).arg(format!("--limit-memory={LIMIT}M"));
    let mut server = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut line = String::new();
    BufReader::new(server.stderr.take().expect("a pipe")).read_line(&mut line).expect("it tells where");
    let address = line.trim().split("//").nth(1).expect("an address").trim_end_matches('/');
    // Twice as many as may run, again and again: what is freed is not kept for each thread.
    for _ in 0..3 {
        std::thread::scope(|scope| {
            for algorithm in ["a-star", "weighted-a-star", "bidirectional", "breadth-first"] {
                scope.spawn(move || {
                    let answer = ask(address, algorithm).expect("an answer");
                    assert!(answer.contains("memory limit"), "{algorithm}: {answer}");
                });
            }
        });
    }
    let peak = memory::high_water(server.id()).expect("it runs") >> 20;
    server.kill().and_then(|()| server.wait()).expect("it ends");
    // Beside the searches there is the program itself.
    assert!(peak <= 2 * LIMIT + 24, "{peak} MiB");
}

#[test]
fn a_limit_that_leaves_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, text, peak) = run(folder.path(), 8, &["enumerate", "3x3"]);
    assert!(code == Some(2) && peak < 16.0, "{peak} {text}");
    assert!(text.contains("--limit-memory 8.00 MiB is too little: the program itself takes"), "{text}");
    for args in [&["tables", "build", "3x3"][..], &["serve", "--no-open", "--port=0"]] {
        let (code, text, _) = run(folder.path(), 8, args);
        assert!(
            code == Some(2) && text.contains("--limit-memory 8.00 MiB is too little"),
            "{args:?}: {text}"
        );
    }
}
