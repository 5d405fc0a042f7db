//! Boards too large to solve optimally: how near solutions come, and how soon.

use std::path::Path;
use std::process::Command;

use super::process::{Usage, measure, taquin};
use super::table::{Table, Target};
use crate::shell::Result;

/// The side of a random board, the limit of time, and the moves to reach in cubes of the side.
const BOARDS: &[(u32, &str, Option<f64>)] = &[
    (6, "1s", None),
    (6, "10s", None),
    (10, "10s", None),
    (20, "1s", None),
    (20, "10s", Some(1.3)),
    (50, "10s", None),
    (100, "1s", Some(1.6)),
    (100, "30s", Some(1.3)),
];

/// So many moves of the largest board are read before the pipe is closed.
const STREAMED: usize = 5_000_000;

pub fn run() -> Result {
    let binary = taquin()?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let board = folder.path().join("board").to_string_lossy().into_owned();
    let mut table = Table::new("near");
    for &(side, limit, target) in BOARDS {
        generate(&binary, side, &board)?;
        let solved = solve(&binary, &board, &format!("--limit-time {limit}"))?;
        let cubes = moves(&solved) as f64 / f64::from(side).powi(3);
        let what = format!("{side} x {side}, {limit}: moves in cubes of the side");
        table.row(&what, cubes, "N^3", target.map(Target::AtMost));
    }
    generate(&binary, 1000, &board)?;
    let streamed = solve(&binary, &board, &format!("| head -c {STREAMED}"))?;
    let rate = moves(&streamed) as f64 / streamed.seconds / 1e6;
    table.row("1000 x 1000, the first 5 million moves: moves a second", rate, "M/s", None);
    table.row("  memory, bytes a cell", streamed.peak_bytes / 1e6, "B", Some(Target::AtMost(100.0)));
    table.save()
}

/// Writes a random board of this side to a file.
fn generate(binary: &Path, side: u32, file: &str) -> Result {
    let made = measure(Command::new(binary).args(["generate", &format!("{side}x{side}"), "--seed", "1"]))?;
    std::fs::write(file, made.output).map_err(|error| format!("{file}: {error}"))
}

/// Prints the moves of a near solution, and not the words about it, which are none for a table.
fn solve(binary: &Path, file: &str, rest: &str) -> Result<Usage> {
    let line = format!("'{}' solve '{file}' --near --format moves 2> /dev/null {rest}", binary.display());
    measure(Command::new("sh").args(["-c", &line]))
}

fn moves(usage: &Usage) -> usize {
    usage.output.iter().filter(|byte| byte.is_ascii_alphabetic()).count()
}
