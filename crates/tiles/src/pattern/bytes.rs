//! The bytes of a table.
//!
//! A search reads a table at random, so most of the cost of a read is the translation of its address. Large
//! pages make that cheap. A table from a file is copied, not mapped: a mapped file that is truncated kills
//! the process that reads it, and one that is changed misleads it after its checksum was verified.

use memmap2::MmapMut;

/// From this size on, memory is asked for in large pages.
#[cfg(target_os = "linux")]
const LARGE: usize = 4 << 20;

/// `len` zeros, to be written to.
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
