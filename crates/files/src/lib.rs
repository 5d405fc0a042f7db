//! Files that are read back later. They are written to a temporary file and renamed, so that a file is complete or
//! not there ([`Beside`]); opened only if they are regular files, since opening a pipe would block and opening a
//! device may have side effects ([`open()`]); and kept in folders in which only one run works at a time ([`Lock`]),
//! or in the user's cache folder ([`cache_folder`]). Calls that differ between operating systems are in [`system`].
//!
//! The contents of a file and its checksum are up to the crate that writes it.

mod beside;
mod cache;
mod lock;
mod open;
pub mod system;

pub use beside::{Beside, is_unfinished, scratch};
pub use cache::cache_folder;
pub use lock::Lock;
pub use open::{open, open_with, read};
