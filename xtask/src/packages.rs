//! Programs that tests need, installed where they are missing and the system can do it.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, run};

/// Installs what is missing of some programs, each given with the package that holds it.
pub fn install(programs: &[(&str, &'static str)]) -> shell::Result {
    let missing: Vec<&str> =
        programs.iter().filter(|(program, _)| find(program).is_none()).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if find("apt-get").is_none() {
        return Err(format!("the tests need {}; please install them", missing.join(", ")));
    }
    run(apt().args(["update", "--quiet=2", "-o", "Acquire::Retries=3"]))?;
    run(apt()
        .args(["install", "--yes", "--quiet=2", "--no-install-recommends", "-o", "Acquire::Retries=3"])
        .args(&missing))
}

/// The package manager, which only root may ask to install.
fn apt() -> Command {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    let mut command = Command::new(if is_root || find("sudo").is_none() { "env" } else { "sudo" });
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    command
}

/// Where a program is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
