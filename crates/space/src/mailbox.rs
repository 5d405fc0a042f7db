//! What has been sent to the windows of a level, in a file that lives no longer than the level.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::Error;
use crate::segment::Segment;

/// One segment in the file.
#[derive(Clone, Copy)]
struct Letter {
    offset: u64,
    len: usize,
    count: u64,
    sum: u32,
}

/// The segments sent to every window.
pub(crate) struct Mailbox {
    path: PathBuf,
    inside: Mutex<(File, u64, Vec<Vec<Letter>>)>,
}

impl Mailbox {
    /// An empty mailbox for so many windows.
    pub(crate) fn new(path: &Path, windows: usize) -> Result<Self, Error> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.map_err(|error| Error::io(path, error))?;
        Ok(Mailbox { path: path.to_owned(), inside: Mutex::new((file, 0, vec![Vec::new(); windows])) })
    }

    /// Takes in what is sent to a window.
    pub(crate) fn put(&self, window: usize, segment: &Segment) -> Result<(), Error> {
        let Segment { count, bytes } = segment;
        let sum = crc32fast::hash(bytes);
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, end, letters) = &mut *inside;
        let written = file.seek(SeekFrom::Start(*end)).and_then(|_| file.write_all(bytes));
        written.map_err(|error| Error::io(&self.path, error))?;
        letters[window].push(Letter { offset: *end, len: bytes.len(), count: *count, sum });
        *end += bytes.len() as u64;
        Ok(())
    }

    /// Everything that was sent to a window.
    pub(crate) fn take(&self, window: usize) -> Result<Vec<Segment>, Error> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, _, letters) = &mut *inside;
        let mut read = |letter: Letter| {
            let mut bytes = vec![0; letter.len];
            let read = file.seek(SeekFrom::Start(letter.offset)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| Error::io(&self.path, error))?;
            if crc32fast::hash(&bytes) != letter.sum {
                return Err(Error::Format { path: self.path.clone(), what: "it has been damaged".into() });
            }
            Ok(Segment { count: letter.count, bytes })
        };
        std::mem::take(&mut letters[window]).into_iter().map(&mut read).collect()
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        // A mailbox that stays behind is emptied by the next one.
        let _ = std::fs::remove_file(&self.path);
    }
}
