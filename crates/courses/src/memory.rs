//! How much memory a search that keeps all states may use.

use std::fs;

/// The limit if the system does not report its memory.
const FALLBACK: usize = 2 << 30;

/// Three quarters of the memory that is free now.
#[must_use]
pub fn three_quarters_of_free() -> usize {
    let bounds = [available(), below_group_limit(), below_process_limit()];
    bounds.into_iter().flatten().min().map_or(FALLBACK, |free| free / 4 * 3)
}

/// The available memory of the machine.
fn available() -> Option<usize> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The memory that is free below the limit of the control group, if there is one.
fn below_group_limit() -> Option<usize> {
    let number = |name: &str| -> Option<usize> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

/// The memory that is free below the limit of this process's address space, if there is one.
fn below_process_limit() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: usize = line.split_whitespace().next()?.parse().ok()?;
    let pages: usize = fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    // Pages are at least this large; the error for larger ones is small.
    Some(most.saturating_sub(pages << 12))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_a_sensible_number() {
        let limit = three_quarters_of_free();
        assert!((1 << 20..1 << 46).contains(&limit), "{limit}");
    }
}
