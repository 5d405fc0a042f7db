//! Sliding tiles on R x C cells, flat or torus.

mod geometry;

pub use geometry::{Cell, Direction, Geometry};
