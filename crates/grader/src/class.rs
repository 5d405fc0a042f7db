//! A folder of submissions, graded in parallel. Every finished grade is a file of its own, written to a
//! temporary file, synced and renamed, so that a crash loses nothing: the next run keeps the grades that
//! are still valid.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use taquin_files::Beside;

use crate::error::Error;
use crate::grading::Grading;
use crate::names;
use crate::render;
use crate::report::Report;

/// The grade of one submission, or why it has none.
#[derive(Debug)]
pub struct Graded {
    /// Whose submission it is.
    pub name: String,
    /// The grade.
    pub report: Result<Report, Error>,
    /// Whether an earlier run had found it.
    pub known: bool,
}

/// The submissions in a folder: one for each entry in it, by a name that is plain text and that no
/// other has.
///
/// # Errors
/// If the folder cannot be read.
pub fn submissions(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
        let path = entry.map_err(Error::at(folder))?.path();
        let name = names::plain(path.file_name().unwrap_or_default());
        if !name.starts_with('.') {
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Grades submissions on several threads, keeps each grade in `results`, and reports each to `done`.
///
/// # Errors
/// If the folder of results cannot be made, or it is cancelled; then what is finished is kept.
pub fn grade_all(
    grading: &Grading,
    submissions: &[(String, PathBuf)],
    results: &Path,
    threads: usize,
    done: &(dyn Fn(&Graded) + Sync),
) -> Result<Vec<Graded>, Error> {
    fs::create_dir_all(results).map_err(Error::at(results))?;
    let (next, graded) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((name, source)) = submissions.get(next.fetch_add(1, Ordering::Relaxed)) {
            if grading.is_cancelled() {
                return;
            }
            let one = grade_one(grading, name, source, results);
            done(&one);
            graded.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(one);
        }
    };
    thread::scope(|scope| {
        (0..threads.clamp(1, submissions.len().max(1))).for_each(|_| drop(scope.spawn(work)));
    });
    if grading.is_cancelled() {
        return Err(Error::Cancelled);
    }
    let mut graded = graded.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    graded.sort_by(|a: &Graded, b| a.name.cmp(&b.name));
    Ok(graded)
}

fn grade_one(grading: &Grading, name: &str, source: &Path, results: &Path) -> Graded {
    let graded = |report, known| Graded { name: name.into(), report, known };
    let files = match grading.read(source) {
        Ok(files) => files,
        Err(error) => return graded(Err(error), false),
    };
    let (file, fingerprint) = (results.join(names::file(name) + ".json"), grading.fingerprint(&files));
    if let Some(report) = kept(&file).filter(|report| report.fingerprint == fingerprint) {
        return graded(Ok(report), true);
    }
    let report = grading.grade(name, &files, &|| ()).and_then(|report| {
        let page = results.join(names::file(name) + ".md");
        write_whole(&page, render::markdown(&report).as_bytes())?;
        write_whole(&file, sealed(&report).as_bytes())?;
        Ok(report)
    });
    graded(report, false)
}

/// The text before the checksum, which is the last member of the object in the file of a report.
const SEAL: &str = ",\n  \"checksum\": \"";

/// A report as JSON, with the checksum of what comes before it.
fn sealed(report: &Report) -> String {
    let text = serde_json::to_string_pretty(report).unwrap_or_default();
    let body = text.strip_suffix("\n}").unwrap_or(&text);
    format!("{body}{SEAL}{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes()))
}

/// The report that [`sealed`] has written; `None` if it is not there, or not as it was written.
fn kept(file: &Path) -> Option<Report> {
    let text = String::from_utf8(taquin_files::read(file).ok()?).ok()?;
    let (body, sum) = text.rsplit_once(SEAL)?;
    let whole = sum == format!("{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes()));
    serde_json::from_str(&text).ok().filter(|_| whole)
}

/// Writes a file so that it is complete or not there.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let written = Beside::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.commit()
    });
    written.map_err(Error::at(path))
}
