//! `--limit-memory`: the limit of the whole process, from which the program's own share is subtracted.

use indicatif::BinaryBytes;
use taquin_files::system::resident_memory;

/// The memory that the program takes beside lists and tables after it has started: code that is loaded when it is
/// needed, stacks, buffers, and the reserve of the allocator.
const GROWTH: usize = 9 << 20;
/// The memory of the program where the system does not report it.
const FALLBACK: usize = 8 << 20;
/// The least that lists and tables need.
const LEAST: usize = 1 << 20;

/// How much of a limit for the whole process is left for lists and tables.
///
/// # Errors
/// If that is too little to work with.
pub(crate) fn left_of(limit: usize) -> anyhow::Result<usize> {
    let own = resident_memory().unwrap_or(FALLBACK) + GROWTH;
    match limit.checked_sub(own) {
        Some(left) if left >= LEAST => Ok(left),
        _ => anyhow::bail!(
            "--limit-memory {} is too little: the program itself takes {}, and what it works in {} at least",
            BinaryBytes(limit as u64),
            BinaryBytes(own as u64),
            BinaryBytes(LEAST as u64)
        ),
    }
}

/// How much of a limit for one search of a server is left for its lists and tables.
///
/// # Errors
/// If that is too little to work with.
pub(crate) fn left_of_search(limit: usize) -> anyhow::Result<usize> {
    match limit.checked_sub(GROWTH) {
        Some(left) if left >= LEAST => Ok(left),
        _ => anyhow::bail!(
            "--limit-memory {} is too little for a search: it takes {} beside its lists and tables, and {} at least \
             for those",
            BinaryBytes(limit as u64),
            BinaryBytes(GROWTH as u64),
            BinaryBytes(LEAST as u64)
        ),
    }
}
