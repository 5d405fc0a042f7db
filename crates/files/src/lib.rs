//! How files are kept that are read back later: written beside their place and renamed, so that under its
//! name a file is whole or not there ([`Beside`]); opened only if they are files, since a pipe would be
//! waited for and a device acted on ([`open()`]); in folders that one run works in at a time ([`Lock`]); and
//! where there is a place for them ([`cache_folder`]).
//!
//! What is in a file is the business of the crate that writes it, and so is its checksum.

mod beside;
mod cache;
mod lock;
mod open;

pub use beside::{Beside, is_unfinished, scratch};
pub use cache::cache_folder;
pub use lock::Lock;
pub use open::{open, open_with, read};
