//! Features of a single operating system are used in one place, so that the rest can be built for any other. This
//! checks the sources; `.github/workflows/ci.yml` builds them.

use std::path::{Path, PathBuf};

use crate::shell::root;

/// Names that exist only on some systems.
const FOREIGN: [&str; 8] = [
    "std::os::",
    "libc::",
    "rustix::",
    "use nix",
    "cfg(unix",
    "cfg(not(unix",
    "cfg(windows",
    "cfg(target_os",
];

/// Where they may be used, and why.
const PLACES: [(&str, &str); 6] = [
    ("crates/files/src/system.rs", "the seam"),
    ("crates/grader/", "isolates programs with features of Linux, and is empty elsewhere"),
    ("crates/cli/src/args.rs", "`taquin grade` exists only on Linux"),
    ("crates/cli/src/commands/mod.rs", "`taquin grade` exists only on Linux"),
    ("crates/tiles/src/pattern/bytes.rs", "large pages, by a portable crate that has them for Linux only"),
    (
        "crates/cluster/src/connection.rs",
        "limits of sockets, by a portable crate, as far as the system has them",
    ),
];

#[test]
fn what_only_some_systems_have_is_behind_the_seam() {
    let mut stray = Vec::new();
    for file in sources(&root().join("crates")) {
        let path = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        // Tests and measurements are for the developer's machine.
        let of_product = path.contains("/src/") && !PLACES.iter().any(|(place, _)| path.starts_with(place));
        let text = std::fs::read_to_string(&file).unwrap();
        let product = text.split("#[cfg(test)]").next().unwrap().split("#[cfg(all(test").next().unwrap();
        for (number, line) in product.lines().enumerate().filter(|_| of_product) {
            if FOREIGN.iter().any(|word| line.contains(word)) && !line.trim_start().starts_with("//") {
                stray.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(stray.is_empty(), "belongs in crates/files/src/system.rs:\n{}", stray.join("\n"));
}

#[test]
fn every_place_is_needed() {
    for (place, why) in PLACES {
        let path = root().join(place);
        let files = if path.is_dir() { sources(&path) } else { vec![path] };
        let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
        let found = texts.into_iter().any(|text| FOREIGN.iter().any(|word| text.contains(word)));
        assert!(found, "{place} ({why}) has nothing of one system any more");
    }
}

/// All files of Rust under a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true if path.ends_with("node_modules") => Vec::new(),
            true => sources(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}
