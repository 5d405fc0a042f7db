//! `--limit-memory`: what the whole process may hold, of which the program itself takes its part first.

use indicatif::BinaryBytes;

/// What the program comes to hold beside lists and tables after it has started: code that it reads in
/// when it is needed, stacks, buffers, and what the allocator keeps in reserve.
const GROWTH: usize = 9 << 20;
/// What it takes where nothing can be known.
const FALLBACK: usize = 8 << 20;
/// The least that lists and tables need.
const LEAST: usize = 1 << 20;

/// How much of a limit for the whole process is left for lists and tables.
///
/// # Errors
/// If that is too little to work with.
pub(crate) fn left_of(limit: usize) -> anyhow::Result<usize> {
    let own = resident().unwrap_or(FALLBACK) + GROWTH;
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

/// What the process holds now.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
