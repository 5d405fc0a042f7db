//! A control group for each run, where the kernel allows one: it counts processes, memory and processor
//! time of the whole run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::limits::{Limits, MARGIN};

/// How the folders of runs begin; the number of the grader's process follows.
const PREFIX: &str = "taquin-grader-";

/// Folders in which groups can be made.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// One folder for all, or one for each controller.
    folders: Vec<PathBuf>,
}

/// The group of one run, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Group {
    folders: Vec<PathBuf>,
}

impl Groups {
    /// Where groups that limit processes can be made, if anywhere.
    pub(super) fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let unified = unified(&own, &mounts).into_iter().map(|folder| vec![folder]);
        let apart = ["pids", "memory", "cpuacct"].iter().filter_map(|name| apart(name, &own, &mounts));
        let apart: Vec<PathBuf> =
            apart.filter(|folder| Groups { folders: vec![folder.clone()] }.works(None)).collect();
        let found = unified.chain([apart]).map(|folders| Groups { folders });
        let groups = found.into_iter().find(|groups| groups.works(Some("pids.max")))?;
        groups.sweep();
        Some(groups)
    }

    /// A new group under `limits`.
    pub(super) fn make(&self, limits: Limits) -> io::Result<Group> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let group = Group { folders: self.folders.iter().map(|folder| folder.join(&name)).collect() };
        group.folders.iter().try_for_each(fs::create_dir)?;
        // The process that waits for the others counts as well.
        group.write("pids.max", &(limits.processes + MARGIN + 1).to_string());
        group.write("memory.max", &limits.memory.to_string());
        group.write("memory.swap.max", "0");
        group.write("memory.oom.group", "1");
        group.write("memory.limit_in_bytes", &limits.memory.to_string());
        group.write("memory.memsw.limit_in_bytes", &limits.memory.to_string());
        Ok(group)
    }

    /// Whether a group can be made that has this file.
    fn works(&self, file: Option<&str>) -> bool {
        let made = self.make(Limits::default());
        made.is_ok_and(|group| file.is_none_or(|file| group.folders.iter().any(|f| f.join(file).exists())))
    }

    /// Removes the groups that a killed grader has left.
    fn sweep(&self) {
        for folder in &self.folders {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let grader =
                    name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
                if grader.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }
}

impl Group {
    /// Puts a process into the group, with all that it will start.
    pub(super) fn add(&self, pid: i32) -> io::Result<()> {
        self.folders.iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), pid.to_string()))
    }

    /// Processor time of all that were ever in it.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        if let Some(nanoseconds) = self.read("cpuacct.usage") {
            return nanoseconds.trim().parse().ok().map(Duration::from_nanos);
        }
        number(&self.read("cpu.stat")?, "usage_usec").map(Duration::from_micros)
    }

    /// Whether memory is limited by the group.
    pub(super) fn counts_memory(&self) -> bool {
        self.read("memory.max").or_else(|| self.read("memory.limit_in_bytes")).is_some()
    }

    /// Whether more memory was asked for than there is.
    pub(super) fn is_out_of_memory(&self) -> bool {
        let events = self.read("memory.events").or_else(|| self.read("memory.oom_control"));
        events.and_then(|events| number(&events, "oom_kill")).is_some_and(|kills| kills > 0)
    }

    /// Whether more processes were started than there may be.
    pub(super) fn is_full(&self) -> bool {
        self.read("pids.events").and_then(|events| number(&events, "max")).is_some_and(|times| times > 0)
    }

    fn read(&self, file: &str) -> Option<String> {
        self.folders.iter().find_map(|folder| fs::read_to_string(folder.join(file)).ok())
    }

    /// Writes to a file of the group, where there is one.
    fn write(&self, file: &str, text: &str) {
        for path in self.folders.iter().map(|folder| folder.join(file)).filter(|path| path.exists()) {
            let _ = fs::write(path, text);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            // The last processes may still be ending.
            for _ in 0..100 {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        thread::sleep(Duration::from_millis(2));
                    }
                    _ => break,
                }
            }
        }
    }
}

/// The number after a word.
fn number(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(word)?.trim().parse().ok())
}

/// The group of this process and all above it, in the tree that has all controllers.
fn unified(own: &str, mounts: &str) -> Vec<PathBuf> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::"));
    let mount = mounts.lines().find_map(|line| mount(line, "cgroup2", None));
    let (Some(path), Some((root, point))) = (path, mount) else { return Vec::new() };
    let below = Path::new(path).strip_prefix(&root).unwrap_or(Path::new(""));
    below.ancestors().map(|below| point.join(below)).collect()
}

/// The group of this process in the tree of one controller.
fn apart(controller: &str, own: &str, mounts: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| {
        let (names, path) = line.split_once(':')?.1.split_once(':')?;
        names.split(',').any(|name| name == controller).then_some(path)
    })?;
    let (root, point) = mounts.lines().find_map(|line| mount(line, "cgroup", Some(controller)))?;
    Some(point.join(Path::new(path).strip_prefix(root).unwrap_or(Path::new(""))))
}

/// What is mounted by a line of `/proc/self/mountinfo`, and where, if it is of this kind.
fn mount(line: &str, kind: &str, option: Option<&str>) -> Option<(PathBuf, PathBuf)> {
    let (before, after) = line.split_once(" - ")?;
    let after: Vec<&str> = after.split(' ').collect();
    let has =
        option.is_none_or(|option| after.get(2).is_some_and(|o| o.split(',').any(|word| word == option)));
    let before: Vec<&str> = before.split(' ').collect();
    (after[0] == kind && has).then(|| Some((before.get(3)?.into(), before.get(4)?.into())))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_in_either_tree() {
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n\
                      31 23 0:27 /docker/x /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n";
        let own = "0::/user.slice/a.scope\n8:pids,misc:/docker/x/y\n";
        let folders: Vec<PathBuf> = ["user.slice/a.scope", "user.slice", ""]
            .map(|below| Path::new("/sys/fs/cgroup").join(below))
            .into();
        assert_eq!(unified(own, mounts), folders);
        assert_eq!(apart("pids", own, mounts), Some("/sys/fs/cgroup/pids/y".into()));
        assert_eq!(apart("memory", own, mounts), None);
        assert_eq!(number("low 0\noom_kill 3\n", "oom_kill"), Some(3));
    }
}
