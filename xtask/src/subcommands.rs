//! Subcommands of cargo that are not part of it, built into `target/tools` where they are missing.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Result, find};
use crate::tools::Fetched;

const PLACE: &str = "target/tools";

/// Checks licences, duplicates and sources of the dependencies.
pub static DENY: Fetched = Fetched {
    name: "cargo-deny",
    place: PLACE,
    is_there: || path(&DENY).is_some(),
    fetch: || build("cargo-deny"),
};

/// One of them, to be run in the root of the workspace.
pub fn command(what: &Fetched) -> Result<Command> {
    let tool = path(what).ok_or_else(|| format!("{} is not installed", what.name))?;
    let mut command = Command::new(tool);
    command.current_dir(shell::root());
    Ok(command)
}

/// Where it is: in the folder of tools, or on the path.
fn path(what: &Fetched) -> Option<PathBuf> {
    let own = shell::root().join(PLACE).join("bin").join(what.name);
    if own.is_file() { Some(own) } else { find(what.name) }
}

/// Builds a tool without optimisation: an optimised build would cost more time than it saves.
fn build(name: &str) -> Result {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["install", name, "--locked", "--quiet", "--debug", "--root"])
        .arg(shell::root().join(PLACE));
    shell::run(command.env("CARGO_PROFILE_DEV_DEBUG", "false").current_dir(shell::root()))
}
