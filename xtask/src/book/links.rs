//! Every link between the project's own files leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use super::{page, read};
use crate::shell::{Result, root};

/// Checks the links of every page in the root and in `docs/`: the file is there, the anchor is a heading of it,
/// and a name in code font that links to a source file occurs in that file.
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
    if let Some(anchor) = anchor
        && !page::headings(&read(&path)?).iter().any(|(_, _, id)| id == anchor)
    {
        return Err("there is no such heading".into());
    }
    let source = path.extension().is_some_and(|extension| extension == "rs");
    if source && !code.is_empty() && !path.ends_with(code) && !read(&path)?.contains(code) {
        return Err(format!("'{code}' is not there"));
    }
    Ok(())
}
