//! The distances of all positions, one bit each.
//!
//! The half that a position is in gives its distance modulo 2; the bit adds whether the distance divided by
//! two is odd, so distances are known modulo 4. Neighbours are one closer or one farther, never two: that
//! is enough to go down to the goal step by step, and to count the steps.
//!
//! In a file the words of the even half come first, then those of the odd one, in chunks of 16 KiB; the
//! checksums of the chunks and their own checksum are at the end. A chunk is read and checked when it is
//! needed, so a table of any size answers at once.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use taquin_tiles::{Board, Direction, Move};

use crate::error::Error;
use crate::file::{Fields, Kind, NewFile, describe, list, open};
use crate::memory::bytes_needed;
use crate::realm::Gatherer;
use crate::segment::Segment;
use crate::space::Space;
use crate::tail::Word;
use crate::windows::Windows;

/// The distance of every position of a space from its goal.
#[derive(Debug)]
pub struct Distances {
    space: Space,
    levels: Vec<u64>,
    words: Words,
}

#[derive(Debug)]
enum Words {
    /// The words of each half.
    Memory([Vec<Word>; 2]),
    File(Chunks),
}

const CHUNK: usize = 1 << 14;

/// The words of a file.
#[derive(Debug)]
struct Chunks {
    path: PathBuf,
    file: File,
    /// Where the first chunk begins.
    start: u64,
    /// How many bytes the words have.
    len: u64,
    sums: Vec<u32>,
}

impl Distances {
    pub(crate) fn new(space: Space, levels: Vec<u64>, words: [Vec<Word>; 2]) -> Self {
        Distances { space, levels, words: Words::Memory(words) }
    }

    /// The space whose distances these are.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The number of positions at each distance.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// The distance of `board` from the goal, or `None` if the goal cannot be reached from it.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn distance(&mut self, board: &Board) -> Result<Option<u32>, Error> {
        Ok(self.solution(board)?.map(|moves| moves.len() as u32))
    }

    /// A shortest solution of `board`, or `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn solution(&mut self, board: &Board) -> Result<Option<Vec<Move>>, Error> {
        let geometry = self.space.geometry();
        let Some(mut residue) = self.residue(board)? else { return Ok(None) };
        let mut board = board.clone();
        let mut moves = Vec::new();
        while board != *self.space.goal() {
            residue = (residue + 3) % 4;
            let to = board.blank();
            let mut closer = None;
            for direction in Direction::ALL {
                let Some(from) = geometry.neighbor(to, direction) else { continue };
                let mut next = board.clone();
                next.slide(from);
                if self.residue(&next)? == Some(residue) {
                    closer = Some((next, Move { from, to }));
                    break;
                }
            }
            // On a line or a ring there are numbers of positions that cannot be reached; their bits have no meaning.
            let Some((next, mv)) = closer.filter(|_| moves.len() < self.levels.len()) else {
                return Ok(None);
            };
            board = next;
            moves.push(mv);
        }
        Ok(Some(moves))
    }

    /// The distance modulo 4.
    fn residue(&mut self, board: &Board) -> Result<Option<u32>, Error> {
        let Some(position) = self.space.position(board) else { return Ok(None) };
        let half = self.space.planes()[position.plane].half;
        let word = self.word(half, self.space.word(position, 0))?;
        Ok(Some(half as u32 + 2 * (word >> position.bit & 1) as u32))
    }

    fn word(&mut self, half: usize, word: usize) -> Result<Word, Error> {
        match &mut self.words {
            Words::Memory(halves) => Ok(halves[half][word]),
            Words::File(chunks) => {
                let before = if half == 0 { 0 } else { self.space.words(0).unwrap_or(0) };
                chunks.word((before + word) as u64)
            }
        }
    }

    /// Writes the table to a file.
    ///
    /// # Errors If the file cannot be written; an older file of this name is then unchanged.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let Words::Memory(halves) = &self.words else { return Ok(()) };
        let mut writer = TableWriter::new(&self.space, &self.levels, path)?;
        halves.iter().try_for_each(|half| writer.push(half))?;
        writer.commit()
    }

    /// Opens a table that [`Distances::save`] wrote.
    ///
    /// # Errors
    /// If the file cannot be read, is not such a table or is damaged.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (file, head) = open(path, Kind::Distances)?;
        let damaged = |what: &str| Error::Format { path: path.to_owned(), what: what.into() };
        let mut fields = Fields(&head);
        let space = fields.space().ok_or_else(|| damaged("its head names no board"))?;
        let levels = fields.list().ok_or_else(|| damaged("its head has no levels"))?;
        let bytes = bytes_needed(&space).ok_or_else(|| damaged("its board is too large"))?;
        let chunks = Chunks::new(path, file, bytes as u64)?;
        Ok(Distances { space, levels, words: Words::File(chunks) })
    }
}

/// A table on its way to its file, from the first word of the even half to the last of the odd one.
struct TableWriter {
    file: NewFile,
    chunk: Vec<u8>,
    sums: Vec<u8>,
}

impl TableWriter {
    fn new(space: &Space, levels: &[u64], path: &Path) -> Result<Self, Error> {
        let mut head = describe(space);
        head.extend(list(levels));
        let file = NewFile::create(path, Kind::Distances, &head)?;
        Ok(TableWriter { file, chunk: Vec::with_capacity(CHUNK), sums: Vec::new() })
    }

    fn push(&mut self, words: &[Word]) -> Result<(), Error> {
        for word in words {
            self.chunk.extend(word.to_le_bytes());
            if self.chunk.len() == CHUNK {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.sums.extend(crc32fast::hash(&self.chunk).to_le_bytes());
        self.file.write(&self.chunk)?;
        self.chunk.clear();
        Ok(())
    }

    fn commit(mut self) -> Result<(), Error> {
        // The last chunk may be short or empty; it has a checksum all the same.
        self.flush()?;
        self.file.write(&self.sums)?;
        self.file.write(&crc32fast::hash(&self.sums).to_le_bytes())?;
        self.file.commit()
    }
}

/// A table whose marks come window by window, from all levels of a space that has been enumerated.
pub struct TableFile {
    space: Space,
    path: PathBuf,
    windows: Windows,
    writer: Option<TableWriter>,
}

impl TableFile {
    /// The table of `space` that is to be written to `path`.
    #[must_use]
    pub fn new(space: Space, path: &Path) -> Self {
        let windows = Windows::new(&space, 0);
        TableFile { space, path: path.to_owned(), windows, writer: None }
    }
}

impl Gatherer for TableFile {
    fn begin(&mut self, fineness: usize, counts: &[u64]) -> Result<(), Error> {
        self.windows = Windows::new(&self.space, fineness);
        self.writer = Some(TableWriter::new(&self.space, counts, &self.path)?);
        Ok(())
    }

    fn take(&mut self, round: usize, window: usize, bytes: Vec<u8>) -> Result<(), Error> {
        let mut words = vec![0; self.windows.blocks(window).len() * self.space.stride(round)];
        Segment { count: 0, bytes }.add_to(&mut words, |_| ());
        self.writer.as_mut().map_or(Ok(()), |writer| writer.push(&words))
    }

    fn end(&mut self) -> Result<(), Error> {
        self.writer.take().map_or(Ok(()), TableWriter::commit)
    }
}

impl Chunks {
    fn new(path: &Path, mut file: File, len: u64) -> Result<Self, Error> {
        let io = |error| Error::io(path, error);
        let start = file.stream_position().map_err(io)?;
        let count = len / CHUNK as u64 + 1;
        let wrong = |what: &str| Error::Format { path: path.to_owned(), what: what.into() };
        if file.metadata().map_err(io)?.len() != start + len + 4 * count + 4 {
            return Err(wrong("the file is cut short"));
        }
        file.seek(SeekFrom::Start(start + len)).map_err(io)?;
        let mut end = Vec::new();
        file.read_to_end(&mut end).map_err(io)?;
        let (sums, sum) = end.split_at(end.len() - 4);
        if crc32fast::hash(sums).to_le_bytes() != sum {
            return Err(wrong("its checksums are damaged"));
        }
        let mut fields = Fields(sums);
        let sums = std::iter::from_fn(|| fields.u32()).collect();
        Ok(Chunks { path: path.to_owned(), file, start, len, sums })
    }

    fn word(&mut self, word: u64) -> Result<Word, Error> {
        let number = word * 8 / CHUNK as u64;
        let first = number * CHUNK as u64;
        let mut chunk = vec![0; (self.len - first).min(CHUNK as u64) as usize];
        let read = self
            .file
            .seek(SeekFrom::Start(self.start + first))
            .and_then(|_| self.file.read_exact(&mut chunk));
        read.map_err(|error| Error::io(&self.path, error))?;
        if crc32fast::hash(&chunk) != self.sums[number as usize] {
            let what = format!("the {CHUNK} bytes from byte {} on are damaged", self.start + first);
            return Err(Error::Format { path: self.path.clone(), what });
        }
        let at = (word * 8 - first) as usize;
        Ok(Word::from_le_bytes(chunk[at..at + 8].try_into().expect("a word has eight bytes")))
    }
}
