//! The resource limits of a submission, and how they are set.

#![allow(unsafe_code, reason = "limits can be set only between fork and exec")]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setpriority_process, setrlimit, setsid};
use rustix::thread::{CpuSet, sched_setaffinity, set_no_new_privs};

use super::filter::{self, Surroundings};

/// What one run may take. Memory, processes and time are also watched from outside, because the kernel
/// holds single processes to a limit, not a family of them to a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Processor time of all processes together, after which they are killed. Time in which nothing of
    /// the submission wants to run counts as well.
    pub time: Duration,
    /// The limit by the clock. A run that did not get enough processor time and is not done by then is run again,
    /// alone.
    pub wall: Duration,
    /// Bytes of memory: of addresses for each process, and really used by all of them and their files
    /// together.
    pub memory: u64,
    /// Processes and threads at one time.
    pub processes: u32,
    /// Bytes of output that are read; more than that ends the run.
    pub output: usize,
    /// Bytes of all files that are written.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 4 << 30,
            processes: 128,
            output: 16 << 20,
            disk: 64 << 20,
        }
        .with_time(Duration::from_secs(10))
    }
}

/// Processes beyond the limit that can be started, so that the limit is seen to be passed: fewer could
/// also be a program that waits for its children.
pub(super) const MARGIN: u32 = 8;

/// Open files of one process: many of these hold memory of the kernel's.
const OPEN_FILES: u64 = 256;

/// The niceness of a submission.
const NICENESS: i32 = 10;

impl Limits {
    /// The same with another time, and a generous one by the clock.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Limits { time, wall: time.saturating_mul(4).saturating_add(Duration::from_secs(10)), ..self }
    }

    /// The limits for the kernel, where `others` are processes of the same user that do not belong to the run. No
    /// limit exceeds that of this process.
    fn of_the_kernel(self, others: u64) -> [(Resource, u64); 6] {
        let processes = others + u64::from(self.processes + MARGIN);
        [
            (Resource::Cpu, self.wall.as_secs() + 1),
            (Resource::As, self.memory),
            (Resource::Fsize, self.disk),
            (Resource::Nproc, processes),
            (Resource::Nofile, OPEN_FILES),
            // The kernel hands even an empty core to a program of the system's, but not one of a byte.
            (Resource::Core, 1),
        ]
        .map(|(resource, most)| (resource, getrlimit(resource).maximum.map_or(most, |hard| hard.min(most))))
    }

    /// Sets the limits of a process that has not begun yet.
    pub(super) fn impose_on(self, pid: Pid) -> io::Result<()> {
        for (resource, most) in self.of_the_kernel(1) {
            prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        Ok(())
    }

    /// Makes `command` start under these limits and the filter of a run without a sandbox.
    pub(super) fn impose(self, command: &mut Command, others: u64) {
        let limits = self.of_the_kernel(others);
        let mut program = filter::program(Surroundings::Bare(u32::MAX));
        let prepare = move || -> io::Result<()> {
            for (resource, most) in limits {
                setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
            }
            filter::youngest(&mut program, std::process::id());
            install(&program)
        };
        // SAFETY: the closure runs in the child between fork and exec. It makes system calls only, which
        // need neither locks nor allocations; what it uses was made before.
        unsafe { command.pre_exec(prepare) };
    }
}

/// Makes `command` start in a session of its own, on these cores, behind everybody else, and end with
/// the grader.
pub(super) fn detach(command: &mut Command, cores: CpuSet) {
    let prepare = move || -> io::Result<()> {
        close_on_exec();
        setsid()?;
        // Should the grader itself be killed, the submission would run on.
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        sched_setaffinity(None, &cores)?;
        Ok(setpriority_process(None, NICENESS)?)
    };
    // SAFETY: as above; `cores` was copied before.
    unsafe { command.pre_exec(prepare) };
}

/// Marks the file descriptors that the grader has inherited, so that they are closed on exec. An old kernel cannot do
/// this at once; those that the grader has opened itself are marked anyway.
fn close_on_exec() {
    // SAFETY: a system call that changes flags of descriptors, in a process that is about to become
    // another program.
    unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
}

/// Passes file descriptors on to `command`.
pub(super) fn hand_on(command: &mut Command, descriptors: Vec<std::os::fd::OwnedFd>) {
    let prepare = move || -> io::Result<()> {
        for descriptor in &descriptors {
            rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::empty())?;
        }
        Ok(())
    };
    // SAFETY: as above; `descriptors` belong to the closure and are open for as long as `command` is.
    unsafe { command.pre_exec(prepare) };
}

/// Installs a filter for this process and all that it starts.
fn install(program: &[libc::sock_filter]) -> io::Result<()> {
    set_no_new_privs(true)?;
    let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: `filter` points to `program`, which is alive, and the kernel only reads it.
    let done = unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const filter) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
