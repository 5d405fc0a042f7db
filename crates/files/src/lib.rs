//! How files that are read back later are kept: written to a temporary file and renamed, so that a file is
//! complete or not there ([`Beside`]); opened only if they are regular files, since opening a pipe would
//! block and opening a device may have effects ([`open()`]); in folders that only one run works in at a
//! time ([`Lock`]); and in the user's cache folder ([`cache_folder`]).
//! Where operating systems differ is in [`system`].
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
