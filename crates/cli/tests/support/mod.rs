//! Runs the binary and looks at what it prints where, and how it exits.
#![allow(dead_code, unreachable_pub)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

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
