//! How much of the machine a submission may take, and how the kernel is told.

#![allow(unsafe_code, reason = "limits can be set only between fork and exec")]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit, setsid};

/// What one run may take. Memory and processes are also watched from outside, because the kernel
/// does not hold the administrator to a number of processes, nor a family of them to a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Wall-clock time, after which everything is killed.
    pub time: Duration,
    /// Bytes of memory: of addresses for each process, and really used by all of them together.
    pub memory: u64,
    /// Processes and threads at one time.
    pub processes: u32,
    /// Bytes of output that are read; more than that ends the run.
    pub output: usize,
    /// Bytes of any file that is written.
    pub file: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(10),
            memory: 4 << 30,
            processes: 256,
            output: 16 << 20,
            file: 64 << 20,
        }
    }
}

impl Limits {
    /// Makes `command` start in a session of its own, which is also a process group, under these
    /// limits.
    pub(super) fn impose(self, command: &mut Command) {
        let seconds = self.time.as_secs() + 1;
        // Threads that compile and collect run beside the program's own.
        let processor = 4 * seconds;
        let backstop = 16 * u64::from(self.processes) + tasks_of_everybody();
        let limits = [
            (Resource::Cpu, processor),
            (Resource::As, self.memory),
            (Resource::Fsize, self.file),
            (Resource::Nproc, backstop),
            (Resource::Core, 0),
        ];
        let prepare = move || -> io::Result<()> {
            setsid()?;
            // Should the grader itself be killed, the submission would run on.
            #[cfg(target_os = "linux")]
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
            for (resource, most) in limits {
                setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
            }
            Ok(())
        };
        // SAFETY: the closure runs in the child between fork and exec. It makes system calls only,
        // through rustix, which needs neither locks nor allocations; `limits` was copied before.
        unsafe { command.pre_exec(prepare) };
    }
}

/// How many tasks the machine runs now. A user's limit counts all of them, not those of one run.
fn tasks_of_everybody() -> u64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let tasks = load.split_whitespace().nth(3).and_then(|word| word.split('/').nth(1)?.parse().ok());
    tasks.unwrap_or(4096)
}
