//! What all files of this crate share: a header that says what they are, checksums, and that they are
//! written to a temporary file, synced and renamed, so that a file is complete or not there.
//!
//! A file begins with `TAQSPACE`, the version, the kind, the length of the header, the header and its
//! checksum (CRC-32). All numbers are little-endian.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use taquin_files::Beside;
use taquin_tiles::{Board, Geometry};

use crate::error::Error;
use crate::space::Space;

const MAGIC: &[u8; 8] = b"TAQSPACE";
/// Raised with every change of a format.
const VERSION: u32 = 1;
/// The longest head that is read; larger lengths are damage.
const LONGEST: usize = 1 << 20;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The distances of all positions.
    Distances = 1,
    /// The positions of a level.
    Level = 2,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Distances => "a table of distances",
            Kind::Level => "a level of a space",
        }
    }
}

/// A file of this crate that is being written.
pub(crate) struct NewFile {
    file: Beside,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file of this kind with this head.
    pub(crate) fn create(path: &Path, kind: Kind, head: &[u8]) -> Result<Self, Error> {
        let file = Beside::create(path).map_err(|error| Error::io(path, error))?;
        let mut file = NewFile { file, path: path.to_owned() };
        file.write(MAGIC)?;
        let mut start = Vec::new();
        start.extend(VERSION.to_le_bytes());
        start.extend((kind as u32).to_le_bytes());
        start.extend((head.len() as u32).to_le_bytes());
        start.extend(head);
        file.write(&start)?;
        file.write(&crc32fast::hash(&start).to_le_bytes())?;
        Ok(file)
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(|error| Error::io(&self.path, error))
    }

    /// Syncs the file to the disk and renames it.
    pub(crate) fn commit(self) -> Result<(), Error> {
        self.file.commit().map_err(|error| Error::io(&self.path, error))
    }
}

/// Opens a file of this kind and reads its head; the file is then at the byte after it.
pub(crate) fn open(path: &Path, kind: Kind) -> Result<(File, Vec<u8>), Error> {
    let wrong = |what: String| Error::Format { path: path.to_owned(), what };
    let mut file = taquin_files::open(path).map_err(|error| Error::io(path, error))?;
    let mut read = |bytes: &mut [u8]| match file.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(wrong("the file is cut short".into()))
        }
        other => other.map_err(|error| Error::io(path, error)),
    };
    let mut start = [0; 20];
    read(&mut start)?;
    if &start[..8] != MAGIC {
        return Err(wrong(format!("this is not {}", kind.name())));
    }
    let field = |at: usize| u32::from_le_bytes(start[at..at + 4].try_into().expect("four bytes"));
    if field(8) != VERSION {
        return Err(wrong(format!("it has version {}, this program reads {VERSION}", field(8))));
    }
    if field(12) != kind as u32 {
        return Err(wrong(format!("this is not {}", kind.name())));
    }
    let len = field(16) as usize;
    if len > LONGEST {
        return Err(wrong("its head is damaged".into()));
    }
    let mut head = vec![0; len + 4];
    read(&mut head)?;
    let (bytes, sum) = head.split_at(len);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&start[8..]);
    hasher.update(bytes);
    if hasher.finalize().to_le_bytes() != sum {
        return Err(wrong("its head is damaged".into()));
    }
    head.truncate(len);
    Ok((file, head))
}

/// The numbers of a head, one after the other.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    /// A list of numbers with its length in front.
    pub(crate) fn list(&mut self) -> Option<Vec<u64>> {
        let len = self.u32()?;
        (0..len).map(|_| self.u64()).collect()
    }

    /// The space that [`describe`] wrote down.
    pub(crate) fn space(&mut self) -> Option<Space> {
        let (rows, cols, torus) = (self.u32()?, self.u32()?, self.u32()?);
        // Larger boards have no numbered spaces, and their tiles need not be read.
        let cells = rows.checked_mul(cols).filter(|&cells| (1..=64).contains(&cells))?;
        let tiles: Vec<u32> = (0..cells).map(|_| self.u32()).collect::<Option<_>>()?;
        let goal = Board::new(rows, cols, tiles).ok()?;
        Space::new(Geometry::new(rows, cols, torus == 1), &goal).ok()
    }
}

/// Writes down which space a file belongs to.
pub(crate) fn describe(space: &Space) -> Vec<u8> {
    let geometry = space.geometry();
    let sides = [geometry.rows(), geometry.cols(), u32::from(geometry.is_torus())];
    sides.iter().chain(space.goal().tiles()).flat_map(|field| field.to_le_bytes()).collect()
}

/// Writes down a list of numbers with its length in front.
pub(crate) fn list(numbers: &[u64]) -> Vec<u8> {
    let len = numbers.len() as u32;
    len.to_le_bytes().into_iter().chain(numbers.iter().flat_map(|number| number.to_le_bytes())).collect()
}
