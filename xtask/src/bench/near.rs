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

/// Boards at the end of random walks from the goal, which are nearer than uniformly random ones: the side, the moves of
/// the walk, the number of boards and the time of each. The walks are as long as it takes for mean Manhattan distances of
/// 92 and 193, those of the boards that learned solvers are measured with.
const WALKED: &[(usize, u32, u64, &str)] = &[(6, 390, 8, "10s"), (7, 1550, 4, "30s")];

/// How many moves of the largest board are read before the pipe is closed.
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
    for &(side, moves, count, limit) in WALKED {
        let boards: Vec<String> = (1..=count).map(|seed| text(side, &walked(side, moves, seed))).collect();
        let Solved { costs, gaps, .. } = solve_list(&boards, limit)?;
        let what = format!("{side} x {side}, {count} boards at the end of walks, {limit}: moves in the mean");
        table.row(&what, mean(&costs), "", None);
        table.row("  gap to the lower bound in the mean", mean(&gaps), "%", None);
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
    let (known, boards): (Vec<f64>, Vec<String>) = parts.into_iter().unzip();
    let Solved { costs, gaps, seconds } = solve_list(&boards, limit)?;
    let shorter = costs.iter().zip(&known).filter(|(cost, known)| cost < known).count();
    let longer = costs.iter().zip(&known).filter(|(cost, known)| cost > known).count();
    let proved = gaps.iter().filter(|&&gap| gap <= 0.0).count();
    let mut table = Table::new("near-boards");
    table.row("boards", boards.len() as f64, "", None);
    table.row(&format!("moves in the mean, {limit} each"), mean(&costs), "", None);
    table.row("moves of the known solutions in the mean", mean(&known), "", None);
    table.row("boards with a shorter solution than the known one", shorter as f64, "", None);
    table.row("boards with a longer one", longer as f64, "", None);
    table.row("gap to the lower bound in the mean", mean(&gaps), "%", None);
    table.row("boards proved to be solved optimally", proved as f64, "", None);
    table.row("processor seconds a board", seconds / boards.len() as f64, "s", None);
    table.save()
}

/// The results for a list of boards: the moves of every solution, by how many per cent it may exceed a shortest one,
/// and the processor time of all.
struct Solved {
    costs: Vec<f64>,
    gaps: Vec<f64>,
    seconds: f64,
}

/// Solves boards by one process, each within `limit`.
fn solve_list(boards: &[String], limit: &str) -> Result<Solved> {
    let mut list = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    for board in boards {
        writeln!(list, "{board}").map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(taquin()?);
    command.arg("solve").arg(list.path()).args(["--near", "--limit-time", limit, "--format", "json"]);
    let solved = measure(&mut command)?;
    let output = String::from_utf8_lossy(&solved.output);
    let answers: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    let number = |name: &str| -> Vec<f64> {
        answers.iter().map(|answer| answer[name].as_f64().unwrap_or(f64::NAN)).collect()
    };
    let (costs, bounds) = (number("cost"), number("lower_bound"));
    let gaps = costs.iter().zip(bounds).map(|(cost, bound)| 100.0 * (cost / bound - 1.0)).collect();
    Ok(Solved { costs, gaps, seconds: solved.seconds })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The tiles at the end of a random walk from the goal of a square board, which takes back no move.
fn walked(side: usize, moves: u32, seed: u64) -> Vec<usize> {
    let cells = side * side;
    let mut tiles: Vec<usize> = (1..cells).chain([0]).collect();
    let (mut blank, mut came, mut random) = (cells - 1, cells, seed);
    for _ in 0..moves {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (row, col) = (blank / side, blank % side);
        let around = [
            (row > 0).then(|| blank - side),
            (row + 1 < side).then(|| blank + side),
            (col > 0).then(|| blank - 1),
            (col + 1 < side).then(|| blank + 1),
        ];
        let ways: Vec<usize> = around.into_iter().flatten().filter(|&cell| cell != came).collect();
        let next = ways[(random >> 33) as usize % ways.len()];
        tiles.swap(blank, next);
        (came, blank) = (blank, next);
    }
    tiles
}

/// A board on one line.
fn text(side: usize, tiles: &[usize]) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    tiles.chunks(side).map(row).collect::<Vec<_>>().join(" / ")
}

/// Writes a random board of this side to a file.
fn generate(binary: &Path, side: u32, file: &str) -> Result {
    let made = measure(Command::new(binary).args(["generate", &format!("{side}x{side}"), "--seed", "1"]))?;
    std::fs::write(file, made.output).map_err(|error| format!("{file}: {error}"))
}

/// Prints only the moves of a near solution, for a table.
fn solve(binary: &Path, file: &str, rest: &str) -> Result<Usage> {
    let line = format!("'{}' solve '{file}' --near --format moves 2> /dev/null {rest}", binary.display());
    measure(Command::new("sh").args(["-c", &line]))
}

fn moves(usage: &Usage) -> usize {
    usage.output.iter().filter(|byte| byte.is_ascii_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walks end as far away as they are said to.
    #[test]
    fn walks_are_as_long_as_it_takes() {
        for (&(side, moves, ..), expected) in WALKED.iter().zip([92.0, 193.0]) {
            let distance = |tiles: Vec<usize>| -> usize {
                let far = |(cell, &tile): (usize, &usize)| {
                    let goal = tile - 1;
                    (cell / side).abs_diff(goal / side) + (cell % side).abs_diff(goal % side)
                };
                tiles.iter().enumerate().filter(|(_, tile)| **tile > 0).map(far).sum()
            };
            let distances: Vec<f64> =
                (1..200).map(|seed| distance(walked(side, moves, seed)) as f64).collect();
            assert!((mean(&distances) - expected).abs() < 5.0, "{side}: {}", mean(&distances));
        }
        assert_eq!(text(2, &walked(2, 0, 1)), "1 2 / 3 0");
    }
}
