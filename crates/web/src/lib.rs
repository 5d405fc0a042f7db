//! The browser app: an HTTP interface to the engine under `/api/v1`, and the pages that use it.
//!
//! The pages are part of the binary and nothing comes from elsewhere. What a client can ask for is bounded
//! everywhere: the size of a request and the time it may take to arrive, the searches that run at once and
//! those that wait, the time and the memory of each of them, and the answers that wait to be read.

mod api;
mod connection;
mod error;
mod guard;
mod held;
mod pages;
mod server;
mod slots;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use server::{Settings, serve};
