//! A run without isolation: a folder on the disk, a session of its own, limits and the filter of system
//! calls. This keeps only some of the sandbox's promises.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::Job;
use super::begun::Start;
use super::family::{Family, tasks_of};
use super::limits::detach;

/// How the names of folders begin.
const PREFIX: &str = "taquin-grader-";

/// How long the last of a family may take to die.
const PATIENCE: Duration = Duration::from_secs(5);

/// A run without isolation.
#[derive(Debug)]
pub(super) struct Bare {
    pub(super) child: Child,
    pub(super) family: Family,
    folder: Folder,
}

impl Bare {
    /// Starts a job.
    ///
    /// # Errors
    /// If its folder cannot be made, or the command does not start.
    pub(super) fn start(job: &Job<'_>, start: Start) -> io::Result<Self> {
        // No other process may look into the grader or trace it.
        rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
        let root = rustix::process::geteuid().is_root();
        let folder = Folder::make()?;
        let work = folder.work();
        job.files.write(File::open(&work)?.as_fd(), job.more, root.then_some(start.user))?;
        let mut command = Command::new(job.program());
        command.args(job.words.iter().skip(1)).current_dir(&work);
        command.env_clear().envs(job.view.environment.iter().cloned());
        command.envs([("HOME", &work), ("TMPDIR", &work)]);
        command.stdin(Stdio::null()).stdout(start.out).stderr(start.err);
        detach(&mut command, start.cores);
        if root {
            command.uid(start.user).gid(start.user);
        }
        job.limits.impose(&mut command, tasks_of(if root { start.user } else { user() }));
        let child = command.spawn()?;
        let family = Family::new("/proc".into(), Some(child.id().cast_signed()));
        Ok(Bare { child, family, folder })
    }

    /// Kills all processes, including those that they start meanwhile.
    pub(super) fn kill(&mut self) {
        let start = Instant::now();
        loop {
            // A group is killed at once, and the filter lets no process leave it.
            if let Some(first) = Pid::from_raw(self.child.id().cast_signed()) {
                let _ = kill_process_group(first, Signal::KILL);
            }
            let living = self.family.living();
            living.iter().filter_map(|pid| Pid::from_raw(*pid)).for_each(|pid| {
                let _ = kill_process(pid, Signal::KILL);
            });
            if living.is_empty() || start.elapsed() > PATIENCE {
                return;
            }
            let _ = self.child.try_wait();
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Its folder.
    pub(super) fn work(&self) -> PathBuf {
        self.folder.work()
    }
}

/// The user that the grader is.
pub(super) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// A folder for temporary files, removed when it is dropped, or by the next grader if this one is
/// killed before.
#[derive(Debug)]
struct Folder {
    root: PathBuf,
    /// Locked for as long as the grader is alive.
    _lock: File,
}

impl Folder {
    fn make() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(sweep);
        let root = tempfile::Builder::new().prefix(PREFIX).tempdir()?.keep();
        let lock = File::create(root.join("lock"))?;
        lock.lock()?;
        let folder = Folder { root, _lock: lock };
        fs::create_dir(folder.work())?;
        fs::set_permissions(&folder.root, fs::Permissions::from_mode(0o711))?;
        Ok(folder)
    }

    fn work(&self) -> PathBuf {
        self.root.join("submission")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = remove(&self.root);
    }
}

/// Removes the folders of graders that were killed.
fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let ours = name.to_string_lossy().starts_with(PREFIX)
            && fs::symlink_metadata(&path).is_ok_and(|it| it.is_dir() && it.uid() == user());
        let free = |lock: File| lock.try_lock().is_ok();
        if ours && File::open(path.join("lock")).is_ok_and(free) {
            let _ = remove(&path);
        }
    }
}

/// Removes a folder of any depth and permissions: the contents of its folders are moved to its top, so that no path
/// is ever long.
fn remove(root: &Path) -> io::Result<()> {
    let mut brought = 0_u64;
    let mut waiting = vec![root.join("submission")];
    while let Some(folder) = waiting.pop() {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if fs::symlink_metadata(&path)?.is_dir() {
                // A folder that is moved must be open, because it holds the way up.
                fs::set_permissions(&path, fs::Permissions::from_mode(0o700))?;
                let top = root.join(format!("brought-{brought}"));
                fs::rename(&path, &top)?;
                waiting.push(top);
                brought += 1;
            } else {
                fs::remove_file(&path)?;
            }
        }
        fs::remove_dir(&folder)?;
    }
    fs::remove_dir_all(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_depth_and_any_permissions_are_removed() {
        let folder = Folder::make().unwrap();
        let (root, mut path) = (folder.root.clone(), folder.work());
        fs::create_dir(path.join("closed")).unwrap();
        fs::create_dir(path.join("closed/inner")).unwrap();
        std::os::unix::fs::symlink("/", path.join("link")).unwrap();
        fs::set_permissions(path.join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
        // Far deeper than a path can be long: each chain is hung below the next.
        let chain = PathBuf::from_iter(["d".repeat(200), "e".repeat(200), "f".repeat(200)]);
        for _ in 0..12 {
            let next = root.join("next");
            fs::create_dir_all(next.join(&chain)).unwrap();
            fs::rename(&path, next.join(&chain).join("submission")).unwrap();
            path = root.join("submission");
            fs::rename(&next, &path).unwrap();
        }
        drop(folder);
        assert!(!root.exists());
        assert!(Path::new("/").exists());
    }
}
