//! Text in and out.

pub mod course;
pub mod plain;
mod text;
