//! `cargo xtask book`: `docs/` as a small site in `target/book`, with the chapters of `docs/SUMMARY.md`.
//!
//! The list of chapters has mdBook's form. A generator of our own takes two small crates where mdBook takes two
//! hundred, needs nothing installed, and fails on links that lead nowhere.

mod links;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{Result, root};

/// A chapter: its title and its file, relative to `docs/`.
struct Chapter {
    title: String,
    file: String,
}

impl Chapter {
    /// Its file, relative to the root.
    fn path(&self) -> String {
        self.file.strip_prefix("../").map_or_else(|| format!("docs/{}", self.file), String::from)
    }

    /// The name of its page.
    fn page(&self) -> String {
        let name = self.file.trim_start_matches("../").trim_end_matches(".md");
        format!("{}.html", name.to_lowercase())
    }
}

/// Makes the book, after checking that every link leads somewhere.
pub fn make() -> Result {
    links::check()?;
    let folder = root().join("target/book");
    let chapters = chapters()?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (at, chapter) in chapters.iter().enumerate() {
        let text = read(&docs().join(&chapter.file))?;
        write(&folder.join(chapter.page()), &page::html(&chapters, at, &text))?;
    }
    write(&folder.join("index.html"), &page::redirect(&chapters[0].page()))?;
    write(&folder.join("book.css"), include_str!("book.css"))?;
    for assets in ["pictures", "schemas"] {
        copy(&docs().join(assets), &folder.join(assets))?;
    }
    copy_file(&docs().join("figures.toml"), &folder.join("figures.toml"))?;
    eprintln!("xtask: the book is target/book/index.html");
    Ok(())
}

fn docs() -> PathBuf {
    root().join("docs")
}

/// The chapters of the summary.
fn chapters() -> Result<Vec<Chapter>> {
    let summary = read(&docs().join("SUMMARY.md"))?;
    let entry = |line: &str| {
        let (title, rest) = line.trim().strip_prefix("- [")?.split_once("](")?;
        Some(Chapter { title: title.into(), file: rest.strip_suffix(')')?.into() })
    };
    let chapters: Vec<Chapter> = summary.lines().filter_map(entry).collect();
    if chapters.is_empty() { Err("docs/SUMMARY.md names no chapter".into()) } else { Ok(chapters) }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?.flatten() {
        copy_file(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_a_chapter_and_every_link_leads_somewhere() {
        links::check().unwrap();
        let chapters = chapters().unwrap();
        for entry in fs::read_dir(docs()).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if name.ends_with(".md") && name != "SUMMARY.md" {
                assert!(
                    chapters.iter().any(|chapter| chapter.file == name),
                    "{name} is no chapter of docs/SUMMARY.md"
                );
            }
        }
    }
}
