//! The Python package: its wheel is built, and tested in two environments under `target`. One has the tools of the
//! tests; the other has only the wheel, as after a fresh installation.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Result, output, run, run_behind};
use crate::tools::{self, Fetched, Tool};

/// What the tests need.
const TOOLS: [&str; 5] = ["maturin>=1.9,<2", "pytest>=8", "numpy", "mypy>=1.11", "ruff>=0.17,<0.18"];

/// Planners, which read the exported puzzles; their dependencies are not needed for that.
const PLANNERS: [&str; 3] = ["--no-deps", "pyperplan>=2.1,<3", "up-fast-downward==1.0.0"];

pub const NEEDS: &[Tool] = &[tools::PYTHON, tools::ENVIRONMENT];

/// The tools in an environment of their own.
pub static ENVIRONMENT: Fetched = Fetched {
    name: "maturin, pytest, numpy, mypy, ruff, pyperplan, Fast Downward",
    place: "target/python-venv",
    // The list of requirements, so that a new tool or version makes a new environment.
    is_there: || std::fs::read_to_string(home().join("ready")).is_ok_and(|tools| tools == asked()),
    fetch: || {
        let python = environment(&home())?;
        pip(&python, &TOOLS)?;
        pip(&python, &PLANNERS)?;
        std::fs::write(home().join("ready"), asked()).map_err(|error| error.to_string())
    },
};

/// All requirements.
fn asked() -> String {
    [&TOOLS[..], &PLANNERS].concat().join("\n")
}

/// The first thing that a user does after installing the wheel.
pub const FIRST: &str = "import taquin; print(taquin.Board('8 6 7 / 2 5 4 / 3 0 1').solve().cost)";

/// Builds the wheel, with the profile of the other tests, whose libraries are then built already.
pub fn build() -> Result<PathBuf> {
    let wheels = shell::root().join("target/wheels");
    // An older wheel beside the new one would be installed as well.
    let _ = std::fs::remove_dir_all(&wheels);
    run_behind(
        module("maturin")
            .args(["build", "--quiet", "--profile", "dev", "--interpreter"])
            .arg(home().join("bin/python"))
            .arg("--out")
            .arg(&wheels),
    )?;
    one_file(&wheels)
}

/// Builds the wheel, installs it and runs its tests.
pub fn test() -> Result {
    run(module("ruff").args(["check", "--quiet", "."]))?;
    run(module("ruff").args(["format", "--quiet", "--check", "."]))?;
    let wheel = build()?;
    try_out(&wheel)?;
    run(module("pip").args(["install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
    let works: [fn() -> Result; 2] =
        [check_types, || run(module("pytest").args(["--quiet", "-p", "no:cacheprovider"]))];
    shell::side_by_side(works)
}

/// Checks that the types fit, also those that the stubs promise.
fn check_types() -> Result {
    run(module("mypy").args(["--strict", "python/torus_puzzle", "python/taquin/types.py"]))?;
    run(module("mypy").args(["--strict", "tests/typed.py"]))?;
    let allowed = ["--allowlist", "tests/stubtest.txt", "--ignore-unused-allowlist"];
    run(module("mypy.stubtest").arg("--concise").args(allowed).args(["taquin", "torus_puzzle"]))
}

/// Installs a wheel where there is nothing else, and solves a puzzle with it.
pub fn try_out(wheel: &Path) -> Result {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let python = environment(&folder.path().join("venv"))?;
    pip(&python, &["--no-index", &wheel.to_string_lossy()])?;
    let told = output(Command::new(&python).args(["-c", FIRST]).current_dir(folder.path()))?;
    if told.trim() == "31" { Ok(()) } else { Err(format!("{} says {told:?} instead of 31", wheel.display())) }
}

/// Makes a new environment, and returns its interpreter.
pub fn environment(home: &Path) -> Result<PathBuf> {
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(home))?;
    Ok(home.join("bin/python"))
}

/// Installs packages into the environment of an interpreter.
pub fn pip(python: &Path, packages: &[&str]) -> Result {
    let mut command = Command::new(python);
    run(command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages))
}

/// A module of the tools, in the folder of the package.
pub fn module(name: &str) -> Command {
    let mut command = Command::new(home().join("bin/python"));
    command.args(["-m", name]).current_dir(shell::root().join("crates/python"));
    command
}

fn home() -> PathBuf {
    shell::root().join(ENVIRONMENT.place)
}

/// The only file of a folder.
fn one_file(folder: &Path) -> Result<PathBuf> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    match files.pop() {
        Some(file) if files.is_empty() => Ok(file),
        _ => Err(format!("expected one wheel in {}", folder.display())),
    }
}
