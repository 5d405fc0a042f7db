//! `cargo xtask release VERSION`: everything of a release up to the upload.
//!
//! It checks before it writes: the tree is clean, the version is new, the changelog has entries and the figures of
//! the docs have dates. Then the version is written in all places, all checks run, every crate is packaged and built
//! from its package, the artefacts are made, and at the very end there is a commit and a tag.

use std::path::Path;
use std::process::Command;

use crate::metadata::{packages, version};
use crate::shell::{self, Result, cargo, output, run, step};
use crate::test::{self, Options};
use crate::{dist, edition, figures, installs};

/// What can be left out.
const FLAGS: [&str; 2] = ["--no-test", "--no-artefacts"];

/// Makes the release. `--no-test` leaves the checks out, where they have passed for this commit, and `--no-artefacts`
/// the binaries and wheels, where `cargo xtask dist` makes them elsewhere.
pub fn make(new: &str, flags: &[&str]) -> Result {
    if let Some(unknown) = flags.iter().find(|flag| !FLAGS.contains(flag)) {
        return Err(format!("'{unknown}' is not known: there are {}", FLAGS.join(" and ")));
    }
    let old = version()?;
    let date = date()?;
    step("the tree", || check_tree(new, &old))?;
    step("the figures", check_figures)?;
    step("versions", || write(&old, new, &date)).and_then(|()| prepare(flags)).map_err(|error| {
        format!("{error}\nNothing is committed; `git restore .` takes back what was written.")
    })?;
    let subject = format!("release: {new}");
    git(&["commit", "--quiet", "--all", "--message", &subject])?;
    git(&["tag", "--annotate", &format!("v{new}"), "--message", &format!("Taquin {new}")])?;
    println!("Taquin {new} is committed and tagged. The upload is up to you:");
    println!("  git push --follow-tags");
    println!("  cargo publish --workspace");
    println!("  python3 -m twine upload {}/*.whl", dist::PLACE);
    println!("  the archives, the wheels and SHA256SUMS in {} beside the tag", dist::PLACE);
    Ok(())
}

/// Checks, packages and artefacts of the tree as it is now.
fn prepare(flags: &[&str]) -> Result {
    let [no_test, no_artefacts] = FLAGS.map(|flag| flags.contains(&flag));
    if !no_test {
        test::run_all(&Options { quick: false, install: true })?;
        step("installations", installs::run_all)?;
    }
    step("packages", package)?;
    if no_artefacts {
        println!("No artefacts were made: `cargo xtask dist` makes them at the tag.");
        return Ok(());
    }
    step("artefacts", || dist::make(&[]))
}

/// Packages every crate that is published, in order, and builds each from its package and those before it.
pub fn package() -> Result {
    cargo(&["publish", "--workspace", "--dry-run", "--allow-dirty", "--quiet"])
}

/// Whether a release can begin here.
fn check_tree(new: &str, old: &str) -> Result {
    let changed = asked_git(&["status", "--porcelain"])?;
    if !changed.is_empty() {
        return Err(format!("these files are not committed:\n{changed}"));
    }
    let number = |text: &str| edition::parse(text).ok_or(format!("'{text}' is not a version such as 1.2.3"));
    if number(new)? <= number(old)? {
        return Err(format!("{new} does not come after {old}"));
    }
    if !asked_git(&["tag", "--list", &format!("v{new}")])?.is_empty() {
        return Err(format!("the tag v{new} is there already"));
    }
    Ok(())
}

/// Prints when the figures of the docs were measured; all of them must have a date, and the docs must contain them.
fn check_figures() -> Result {
    for (table, date) in figures::dates()? {
        if !edition::is_date(&date) {
            return Err(format!("the figures of '{table}' have the date '{date}', which is none"));
        }
        println!("{date}  {table}");
    }
    figures::write()?;
    let changed = asked_git(&["status", "--porcelain"])?;
    if changed.is_empty() {
        Ok(())
    } else {
        Err(format!("these files did not have the latest figures:\n{changed}"))
    }
}

/// Writes the version in all places.
fn write(old: &str, new: &str, date: &str) -> Result {
    let manifest = edition::manifest(&read("Cargo.toml")?, old, new);
    let citation = edition::citation(&read("CITATION.cff")?, new, date);
    let changelog = edition::changelog(&read("CHANGELOG.md")?, new, date)?;
    for (file, text) in [("Cargo.toml", manifest), ("CITATION.cff", citation), ("CHANGELOG.md", changelog)] {
        std::fs::write(shell::root().join(file), text).map_err(|error| format!("{file}: {error}"))?;
    }
    // The lock files name the versions of the workspace's own crates.
    cargo(&["update", "--workspace", "--quiet"])?;
    cargo(&["update", "--workspace", "--quiet", "--manifest-path", "fuzz/Cargo.toml"])?;
    match packages()?.iter().find(|package| package.version() != new) {
        Some(package) => Err(format!("{} still has the version {}", package.name(), package.version())),
        None => Ok(()),
    }
}

fn read(file: &str) -> Result<String> {
    std::fs::read_to_string(shell::root().join(Path::new(file))).map_err(|error| format!("{file}: {error}"))
}

fn git(words: &[&str]) -> Result {
    run(Command::new("git").args(words).current_dir(shell::root()))
}

fn asked_git(words: &[&str]) -> Result<String> {
    output(Command::new("git").args(words).current_dir(shell::root()))
}

/// Today, as year, month and day.
fn date() -> Result<String> {
    Ok(output(Command::new("date").args(["-u", "+%Y-%m-%d"]))?.trim().to_string())
}
