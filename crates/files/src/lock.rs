//! A lock on a folder, so that only one run works in it at a time.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::system::host_name;

/// The locked file in the folder, which names the process that holds the lock.
const NAME: &str = "lock";

/// How long to wait for the text of the process that holds the lock, which writes it at once.
const PATIENCE: Duration = Duration::from_secs(2);

/// The right of this process, or of the processes of its run, to work in a folder, until it is dropped. The system
/// releases it when the process ends in any way.
#[derive(Debug)]
pub struct Lock {
    /// None if another process of the same run holds the lock.
    file: Option<File>,
}

/// A program that is being started by another thread may hold a copy of the file for a moment, so closing it is not enough.
impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = file.unlock();
        }
    }
}

impl Lock {
    /// Locks `folder` for this process alone, or together with other processes of the same `run`, whose name no other
    /// run has.
    ///
    /// Where the file system has no locks, nothing is promised.
    ///
    /// # Errors Errors of the system, or if another run works there, which is then named.
    pub fn take(folder: &Path, run: Option<&str>) -> io::Result<Self> {
        let path = folder.join(NAME);
        if std::fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, format!("'{NAME}' in it is a link")));
        }
        let mut options = File::options();
        let mut file = crate::open_with(&path, options.create(true).truncate(false).read(true).write(true))?;
        let host = host_name().unwrap_or_else(|| "this machine".into());
        let own = format!("process {} on {host}\n{}\n", std::process::id(), run.unwrap_or_default());
        let end = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => {
                    file.set_len(0).and_then(|()| file.rewind())?;
                    file.write_all(own.as_bytes())?;
                    return Ok(Lock { file: Some(file) });
                }
                Err(TryLockError::WouldBlock) => (),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(Lock { file: None });
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            let mut text = String::new();
            file.rewind().and_then(|()| (&file).take(1 << 10).read_to_string(&mut text))?;
            let mut lines = text.lines();
            let who = lines.next().unwrap_or_default();
            match run {
                Some(run) if lines.next() == Some(run) => return Ok(Lock { file: None }),
                _ if Instant::now() < end && (run.is_some() || who.is_empty()) => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                _ => {
                    return Err(io::Error::new(ErrorKind::WouldBlock, format!("{who} works in this folder")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_works_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let take = |run| Lock::take(folder.path(), run);
        let who = format!("process {} on ", std::process::id());
        let refused = |run| {
            let why = take(run).unwrap_err().to_string();
            assert!(why.starts_with(&who) && why.ends_with(" works in this folder"), "{why}");
        };
        let alone = take(None).unwrap();
        refused(None);
        refused(Some("run"));
        drop(alone);
        let first = take(Some("run")).unwrap();
        let second = take(Some("run")).unwrap();
        refused(Some("other"));
        refused(None);
        drop((first, second));
        assert!(take(Some("other")).is_ok());
    }

    #[test]
    #[cfg(unix)]
    fn the_lock_is_no_way_to_another_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("victim"), "whole").unwrap();
        std::os::unix::fs::symlink("victim", folder.path().join(NAME)).unwrap();
        assert!(Lock::take(folder.path(), None).unwrap_err().to_string().contains("is a link"));
        assert_eq!(std::fs::read_to_string(folder.path().join("victim")).unwrap(), "whole");
    }
}
