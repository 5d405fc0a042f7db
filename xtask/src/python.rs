//! The Python package: its wheel is built, installed and tested in an environment of its own under
//! `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, run};

/// What the tests need.
const TOOLS: [&str; 5] = ["maturin>=1.9,<2", "pytest>=8", "numpy", "mypy>=1.11", "ruff>=0.17,<0.18"];

/// Builds the wheel, installs it and runs its tests.
pub fn test() -> shell::Result {
    let python = environment()?;
    let folder = shell::root().join("crates/python");
    let wheels = shell::root().join("target/wheels");
    // An older wheel beside the new one would be installed as well.
    let _ = std::fs::remove_dir_all(&wheels);
    let module = |name: &str| {
        let mut command = Command::new(&python);
        command.args(["-m", name]).current_dir(&folder);
        command
    };
    run(module("ruff").args(["check", "--quiet", "."]))?;
    run(module("ruff").args(["format", "--quiet", "--check", "."]))?;
    // With the profile of the other tests, whose libraries are then built already.
    run(module("maturin")
        .args(["build", "--quiet", "--interpreter"])
        .arg(&python)
        .arg("--out")
        .arg(&wheels))?;
    let wheel = one_file(&wheels)?;
    run(module("pip").args(["install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
    run(module("mypy").args(["--strict", "python/torus_puzzle"]))?;
    run(module("mypy.stubtest").args(["--concise", "taquin", "torus_puzzle"]))?;
    run(module("pytest").args(["--quiet", "-p", "no:cacheprovider"]))
}

/// The interpreter of the environment, which is made on first use.
fn environment() -> shell::Result<PathBuf> {
    let home = shell::root().join("target/python-venv");
    let python = home.join("bin/python");
    let ready = home.join("ready");
    // What was asked for then, so that a new tool or version makes the environment anew.
    if std::fs::read_to_string(&ready).is_ok_and(|tools| tools == TOOLS.join("\n")) {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))?;
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(TOOLS))?;
    std::fs::write(&ready, TOOLS.join("\n")).map_err(|error| error.to_string())?;
    Ok(python)
}

/// The only file of a folder.
fn one_file(folder: &Path) -> shell::Result<PathBuf> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    match files.pop() {
        Some(file) if files.is_empty() => Ok(file),
        _ => Err(format!("expected one wheel in {}", folder.display())),
    }
}
