//! A submission in memory: read once, within limits, and written afresh for every run.
//!
//! Only folders and regular files are read. Anything else is reported by name and left out.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Gid, Mode, OFlags, Uid, mkdirat, openat, symlinkat};

use crate::error::Error;
use crate::names;

/// The most files that are read.
const FILES: usize = 2000;
/// The most bytes that are read.
const BYTES: u64 = 64 << 20;
/// The deepest folder that is looked into.
const DEPTH: usize = 32;

/// A folder in memory.
#[derive(Clone, Debug, Default)]
pub struct Bundle {
    /// Every entry after the folder it lies in.
    entries: Vec<(PathBuf, Entry)>,
    bytes: u64,
    /// What was left out, and why.
    pub(crate) left_out: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Folder,
    File { bytes: Vec<u8>, runs: bool },
    Link(PathBuf),
}

/// What becomes of links.
#[derive(Clone, Copy)]
enum Links<'a> {
    /// Links to files below this folder are read as the files; others are left out.
    Within(&'a Path),
    /// Links are kept as they are: nothing follows them here.
    Kept,
}

impl Bundle {
    /// Reads a folder, or a single file, which gets the `name`.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is neither a folder nor a file.
    pub fn of(source: &Path, name: Option<&OsStr>) -> Result<Self, Error> {
        let kind = fs::symlink_metadata(source).map_err(Error::at(source))?.file_type();
        let mut bundle = Bundle::default();
        if kind.is_dir() {
            let root = source.canonicalize().map_err(Error::at(source))?;
            bundle.folder(&root, Path::new(""), Links::Within(&root), source)?;
        } else if kind.is_file() {
            let name = name.or(source.file_name()).unwrap_or_default();
            bundle.file(source, Path::new(name), source)?;
        } else {
            return Err(Error::Special { path: source.into(), kind: told(kind) });
        }
        Ok(bundle)
    }

    /// Reads a folder that a submission has worked in.
    pub(crate) fn of_work(folder: &Path) -> Result<Self, Error> {
        let mut bundle = Bundle::default();
        bundle.folder(folder, Path::new(""), Links::Kept, folder)?;
        Ok(bundle)
    }

    /// Whether it holds a program of this name.
    pub(crate) fn runs(&self, name: &Path) -> bool {
        let name: PathBuf = name.components().filter(|part| part.as_os_str() != ".").collect();
        let file = |entry: &Entry| matches!(entry, Entry::File { runs: true, .. } | Entry::Link(_));
        self.entries.iter().any(|(path, entry)| *path == name && file(entry))
    }

    /// How many bytes its files have.
    pub(crate) fn size(&self) -> u64 {
        self.bytes
    }

    /// Adds the contents to a hash.
    pub(crate) fn hash(&self, hash: &mut Hash) {
        for (path, entry) in &self.entries {
            hash.add(path.as_os_str().as_encoded_bytes());
            match entry {
                Entry::Folder => hash.add(b"/"),
                Entry::File { bytes, runs } => {
                    hash.add(&[u8::from(*runs)]);
                    hash.add(bytes);
                }
                Entry::Link(target) => hash.add(target.as_os_str().as_encoded_bytes()),
            }
        }
    }

    /// Writes everything into an empty folder, and `more` files of these names in place of its own;
    /// all of it is to belong to `owner`.
    pub(crate) fn write(
        &self,
        folder: BorrowedFd<'_>,
        more: &[(&str, Vec<u8>)],
        owner: Option<u32>,
    ) -> io::Result<()> {
        let own = |file: BorrowedFd<'_>| -> io::Result<()> {
            let Some(id) = owner else { return Ok(()) };
            Ok(rustix::fs::fchown(file, Some(Uid::from_raw(id)), Some(Gid::from_raw(id)))?)
        };
        let file = |path: &Path, bytes: &[u8], runs: bool| -> io::Result<()> {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let mode = Mode::from_raw_mode(if runs { 0o755 } else { 0o644 });
            let mut file = File::from(openat(folder, path, flags, mode)?);
            file.write_all(bytes)?;
            own(std::os::fd::AsFd::as_fd(&file))
        };
        let kept = |path: &Path| !more.iter().any(|(name, _)| path.starts_with(name));
        for (path, entry) in self.entries.iter().filter(|(path, _)| kept(path)) {
            match entry {
                Entry::Folder => {
                    mkdirat(folder, path, Mode::from_raw_mode(0o755))?;
                    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                    own(std::os::fd::AsFd::as_fd(&openat(folder, path, flags, Mode::empty())?))?;
                }
                Entry::File { bytes, runs } => file(path, bytes, *runs)?,
                Entry::Link(target) => symlinkat(target, folder, path)?,
            }
        }
        for (name, bytes) in more {
            file(Path::new(name), bytes, false)?;
        }
        own(folder)
    }

    /// Reads the folder `below` a root.
    fn folder(&mut self, root: &Path, below: &Path, links: Links<'_>, told_as: &Path) -> Result<(), Error> {
        if below.components().count() > DEPTH {
            return Err(too_large(told_as));
        }
        let from = root.join(below);
        let entries = match fs::read_dir(&from) {
            Ok(entries) => entries,
            // Folders that a submission has made unreadable are left out.
            Err(_) if matches!(links, Links::Kept) => return Ok(()),
            Err(error) => return Err(Error::at(from)(error)),
        };
        let mut entries: Vec<PathBuf> = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<_>>()
            .map_err(Error::at(&from))?;
        entries.sort();
        for path in entries {
            let inner = below.join(path.file_name().unwrap_or_default());
            let kind = fs::symlink_metadata(&path).map_err(Error::at(&path))?.file_type();
            if kind.is_dir() {
                self.add(inner.clone(), Entry::Folder, 0, told_as)?;
                self.folder(root, &inner, links, told_as)?;
            } else if kind.is_file() {
                self.file(&path, &inner, told_as)?;
            } else if kind.is_symlink() {
                self.link(&path, &inner, links, told_as)?;
            } else {
                self.leave_out(&inner, told(kind));
            }
        }
        Ok(())
    }

    fn link(&mut self, path: &Path, inner: &Path, links: Links<'_>, told_as: &Path) -> Result<(), Error> {
        match links {
            Links::Kept => match fs::read_link(path) {
                Ok(target) => self.add(inner.into(), Entry::Link(target), 0, told_as),
                Err(_) => Ok(()),
            },
            Links::Within(root) => match path.canonicalize() {
                Ok(real) if real.starts_with(root) && real.is_file() => self.file(&real, inner, told_as),
                _ => {
                    self.leave_out(inner, "a link that leads outside");
                    Ok(())
                }
            },
        }
    }

    /// Reads a file, unless it has become something else since it was looked at.
    fn file(&mut self, from: &Path, inner: &Path, told_as: &Path) -> Result<(), Error> {
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
        let file = match OpenOptions::new().read(true).custom_flags(flags).open(from) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                self.leave_out(inner, "cannot be read");
                return Ok(());
            }
            Err(error) => return Err(Error::at(from)(error)),
        };
        let metadata = file.metadata().map_err(Error::at(from))?;
        if !metadata.is_file() {
            self.leave_out(inner, told(metadata.file_type()));
            return Ok(());
        }
        let room = BYTES.saturating_sub(self.bytes);
        if metadata.len() > room {
            return Err(too_large(told_as));
        }
        let mut bytes = Vec::new();
        file.take(room + 1).read_to_end(&mut bytes).map_err(Error::at(from))?;
        let (size, runs) = (bytes.len() as u64, metadata.permissions().mode() & 0o111 != 0);
        self.add(inner.into(), Entry::File { bytes, runs }, size, told_as)
    }

    fn add(&mut self, path: PathBuf, entry: Entry, bytes: u64, told_as: &Path) -> Result<(), Error> {
        self.bytes += bytes;
        self.entries.push((path, entry));
        if self.entries.len() > FILES || self.bytes > BYTES {
            return Err(too_large(told_as));
        }
        Ok(())
    }

    fn leave_out(&mut self, path: &Path, why: &str) {
        self.left_out.push(format!("{} ({why})", names::plain(path.as_os_str())));
    }
}

fn too_large(path: &Path) -> Error {
    Error::TooLarge { path: path.into(), files: FILES, mebibytes: BYTES >> 20, depth: DEPTH }
}

/// The name of the kind of an entry that is neither a file nor a folder.
fn told(kind: fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "a link"
    } else if kind.is_fifo() {
        "a FIFO"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// FNV-1a: the same in every version and on every machine, which the standard library does not guarantee.
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
    use std::os::fd::AsFd;

    fn hashed(source: &Path) -> u64 {
        let mut hash = Hash::default();
        Bundle::of(source, None).unwrap().hash(&mut hash);
        hash.0
    }

    #[test]
    fn a_copy_holds_the_files_and_nothing_from_outside() {
        let source = tempfile::tempdir().unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        let at = |name: &str| source.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("inner/a.txt"), "a").unwrap();
        std::os::unix::fs::symlink(outside.path(), at("leak")).unwrap();
        std::os::unix::fs::symlink(at("inner/a.txt"), at("kept")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            at("pipe"),
            rustix::fs::FileType::Fifo,
            Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let bundle = Bundle::of(source.path(), None).unwrap();
        assert_eq!(bundle.left_out, ["leak (a link that leads outside)", "pipe (a FIFO)"]);
        let copy = tempfile::tempdir().unwrap();
        let folder = File::open(copy.path()).unwrap();
        bundle.write(folder.as_fd(), &[("kept", b"mine".to_vec())], None).unwrap();
        assert_eq!(fs::read_to_string(copy.path().join("inner/a.txt")).unwrap(), "a");
        assert_eq!(fs::read_to_string(copy.path().join("kept")).unwrap(), "mine");
        assert!(!copy.path().join("leak").exists());
        let single = Bundle::of(&at("inner/a.txt"), Some("b.txt".as_ref())).unwrap();
        assert_eq!(single.entries[0].0, Path::new("b.txt"));
        let before = hashed(source.path());
        assert_eq!(before, hashed(source.path()));
        fs::write(at("inner/a.txt"), "b").unwrap();
        assert_ne!(before, hashed(source.path()));
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let source = tempfile::tempdir().unwrap();
        let sparse = File::create(source.path().join("sparse")).unwrap();
        sparse.set_len(1 << 42).unwrap();
        assert!(matches!(Bundle::of(source.path(), None), Err(Error::TooLarge { .. })));
        let deep: PathBuf = source.path().join("d/".repeat(DEPTH + 2));
        fs::remove_file(source.path().join("sparse")).unwrap();
        fs::create_dir_all(deep).unwrap();
        assert!(matches!(Bundle::of(source.path(), None), Err(Error::TooLarge { .. })));
    }
}
