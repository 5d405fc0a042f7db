//! What README.md and docs/ say to install is installed as they say, with the optimised profile of users, into a folder
//! and a Python environment of its own, and tried out. That takes minutes, so it is not among the tests.

#[path = "../../crates/cli/tests/support/pages.rs"]
pub mod pages;

use std::path::Path;
use std::process::Command;

use crate::python;
use crate::shell::{self, Result, output, run, step};
use crate::tools;
use pages::Run;

/// Runs every command of a block marked `installs`, each once.
pub fn run_all() -> Result {
    tools::install(&[tools::PYTHON])?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for command in commands()? {
        step(&command, || install(&command, folder.path()))?;
    }
    Ok(())
}

/// The commands, without comments.
fn commands() -> Result<Vec<String>> {
    let mut found = Vec::new();
    for page in pages::all(&shell::root()) {
        let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
        let examples = pages::examples(&text).into_iter().filter(|example| example.run == Run::Installs);
        found.extend(
            examples.filter_map(|example| Some(example.command.split(" #").next()?.trim().to_string())),
        );
    }
    // Short ones first, so that a feature is added to what has been built without it.
    found.sort_by_key(|command| (command.len(), command.clone()));
    found.dedup();
    Ok(found)
}

/// Runs `command` in a clean place under `folder`, and solves a puzzle with what it has installed.
fn install(command: &str, folder: &Path) -> Result {
    let (programs, environment) = (folder.join("programs"), folder.join("environment"));
    let _ = std::fs::remove_dir_all(&programs);
    let python = python::environment(&environment)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        [programs.join("bin"), environment.join("bin")].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    let shell = |line: &str, place: &Path| {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("PATH", &path).env("CARGO_INSTALL_ROOT", &programs).current_dir(place);
        shell
    };
    run(&mut shell(command, &shell::root()))?;
    let (told, expected) = if command.starts_with("pip ") {
        (output(Command::new(&python).args(["-c", python::FIRST]).current_dir(folder))?, "31")
    } else {
        (output(&mut shell("taquin solve '8 6 7 / 2 5 4 / 3 0 1'", folder))?, "Solved in 31 moves")
    };
    if told.contains(expected) { Ok(()) } else { Err(format!("'{expected}' is not in: {told}")) }
}
