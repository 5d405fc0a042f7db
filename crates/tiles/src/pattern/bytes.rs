//! The bytes of a table: in memory, or mapped from a file.
//!
//! A search reads a table at random, so what a read costs is mostly the walk from an address to its
//! page. In memory, large pages make that cheap; the pages of a file are small, but need no copying.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapMut, MmapOptions};

/// Bytes that are only read once they are there.
#[derive(Debug)]
pub(crate) enum Bytes {
    Memory(MmapMut),
    File(Mmap),
}

/// From this size on, memory is asked for in large pages.
const LARGE: usize = 4 << 20;

impl Bytes {
    /// So many zeros, to be written to.
    ///
    /// # Panics
    /// If there is no memory for them.
    pub(crate) fn zeros(len: usize) -> MmapMut {
        let zeros = MmapMut::map_anon(len).expect("memory for a table");
        #[cfg(target_os = "linux")]
        if len >= LARGE {
            // Where the system has no large pages, small ones do.
            let _ = zeros.advise(memmap2::Advice::HugePage);
        }
        zeros
    }

    /// The part of a file that begins at `offset`.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn map(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        // SAFETY: table files are never written to under their name: they are made beside it and
        // renamed, so the mapped file stays as it is, even when another takes its place.
        let map = unsafe { MmapOptions::new().offset(offset).len(len).map(file)? };
        Ok(Bytes::File(map))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Memory(memory) => memory,
            Bytes::File(file) => file,
        }
    }
}
