//! The bytes of a table.
//!
//! A search reads a table at random, so most of the cost of a read is the translation of its address. Large
//! pages make that cheap. A table from a file is copied, not mapped: a mapped file that is truncated kills
//! the process that reads it, and one that is changed misleads it after its checksum was verified.

use std::sync::atomic::AtomicU8;

/// Memory of a table.
#[cfg(not(target_family = "wasm"))]
pub(crate) type Bytes = memmap2::MmapMut;

/// In a browser there are no pages to choose from.
#[cfg(target_family = "wasm")]
pub(crate) type Bytes = Vec<u8>;

/// `len` zeros, to be written to.
///
/// # Panics
/// If there is no memory for them.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn zeros(len: usize) -> Bytes {
    /// From this size on, memory is asked for in large pages.
    #[cfg(target_os = "linux")]
    const LARGE: usize = 4 << 20;
    let zeros = memmap2::MmapMut::map_anon(len).expect("memory for a table");
    #[cfg(target_os = "linux")]
    if len >= LARGE {
        // Where the system has no large pages, small ones do.
        let _ = zeros.advise(memmap2::Advice::HugePage);
    }
    zeros
}

/// `len` zeros, to be written to.
#[cfg(target_family = "wasm")]
pub(crate) fn zeros(len: usize) -> Bytes {
    vec![0; len]
}

/// The same bytes, for several threads to write to.
pub(crate) fn shared(bytes: &mut [u8]) -> &[AtomicU8] {
    #![allow(unsafe_code)]
    // SAFETY: an atomic byte has the size, the alignment and the values of a byte, and nothing else can reach these bytes
    // while they are borrowed.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}
