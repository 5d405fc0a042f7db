//! Temporary files that become the file when they are complete.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::open::check;
use crate::system;

/// The prefix of the names of files that are being written, or whose writer was killed.
const UNFINISHED: &str = ".unfinished-";

/// A temporary file in the same folder, with an unpredictable unused name, which is renamed when it is complete. If
/// it is dropped before that, it is deleted.
#[derive(Debug)]
pub struct Beside {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl Beside {
    /// Begins a file that will be at `path`, in a folder that exists.
    ///
    /// # Errors Errors of the system, or if something other than a file is at `path`. A link there is replaced, not
    /// followed.
    pub fn create(path: &Path) -> io::Result<Self> {
        match std::fs::symlink_metadata(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(about) if !about.is_symlink() => check(&about)?,
            _ => (),
        }
        let mut builder = tempfile::Builder::new();
        system::share(&mut builder);
        let file = builder.prefix(UNFINISHED).tempfile_in(folder_of(path))?;
        Ok(Beside { file: BufWriter::new(file), path: path.to_owned() })
    }

    /// Syncs the file to the disk and renames it.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn commit(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        system::sync_folder(folder_of(&self.path))
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether this is the name of an unfinished file.
#[must_use]
pub fn is_unfinished(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED))
}

/// A file in `folder` without a name, which is deleted when the process ends.
///
/// # Errors
/// Errors of the system.
pub fn scratch(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let count = || std::fs::read_dir(folder.path()).unwrap().count();
        let mut dropped = Beside::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        let name = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        assert!(is_unfinished(&name) && !path.exists());
        drop(dropped);
        assert_eq!(count(), 0);
        for text in ["first", "second"] {
            let mut file = Beside::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.commit().unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        drop(scratch(folder.path()).unwrap());
        assert_eq!(count(), 1);
        assert!(Beside::create(folder.path()).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("victim"), "whole").unwrap();
        std::os::unix::fs::symlink("victim", path("file")).unwrap();
        let mut file = Beside::create(&path("file")).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(std::fs::read_to_string(path("victim")).unwrap(), "whole");
        assert_eq!(std::fs::read_to_string(path("file")).unwrap(), "new");
        assert!(Beside::create(Path::new("/dev/null")).is_err());
    }
}
