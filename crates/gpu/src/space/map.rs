//! Maps on disk, so that a run that was stopped can be continued.
//!
//! A file begins with `TAQMAP01`, the board and its goal, the complete levels, and a checksum of all this
//! (CRC-32); then come the words of the map, in chunks with a checksum each. All numbers are little-endian.
//! It is written to a temporary file, synced and renamed.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use taquin_files::{Beside, Lock};
use taquin_search::Progress;

use super::Map;
use super::classes::Classes;
use crate::error::Error;

const MAGIC: &[u8; 8] = b"TAQMAP01";
/// The name of the file in its folder.
const NAME: &str = "space.map";
/// The words of a chunk.
const CHUNK: usize = 1 << 22;
/// The most levels that a file can have.
const MOST_LEVELS: u32 = 1 << 16;

/// A folder that keeps the map of a space.
pub(super) struct Kept {
    path: PathBuf,
    /// The beginning of the file, which identifies the space.
    head: Vec<u8>,
    words: u64,
    _lock: Lock,
}

impl Kept {
    /// The folder, which is made if it is not there, for this run alone.
    pub(super) fn open(folder: &Path, classes: &Classes) -> Result<Self, Error> {
        let failed = |error| Error::File { path: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let lock = Lock::take(folder, None).map_err(failed)?;
        let mut head = MAGIC.to_vec();
        head.extend(classes.description().iter().flat_map(|number| number.to_le_bytes()));
        let words = classes.words() * classes.len() as u64;
        Ok(Kept { path: folder.join(NAME), head, words, _lock: lock })
    }

    /// Writes a map with its whole levels.
    pub(super) fn save(&self, map: &mut dyn Map, levels: &[u64]) -> Result<(), Error> {
        let failed = |error| Error::File { path: self.path.clone(), error };
        let mut file = Beside::create(&self.path).map_err(failed)?;
        let mut head = self.head.clone();
        head.extend((levels.len() as u32).to_le_bytes());
        head.extend(levels.iter().flat_map(|level| level.to_le_bytes()));
        let mut put = |bytes: &[u8]| {
            file.write_all(bytes)?;
            file.write_all(&crc32fast::hash(bytes).to_le_bytes())
        };
        put(&head).map_err(failed)?;
        let (mut words, mut bytes) = (vec![0; CHUNK], Vec::new());
        for from in (0..self.words).step_by(CHUNK) {
            let words = &mut words[..(self.words - from).min(CHUNK as u64) as usize];
            map.read(from, words)?;
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            put(&bytes).map_err(failed)?;
        }
        file.commit().map_err(failed)
    }

    /// Reads the map, if there is one, and returns its complete levels. A file that is damaged or of another space is
    /// an error, since it would be overwritten.
    pub(super) fn load(
        &self,
        map: &mut dyn Map,
        progress: &mut dyn Progress,
    ) -> Result<Option<Vec<u64>>, Error> {
        let failed = |error| Error::File { path: self.path.clone(), error };
        let file = match taquin_files::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(failed)?,
        };
        let mut file = BufReader::with_capacity(1 << 20, file);
        let levels = self.levels(&mut file).map_err(failed)?;
        progress.note(&format!("goes on after distance {}", levels.len() - 1));
        let mut words = Vec::new();
        for from in (0..self.words).step_by(CHUNK) {
            let bytes =
                checked(&mut file, 4 * (self.words - from).min(CHUNK as u64) as usize).map_err(failed)?;
            words.clear();
            words.extend(
                bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))),
            );
            map.write(from, &words)?;
        }
        Ok(Some(levels))
    }

    /// The levels in the head of a file of this space.
    fn levels(&self, file: &mut BufReader<File>) -> io::Result<Vec<u64>> {
        let mut head = vec![0; self.head.len() + 4];
        file.read_exact(&mut head)?;
        let count = u32::from_le_bytes(head[self.head.len()..].try_into().expect("four bytes"));
        if head[..self.head.len()] != self.head {
            return Err(damaged("it is not the map of this space"));
        }
        if !(1..MOST_LEVELS).contains(&count) {
            return Err(damaged("its head is damaged"));
        }
        let mut rest = vec![0; 8 * count as usize + 4];
        file.read_exact(&mut rest)?;
        let (levels, sum) = rest.split_at(8 * count as usize);
        head.extend(levels);
        if crc32fast::hash(&head).to_le_bytes() != sum {
            return Err(damaged("its head is damaged"));
        }
        Ok(levels
            .chunks_exact(8)
            .map(|level| u64::from_le_bytes(level.try_into().expect("eight bytes")))
            .collect())
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The next bytes, which their checksum follows.
fn checked(file: &mut BufReader<File>, len: usize) -> io::Result<Vec<u8>> {
    let (mut bytes, mut sum) = (vec![0; len], [0; 4]);
    file.read_exact(&mut bytes)?;
    file.read_exact(&mut sum)?;
    if crc32fast::hash(&bytes).to_le_bytes() != sum {
        return Err(damaged("it is damaged"));
    }
    Ok(bytes)
}
