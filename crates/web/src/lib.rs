//! The browser app: an HTTP interface to the engine under `/api/v1`, and the pages that use it.
//!
//! The pages are part of the binary and nothing comes from elsewhere. What a client can ask for is
//! bounded everywhere: the size of a request, the searches that run at once and those that wait,
//! and the time and the memory of each of them.

mod api;
mod error;
mod guard;
mod pages;
mod server;
mod slots;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use server::{Settings, serve};
