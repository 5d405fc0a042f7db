//! The course programs: goal checks a second, bytes an entry, seconds.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::{Usage, measure, taquin};
use super::table::{Table, Target};
use crate::shell::{self, Result};

/// The two 31-move 8-puzzles are the hardest for the goal 1 2 3 / 4 5 6 / 7 8 0.
const HARDEST: &str = "8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0\n";

/// A start of the flying Klotski that is 38 steps from the goal, the most in its component.
const HARDEST_KLOTSKI: &str = "0 0 4 4 2 1 1 2 2 1 1 2 3 3 2 2 4 4 2 2";

pub fn run() -> Result {
    let binary = taquin()?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut table = Table::new("courses");
    let course = |arguments: &[&str]| measure(Command::new(&binary).arg("course").args(arguments));

    let torus = course(&["torus", "500", "8", "7", "6", "5", "4", "3", "2", "1", "0"])?;
    let checks = figure(&torus, "Goal-check ")?;
    table.row("torus 500 8 7 6 5 4 3 2 1 0: goal checks", checks, "", None);
    let rate = checks / torus.seconds / 1e6;
    table.row("  goal checks a second", rate, "M/s", Some(Target::AtLeast(80.0)));

    let plain = compile(folder.path())?;
    let plain = measure(Command::new(plain).args("500 8 7 6 5 4 3 2 1 0".split(' ')))?;
    if plain.output != torus.output {
        return Err("the plain program prints something else".into());
    }
    let times = plain.seconds / torus.seconds;
    table.row("  times as fast as plain C++ with vectors and sets", times, "x", Some(Target::AtLeast(15.0)));

    let file = write(folder.path(), "hardest.txt", HARDEST.as_bytes())?;
    let eight = course(&["eight-puzzle", &file])?;
    let entries = figure(&eight, "[*]Size of the openQ at end of search process: ")?;
    table.row("eight-puzzle of 31 moves: entries in the queue", entries, "", None);
    table.row("  seconds", eight.seconds, "s", Some(Target::AtMost(1.0)));
    table.row("  peak memory an entry", eight.peak_bytes / entries, "B", Some(Target::AtMost(32.0)));

    let astar = course(&["torus-astar", "solve", "[8,7,6,5,4,3,2,1,0]"])?;
    table.row("torus-astar solve 8 7 6 5 4 3 2 1 0", astar.seconds, "s", Some(Target::AtMost(0.05)));

    let klotski: Vec<&str> = ["klotski", "500"].into_iter().chain(HARDEST_KLOTSKI.split(' ')).collect();
    let klotski = course(&klotski)?;
    table.row("klotski 500, hardest start: steps", figure(&klotski, "steps ")?, "", None);
    table.row("  seconds", klotski.seconds, "s", Some(Target::AtMost(0.2)));

    let large = measure(Command::new(&binary).args(["generate", "2000x2000", "--seed", "1"]))?;
    let size = large.output.len() as f64;
    let file = write(folder.path(), "large.txt", &large.output)?;
    drop(large);
    let board = course(&["board", &file])?;
    table.row("board of 2000 x 2000", board.seconds, "s", Some(Target::AtMost(1.0)));
    let over = (board.peak_bytes - size) / f64::from(1 << 20);
    table.row("  memory over the size of the file", over, "MiB", Some(Target::AtMost(40.0)));
    table.save()
}

/// The plain program for the torus, compiled.
fn compile(folder: &Path) -> Result<PathBuf> {
    let source = write(folder, "torus.cpp", include_bytes!("plain/torus.cpp"))?;
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let binary = folder.join("plain-torus");
    shell::run(Command::new(compiler).args(["-O2", "-o"]).arg(&binary).arg(source))?;
    Ok(binary)
}

/// The number behind `label` in what a program printed.
fn figure(usage: &Usage, label: &str) -> Result<f64> {
    let text = String::from_utf8_lossy(&usage.output);
    let value = text.lines().find_map(|line| line.strip_prefix(label)?.trim().parse().ok());
    value.ok_or_else(|| format!("the output has no line '{label}'"))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<String> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.to_string_lossy().into_owned())
}
