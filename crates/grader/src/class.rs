//! A folder of submissions, graded in parallel. Every finished grade is a file of its own, written
//! beside its place and renamed into it, so that a crash in the middle loses nothing: the next run
//! takes over what is there and still true.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

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

/// Grades submissions on several threads, keeps each grade in `results`, and tells `done` of each.
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
    let known = fs::read(&file).ok().and_then(|bytes| serde_json::from_slice::<Report>(&bytes).ok());
    if let Some(report) = known.filter(|report| report.fingerprint == fingerprint) {
        return graded(Ok(report), true);
    }
    let report = grading.grade(name, &files, &|| ()).and_then(|report| {
        let page = results.join(names::file(name) + ".md");
        write_whole(&page, render::markdown(&report).as_bytes())?;
        write_whole(&file, &serde_json::to_vec_pretty(&report).unwrap_or_default())?;
        Ok(report)
    });
    graded(report, false)
}

/// Writes a file so that it is there whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(Error::at(path))?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(Error::at(path))?;
    // A temporary file is its owner's alone; a result is as any other file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let readable = fs::Permissions::from_mode(0o644);
        file.as_file().set_permissions(readable).map_err(Error::at(path))?;
    }
    file.persist(path).map(drop).map_err(|error| Error::File { path: path.into(), source: error.error })
}
