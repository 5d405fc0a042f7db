//! The browser app: its modules are type-checked and its pages driven in a real Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, cargo, root, run};

/// Type-checks the app and runs its tests, installing what is missing.
pub fn test() -> shell::Result {
    let folder = prepare()?;
    run(Command::new("npx").args(["--no-install", "tsc", "-p", "tsconfig.json"]).current_dir(&folder))?;
    let tests = ["play.test.mjs", "solve.test.mjs", "search.test.mjs", "rest.test.mjs"];
    run(node(&folder)?.args(["--test", "--test-concurrency=1", "--test-reporter=dot"]).args(tests))
}

/// Makes the pictures of `docs/pictures`, one for each view.
pub fn screenshots() -> shell::Result {
    let folder = prepare()?;
    run(node(&folder)?.arg("screenshots.mjs").arg(root().join("docs/pictures")))
}

/// Installs the tools and builds the binary; gives the folder of the tests.
fn prepare() -> shell::Result<PathBuf> {
    let folder = root().join("crates/web/tests/browser");
    install_packages()?;
    if !folder.join("node_modules/playwright-core").exists() {
        let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
        run(Command::new("npm").args(quiet).current_dir(&folder))?;
    }
    cargo(&["build", "--quiet", "-p", "taquin-cli"])?;
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
    run(Command::new("apt-get").args(["update", "--quiet=2"]))?;
    run(Command::new("apt-get")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["install", "--yes", "--quiet=2", "--no-install-recommends"])
        .args(&missing))
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
