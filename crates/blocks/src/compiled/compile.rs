//! Which words a puzzle needs: the smallest that hold its cells and its states.

use crate::compiled::atlas::{Atlas, Scope};
use crate::compiled::blocks::Blocks;
use crate::compiled::word::{Wide, Word};
use crate::error::Error;
use crate::model::problem::Problem;

/// Work on a puzzle that is compiled to words of any size.
pub trait Task {
    /// The result of the work.
    type Output;
    /// Does the work.
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output;
}

/// Compiles `problem` to the smallest words that hold it and runs `task` on it.
///
/// # Errors
/// If the puzzle does not fit into the largest words.
pub fn compile<T: Task>(problem: &Problem, scope: Scope, task: T) -> Result<T::Output, Error> {
    let atlas = Atlas::new(problem, scope)?;
    match (atlas.floor.len(), atlas.state_bits()) {
        (..=64, ..64) => run::<u64, u64, T>(problem, atlas, task),
        (..=64, ..128) => run::<u64, u128, T>(problem, atlas, task),
        (..=128, ..128) => run::<u128, u128, T>(problem, atlas, task),
        (..=256, ..256) => run::<Wide<4>, Wide<4>, T>(problem, atlas, task),
        _ => run::<Wide<32>, Wide<32>, T>(problem, atlas, task),
    }
}

/// Compiles `problem` to words of one size for cells and states, the smallest that hold both: a tenth slower than
/// [`compile`] where only the states need the larger size, and compiled once less.
///
/// # Errors
/// If the puzzle does not fit into the largest words.
pub fn compile_even<T: Task>(problem: &Problem, scope: Scope, task: T) -> Result<T::Output, Error> {
    let atlas = Atlas::new(problem, scope)?;
    match atlas.floor.len().max(atlas.state_bits() + 1) {
        0..=64 => run::<u64, u64, T>(problem, atlas, task),
        65..=128 => run::<u128, u128, T>(problem, atlas, task),
        129..=256 => run::<Wide<4>, Wide<4>, T>(problem, atlas, task),
        257.. => run::<Wide<32>, Wide<32>, T>(problem, atlas, task),
    }
}

/// Compiles `problem` to the largest words whatever its size and runs `task` on it: for work whose time does
/// not matter, so that it is compiled once instead of once a size.
///
/// # Errors If the puzzle does not fit into them.
pub fn compile_wide<T: Task>(problem: &Problem, scope: Scope, task: T) -> Result<T::Output, Error> {
    run::<Wide<32>, Wide<32>, T>(problem, Atlas::new(problem, scope)?, task)
}

fn run<O: Word, C: Word, T: Task>(problem: &Problem, atlas: Atlas, task: T) -> Result<T::Output, Error> {
    Ok(task.run(&Blocks::<O, C>::from_atlas(problem, atlas)?))
}
