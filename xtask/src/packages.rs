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
    run(Command::new("apt-get").args(["update", "--quiet=2"]))?;
    run(Command::new("apt-get")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["install", "--yes", "--quiet=2", "--no-install-recommends"])
        .args(&missing))
}

/// Where a program is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
