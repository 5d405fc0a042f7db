//! Every command in README.md, CONTRIBUTING.md and docs/ is run, and its output compared where the page shows it.
//!
//! A fenced block is a `sh` block, whose lines are run, or a `console` block, in which what follows a `$ command`
//! is its output; a line `…` there stands for any lines. The commands of a block marked `limited` take minutes and are
//! run for two seconds; so are those of a block marked `device`, which say that there is no GPU where there is none, and
//! those within a sentence that name a board. Other commands within a sentence are given to the argument parser alone. So
//! are those that other tests run: `screen` in `terminal.rs`, `hosts` in `cluster`, `graded` in `grading.rs`; those of a
//! block marked `installs` are run by `cargo xtask installs`. The blocks of a page share a folder.
//!
//! Commands of cargo are the tests themselves, take minutes, or would build much: here it is checked that what they name
//! is there, and `.github/workflows/commands.yml` and `ci.yml` run them, which a test of `xtask` checks.
#![cfg(unix)]

#[path = "support/pages.rs"]
mod pages;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pages::{Example, Run, examples};

/// Stands in for `taquin` in blocks that are only parsed: help comes after all other arguments were read.
const PARSER: &str = r#"#!/bin/sh
for word do
    shift
    if [ -z "$end" ] && [ "$word" = -- ]; then end=yes; fi
    if [ -z "$end" ]; then set -- "$@" "$word"; fi
done
exec "$TAQUIN" "$@" --help
"#;

/// Stands in for `taquin` in blocks that are run for two seconds: that limit takes the place of any other, and where a
/// command takes none, Ctrl-C does.
const LIMITED: &str = r#"#!/bin/sh
case $1 in
solve|enumerate) limit="--limit-time 2s";;
tables) exec timeout --preserve-status --signal=INT 2s "$TAQUIN" "$@";;
esac
for word do
    shift
    [ -n "$limit" ] && [ "$word" = --limit-time -o "$last" = --limit-time ] || set -- "$@" "$word"
    last=$word
done
exec "$TAQUIN" "$@" $limit
"#;

/// What a command for a GPU says where there is none.
const NO_DRIVER: &str = "no CUDA driver was found";

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
    for (name, script) in [("parser", PARSER), ("limited", LIMITED)] {
        let program = folder.path().join(format!(".{name}/taquin"));
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
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
    if let Some(rest) = command.strip_prefix("git clone URL ") {
        return clone_problem(rest, folder, root);
    }
    if let Some(words) = command.strip_prefix("cargo xtask ") {
        let name = words.split_whitespace().next()?;
        let tasks = fs::read_to_string(root.join("xtask/src/main.rs")).unwrap();
        return (!tasks.contains(&format!("\"{name}\""))).then(|| "there is no such task".into());
    }
    if let Some(cargo) = cargo(&command) {
        return cargo_problem(cargo, root).or_else(|| device_example_problem(&command, folder));
    }
    if let Some(folder) = command.split(" #").next()?.trim_end().strip_prefix("pip install ./") {
        return (!root.join(folder).join("pyproject.toml").is_file())
            .then(|| "there is no such package".into());
    }
    let parsed = !matches!(example.run, Run::Whole | Run::Limited | Run::Device);
    let clustered = command.contains("--cluster") || command.starts_with("taquin cluster");
    let missing =
        clustered && !cfg!(feature = "cluster") || example.run == Run::Device && !cfg!(feature = "cuda");
    if parsed && !command.starts_with("taquin ") || missing {
        return None;
    }
    let output = shell(example.run, folder).arg("-c").arg(&command).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    // Unsolvable boards and reached limits are outcomes that a page may show.
    let expected: &[i32] = if parsed { &[0] } else { &[0, 1, 3] };
    if example.run == Run::Device && output.status.code() == Some(2) && printed.contains(NO_DRIVER) {
        return None;
    }
    if !output.status.code().is_some_and(|code| expected.contains(&code)) {
        return Some(format!("{}: {printed}", output.status));
    }
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let shown: Vec<&str> = example.shown.iter().map(|line| line.trim_end()).collect();
    (!shown.is_empty() && !matches(&shown, &printed)).then(|| format!("prints\n{}", printed.join("\n")))
}

/// What is wrong with a clone of the repository that the tests are in, if they are in one; `rest` names its folder.
fn clone_problem(rest: &str, folder: &Path, root: &Path) -> Option<String> {
    if !root.join(".git").exists() {
        return None;
    }
    // The user who runs the tests need not own the files.
    fs::write(folder.join(".gitconfig"), "[safe]\n\tdirectory = *\n").unwrap();
    let command =
        format!("git clone --quiet \"$REPOSITORY\" {rest} && git log -1 --format=%s && cat Cargo.toml");
    let output = shell(Run::Whole, folder).arg("-c").arg(command).env("REPOSITORY", root).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    (!output.status.success() || !printed.contains("[workspace]"))
        .then(|| format!("{}: {printed}{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// The words of a command of cargo, without those before it and without a comment.
fn cargo(command: &str) -> Option<Vec<&str>> {
    let words = command.split(" #").next()?.trim_start_matches("UPDATE_EXPECT=1 ").strip_prefix("cargo ")?;
    Some(words.split_whitespace().collect())
}

/// What a command of cargo names and is not there: a package, a test, an example, a feature.
fn cargo_problem(words: Vec<&str>, root: &Path) -> Option<String> {
    let value = |option: &str| words.iter().skip_while(|word| **word != option).nth(1).copied();
    let folders = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifest = |folder: &Path| fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let package = match (value("--package"), value("--path")) {
        (Some(name), _) => {
            folders.into_iter().find(|folder| manifest(folder).contains(&format!("name = \"{name}\"\n")))
        }
        (None, Some(path)) => Some(root.join(path)).filter(|folder| folder.join("Cargo.toml").is_file()),
        (None, None) => return None,
    };
    let Some(package) = package else { return Some("there is no such package".into()) };
    for (option, folder) in [("--test", "tests"), ("--example", "examples")] {
        if let Some(name) = value(option)
            && ![format!("{name}.rs"), format!("{name}/main.rs")]
                .iter()
                .any(|file| package.join(folder).join(file).is_file())
        {
            return Some(format!("there is no {name} in {}", package.join(folder).display()));
        }
    }
    let feature = value("--features")?;
    (!manifest(&package).contains(&format!("\n{feature} = [")))
        .then(|| format!("there is no feature {feature}"))
}

/// What is wrong with an example for a GPU, if it has been built, as `cargo xtask test` does: it is run for two seconds,
/// and says that there is no GPU where there is none.
fn device_example_problem(command: &str, folder: &Path) -> Option<String> {
    let (_, rest) = command.split_once(" --features cuda --example ")?;
    let (name, arguments) = rest.split_once(" -- ").unwrap_or((rest, ""));
    let program = Path::new(env!("CARGO_BIN_EXE_taquin")).with_file_name("examples").join(name);
    if !program.is_file() {
        return None;
    }
    let line = format!("timeout 2s '{}' {arguments}", program.display());
    let output = shell(Run::Whole, folder).arg("-c").arg(line).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    let is_right = matches!(output.status.code(), Some(0 | 124)) || printed.contains(NO_DRIVER);
    (!is_right).then(|| format!("{}: {printed}", output.status))
}

/// A shell that finds the binary, or what stands in for it, and a home in `folder`.
fn shell(run: Run, folder: &Path) -> Command {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_taquin"));
    let first = match run {
        Run::Whole => binary.parent().unwrap().to_path_buf(),
        Run::Limited | Run::Device => folder.join(".limited"),
        _ => folder.join(".parser"),
    };
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

/// The commands that a page mentions in its sentences, except those with a placeholder for one of several words. Those
/// that name a board, or its size, can be run.
fn mentioned(text: &str) -> Vec<Example> {
    let is_open = |command: &str| ["COMMAND", "FORM", "NxN"].iter().any(|word| command.contains(word));
    let found = pages::mentioned(text).into_iter().filter(|(_, command)| {
        command.starts_with("cargo ")
            || command.starts_with("taquin ") && command != "taquin help" && !is_open(command)
    });
    let example = |(line, command): (usize, String)| {
        let run = match names_a_board(&command) {
            true if command.contains("--device") => Run::Device,
            true => Run::Limited,
            false => Run::Parsed,
        };
        Example { line, command, shown: Vec::new(), run }
    };
    found.map(example).collect()
}

/// Whether a command has a board or a size, and no word in capitals that stands for something else.
fn names_a_board(command: &str) -> bool {
    let is_board = |word: &str| word.trim_start_matches('\'').starts_with(|c: char| c.is_ascii_digit());
    let is_open = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    command.split_whitespace().any(is_board) && !command.split_whitespace().any(is_open)
}
