//! Text in and out.

pub mod course;
