//! A table as a file: a head of one page that says what it is, then its bytes.
//!
//! The head is `TAQTABLE`, the version, the board, the pattern, the length, a summary of the distances, the checksum
//! (CRC-32) of the bytes and the checksum of the head itself. All numbers are little-endian, and the rest of the page
//! is zeros. Files are written to a temporary file and renamed, so that a file is complete or not there, even if
//! another process writes the same one.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use taquin_files::Beside;

use crate::error::Error;
use crate::geometry::Geometry;

use super::bytes::zeros;
use super::space::{MOST_CELLS, PatternSpace, all_cells, elements};
use super::table::{Pattern, Summary, Table};

const MAGIC: &[u8; 8] = b"TAQTABLE";

/// Raised with every change of the format, of the order of the entries or of the canonical form of patterns.
const VERSION: u32 = 2;

/// Where the bytes begin.
const BODY: usize = 4096;

/// The bytes that are read and checked at a time.
const PART: usize = 1 << 18;

/// The bytes of the head that are used.
const HEAD: usize = 76;

/// What the head of a table file says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// The board.
    pub geometry: Geometry,
    /// The tiles.
    pub pattern: Pattern,
    /// A summary of all distances.
    pub summary: Summary,
    /// The bytes of the table.
    pub bytes: u64,
    checksum: u32,
}

impl Head {
    fn of(table: &Table) -> Self {
        Head {
            geometry: table.geometry(),
            pattern: table.pattern(),
            summary: table.summary(),
            bytes: table.size() as u64,
            checksum: crc32fast::hash(table.bits()),
        }
    }

    fn encode(&self) -> Vec<u8> {
        let Head { geometry, pattern, summary, .. } = self;
        let mut bytes = MAGIC.to_vec();
        let torus = u32::from(geometry.is_torus());
        // The cells of a small board are all in the lower half; the upper half is in a field that used to be free.
        let (lower, upper) = (pattern.tiles() as u32, (pattern.tiles() >> 32) as u32);
        let fields = [VERSION, geometry.rows(), geometry.cols(), torus, pattern.blank(), lower];
        bytes.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
        bytes.extend(self.bytes.to_le_bytes());
        bytes.extend(summary.states.to_le_bytes());
        bytes.extend(summary.mean.to_bits().to_le_bytes());
        bytes.extend(summary.largest.to_le_bytes());
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(upper.to_le_bytes());
        // Room for what later versions may need.
        bytes.resize(HEAD - 4, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The error is a message.
    fn decode(bytes: &[u8; HEAD]) -> Result<Self, String> {
        let four = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let eight = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        if &bytes[..8] != MAGIC {
            return Err("this is not a pattern table".into());
        }
        if four(8) != VERSION {
            return Err(format!("it has version {}, this program reads {VERSION}", four(8)));
        }
        if crc32fast::hash(&bytes[..HEAD - 4]) != four(HEAD - 4) {
            return Err("its head is damaged".into());
        }
        let (rows, cols, torus, blank) = (four(12), four(16), four(20), four(24));
        let tiles = u64::from(four(28)) | u64::from(four(64)) << 32;
        let cells = rows.checked_mul(cols).filter(|cells| (2..=MOST_CELLS as u32).contains(cells));
        let fits = cells.is_some_and(|cells| tiles != 0 && tiles & !all_cells(cells) == 0 && blank < cells);
        if !fits || torus > 1 || tiles >> blank & 1 == 1 {
            return Err("its head is of no board".into());
        }
        Ok(Head {
            geometry: Geometry::new(rows, cols, torus == 1),
            pattern: Pattern::new(elements(tiles), blank),
            bytes: eight(32),
            summary: Summary { states: eight(40), mean: f64::from_bits(eight(48)), largest: four(56) },
            checksum: four(60),
        })
    }
}

/// Writes `table` to `path`.
pub(crate) fn write(table: &Table, path: &Path) -> Result<(), Error> {
    let failed = |error: io::Error| Error::file(path, &error);
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = Beside::create(path).map_err(failed)?;
    let mut head = Head::of(table).encode();
    head.resize(BODY, 0);
    file.write_all(&head).and_then(|()| file.write_all(table.bits())).map_err(failed)?;
    file.commit().map_err(failed)
}

/// Reads the head of a table file.
///
/// # Errors If it cannot be read, is not a table of this version, or is truncated.
pub(super) fn head(path: &Path) -> Result<Head, Error> {
    open(path).map(|(_, head)| head)
}

fn open(path: &Path) -> Result<(File, Head), Error> {
    let wrong = |what: String| Error::Table { path: path.to_owned(), what };
    let mut file = taquin_files::open(path).map_err(|error| Error::file(path, &error))?;
    let mut bytes = [0; BODY];
    file.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => wrong("this is not a pattern table".into()),
        _ => Error::file(path, &error),
    })?;
    let (head, rest) = bytes.split_first_chunk().expect("a head is shorter than a page");
    let head = Head::decode(head).map_err(wrong)?;
    if rest.iter().any(|&byte| byte != 0) {
        return Err(wrong("its head is damaged".into()));
    }
    let len = file.metadata().map_err(|error| Error::file(path, &error))?.len();
    if len.checked_sub(BODY as u64) != Some(head.bytes) {
        return Err(wrong("it is cut short or too long".into()));
    }
    Ok((file, head))
}

/// Opens a table of `space` and reads its head; its bytes come next and are not checked.
fn open_table(path: &Path, space: &PatternSpace, pattern: Pattern) -> Result<(File, Head), Error> {
    let wrong = |what: &str| Error::Table { path: path.to_owned(), what: what.into() };
    let (file, head) = open(path)?;
    if head.geometry != space.geometry() || head.pattern != pattern {
        return Err(wrong("it is the table of another pattern"));
    }
    if head.bytes != Table::bytes(space) as u64 {
        return Err(wrong("it has not the size of this table"));
    }
    Ok((file, head))
}

fn damaged(path: &Path) -> Error {
    let what = "its bytes are damaged: the checksum does not match".into();
    Error::Table { path: path.to_owned(), what }
}

/// Reads a table of `space`, all of whose bytes are checked.
pub(crate) fn read(path: &Path, space: &Arc<PatternSpace>, pattern: Pattern) -> Result<Table, Error> {
    let (mut file, head) = open_table(path, space, pattern)?;
    let mut bits = zeros(head.bytes as usize);
    let mut sum = crc32fast::Hasher::new();
    // Bytes that were just read are still in the cache for the checksum.
    for part in bits.chunks_mut(PART) {
        file.read_exact(part).map_err(|error| Error::file(path, &error))?;
        sum.update(part);
    }
    if sum.finalize() != head.checksum {
        return Err(damaged(path));
    }
    Ok(Table::new(space.clone(), pattern, bits, head.summary))
}

/// Checks all bytes of a table of `space`, holding few of them at a time.
pub(crate) fn verify(path: &Path, space: &PatternSpace, pattern: Pattern) -> Result<Head, Error> {
    let failed = |error: io::Error| Error::file(path, &error);
    let (mut file, head) = open_table(path, space, pattern)?;
    let mut buffer = vec![0; PART];
    let mut sum = crc32fast::Hasher::new();
    loop {
        match file.read(&mut buffer).map_err(failed)? {
            0 => break,
            read => sum.update(&buffer[..read]),
        }
    }
    if sum.finalize() == head.checksum { Ok(head) } else { Err(damaged(path)) }
}
