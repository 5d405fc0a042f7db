//! The browser app: its modules are type-checked and its pages driven in a real Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, cargo, find, root, run};
use crate::site;
use crate::tools::{self, Fetched, Tool};

/// What the tests need.
pub const NEEDS: &[Tool] = &[tools::NODE, tools::NPM, Tool::Chromium, tools::MODULES];

/// The packages that `package-lock.json` names.
pub static MODULES: Fetched = Fetched {
    name: "playwright-core, axe-core, typescript",
    place: "crates/web/tests/browser/node_modules",
    is_there: || {
        ["playwright-core", "axe-core"].iter().all(|name| folder().join("node_modules").join(name).exists())
    },
    fetch: || {
        let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=5"];
        run(Command::new("npm").args(quiet).current_dir(folder()))
    },
};

/// Builds the binary, then type-checks the app and runs its tests, with a server and without.
pub fn test() -> shell::Result {
    tools::install(NEEDS)?;
    build()?;
    drive()?;
    drive_site()
}

/// The same with the binary that is there: a run of all tests has built it.
pub fn drive() -> shell::Result {
    let folder = folder();
    run(node(&folder)?.args(["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"]))?;
    run(&mut tests(&folder)?)
}

/// The same tests on the site that has no server, which is built first.
pub fn drive_site() -> shell::Result {
    site::build()?;
    run(tests(&folder())?.env("SITE", site::folder()))
}

/// Runs the files of tests, as many at a time as there are cores.
fn tests(folder: &Path) -> shell::Result<Command> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut command = node(folder)?;
    command.args(["--test", "--test-reporter=spec", &format!("--test-concurrency={cores}")]);
    Ok(command)
}

/// Makes the pictures of `docs/pictures`, one for each view, and those of every view in all sizes and colours in
/// `target/pictures`.
pub fn screenshots() -> shell::Result {
    tools::install(NEEDS)?;
    build()?;
    let folder = folder();
    let (kept, all) = (root().join("docs/pictures"), root().join("target/pictures"));
    run(node(&folder)?.arg("screenshots.mjs").arg(kept).arg(all))
}

fn build() -> shell::Result {
    cargo(&["build", "--quiet", "-p", "taquin-cli"])
}

/// Where the tests are.
fn folder() -> PathBuf {
    root().join("crates/web/tests/browser")
}

/// Node in `folder`, told where the binary and the browser are.
fn node(folder: &Path) -> shell::Result<Command> {
    let mut command = Command::new("node");
    command.current_dir(folder).env("TAQUIN", root().join("target/debug/taquin"));
    command.env("CHROMIUM", chromium().ok_or("no Chromium is installed")?);
    Ok(command)
}

/// Where Chromium is. The shell without a window comes first, since the tests take half as long in it.
pub fn chromium() -> Option<PathBuf> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| names.into_iter().find_map(find))
}
