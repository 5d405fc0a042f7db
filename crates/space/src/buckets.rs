//! The successors of a level, sorted into one bucket for each window: in memory, or in an unnamed file that
//! is removed with the level.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::segment::Segment;

/// One segment in the file.
#[derive(Clone, Copy)]
struct Stored {
    offset: u64,
    len: usize,
    count: u64,
    sum: u32,
}

/// A bucket of segments for every window.
pub struct Buckets(Inside);

enum Inside {
    Memory(Mutex<Vec<Vec<Segment>>>),
    File { folder: PathBuf, state: Mutex<State> },
}

struct State {
    file: File,
    /// Where the next segment goes.
    end: u64,
    stored: Vec<Vec<Stored>>,
}

impl Buckets {
    /// An empty bucket for each of `windows` windows: in a file in `folder`, or in memory.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn new(folder: Option<&Path>, windows: usize) -> Result<Self, Error> {
        let Some(folder) = folder else {
            return Ok(Buckets(Inside::Memory(Mutex::new(vec![Vec::new(); windows]))));
        };
        let file = taquin_files::scratch(folder).map_err(|error| Error::io(folder, error))?;
        let state = State { file, end: 0, stored: vec![Vec::new(); windows] };
        Ok(Buckets(Inside::File { folder: folder.to_owned(), state: Mutex::new(state) }))
    }

    /// Adds a segment to the bucket of a window.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&self, window: usize, segment: Segment) -> Result<(), Error> {
        match &self.0 {
            Inside::Memory(segments) => lock(segments)[window].push(segment),
            Inside::File { folder, state } => {
                let Segment { count, bytes } = segment;
                let sum = crc32fast::hash(&bytes);
                let State { file, end, stored } = &mut *lock(state);
                let written = file.seek(SeekFrom::Start(*end)).and_then(|_| file.write_all(&bytes));
                written.map_err(|error| Error::io(folder, error))?;
                stored[window].push(Stored { offset: *end, len: bytes.len(), count, sum });
                *end += bytes.len() as u64;
            }
        }
        Ok(())
    }

    /// How many bytes are in the bucket of a window.
    #[must_use]
    pub fn bytes(&self, window: usize) -> usize {
        match &self.0 {
            Inside::Memory(segments) => {
                lock(segments)[window].iter().map(|segment| segment.bytes.len()).sum()
            }
            Inside::File { state, .. } => lock(state).stored[window].iter().map(|stored| stored.len).sum(),
        }
    }

    /// Takes everything out of the bucket of a window.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was written.
    pub fn take(&self, window: usize) -> Result<Vec<Segment>, Error> {
        let (folder, state) = match &self.0 {
            Inside::Memory(segments) => return Ok(std::mem::take(&mut lock(segments)[window])),
            Inside::File { folder, state } => (folder, state),
        };
        let State { file, stored, .. } = &mut *lock(state);
        let mut read = |stored: Stored| {
            let mut bytes = vec![0; stored.len];
            let read = file.seek(SeekFrom::Start(stored.offset)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| Error::io(folder, error))?;
            if crc32fast::hash(&bytes) != stored.sum {
                let what = "what was written for the next level has been damaged".into();
                return Err(Error::Format { path: folder.clone(), what });
            }
            Ok(Segment { count: stored.count, bytes })
        };
        std::mem::take(&mut stored[window]).into_iter().map(&mut read).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
