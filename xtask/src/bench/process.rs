//! Runs the release binary under measurement: processor seconds, peak memory.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::shell::{Result, cargo, root};

/// What one run took.
pub struct Usage {
    /// Processor seconds, user and system together.
    pub seconds: f64,
    /// The most memory that was resident, in bytes.
    pub peak_bytes: f64,
    /// What it printed.
    pub output: Vec<u8>,
}

/// Builds the release binary, as the benches need it, and returns its path.
pub fn taquin() -> Result<PathBuf> {
    cargo(&["build", "--release", "--quiet", "--package", "taquin-cli", "--features", "cluster"])?;
    Ok(root().join("target/release/taquin"))
}

/// Runs `command` to its end under `/usr/bin/time`, which reads what the kernel counted.
pub fn measure(command: &mut Command) -> Result<Usage> {
    let report = std::env::temp_dir().join(format!("taquin-bench-{}", std::process::id()));
    let mut timed = Command::new("/usr/bin/time");
    timed
        .args(["-q", "-f", "%U %S %M", "-o"])
        .arg(&report)
        .arg(command.get_program())
        .args(command.get_args());
    let output = timed
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run /usr/bin/time (package `time`): {error}"))?;
    let text = std::fs::read_to_string(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    let _ = std::fs::remove_file(&report);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [user, system, kilobytes] = figures[..] else {
        return Err(format!("/usr/bin/time said '{text}'"));
    };
    Ok(Usage { seconds: user + system, peak_bytes: kilobytes * 1024.0, output: output.stdout })
}
