//! What a first build of the default binary costs: processor seconds of every crate and of every direct
//! dependency; and what the direct dependencies of features, of Python and of tests cost beside it
//! (`docs/dependencies.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
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

/// A package to which dependencies are added; they are compiled without optimisation, as most are in the workspace.
const OTHERS: &str = "\
[package]
name = \"others\"
version = \"0.0.0\"
edition = \"2024\"

[workspace]

[lib]
path = \"lib.rs\"

[profile.release.package.\"*\"]
opt-level = 0

[dependencies]
";

/// How many of the indirect dependencies get their own row.
const HEAVIEST: usize = 10;

/// Builds in a folder that is removed afterwards, and prints the tables.
pub fn run() -> Result {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path();
    write(&folder.join("wrapper"), WRAPPER)?;
    std::fs::set_permissions(folder.join("wrapper"), PermissionsExt::from_mode(0o755))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let start = Instant::now();
    let manifest = root().join("Cargo.toml");
    let (binary, total) = build(folder, "binary", &manifest, &["--package", "taquin-cli"])?;
    print(&binary, start.elapsed().as_secs_f64(), total)?;
    let manifest = write_package(folder, &binary)?;
    let (others, total) = build(folder, "others", &manifest, &[])?;
    print_others(others, &binary, total)
}

/// A release build of what `words` name of a manifest: processor seconds of each package, and of all of it.
fn build(folder: &Path, name: &str, manifest: &Path, words: &[&str]) -> Result<(BTreeMap<String, f64>, f64)> {
    let times = folder.join(name).join("times");
    std::fs::create_dir_all(&times).map_err(|error| format!("{}: {error}", times.display()))?;
    // `env` sets the variables, since `measure` passes on only the arguments.
    let mut build = Command::new("env");
    build
        .arg(format!("RUSTC_WRAPPER={}", folder.join("wrapper").display()))
        .arg(format!("TAQUIN_TIMES={}", times.display()))
        .arg(env!("CARGO"))
        .args(["build", "--release", "--manifest-path"])
        .arg(manifest)
        .args(words)
        .arg("--target-dir")
        .arg(folder.join(name));
    let total = measure(&mut build)?;
    let is_built = folder.join(name).join("release/.cargo-lock").exists() && total.seconds > 1.0;
    if is_built {
        Ok((seconds_by_package(&times)?, total.seconds))
    } else {
        Err("the build failed".to_string())
    }
}

/// Writes a package that depends on every direct dependency that `built` lacks, in the same version and with the same
/// features, and returns its manifest.
fn write_package(folder: &Path, built: &BTreeMap<String, f64>) -> Result<PathBuf> {
    let package = folder.join("package");
    std::fs::create_dir_all(&package).map_err(|error| format!("{}: {error}", package.display()))?;
    let mut manifest = OTHERS.to_string();
    let mut done = BTreeSet::new();
    for dependency in metadata::packages()?.iter().flat_map(Package::requirements) {
        let name = dependency.name;
        if !built.keys().any(|key| key.split(' ').next() == Some(name)) && done.insert(name.to_string()) {
            let metadata::Requirement { version, features, defaults, .. } = dependency;
            manifest += &format!(
                "{name} = {{ version = \"{version}\", features = {features:?}, default-features = {defaults} }}\n"
            );
        }
    }
    write(&package.join("Cargo.toml"), &manifest)?;
    write(&package.join("lib.rs"), "")?;
    let lock = root().join("Cargo.lock");
    std::fs::copy(&lock, package.join("Cargo.lock"))
        .map_err(|error| format!("{}: {error}", lock.display()))?;
    Ok(package.join("Cargo.toml"))
}

fn write(path: &Path, text: &str) -> Result {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
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

/// Prints the direct dependencies that the binary does not need, and the sum of those behind them that are new.
fn print_others(
    mut packages: BTreeMap<String, f64>,
    binary: &BTreeMap<String, f64>,
    processor: f64,
) -> Result {
    packages.retain(|key, _| !binary.contains_key(key) && !key.starts_with("others "));
    let direct = direct()?;
    let name = |key: &str| key.split(' ').next().unwrap_or_default().to_string();
    let in_binary: BTreeSet<String> = binary.keys().map(|key| name(key)).collect();
    let is_direct = |key: &str| direct.contains(&name(key)) && !in_binary.contains(&name(key));
    let mut table = Table::new("build-others");
    let mut behind = (0, 0.0);
    for (name, seconds) in &packages {
        if is_direct(name) {
            table.row(name, *seconds, "s", None);
        } else {
            behind = (behind.0 + 1, behind.1 + seconds);
        }
    }
    table.row(&format!("{} packages behind those", behind.0), behind.1, "s", None);
    table.row("processor seconds, build scripts and those of the binary too", processor, "s", None);
    table.save()
}

/// The names of all packages that some crate of the workspace asks for itself.
fn direct() -> Result<BTreeSet<String>> {
    Ok(metadata::packages()?.iter().flat_map(Package::dependencies).map(String::from).collect())
}
