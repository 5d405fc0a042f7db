//! A process with all that it has started: found in `/proc`, counted and killed whole.
//!
//! A process belongs to the family if it is in the session of the first, carries its mark in the
//! environment, or is the child of one that was ever seen to belong. So neither leaving the process
//! group nor outliving a parent leads out of it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The variable of the environment that marks a family.
pub(super) const MARK: &str = "TAQUIN_GRADER_RUN";

/// How long the last of a family may take to die.
const PATIENCE: Duration = Duration::from_secs(5);

/// A process and when it was started, which tells it from a later one with the same number.
type Identity = (i32, u64);

/// The family of one run.
#[derive(Debug)]
pub(super) struct Family {
    first: i32,
    /// When the first was started; an older process does not belong to it.
    since: u64,
    mark: String,
    members: HashSet<Identity>,
    strangers: HashSet<Identity>,
}

/// What a family takes of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// Its processes and threads.
    pub(super) tasks: u32,
    /// The bytes that they hold in memory.
    pub(super) memory: u64,
}

/// One line of `/proc/PID/stat`.
struct Process {
    parent: i32,
    session: i32,
    started: u64,
    threads: u32,
    pages: u64,
    dead: bool,
}

impl Family {
    pub(super) fn new(first: u32, mark: String) -> Self {
        let first = first.cast_signed();
        let since = process(first).map_or(0, |process| process.started);
        Family { first, since, mark, members: HashSet::new(), strangers: HashSet::new() }
    }

    /// Looks for the family and adds up what it takes.
    pub(super) fn size(&mut self) -> Size {
        let mut size = Size::default();
        for (_, process) in self.living() {
            size.tasks += process.threads;
            size.memory += process.pages * rustix::param::page_size() as u64;
        }
        size
    }

    /// Kills all of them, and those that they start meanwhile. Says whether none is left.
    pub(super) fn kill(&mut self) -> bool {
        let start = Instant::now();
        loop {
            // A group is killed at one stroke: none of its members can slip away by starting another.
            if let Some(first) = Pid::from_raw(self.first) {
                let _ = kill_process_group(first, Signal::KILL);
            }
            let living = self.living();
            if living.is_empty() {
                return true;
            }
            // All are stopped before any is killed, so that none starts another in between.
            for signal in [Signal::STOP, Signal::KILL] {
                for pid in living.iter().filter_map(|(pid, _)| Pid::from_raw(*pid)) {
                    let _ = kill_process(pid, signal);
                }
            }
            if start.elapsed() > PATIENCE {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The members that are alive now.
    fn living(&mut self) -> Vec<(i32, Process)> {
        let mut all = processes();
        all.retain(|(_, process)| process.started >= self.since);
        let parents: HashMap<i32, Identity> =
            all.iter().map(|(pid, process)| (*pid, (*pid, process.started))).collect();
        // A child is found after its parent, however many generations appeared since the last look.
        loop {
            let before = self.members.len();
            for (pid, process) in &all {
                let identity = (*pid, process.started);
                if self.members.contains(&identity) {
                    continue;
                }
                let of_member = parents.get(&process.parent).is_some_and(|id| self.members.contains(id));
                if *pid == self.first
                    || process.session == self.first
                    || of_member
                    || self.is_marked(identity)
                {
                    self.members.insert(identity);
                }
            }
            if self.members.len() == before {
                break;
            }
        }
        all.retain(|(pid, process)| !process.dead && self.members.contains(&(*pid, process.started)));
        all
    }

    /// Whether a process carries the mark. Asked once of everybody, because it rarely changes.
    fn is_marked(&mut self, identity: Identity) -> bool {
        if self.strangers.contains(&identity) {
            return false;
        }
        let environment = fs::read(format!("/proc/{}/environ", identity.0)).unwrap_or_default();
        let entry = format!("{MARK}={}", self.mark);
        let marked = environment.split(|&byte| byte == 0).any(|variable| variable == entry.as_bytes());
        // Between fork and exec, and while it ends, a process shows an environment that is not its own.
        if !marked && !environment.is_empty() {
            self.strangers.insert(identity);
        }
        marked
    }
}

/// All processes of the machine that can be seen.
fn processes() -> Vec<(i32, Process)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
    entries.flatten().filter_map(number).filter_map(|pid| Some((pid, process(pid)?))).collect()
}

fn process(pid: i32) -> Option<Process> {
    parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn parse(line: &str) -> Option<Process> {
    // The name stands in parentheses and may hold anything, further ones included.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<i64>().ok();
    Some(Process {
        dead: matches!(*fields.first()?, "Z" | "X"),
        parent: number(1)? as i32,
        session: number(3)? as i32,
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
        assert_eq!((process.parent, process.session, process.threads), (1, 3, 17));
        assert_eq!((process.started, process.pages, process.dead), (19, 21, false));
        assert!(parse("7 (a Z").is_none());
        assert!(processes().iter().any(|(pid, _)| *pid == std::process::id().cast_signed()));
    }
}
