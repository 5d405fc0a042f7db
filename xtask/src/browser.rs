//! The browser app: its modules are type-checked and its pages driven in a real Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, cargo, root, run};

/// Builds the binary, then type-checks the app and runs its tests.
pub fn test() -> shell::Result {
    build()?;
    drive()
}

/// The same with the binary that is there: whoever has just run all tests has built it.
pub fn drive() -> shell::Result {
    let folder = prepare()?;
    run(node(&folder)?.args(["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"]))?;
    run(node(&folder)?.args(["--test-reporter=spec", "all.mjs"]))
}

/// Makes the pictures of `docs/pictures`, one for each view.
pub fn screenshots() -> shell::Result {
    build()?;
    let folder = prepare()?;
    run(node(&folder)?.arg("screenshots.mjs").arg(root().join("docs/pictures")))
}

fn build() -> shell::Result {
    cargo(&["build", "--quiet", "-p", "taquin-cli"])
}

/// Installs the tools where they are missing; gives the folder of the tests.
fn prepare() -> shell::Result<PathBuf> {
    let folder = root().join("crates/web/tests/browser");
    install_packages()?;
    if !folder.join("node_modules/playwright-core").exists() {
        let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=5"];
        run(Command::new("npm").args(quiet).current_dir(&folder))?;
    }
    Ok(folder)
}

/// Node in `folder`, told where the binary and the browser are.
fn node(folder: &Path) -> shell::Result<Command> {
    let mut command = Command::new("node");
    command.current_dir(folder).env("TAQUIN", root().join("target/debug/taquin"));
    command.env("CHROMIUM", chromium().ok_or("no Chromium is installed")?);
    Ok(command)
}

/// Installs Chromium, Node and npm where they are missing and the system can do it.
fn install_packages() -> shell::Result {
    let mut missing = Vec::new();
    if chromium().is_none() {
        missing.push("chromium");
    }
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if find(program).is_none() {
            missing.push(package);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    if find("apt-get").is_none() {
        return Err(format!("the browser tests need {}; please install them", missing.join(", ")));
    }
    run(apt_get().args(["update", "--quiet=2"]))?;
    run(apt_get().args(["install", "--yes", "--quiet=2", "--no-install-recommends"]).args(&missing))
}

/// `apt-get` that asks nothing, tries again when the network fails, and is root where it can be.
fn apt_get() -> Command {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout.starts_with(b"0\n"));
    let mut command = match find("sudo") {
        Some(sudo) if !is_root => {
            let mut command = Command::new(sudo);
            command.arg("apt-get");
            command
        }
        _ => Command::new("apt-get"),
    };
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "Acquire::Retries=5"]);
    command
}

/// Where Chromium is.
fn chromium() -> Option<PathBuf> {
    std::env::var_os("CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(find))
}

/// Where a program is on the path.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
