//! The project's own commands: `cargo xtask test` runs everything that must pass,
//! `cargo xtask bench` measures what `docs/performance.md` reports.

mod attack;
mod bench;
mod browser;
mod build_time;
mod figures;
mod fuzz;
mod gpu;
mod packages;
mod python;
mod shell;

use std::process::ExitCode;

use shell::{Result, cargo, step};

const USAGE: &str = "\
usage: cargo xtask test           every check and every test, as CI runs it
       cargo xtask bench [NAME…]  the measurements of docs/performance.md (all, or those named)
       cargo xtask bench near --boards FILE [--limit-time TIME]  near solutions of the boards of a file
       cargo xtask figures        the tables and the plot of docs/figures.toml, in README.md and docs/
       cargo xtask build-time     what a first build of the binary costs, crate by crate
       cargo xtask gpu            the GPU crate alone, its kernels through CUDA's compiler
       cargo xtask browser        the browser app alone: types checked, pages driven in Chromium
       cargo xtask screenshots    the pictures of the app in docs/pictures
       cargo xtask python         the Python package alone: its wheel built, installed and tested
       cargo xtask fuzz [SECONDS] the fuzz targets, each for so long (default 300)
       cargo xtask attack [NAME…] the attacks of docs/security.md (all, or the sections named)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["bench", names @ ..] => bench::run(names),
        ["build-time"] => build_time::run(),
        ["figures"] => figures::write(),
        ["gpu"] => gpu::test(),
        ["browser"] => browser::test(),
        ["screenshots"] => browser::screenshots(),
        ["python"] => python::test(),
        ["attack", names @ ..] => attack::run(names),
        ["fuzz"] => fuzz::run(300),
        ["fuzz", seconds] => {
            seconds.parse().map_err(|_| format!("'{seconds}' is not a number of seconds")).and_then(fuzz::run)
        }
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// What must hold of a commit.
fn test() -> Result {
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("lints", || lint(&["--package", "taquin-cli"]))?;
    step("lints with every feature", || lint(&["--workspace", "--all-features"]))?;
    // The grader's tests grade programs in these languages, shut in by bubblewrap; others sit at a terminal,
    // in every shell that completions are made for.
    let needed = [
        ("python3", "python3"),
        ("javac", "default-jdk-headless"),
        ("bwrap", "bubblewrap"),
        ("tmux", "tmux"),
        ("zsh", "zsh"),
        ("fish", "fish"),
    ];
    step("packages", || packages::install(&needed))?;
    step("tests", || cargo(&["test", "--workspace", "--features", "taquin-cli/cluster"]))?;
    step("browser", browser::drive)?;
    step("gpu", gpu::test)?;
    step("python", python::test)?;
    step("fuzz targets", || fuzz::run(5))?;
    eprintln!("xtask: all checks passed");
    Ok(())
}

/// Clippy on `what`, tests and examples included.
fn lint(what: &[&str]) -> Result {
    cargo(&[&["clippy", "--all-targets"], what, &["--", "-D", "warnings"]].concat())
}
