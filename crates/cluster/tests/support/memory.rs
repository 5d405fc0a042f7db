//! The most memory that processes have held, as the system counts it.

use std::error::Error;
use std::process::Child;
use std::time::Duration;

/// Waits until all processes have ended, and returns for each the most bytes that were resident. Nothing
/// can be known where the system does not tell.
pub(crate) fn peaks(running: &mut [Child]) -> Result<Option<Vec<u64>>, Box<dyn Error>> {
    let mut peaks = vec![0; running.len()];
    let mut over = false;
    while !over {
        over = true;
        for (child, peak) in running.iter_mut().zip(&mut peaks) {
            // What is read of a process grows only, so the last time counts.
            *peak = high_water(child.id()).unwrap_or(0).max(*peak);
            over &= child.try_wait()?.is_some();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(peaks.iter().all(|&peak| peak > 0).then_some(peaks))
}

/// The most bytes of a running process that were resident.
pub(crate) fn high_water(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
