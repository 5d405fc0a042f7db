//! What a first build of the default binary costs: processor seconds of every crate and of every direct
//! dependency (`docs/dependencies.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::bench::process::measure;
use crate::bench::table::{Table, Target};
use crate::metadata::{self, Package};
use crate::shell::{Result, root};

/// Stands between cargo and the compiler: one file for each run of the compiler, with the package's name, its
/// version, and user and system seconds.
const WRAPPER: &str = r#"#!/bin/sh
exec /usr/bin/time -q -o "$TAQUIN_TIMES/$$" -f "$CARGO_PKG_NAME $CARGO_PKG_VERSION %U %S" "$@"
"#;

/// How many of the indirect dependencies get their own row.
const HEAVIEST: usize = 10;

/// Builds in a folder that is removed afterwards, and prints the table.
pub fn run() -> Result {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("wrapper"), WRAPPER)
        .and_then(|()| std::fs::set_permissions(path("wrapper"), PermissionsExt::from_mode(0o755)))
        .and_then(|()| std::fs::create_dir(path("times")))
        .map_err(|error| format!("{}: {error}", folder.path().display()))?;
    // `env` sets the variables, since `measure` passes on only the arguments.
    let mut build = Command::new("env");
    build
        .arg(format!("RUSTC_WRAPPER={}", path("wrapper").display()))
        .arg(format!("TAQUIN_TIMES={}", path("times").display()))
        .arg(env!("CARGO"))
        .args(["build", "--release", "--package", "taquin-cli", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .arg("--target-dir")
        .arg(path("target"));
    let start = Instant::now();
    let total = measure(&mut build)?;
    let wall = start.elapsed().as_secs_f64();
    if !path("target/release/taquin").exists() {
        return Err("the build failed".to_string());
    }
    print(&seconds_by_package(&path("times"))?, wall, total.seconds)
}

/// Processor seconds of each package, under its name and version.
fn seconds_by_package(times: &Path) -> Result<BTreeMap<String, f64>> {
    let fault = |error: std::io::Error| format!("{}: {error}", times.display());
    let mut packages = BTreeMap::new();
    for entry in std::fs::read_dir(times).map_err(fault)? {
        let line = std::fs::read_to_string(entry.map_err(fault)?.path()).map_err(fault)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        // Cargo also asks the compiler for its version, for no package.
        let [name, version, user, system] = words[..] else { continue };
        let seconds = |word: &str| word.parse::<f64>().map_err(|_| format!("'{line}' are no times"));
        *packages.entry(format!("{name} {version}")).or_insert(0.0) += seconds(user)? + seconds(system)?;
    }
    Ok(packages)
}

fn print(packages: &BTreeMap<String, f64>, wall: f64, processor: f64) -> Result {
    let direct = direct()?;
    let name = |row: &(&str, f64)| row.0.split(' ').next().unwrap_or_default().to_string();
    let mut sorted: Vec<(&str, f64)> =
        packages.iter().map(|(name, &seconds)| (name.as_str(), seconds)).collect();
    sorted.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let (own, others): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|row| row.0.starts_with("taquin"));
    let (direct, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|row| direct.contains(&name(row)));
    let (heavy, light) = others.split_at(HEAVIEST.min(others.len()));
    let mut table = Table::new("build-time");
    for (name, seconds) in own.iter().chain(&direct).chain(heavy) {
        table.row(name, *seconds, "s", None);
    }
    let rest = light.iter().map(|(_, seconds)| seconds).sum();
    table.row(&format!("{} lighter dependencies of those", light.len()), rest, "s", None);
    table.row("processor seconds, links and build scripts too", processor, "s", None);
    table.row("wall seconds", wall, "s", Some(Target::AtMost(120.0)));
    table.row("packages", packages.len() as f64, "", Some(Target::AtMost(120.0)));
    table.save()
}

/// The names of all packages that some crate of the workspace asks for itself.
fn direct() -> Result<BTreeSet<String>> {
    Ok(metadata::packages()?.iter().flat_map(Package::dependencies).map(String::from).collect())
}
