//! Boards too large to solve optimally: how short solutions are, and how quickly they are found.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::process::{Usage, measure, taquin};
use super::table::{Table, Target};
use crate::shell::Result;

/// The side of a random board, the time limit, and the target in cubes of the side.
const BOARDS: &[(u32, &str, Option<f64>)] = &[
    (6, "1s", None),
    (6, "10s", Some(0.75)),
    (8, "10s", Some(0.85)),
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

/// Measures the boards of a file, each a line with the moves of a known solution, a bar, and the board. All are solved
/// by one process, each within `limit`.
pub fn boards(file: &str, limit: &str) -> Result {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let parts = lines.map(|line| {
        let (known, board) = line.split_once('|')?;
        Some((known.trim().parse().ok()?, board.trim().to_string()))
    });
    let parts: Option<Vec<(f64, String)>> = parts.collect();
    let parts = parts.ok_or_else(|| format!("{file}: a line is a number of moves, a bar and a board"))?;
    let mut list = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    for (_, board) in &parts {
        writeln!(list, "{board}").map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(taquin()?);
    command.arg("solve").arg(list.path()).args(["--near", "--limit-time", limit, "--format", "json"]);
    let solved = measure(&mut command)?;
    let output = String::from_utf8_lossy(&solved.output);
    let answers: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    let costs = answers.iter().map(|answer| answer["cost"].as_f64().unwrap_or(f64::NAN));
    let bounds = answers.iter().map(|answer| answer["lower_bound"].as_f64().unwrap_or(f64::NAN));
    let gaps = costs.clone().zip(bounds).map(|(cost, bound)| 100.0 * (cost / bound - 1.0));
    let mean = |sum: f64| sum / parts.len() as f64;
    let shorter = costs.clone().zip(&parts).filter(|(cost, (known, _))| cost < known).count();
    let longer = costs.clone().zip(&parts).filter(|(cost, (known, _))| cost > known).count();
    let mut table = Table::new("near-boards");
    table.row("boards", parts.len() as f64, "", None);
    table.row(&format!("moves in the mean, {limit} each"), mean(costs.sum()), "", None);
    table.row(
        "moves of the known solutions in the mean",
        mean(parts.iter().map(|part| part.0).sum()),
        "",
        None,
    );
    table.row("boards with a shorter solution than the known one", shorter as f64, "", None);
    table.row("boards with a longer one", longer as f64, "", None);
    table.row("gap to the lower bound in the mean", mean(gaps.sum()), "%", None);
    table.row("processor seconds a board", mean(solved.seconds), "s", None);
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
