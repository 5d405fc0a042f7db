//! `--limit-memory` holds for the whole process, whatever it does.
#![cfg(target_os = "linux")]

#[path = "../../cluster/tests/support/memory.rs"]
mod memory;

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the binary with a limit of so many mebibytes; its code, what it printed, and the most that it
/// held, in mebibytes.
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
    let work: [(u64, i32, &[&str]); 9] = [
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
    ];
    for (limit, code, args) in work {
        let (found, text, peak) = run(folder.path(), limit, args);
        assert_eq!(found, Some(code), "{args:?}: {text}");
        assert!(peak <= limit as f64, "{args:?}: {peak:.1} MiB of {limit}");
    }
}

#[test]
fn a_limit_that_leaves_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, text, peak) = run(folder.path(), 8, &["enumerate", "3x3"]);
    assert!(code == Some(2) && peak < 16.0, "{peak} {text}");
    assert!(text.contains("--limit-memory 8.00 MiB is too little: the program itself takes"), "{text}");
}
