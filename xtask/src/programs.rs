//! Test programs, run side by side or in turn.
//!
//! `cargo test` runs one program after the other, so that a program whose last test takes long, or waits, leaves
//! cores idle. Side by side, every program runs its tests one by one and shares the cores with other programs.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;

use crate::shell::Result;

/// A program that tests something.
pub struct Program {
    /// The target that it was built from.
    pub name: String,
    path: PathBuf,
    /// The folder of its package, in which it expects to run.
    folder: PathBuf,
}

/// Builds the programs of a `cargo test`.
pub fn build(command: &mut Command) -> Result<Vec<Program>> {
    let command = command.args(["--no-run", "--message-format=json-render-diagnostics"]);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| read(&serde_json::from_str(line).ok()?)).collect())
}

/// The program of a message of cargo, if it is about one.
fn read(message: &Value) -> Option<Program> {
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let path = message["executable"].as_str().filter(|_| is_test)?.into();
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    Some(Program { name: message["target"]["name"].as_str()?.to_string(), path, folder })
}

/// Runs as many programs at a time as there are cores, each with one thread; the first ones begin first.
pub fn run_side_by_side(programs: Vec<Program>, prepare: &(dyn Fn(&mut Command) + Sync)) -> Result {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    run(programs, threads, &|command| {
        prepare(command.env("RUST_TEST_THREADS", "1"));
    })
}

/// Runs one program after the other, each with as many threads as there are cores.
pub fn run_in_turn(programs: Vec<Program>, prepare: &(dyn Fn(&mut Command) + Sync)) -> Result {
    run(programs, 1, prepare)
}

/// Runs `most` programs at a time; the output of those that fail is printed.
fn run(programs: Vec<Program>, most: usize, prepare: &(dyn Fn(&mut Command) + Sync)) -> Result {
    let left = Mutex::new(programs.into_iter());
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(program) = next(&left) {
            let start = Instant::now();
            let mut command = Command::new(&program.path);
            command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
            prepare(command.stdin(Stdio::null()));
            let verdict = match command.output() {
                Ok(output) if output.status.success() => "passed",
                Ok(output) => {
                    let [out, err] =
                        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
                    eprintln!("{out}{err}");
                    note(&failed, &program, &output.status.to_string())
                }
                Err(error) => note(&failed, &program, &error.to_string()),
            };
            eprintln!("xtask: {} {verdict} in {:.1} s", program.name, start.elapsed().as_secs_f64());
        }
    };
    std::thread::scope(|scope| (0..most).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().unwrap_or_default();
    if failed.is_empty() { Ok(()) } else { Err(format!("these tests failed: {}", failed.join(", "))) }
}

/// The next program. The lock is free again when it runs.
fn next(left: &Mutex<std::vec::IntoIter<Program>>) -> Option<Program> {
    left.lock().ok()?.next()
}

fn note(failed: &Mutex<Vec<String>>, program: &Program, why: &str) -> &'static str {
    if let Ok(mut failed) = failed.lock() {
        failed.push(format!("{} ({why}) in {}", program.name, program.folder.display()));
    }
    "failed"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str, path: &str) -> Program {
        Program { name: name.into(), path: path.into(), folder: std::env::temp_dir() }
    }

    #[test]
    fn every_program_runs_and_those_that_fail_are_named() {
        let all =
            || vec![program("good", "true"), program("bad", "false"), program("none", "no-such-program")];
        for error in [run_side_by_side(all(), &|_| ()).unwrap_err(), run_in_turn(all(), &|_| ()).unwrap_err()]
        {
            assert!(
                error.contains("bad (") && error.contains("none (") && !error.contains("good"),
                "{error}"
            );
        }
        assert_eq!(run_in_turn(vec![program("good", "true")], &|_| ()), Ok(()));
    }

    #[test]
    fn messages_of_cargo_name_programs() {
        let text = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/tiles/Cargo.toml",
            "target":{"name":"docs"},"profile":{"test":true},"executable":"/w/target/debug/deps/docs-1"}"#;
        let found = read(&serde_json::from_str(text).unwrap()).unwrap();
        assert_eq!((found.name.as_str(), found.folder), ("docs", PathBuf::from("/w/crates/tiles")));
        let library = text.replace("true", "false");
        assert!(read(&serde_json::from_str(&library).unwrap()).is_none());
    }
}
