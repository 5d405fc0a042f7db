//! The folder a submission works in: a copy of what was handed in, thrown away afterwards.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::Error;

/// The most files that are copied.
const FILES: usize = 2000;
/// The most bytes that are copied.
const BYTES: u64 = 64 << 20;

/// A temporary copy of a folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// Copies a folder, or a single file, under a name, into a folder of its own. Links that lead
    /// outside are left out.
    pub(crate) fn copy_of(source: &Path, name: Option<&OsStr>) -> Result<Self, Error> {
        let folder = tempfile::Builder::new()
            .prefix("taquin-grader-")
            .tempdir()
            .map_err(Error::at(std::env::temp_dir()))?;
        let root = source.canonicalize().map_err(Error::at(source))?;
        let mut copy = Copy { root: &root, files: 0, bytes: 0 };
        if root.is_dir() {
            copy.folder(&root, folder.path())?;
        } else {
            let name = name.or(root.file_name()).unwrap_or_default();
            copy.file(&root, &folder.path().join(name))?;
        }
        Ok(Workspace { folder })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

struct Copy<'a> {
    root: &'a Path,
    files: usize,
    bytes: u64,
}

impl Copy<'_> {
    fn folder(&mut self, from: &Path, to: &Path) -> Result<(), Error> {
        for entry in fs::read_dir(from).map_err(Error::at(from))? {
            let entry = entry.map_err(Error::at(from))?;
            let (path, target) = (entry.path(), to.join(entry.file_name()));
            let kind = entry.file_type().map_err(Error::at(&path))?;
            if kind.is_dir() {
                self.count(0)?;
                fs::create_dir(&target).map_err(Error::at(&target))?;
                self.folder(&path, &target)?;
            } else if kind.is_file() {
                self.file(&path, &target)?;
            } else if kind.is_symlink()
                && let Ok(real) = path.canonicalize()
                && real.starts_with(self.root)
                && real.is_file()
            {
                self.file(&real, &target)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> Result<(), Error> {
        self.count(fs::metadata(from).map_err(Error::at(from))?.len())?;
        fs::copy(from, to).map(drop).map_err(Error::at(from))
    }

    fn count(&mut self, bytes: u64) -> Result<(), Error> {
        self.files += 1;
        self.bytes += bytes;
        if self.files > FILES || self.bytes > BYTES {
            return Err(Error::TooLarge { path: self.root.into(), files: FILES, mebibytes: BYTES >> 20 });
        }
        Ok(())
    }
}

/// A number that changes with anything in a file or folder, for noticing that it was changed.
pub(crate) fn fingerprint(source: &Path) -> Result<u64, Error> {
    let mut paths: Vec<PathBuf> = Vec::new();
    files(source, &mut paths)?;
    paths.sort();
    let mut hash = Hash::default();
    for path in paths {
        hash.add(path.strip_prefix(source).unwrap_or(&path).as_os_str().as_encoded_bytes());
        hash.add(&fs::read(&path).map_err(Error::at(&path))?);
    }
    Ok(hash.0)
}

fn files(source: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    if !source.is_dir() {
        found.push(source.into());
        return Ok(());
    }
    for entry in fs::read_dir(source).map_err(Error::at(source))? {
        let entry = entry.map_err(Error::at(source))?;
        let kind = entry.file_type().map_err(Error::at(entry.path()))?;
        if kind.is_dir() {
            files(&entry.path(), found)?;
        } else if kind.is_file() {
            found.push(entry.path());
        }
        if found.len() > FILES {
            return Err(Error::TooLarge { path: source.into(), files: FILES, mebibytes: BYTES >> 20 });
        }
    }
    Ok(())
}

/// FNV-1a: the same everywhere and for ever, which the hashers of the standard library do not promise.
pub(crate) struct Hash(pub(crate) u64);

impl Default for Hash {
    fn default() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        // The length keeps neighbouring pieces apart.
        for &byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_holds_the_files_and_nothing_from_outside() {
        let source = tempfile::tempdir().unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        let at = |name: &str| source.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("inner/a.txt"), "a").unwrap();
        std::os::unix::fs::symlink(outside.path(), at("leak")).unwrap();
        std::os::unix::fs::symlink(at("inner/a.txt"), at("kept")).unwrap();
        let copy = Workspace::copy_of(source.path(), None).unwrap();
        assert_eq!(fs::read_to_string(copy.path().join("inner/a.txt")).unwrap(), "a");
        assert_eq!(fs::read_to_string(copy.path().join("kept")).unwrap(), "a");
        assert!(!copy.path().join("leak").exists());
        let single = Workspace::copy_of(&at("inner/a.txt"), Some("b.txt".as_ref())).unwrap();
        assert_eq!(fs::read_to_string(single.path().join("b.txt")).unwrap(), "a");
        let before = fingerprint(source.path()).unwrap();
        assert_eq!(before, fingerprint(source.path()).unwrap());
        fs::write(at("inner/a.txt"), "b").unwrap();
        assert_ne!(before, fingerprint(source.path()).unwrap());
    }
}
