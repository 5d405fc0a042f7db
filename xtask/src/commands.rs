//! The commands of cargo in the documentation that no test can run, because they are the tests, take minutes or build
//! much: every one of them is a line of `.github/workflows`, with a word of its own where the page leaves one open. The
//! others are run by the test `docs` of `taquin-cli` and by `cargo xtask installs`.

use std::fs;

use crate::installs::pages::{self, Run};
use crate::shell::root;

/// A word of a page that stands for something else.
fn is_open(word: &str) -> bool {
    word == "…" || word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase())
}

/// The words of a command, without a comment.
fn words(command: &str) -> Vec<&str> {
    command.split(" #").next().unwrap_or_default().split_whitespace().collect()
}

/// Whether `line` is `command` with something in the place of its open words.
fn is_instance(line: &[&str], command: &[&str]) -> bool {
    match command {
        [] => line.is_empty(),
        [open] if is_open(open) => !line.is_empty(),
        [word, rest @ ..] => {
            line.first().is_some_and(|first| is_open(word) || first == word) && is_instance(&line[1..], rest)
        }
    }
}

/// The commands of all workflows: of `timeout 20m cargo …` what is after the time.
fn lines() -> Vec<Vec<String>> {
    let folder = fs::read_dir(root().join(".github/workflows")).unwrap();
    let texts: Vec<String> = folder.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    let commands = texts.iter().flat_map(|text| text.lines()).flat_map(|line| {
        let line = line.trim().trim_start_matches("- ").trim_start_matches("run: ");
        line.split(['|', '&', ';', '>']).map(str::trim)
    });
    let owned = commands.map(|command| {
        let mut words: Vec<&str> = command.split_whitespace().collect();
        if words.first() == Some(&"timeout") {
            words.drain(..2);
        }
        words.into_iter().map(String::from).collect()
    });
    owned.collect()
}

#[test]
fn a_workflow_runs_every_command_that_no_test_runs() {
    let lines = lines();
    let mut missing = Vec::new();
    let mut installed = Vec::new();
    let mut said = Vec::new();
    for page in pages::all(&root()) {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        for example in pages::examples(&text) {
            match example.run {
                Run::Installs => installed.push(example.command),
                _ => said.push((format!("{name}:{}", example.line), example.command)),
            }
        }
        said.extend(
            pages::mentioned(&text).into_iter().map(|(line, command)| (format!("{name}:{line}"), command)),
        );
    }
    for (place, command) in &said {
        let words = words(command);
        let own = words.iter().position(|word| *word == "cargo" || *word == "pip");
        let is_run = match own.map(|at| &words[at..]) {
            None | Some(["cargo" | "pip"]) => true,
            // The test `docs` runs it as `taquin`.
            Some(["cargo", "run", "--release", "--", ..]) => true,
            Some(["cargo" | "pip", "install", ..]) => {
                installed.iter().any(|other| self::words(other) == words)
            }
            Some(_) => lines.iter().any(|line| {
                let line: Vec<&str> = line.iter().map(String::as_str).collect();
                is_instance(&line, &words)
            }),
        };
        let is_command = own.is_some_and(|at| words[..at].iter().all(|word| word.contains('=')));
        if is_command && !is_run {
            missing.push(format!("{place}: {command}"));
        }
    }
    assert!(missing.is_empty(), "no workflow has\n{}", missing.join("\n"));
}

#[test]
fn open_words_stand_for_any() {
    let is_instance = |line: &str, command: &str| is_instance(&words(line), &words(command));
    assert!(is_instance("cargo xtask bench gnome", "cargo xtask bench NAME"));
    assert!(is_instance("cargo xtask book", "cargo xtask book   # a book"));
    assert!(!is_instance("cargo xtask bench", "cargo xtask bench NAME"));
    assert!(!is_instance("cargo xtask test --quick", "cargo xtask test"));
}
