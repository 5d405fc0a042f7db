//! Solutions that are too long to hold: their moves are handed on while they are found.

pub use taquin_tiles::constructive::Streamed;
