//! Optimal search of sliding tiles on a GPU.
//!
//! Boards of up to 25 cells are solved with additive pattern tables, breadth-first layers without
//! duplicates and depth-first descents, one a thread, that share their work. [`Solver::cuda`] runs on
//! CUDA devices (feature `cuda`; the driver is looked for at run time); [`Solver::twin`] does the same on
//! the CPU, node for node, so that what the device does can be checked anywhere.
//!
//! `plan`, `catalogue` and `table` are the data of a search, with the automaton of the CPU's searches; `deepening`
//! and `batch` are the searches, over an `engine`; `twin`, `cuda` and `fleet` are engines. `space` counts whole
//! spaces. The kernels are in the folder `kernels`.

mod approach;
mod bases;
mod batch;
mod blocks;
mod catalogue;
#[cfg(any(feature = "cuda", test))]
mod constants;
#[cfg(feature = "cuda")]
pub mod cuda;
mod deepening;
#[cfg(test)]
mod emulator;
mod engine;
mod error;
#[cfg(any(feature = "cuda", test))]
mod export;
mod fleet;
mod grid;
#[cfg(test)]
mod likeness;
mod machine;
mod plan;
mod position;
mod slices;
mod solver;
mod space;
mod sums;
mod table;
mod tuning;
mod twin;

pub use error::Error;
pub use grid::MAX_CELLS;
#[cfg(feature = "cuda")]
pub use machine::Cuda;
pub use machine::Twins;
pub use solver::Solver;
pub use tuning::Tuning;
