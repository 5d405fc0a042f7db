//! The processes of one run, counted from outside.
//!
//! In the sandbox they are all processes of its own `/proc`; without it, all of one session, which the
//! filter of system calls lets no process leave.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The processes of a run.
#[derive(Debug)]
pub(super) struct Family {
    /// The processes that are looked through.
    proc: PathBuf,
    /// The session, where `proc` holds others too.
    session: Option<i32>,
    /// Processor time in ticks of every process that was seen, by its number and its start.
    seen: HashMap<(i32, u64), u64>,
    /// When it was looked at last, and the processor time that it had taken by then.
    last: (Instant, Duration),
}

/// The resources that a family uses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// Its processes and threads.
    pub(super) tasks: u32,
    /// Bytes in memory, files that are mapped included.
    pub(super) resident: u64,
    /// The time since the last look that counts as its own: processor time while some of it wants to
    /// run, and all time while nothing does.
    pub(super) spent: Duration,
}

/// One line of `/proc/PID/stat`.
struct Process {
    session: i32,
    started: u64,
    threads: u32,
    pages: u64,
    /// Ticks of its own, and of its children that have ended.
    ticks: (u64, u64),
    state: char,
}

impl Family {
    /// All processes in `proc`, but for processes of other sessions than `session`.
    pub(super) fn new(proc: PathBuf, session: Option<i32>) -> Self {
        Family { proc, session, seen: HashMap::new(), last: (Instant::now(), Duration::ZERO) }
    }

    /// Adds up the resources of the family. `exact` is the processor time, if it is known from elsewhere.
    pub(super) fn size(&mut self, exact: Option<Duration>) -> Size {
        let (mut size, mut awake, mut ended) = (Size::default(), false, 0);
        for (pid, process) in self.members() {
            // The first process in the sandbox only waits for the others.
            let first = self.session.is_none() && pid == 1;
            size.tasks += if first { 0 } else { process.threads };
            size.resident += process.pages * rustix::param::page_size() as u64;
            self.seen.insert((pid, process.started), process.ticks.0);
            ended += process.ticks.0 + process.ticks.1;
            awake = awake || !first && self.is_awake(pid, &process);
        }
        // A child that is not waited for leaves no trace with its parent, and one that was never seen
        // leaves none here; the larger sum misses less.
        let ticks = self.seen.values().sum::<u64>().max(ended);
        let told = Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64);
        let (now, taken) = (Instant::now(), exact.unwrap_or(told).max(self.last.1));
        let (wall, processor) = (now - self.last.0, taken - self.last.1);
        size.spent = if awake { processor } else { processor.max(wall) };
        self.last = (now, taken);
        size
    }

    /// The time since the last look, all of which counts when a run is over.
    pub(super) fn rest(&self) -> Duration {
        self.last.0.elapsed()
    }

    /// Bytes of memory that the processes have taken, files not included. What several of them share
    /// counts once.
    pub(super) fn private(&self) -> u64 {
        let taken = |(pid, _): &(i32, Process)| {
            let text = fs::read_to_string(self.proc.join(format!("{pid}/smaps_rollup"))).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix("Pss_Anon:"));
            let line = line.or_else(|| text.lines().find_map(|line| line.strip_prefix("Pss:")))?;
            line.trim().trim_end_matches(" kB").parse::<u64>().ok()
        };
        1024 * self.members().iter().filter_map(taken).sum::<u64>()
    }

    /// The members that are alive now, by their numbers.
    pub(super) fn living(&self) -> Vec<i32> {
        self.members()
            .into_iter()
            .filter(|(_, p)| !matches!(p.state, 'Z' | 'X'))
            .map(|(pid, _)| pid)
            .collect()
    }

    fn members(&self) -> Vec<(i32, Process)> {
        let belongs = |process: &Process| self.session.is_none_or(|session| process.session == session);
        numbers(&self.proc)
            .filter_map(|pid| Some((pid, process(&self.proc.join(pid.to_string()))?)))
            .filter(|(_, process)| belongs(process))
            .collect()
    }

    /// Whether a process, or one of its threads, wants a core.
    fn is_awake(&self, pid: i32, process: &Process) -> bool {
        let tasks = self.proc.join(format!("{pid}/task"));
        process.state == 'R'
            || process.threads > 1
                && numbers(&tasks).any(|task| {
                    let line = fs::read_to_string(tasks.join(format!("{task}/stat"))).unwrap_or_default();
                    parse(&line).is_some_and(|task| task.state == 'R')
                })
    }
}

/// How many processes and threads a user has on the host.
pub(super) fn tasks_of(user: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let proc = Path::new("/proc");
    let owned =
        |pid: &i32| fs::metadata(proc.join(pid.to_string())).is_ok_and(|metadata| metadata.uid() == user);
    let threads = |pid: i32| process(&proc.join(pid.to_string())).map(|process| u64::from(process.threads));
    numbers(proc).filter(owned).filter_map(threads).sum()
}

/// The entries of a folder that are numbers.
fn numbers(folder: &Path) -> impl Iterator<Item = i32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn process(folder: &Path) -> Option<Process> {
    parse(&fs::read_to_string(folder.join("stat")).ok()?)
}

fn parse(line: &str) -> Option<Process> {
    // The name stands in parentheses and may hold anything, further ones included.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<i64>().ok();
    let ticks = |place: usize| Some(number(place)?.max(0) as u64 + number(place + 1)?.max(0) as u64);
    Some(Process {
        state: fields.first()?.chars().next()?,
        session: number(3)? as i32,
        ticks: (ticks(11)?, ticks(13)?),
        threads: number(17)? as u32,
        started: number(19)? as u64,
        pages: number(21)? as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let process =
            parse("7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22").unwrap();
        assert_eq!((process.session, process.threads, process.ticks), (3, 17, (23, 27)));
        assert_eq!((process.started, process.pages, process.state), (19, 21, 'S'));
        assert!(parse("7 (a Z").is_none());
        let session = process_session();
        let family = Family::new("/proc".into(), Some(session));
        assert!(family.living().contains(&std::process::id().cast_signed()));
    }

    fn process_session() -> i32 {
        process(Path::new("/proc/self")).unwrap().session
    }
}
