//! Solutions that are too long for memory: their moves are passed on while they are found.

pub use taquin_tiles::constructive::Streamed;
