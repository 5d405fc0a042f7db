//! A run in progress, isolated or not: watched, killed, and its result.

use std::io::PipeWriter;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::bare::Bare;
use super::bubblewrap::Cell;
use super::cgroup::Group;
use super::family::Family;
use super::{End, Limits};

/// The parameters of a run besides its job.
pub(super) struct Start {
    pub(super) out: PipeWriter,
    pub(super) err: PipeWriter,
    pub(super) cores: rustix::thread::CpuSet,
    /// A user of its own, if the grader may choose one.
    pub(super) user: u32,
}

/// A run that has begun.
pub(super) enum Begun {
    Walled(Box<Cell>),
    Bare(Bare),
}

impl Begun {
    /// Adds the time since the last look to what was spent, and says whether a limit is passed.
    pub(super) fn look(&mut self, limits: Limits, spent: &mut Duration) -> Option<End> {
        let exact = self.group().and_then(Group::processor_time);
        let size = self.family().size(exact);
        *spent += size.spent;
        if size.tasks > limits.processes || self.group().is_some_and(Group::is_full) {
            return Some(End::TooManyProcesses);
        }
        let disk = if let Begun::Walled(cell) = self { cell.disk() } else { 0 };
        let is_counted = self.group().is_some_and(Group::counts_memory);
        let is_large = !is_counted
            && size.resident + disk > limits.memory
            && self.family().private() + disk > limits.memory;
        if is_large || self.group().is_some_and(Group::is_out_of_memory) {
            return Some(End::TooMuchMemory);
        }
        (*spent >= limits.time).then_some(End::TimedOut)
    }

    pub(super) fn child(&mut self) -> &mut Child {
        match self {
            Begun::Walled(cell) => &mut cell.child,
            Begun::Bare(bare) => &mut bare.child,
        }
    }

    pub(super) fn family(&mut self) -> &mut Family {
        match self {
            Begun::Walled(cell) => &mut cell.family,
            Begun::Bare(bare) => &mut bare.family,
        }
    }

    pub(super) fn group(&self) -> Option<&Group> {
        if let Begun::Walled(cell) = self { cell.group.as_ref() } else { None }
    }

    pub(super) fn kill(&mut self) {
        match self {
            Begun::Walled(cell) => cell.kill(),
            Begun::Bare(bare) => bare.kill(),
        }
    }

    pub(super) fn work(&self) -> PathBuf {
        match self {
            Begun::Walled(cell) => cell.work(),
            Begun::Bare(bare) => bare.work(),
        }
    }
}

/// How a process ended.
pub(super) fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        // A shell and bubblewrap report a signal in this way.
        (Some(code), _) if code > 128 && code < 128 + 65 => End::Signal(code - 128),
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// A user without processes and files, different for every run. If the grader is root in a namespace with few users,
/// it is `nobody`.
pub(super) fn user_of_a_run() -> u32 {
    const FIRST: u32 = 1_900_000_000;
    const NOBODY: u32 = 65534;
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed) & 0xff;
    let user = FIRST + ((std::process::id() & 0xffff) << 8) + run;
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let holds = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
        matches!(numbers[..], [first, _, length] if (first..first + length).contains(&u64::from(user)))
    };
    if map.lines().any(holds) { user } else { NOBODY }
}
