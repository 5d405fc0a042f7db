//! The commands of the documentation. `xtask` reads them too.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};

/// A command of a page and the output that the page shows, if it does.
pub struct Example {
    pub line: usize,
    pub command: String,
    pub shown: Vec<String>,
    /// How it is run.
    pub run: Run,
}

/// How a command is run: the word after `sh` says it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// As it is written; no word.
    Whole,
    /// For two seconds.
    Limited,
    /// For two seconds, if there is a GPU; elsewhere until one is looked for.
    Device,
    /// Its arguments are only parsed: it stands in a sentence and leaves something open.
    Parsed,
    /// Elsewhere, by `cargo xtask installs`, since it builds and installs something.
    Installs,
    /// Elsewhere, since it needs a terminal or opens a browser.
    Screen,
    /// Elsewhere, since it needs several hosts.
    Hosts,
    /// Elsewhere, since it needs a compiler of Java and what students have handed in.
    Graded,
}

impl Run {
    fn read(words: &[&str]) -> Run {
        match words.get(1) {
            None => Run::Whole,
            Some(&"limited") => Run::Limited,
            Some(&"device") => Run::Device,
            Some(&"installs") => Run::Installs,
            Some(&"screen") => Run::Screen,
            Some(&"hosts") => Run::Hosts,
            Some(&"graded") => Run::Graded,
            Some(word) => panic!("no block is run like this: {word}"),
        }
    }
}

/// README.md, CONTRIBUTING.md and the pages of docs/.
pub fn all(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    pages.extend(fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// The commands of a page.
pub fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((_, fence)) = lines.next() {
        let Some(info) = fence.trim_start().strip_prefix("```") else { continue };
        let words: Vec<&str> = info.split_whitespace().collect();
        let body: Vec<_> =
            lines.by_ref().take_while(|(_, line)| !line.trim_start().starts_with("```")).collect();
        let mut open = false;
        for (number, line) in body {
            let begins = match words.first() {
                Some(&"sh") if !open => Some(line),
                Some(&"console") if !open => line.strip_prefix("$ "),
                Some(&"sh" | &"console") => None,
                _ => break,
            };
            let run = Run::read(&words);
            match (begins, found.last_mut()) {
                (Some(command), _) if !command.trim().is_empty() => {
                    let command = command.to_string();
                    found.push(Example { line: number + 1, command, shown: Vec::new(), run });
                }
                (None, Some(example)) if open => example.command += &format!("\n{line}"),
                (None, Some(example)) => example.shown.push(line.to_string()),
                _ => {}
            }
            // A quotation that is still open goes on in the next line.
            open = found.last().is_some_and(|example| example.command.matches('\'').count() % 2 == 1);
        }
    }
    found
}

/// What stands between backticks in the sentences of a page, each with its line.
pub fn mentioned(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut before = 0;
    for (at, part) in text.split("```").enumerate() {
        let sentences = if at % 2 == 0 { part } else { "" };
        let mut line = before;
        for (place, span) in sentences.split('`').enumerate() {
            if place % 2 == 1 {
                found.push((line + 1, span.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
            line += span.matches('\n').count();
        }
        before += part.matches('\n').count();
    }
    found
}
