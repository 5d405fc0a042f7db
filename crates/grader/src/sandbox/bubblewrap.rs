//! `bubblewrap`: no network, no other processes, a read-only view of the system.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is shut in, and what it sees.
#[derive(Clone, Debug)]
pub(super) struct Walls<'a> {
    /// The folder that may be written to.
    pub(super) folder: &'a Path,
    /// What must be seen although it lies below a folder for temporary files.
    pub(super) shown: &'a [PathBuf],
    /// Folders that must not be seen.
    pub(super) hidden: &'a [PathBuf],
}

/// Where `bwrap` is, if it is installed and works on this machine.
///
/// # Errors
/// A sentence that says why it cannot be used.
pub(super) fn find() -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = std::env::split_paths(&path)
        .map(|folder| folder.join("bwrap"))
        .find(|file| file.is_file())
        .ok_or("bubblewrap is not installed")?;
    let folder = std::env::temp_dir();
    let walls = Walls { folder: &folder, shown: &[], hidden: &[] };
    let mut command = Command::new(&program);
    command.args(arguments(&walls)).args(["--", "/bin/sh", "-c", ":"]);
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("bubblewrap: {error}"))?;
    if output.status.success() {
        return Ok(program);
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    Err(format!("bubblewrap is installed but does not work here ({})", reason.trim()))
}

/// The options that build the walls.
pub(super) fn arguments(walls: &Walls<'_>) -> Vec<OsString> {
    let mut words: Vec<OsString> =
        ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"].map(Into::into).into();
    let mut mount = |option: &str, places: &[&OsStr]| {
        words.push(option.into());
        words.extend(places.iter().map(OsString::from));
    };
    mount("--ro-bind", &["/".as_ref(), "/".as_ref()]);
    mount("--dev", &["/dev".as_ref()]);
    mount("--proc", &["/proc".as_ref()]);
    for temporary in ["/tmp", "/var/tmp"].iter().filter(|place| Path::new(place).is_dir()) {
        mount("--tmpfs", &[temporary.as_ref()]);
    }
    for hidden in walls.hidden {
        mount("--tmpfs", &[hidden.as_os_str()]);
    }
    for shown in walls.shown {
        mount("--ro-bind", &[shown.as_os_str(), shown.as_os_str()]);
    }
    mount("--bind", &[walls.folder.as_os_str(), walls.folder.as_os_str()]);
    mount("--chdir", &[walls.folder.as_os_str()]);
    words
}
