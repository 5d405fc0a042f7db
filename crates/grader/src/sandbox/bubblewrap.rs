//! `bubblewrap`: a private file system, network and process namespace.
//!
//! A run is set up in two steps. First `bwrap` creates the namespaces and waits; then the files are written
//! into the file system in memory, limits are set on the waiting process, and it starts. Nothing of a run
//! is on a disk, so nothing is left behind however it ends.
//!
//! For an ordinary user there is a user namespace, in which the kernel counts processes separately. Root,
//! for whom the kernel does not limit processes, becomes a separate user for the run.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::Job;
use super::begun::Start;
use super::cgroup::{Group, Groups};
use super::family::Family;
use super::filter::{self, Surroundings};
use super::limits::{detach, hand_on};

/// The folder of the submission, as it sees it.
const WORK: &str = "/tmp/submission";

/// How long setting up the sandbox may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What an entry of a file system in memory takes beside its bytes.
const ENTRY: u64 = 1 << 10;

/// Devices that do nothing.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// The users of the sandbox: programs ask for their own name and home.
const PASSWD: &str = "student:x:1000:1000::/tmp/home:/bin/sh\n";

/// What the sandbox is made with.
#[derive(Clone, Debug)]
pub(super) struct Bubblewrap {
    program: PathBuf,
    /// The program that changes to a separate user, if the grader is root.
    setpriv: Option<PathBuf>,
    groups: Option<Groups>,
}

/// A run in the sandbox.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) child: Child,
    pub(super) family: Family,
    pub(super) group: Option<Group>,
    init: OwnedFd,
    work: OwnedFd,
    disk: OwnedFd,
    /// The folder through which the family is read; it is closed with the cell.
    _proc: OwnedFd,
}

impl Bubblewrap {
    /// Where `bwrap` is, if it is installed and processes can be limited here.
    ///
    /// # Errors
    /// A sentence that says why it cannot be used.
    pub(super) fn find() -> Result<Self, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let find = |name: &str| {
            let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
            places.find(|file| file.is_file()).ok_or(format!("{name} is not installed"))
        };
        let program = find("bwrap").map_err(|_| "bubblewrap is not installed")?;
        let root = rustix::process::geteuid().is_root();
        let setpriv = root.then(|| find("setpriv")).transpose()?;
        let groups = Groups::find();
        Ok(Bubblewrap { program, setpriv, groups })
    }

    /// The same, without control groups.
    pub(super) fn without_groups(self) -> Self {
        Bubblewrap { groups: None, ..self }
    }

    /// Whether the number of processes of a run can be limited. Before this version the kernel counted
    /// the processes of a user in all namespaces together.
    pub(super) fn limits_processes(&self) -> bool {
        self.groups.is_some() || self.setpriv.is_some() || kernel() >= (5, 14)
    }

    /// Sets up the sandbox, writes the files and starts the command.
    ///
    /// # Errors
    /// If anything of that fails; the submission has not begun then.
    pub(super) fn start(&self, job: &Job<'_>, start: Start) -> io::Result<Cell> {
        let (info, tell) = io::pipe()?;
        let (wait, mut begin) = io::pipe()?;
        let filter = given(&filter::bytes(Surroundings::Walled))?;
        let (passwd, group) = (given(PASSWD.as_bytes())?, given(b"student:x:1000:\n")?);
        let mut words = Words::default();
        words.walls(self.setpriv.is_some());
        words.option("--info-fd", &[&number(&tell)]);
        words.option("--block-fd", &[&number(&wait)]);
        words.option("--seccomp", &[&number(&filter)]);
        words.file_system(job);
        words.option("--perms", &["0644", "--ro-bind-data", &number(&passwd), "/etc/passwd"]);
        words.option("--perms", &["0644", "--ro-bind-data", &number(&group), "/etc/group"]);
        // The root made by bwrap is in memory that is not limited.
        words.option("--remount-ro", &["/"]);
        words.option("--chdir", &[WORK]);
        words.0.push("--".into());
        if let Some(setpriv) = &self.setpriv {
            let user = start.user.to_string();
            words.option(setpriv, &["--reuid", &user, "--regid", &user, "--clear-groups", "--inh-caps=-all"]);
        }
        let mut command = Command::new(&self.program);
        command.args(words.0).arg(job.program()).args(job.words.iter().skip(1)).current_dir("/");
        command.env_clear().envs(job.view.environment.iter().cloned());
        command.envs([("HOME", "/tmp/home"), ("TMPDIR", "/tmp"), ("USER", "student")]);
        command.stdin(Stdio::null()).stdout(start.out).stderr(start.err);
        detach(&mut command, start.cores);
        hand_on(&mut command, [tell.into(), wait.into(), filter, passwd, group].into());
        let mut child = command.spawn()?;
        // The end that is written to must be open in bwrap alone, or the reader would never see its end.
        drop(command);
        let cell = self.enter(&mut child, info, job, start.user);
        let (init, [work, disk, proc], group) = match cell {
            Ok(cell) => cell,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        begin.write_all(b"go")?;
        let family = Family::new(path_of(&proc), None);
        Ok(Cell { child, family, group, init, work, disk, _proc: proc })
    }

    /// Waits until the sandbox is set up, and writes the files.
    fn enter(
        &self,
        child: &mut Child,
        mut info: io::PipeReader,
        job: &Job<'_>,
        user: u32,
    ) -> io::Result<(OwnedFd, [OwnedFd; 3], Option<Group>)> {
        let mut text = String::new();
        info.read_to_string(&mut text)?;
        let told: serde_json::Value =
            serde_json::from_str(&text).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let pid = told["child-pid"].as_i64().and_then(|pid| Pid::from_raw(pid as i32));
        let pid = pid.ok_or(io::ErrorKind::InvalidData)?;
        let init = pidfd_open(pid, PidfdFlags::empty())?;
        let root = PathBuf::from(format!("/proc/{}/root", pid.as_raw_pid()));
        let deadline = Instant::now() + PATIENCE;
        // Only when all is built does the process that waits have this folder at its root.
        while !(is_other_root(&root) && root.join(&WORK[1..]).is_dir()) {
            if child.try_wait()?.is_some() || Instant::now() > deadline {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            thread::sleep(Duration::from_micros(300));
        }
        let open = |name: &str| {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            rustix::fs::open(root.join(name), flags, Mode::empty())
        };
        let folders = [open(&WORK[1..])?, open("tmp")?, open("proc")?];
        let owner = self.setpriv.is_some().then_some(user);
        job.files.write(std::os::fd::AsFd::as_fd(&folders[0]), job.more, owner)?;
        let group = self.groups.as_ref().map(|groups| groups.make(job.limits)).transpose()?;
        if let Some(group) = &group {
            group.add(pid.as_raw_pid())?;
        }
        job.limits.impose_on(pid)?;
        Ok((init, folders, group))
    }
}

impl Cell {
    /// Kills everything at once: all processes of a namespace end with its first one.
    pub(super) fn kill(&mut self) {
        let _ = pidfd_send_signal(&self.init, Signal::KILL);
        let _ = self.child.kill();
    }

    /// The bytes that its files take.
    pub(super) fn disk(&self) -> u64 {
        rustix::fs::fstatvfs(&self.disk).map_or(0, |disk| {
            let (blocks, entries) = (disk.f_blocks - disk.f_bfree, disk.f_files - disk.f_ffree);
            blocks * disk.f_frsize + entries * ENTRY
        })
    }

    /// Its folder, which can be read for as long as the cell is there.
    pub(super) fn work(&self) -> PathBuf {
        path_of(&self.work)
    }
}

/// The arguments of `bwrap`.
#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn option(&mut self, option: impl AsRef<OsStr>, values: &[impl AsRef<OsStr>]) {
        self.0.push(option.as_ref().into());
        self.0.extend(values.iter().map(OsString::from));
    }

    fn walls(&mut self, root: bool) {
        let apart = ["ipc", "pid", "net", "uts", "cgroup"].map(|what| format!("--unshare-{what}"));
        self.0.extend(apart.map(Into::into));
        self.0.extend(["--die-with-parent", "--cap-drop", "ALL"].map(Into::into));
        let user: &[&str] = if root {
            &["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        } else {
            &["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000"]
        };
        self.0.extend(user.iter().map(Into::into));
    }

    /// An empty root, the disk in memory, and what the command needs of the machine.
    fn file_system(&mut self, job: &Job<'_>) {
        let size = (job.limits.disk + job.files.size()).to_string();
        self.option("--perms", &["1777", "--size", &size, "--tmpfs", "/tmp"]);
        self.option("--dir", &[WORK]);
        self.option("--perms", &["0777", "--dir", "/tmp/home"]);
        // Folders that bwrap makes on the way to others are its user's alone.
        let mut folders: BTreeSet<&Path> = ["/dev", "/run", "/etc"].map(Path::new).into();
        folders.extend(job.view.shown.iter().flat_map(|shown| shown.ancestors().skip(1)));
        for folder in
            folders.into_iter().filter(|folder| !job.view.sees(folder) && *folder != Path::new("/tmp"))
        {
            self.option("--perms", &[OsStr::new("0755"), "--dir".as_ref(), folder.as_os_str()]);
        }
        self.option("--proc", &["/proc"]);
        for device in DEVICES.map(|name| Path::new("/dev").join(name)).iter().filter(|path| path.exists()) {
            self.option("--dev-bind", &[device, device]);
        }
        for (name, target) in [
            ("fd", "/proc/self/fd"),
            ("stdin", "fd/0"),
            ("stdout", "fd/1"),
            ("stderr", "fd/2"),
            ("shm", "/tmp"),
        ] {
            self.option("--symlink", &[target, &format!("/dev/{name}")]);
        }
        for (link, target) in &job.view.links {
            self.option("--symlink", &[target, link]);
        }
        for shown in &job.view.shown {
            self.option("--ro-bind", &[shown, shown]);
        }
        for hidden in &job.view.hidden {
            if hidden.is_dir() {
                self.option("--tmpfs", &[hidden]);
                self.option("--remount-ro", &[hidden]);
            } else {
                self.option("--ro-bind", &[Path::new("/dev/null"), hidden]);
            }
        }
    }
}

/// A pipe that holds these bytes, which are few.
fn given(bytes: &[u8]) -> io::Result<OwnedFd> {
    let (reader, mut writer) = io::pipe()?;
    writer.write_all(bytes)?;
    Ok(reader.into())
}

fn number(descriptor: &impl AsRawFd) -> String {
    descriptor.as_raw_fd().to_string()
}

fn path_of(descriptor: &OwnedFd) -> PathBuf {
    format!("/proc/self/fd/{}", number(descriptor)).into()
}

/// Whether the root that a process has is not that of this one.
fn is_other_root(root: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| fs::metadata(path).map(|it| (it.dev(), it.ino())).ok();
    identity(root).is_some_and(|other| Some(other) != identity(Path::new("/")))
}

/// The version of the kernel.
fn kernel() -> (u32, u32) {
    let name = rustix::system::uname();
    let release = name.release().to_string_lossy();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}
