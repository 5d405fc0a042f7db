//! Every command in README.md, CONTRIBUTING.md and docs/ is run, and its output compared where the page shows it.
//!
//! A fenced block is a `sh` block, whose lines are run, or a `console` block, in which what follows a `$ command`
//! is its output; a line `…` there stands for any lines. A block marked `parsed` needs a GPU, a cluster, a JDK or
//! much time: its commands are given to the argument parser alone, as are commands within a sentence. So are those of
//! a block marked `screen`, which the tests in `terminal.rs` run. The blocks of a page share a folder.
#![cfg(unix)]

#[path = "support/pages.rs"]
mod pages;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pages::{Example, examples};

/// Stands in for `taquin` in blocks that are only parsed: help comes after all other arguments were read.
const PARSER: &str = r#"#!/bin/sh
for word do
    shift
    if [ -z "$end" ] && [ "$word" = -- ]; then end=yes; fi
    if [ -z "$end" ]; then set -- "$@" "$word"; fi
done
exec "$TAQUIN" "$@" --help
"#;

#[test]
fn every_command_of_the_documentation_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = pages::all(&root);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = pages.iter().map(|page| scope.spawn(|| run_page(page, &root))).collect();
        running.into_iter().flat_map(|page| page.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs the commands of `page` one after the other, and returns what is wrong with them.
fn run_page(page: &Path, root: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let parser = folder.path().join(".parser/taquin");
    fs::create_dir_all(parser.parent().unwrap()).unwrap();
    fs::write(&parser, PARSER).unwrap();
    fs::set_permissions(&parser, fs::Permissions::from_mode(0o755)).unwrap();
    let text = fs::read_to_string(page).unwrap();
    let name = page.file_name().unwrap().to_string_lossy();
    let wrong = examples(&text).into_iter().chain(mentioned(&text)).filter_map(|example| {
        let problem = run(&example, folder.path(), root)?;
        Some(format!("{name}:{}: {}\n{problem}", example.line, example.command))
    });
    wrong.collect()
}

/// What is wrong with `example`, if anything is.
fn run(example: &Example, folder: &Path, root: &Path) -> Option<String> {
    let command = example.command.replacen("cargo run --release -- ", "taquin ", 1);
    if let Some(words) = command.strip_prefix("cargo xtask ") {
        let name = words.split_whitespace().next()?;
        let tasks = fs::read_to_string(root.join("xtask/src/main.rs")).unwrap();
        return (!tasks.contains(&format!("\"{name}\""))).then(|| "there is no such task".into());
    }
    let clustered = command.contains("--cluster") || command.starts_with("taquin cluster");
    if example.parsed && !command.starts_with("taquin ") || clustered && !cfg!(feature = "cluster") {
        return None;
    }
    let output = shell(example.parsed, folder).arg("-c").arg(&command).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    // Unsolvable boards and reached limits are outcomes that a page may show.
    let expected: &[i32] = if example.parsed { &[0] } else { &[0, 1, 3] };
    if !output.status.code().is_some_and(|code| expected.contains(&code)) {
        return Some(format!("{}: {printed}", output.status));
    }
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let shown: Vec<&str> = example.shown.iter().map(|line| line.trim_end()).collect();
    (!shown.is_empty() && !matches(&shown, &printed)).then(|| format!("prints\n{}", printed.join("\n")))
}

/// A shell that finds the binary, or the parser alone, and a home in `folder`.
fn shell(parsed: bool, folder: &Path) -> Command {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_taquin"));
    let first = if parsed { folder.join(".parser") } else { binary.parent().unwrap().to_path_buf() };
    let path = format!("{}:{}", first.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell
        .args(["-o", "pipefail"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("PATH", path)
        .env("TAQUIN", binary);
    shell.env("HOME", folder).env("XDG_CACHE_HOME", folder.join(".cache")).env_remove("TAQUIN_TABLES");
    shell
}

/// Whether `printed` is what `shown` says.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        ["…", rest @ ..] => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        [line, rest @ ..] => printed.first() == Some(line) && matches(rest, &printed[1..]),
    }
}

/// The commands that a page mentions in its sentences, except those with a placeholder for one of several words.
fn mentioned(text: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let mut before = 0;
    for (at, part) in text.split("```").enumerate() {
        let sentences = if at % 2 == 0 { part } else { "" };
        let mut line = before;
        for (place, span) in sentences.split('`').enumerate() {
            let command = span.split_whitespace().collect::<Vec<_>>().join(" ");
            let open = ["COMMAND", "FORM", "NxN"].iter().any(|word| command.contains(word));
            if place % 2 == 1 && command.starts_with("taquin ") && command != "taquin help" && !open {
                found.push(Example {
                    line: line + 1,
                    command,
                    shown: Vec::new(),
                    parsed: true,
                    screen: false,
                });
            }
            line += span.matches('\n').count();
        }
        before += part.matches('\n').count();
    }
    found
}
