//! Every link between the project's own files leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use super::{page, read};
use crate::shell::{Result, root};

/// Checks the links of every page in the root and in `docs/`: the file is there, the anchor is a heading of it or a
/// line, and a name in code font that links to a source file occurs in that file, or in that line of it.
pub fn check() -> Result {
    let mut wrong = Vec::new();
    for file in pages()? {
        for (code, link) in page::links(&read(&file)?) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            if let Err(problem) = follow(&file, &code, &link) {
                wrong.push(format!("{}: {link}: {problem}", file.display()));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The Markdown files of the root and of `docs/`.
fn pages() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in [root(), root().join("docs")] {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        found.extend(entries.flatten().map(|entry| entry.path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    Ok(found)
}

fn follow(from: &Path, code: &str, link: &str) -> Result {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let path =
        if file.is_empty() { from.to_path_buf() } else { from.parent().unwrap_or(Path::new(".")).join(file) };
    if !path.exists() {
        return Err("there is no such file".into());
    }
    if path.extension().is_some_and(|extension| extension == "rs") {
        return if path.ends_with(code) { Ok(()) } else { find(&read(&path)?, code, anchor) };
    }
    match anchor {
        Some(anchor) if !page::headings(&read(&path)?).iter().any(|(_, _, id)| id == anchor) => {
            Err("there is no such heading".into())
        }
        _ => Ok(()),
    }
}

/// Finds a name in a source, in the line that the anchor names, if there is one.
fn find(source: &str, code: &str, anchor: Option<&str>) -> Result {
    let lines: Vec<String> = (1..)
        .zip(source.lines())
        .filter(|(_, line)| line.contains(code))
        .map(|(number, _)| format!("L{number}"))
        .collect();
    match anchor {
        _ if lines.is_empty() => Err(format!("'{code}' is not there")),
        Some(anchor) if !lines.iter().any(|line| line == anchor) => {
            Err(format!("'{code}' is not there, but in {}", lines.join(", ")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_their_line() {
        let source = "//! A head.\n\npub struct Name;\n";
        assert_eq!(find(source, "Name", None), Ok(()));
        assert_eq!(find(source, "Name", Some("L3")), Ok(()));
        assert_eq!(find(source, "Name", Some("L1")).unwrap_err(), "'Name' is not there, but in L3");
        assert_eq!(find(source, "Other", Some("L3")).unwrap_err(), "'Other' is not there");
    }
}
