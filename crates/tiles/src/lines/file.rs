//! A table of one axis as a file: a head that says what it is, then its bytes.
//!
//! The head is `TAQLINES`, the version, the lines, their length, whether it is a torus, the line of the goal's blank, what
//! the labels are (see [`LABELS`]), the number of bytes, their checksum (CRC-32) and the checksum of the head itself;
//! all numbers are little-endian. Files are complete or not there.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use taquin_files::Beside;

use super::axis::Axis;
use crate::error::Error;

const MAGIC: &[u8; 8] = b"TAQLINES";

/// Raised with every change of the format or of the order of the entries.
const VERSION: u32 = 3;

/// The bytes of the head.
const HEAD: usize = 48;

/// The kinds of tables, as they are in the name of a file: by lines with distances; with places to begin as well, by
/// squares and halves of a square or by squares.
const LABELS: [&str; 3] = ["", "-halves", "-squares"];

/// The end of the name of every file.
const ENDING: &str = "lines";

/// What the head of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesHead {
    /// The number of lines.
    pub lines: u32,
    /// The cells of a line.
    pub len: u32,
    /// Whether opposite edges are joined.
    pub torus: bool,
    /// The line of the goal's blank.
    pub home: u32,
    /// What the entries and the labels are: a number of a list.
    pub labels: u32,
    /// The bytes of the table.
    pub bytes: u64,
    checksum: u32,
}

impl LinesHead {
    fn encode(&self) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        let kinds = [u32::from(self.torus), self.home, self.labels];
        let fields = [VERSION, self.lines, self.len].into_iter().chain(kinds);
        head.extend(fields.flat_map(u32::to_le_bytes));
        head.extend(self.bytes.to_le_bytes());
        head.extend(self.checksum.to_le_bytes());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        head
    }

    /// What is wrong is said in words.
    fn decode(head: &[u8; HEAD]) -> Result<Self, String> {
        let four = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
        if &head[..8] != MAGIC {
            return Err("this is not a table of lines".into());
        }
        if four(8) != VERSION {
            return Err(format!("it has version {}, this program reads {VERSION}", four(8)));
        }
        if crc32fast::hash(&head[..HEAD - 4]) != four(HEAD - 4) {
            return Err("its head is damaged".into());
        }
        let bytes = u64::from(four(32)) | u64::from(four(36)) << 32;
        Ok(LinesHead {
            lines: four(12),
            len: four(16),
            torus: four(20) == 1,
            home: four(24),
            labels: four(28),
            bytes,
            checksum: four(40),
        })
    }
}

fn wrong(path: &Path, what: &str) -> Error {
    Error::Table { path: path.to_path_buf(), what: what.into() }
}

/// Which table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) lines: usize,
    pub(super) len: usize,
    pub(super) torus: bool,
    pub(super) home: usize,
    pub(super) labels: u32,
}

impl Key {
    /// Of the table of `axis`.
    pub(super) fn of(axis: &Axis) -> Self {
        Key { lines: axis.lines, len: axis.len, torus: axis.torus, home: axis.home, labels: 0 }
    }

    fn path(&self, folder: &Path) -> PathBuf {
        let kind = if self.torus { "torus" } else { "flat" };
        let labels = LABELS[self.labels as usize];
        folder.join(format!("{}x{}-{kind}-{}{labels}.{ENDING}", self.lines, self.len, self.home))
    }

    fn is_of(&self, head: &LinesHead) -> bool {
        let (lines, len, home) = (self.lines as u32, self.len as u32, self.home as u32);
        (head.lines, head.len, head.torus, head.home, head.labels)
            == (lines, len, self.torus, home, self.labels)
    }
}

/// A file of a table of lines, and what its head says.
pub type KeptLines = (PathBuf, Result<LinesHead, Error>);

/// The files of tables of lines in `folder`, by name, each with what its head says.
///
/// # Errors
/// If the folder is there but cannot be read.
pub fn kept_lines(folder: &Path) -> Result<Vec<KeptLines>, Error> {
    let failed = |error: io::Error| Error::file(folder, &error);
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(failed)?,
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(failed)?;
    paths.retain(|path| {
        path.extension().is_some_and(|end| end == ENDING) && !taquin_files::is_unfinished(path)
    });
    paths.sort();
    Ok(paths.into_iter().map(|path| (path.clone(), open(&path).map(|(head, _)| head))).collect())
}

/// Checks every byte of a table of lines.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn verify_lines(path: &Path) -> Result<LinesHead, Error> {
    let (head, mut file) = open(path)?;
    body(path, &head, &mut file).map(|_| head)
}

fn open(path: &Path) -> Result<(LinesHead, std::fs::File), Error> {
    let mut file = taquin_files::open(path).map_err(|error| Error::file(path, &error))?;
    let mut head = [0; HEAD];
    file.read_exact(&mut head).map_err(|_| wrong(path, "it is cut short"))?;
    let head = LinesHead::decode(&head).map_err(|what| wrong(path, &what))?;
    let whole = file.metadata().map_err(|error| Error::file(path, &error))?.len();
    if whole != HEAD as u64 + head.bytes {
        return Err(wrong(path, "it is cut short"));
    }
    Ok((head, file))
}

fn body(path: &Path, head: &LinesHead, file: &mut std::fs::File) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| Error::file(path, &error))?;
    if bytes.len() as u64 != head.bytes || crc32fast::hash(&bytes) != head.checksum {
        return Err(wrong(path, "it is damaged"));
    }
    Ok(bytes)
}

/// Whether `folder` has a table, as its head says.
pub(super) fn is_kept(folder: &Path, key: Key) -> bool {
    open(&key.path(folder)).is_ok_and(|(head, _)| key.is_of(&head))
}

/// The `len` bytes of a table, if `folder` has all of them.
pub(super) fn read(folder: &Path, key: Key, len: usize) -> Option<Vec<u8>> {
    let path = key.path(folder);
    let (head, mut file) = open(&path).ok()?;
    if head.bytes != len as u64 || !key.is_of(&head) {
        return None;
    }
    body(&path, &head, &mut file).ok()
}

/// Writes a table into `folder`, unless it is there.
pub(super) fn write(folder: &Path, key: Key, bytes: &[u8]) -> Result<PathBuf, Error> {
    let path = key.path(folder);
    if verify_lines(&path).is_ok_and(|head| key.is_of(&head) && head.bytes == bytes.len() as u64) {
        return Ok(path);
    }
    let failed = |error: io::Error| Error::file(&path, &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = Beside::create(&path).map_err(failed)?;
    let head = LinesHead {
        lines: key.lines as u32,
        len: key.len as u32,
        torus: key.torus,
        home: key.home as u32,
        labels: key.labels,
        bytes: bytes.len() as u64,
        checksum: crc32fast::hash(bytes),
    };
    file.write_all(&head.encode()).and_then(|()| file.write_all(bytes)).map_err(failed)?;
    file.commit().map_err(failed)?;
    Ok(path)
}
