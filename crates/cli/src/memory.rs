//! `--limit-memory`: the limit of the whole process, from which the program's own share is subtracted.

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

/// Lets whatever is large go back to the system as soon as it is freed. The allocator of GNU would keep more
/// and more of it for every thread that has ever searched.
#[allow(unsafe_code)]
pub(crate) fn give_back_what_is_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt sets numbers within the allocator, under its own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 1 << 20);
    }
}

/// What the process holds now.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
