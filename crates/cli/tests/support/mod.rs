//! Runs the binary and looks at what it prints where, and how it exits.
#![allow(dead_code, unreachable_pub)]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the binary without anything to read.
pub fn taquin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_taquin")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the binary with `input` on its standard input.
pub fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Starts the binary, presses Ctrl-C when it has worked for a moment, and waits for its end.
#[cfg(unix)]
pub fn interrupted(arguments: &[&str], input: &[u8], moment: Duration) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    wait_for_handler(&child);
    std::thread::sleep(moment);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

/// Waits until a program handles Ctrl-C, however long a busy machine takes to start it. Where the system does not tell,
/// it has two seconds.
fn wait_for_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(Duration::from_secs(2));
    }
    let begun = Instant::now();
    let handles = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // Signals are bits, the first one being bit 0; Ctrl-C is the second.
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    while !handles() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not handle Ctrl-C");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Bytes that are text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Checks exit code, standard output and standard error.
pub fn check(output: &Output, code: i32, out: &str, err: &str) {
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}{stderr}");
    assert!(stdout.contains(out), "'{out}' is not in: {stdout}");
    assert!(stderr.contains(err), "'{err}' is not in: {stderr}");
    assert_eq!(err.is_empty(), stderr.is_empty(), "{stderr}");
}
