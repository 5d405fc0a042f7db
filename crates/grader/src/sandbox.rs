//! Running a program that is not trusted.
//!
//! It starts in a session of its own, with nothing to read, a folder of its own and limits on what
//! it may take; whatever it starts dies with it, at the latest when its time is up. Its output is
//! bytes, read up to a limit. Where `bubblewrap` works it also sees no network, no other processes
//! and nothing that it could write to.

mod bubblewrap;
mod family;
mod limits;

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bubblewrap::Walls;
use family::{Family, MARK};
pub use limits::Limits;

/// What is kept of standard error.
const COMPLAINTS: usize = 64 << 10;

/// The time between two looks at what a submission has started.
const LOOK: Duration = Duration::from_millis(30);

/// The variables of the environment that a submission is given; nothing else of it is its business.
const ENVIRONMENT: [&str; 8] =
    ["PATH", "LANG", "LC_ALL", "JAVA_HOME", "CLASSPATH", "PYENV_ROOT", "PYENV_VERSION", "LD_LIBRARY_PATH"];

/// The walls around submissions.
#[derive(Clone, Debug)]
pub struct Sandbox {
    bubblewrap: Option<PathBuf>,
    cancel: Option<Arc<AtomicBool>>,
}

/// A command to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// The working folder, the only one that may be written to.
    pub folder: &'a Path,
    /// Files and folders that it must see wherever they are.
    pub shown: &'a [PathBuf],
    /// Folders that it must not see.
    pub hidden: &'a [PathBuf],
    /// What it may take.
    pub limits: Limits,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that it raised or was sent.
    Signal(i32),
    /// Killed when its time was up.
    TimedOut,
    /// Killed because it printed too much.
    TooMuchOutput,
    /// Killed because it started too many processes.
    TooManyProcesses,
    /// Killed because it held too much memory.
    TooMuchMemory,
    /// Killed because the grading was cancelled.
    Cancelled,
    /// It could not be started.
    NotStarted(String),
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it printed, as far as it was read.
    pub out: Vec<u8>,
    /// The beginning of what it complained.
    pub err: Vec<u8>,
    /// How long it took.
    pub time: Duration,
}

impl Sandbox {
    /// The best walls that this machine has, and a warning where they are not what they could be.
    #[must_use]
    pub fn detect() -> (Self, Option<String>) {
        match bubblewrap::find() {
            Ok(program) => (Sandbox { bubblewrap: Some(program), cancel: None }, None),
            Err(reason) => {
                let without = "submissions can use the network and read and write what you can";
                (Sandbox::plain(), Some(format!("{reason}: {without}")))
            }
        }
    }

    /// Limits alone, without `bubblewrap`.
    #[must_use]
    pub fn plain() -> Self {
        Sandbox { bubblewrap: None, cancel: None }
    }

    /// The same walls, within which everything is killed as soon as the flag is set.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Sandbox { cancel: Some(flag), ..self }
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether `bubblewrap` is used.
    #[must_use]
    pub fn is_walled(&self) -> bool {
        self.bubblewrap.is_some()
    }

    /// Runs a command to its end, or kills it and everything that it started.
    #[must_use]
    pub fn run(&self, job: &Job<'_>) -> Run {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        let start = Instant::now();
        let mut command = self.command(job);
        command.env(MARK, &mark);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let program = job.words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
                let end = End::NotStarted(format!("cannot start {program}: {error}"));
                return Run { end, out: Vec::new(), err: Vec::new(), time: start.elapsed() };
            }
        };
        let out = Gathered::start(child.stdout.take(), job.limits.output);
        let err = Gathered::start(child.stderr.take(), COMPLAINTS);
        let mut family = Family::new(child.id(), mark);
        let end = self.watch(&mut child, &mut family, &out, job.limits, start);
        family.kill();
        // Killed or not, it is waited for, so that no dead process is left.
        let status = child.wait();
        let end = match (end, status) {
            (Some(end), _) => end,
            (None, Ok(status)) => ended(status),
            (None, Err(error)) => End::NotStarted(error.to_string()),
        };
        Run { end, out: out.take(), err: err.take(), time: start.elapsed() }
    }

    /// Waits until the child ends by itself, which is `None`, or a reason to kill it.
    fn watch(
        &self,
        child: &mut Child,
        family: &mut Family,
        out: &Gathered,
        limits: Limits,
        start: Instant,
    ) -> Option<End> {
        // Most programs end in a moment, so that one is waited for often; to look through all processes
        // takes time of the machine, so that this is done seldom.
        let (mut pause, mut looked) = (Duration::from_millis(1), start);
        loop {
            match child.try_wait() {
                Ok(Some(_)) if out.is_full() => return Some(End::TooMuchOutput),
                Ok(Some(_)) => return None,
                Ok(None) => {}
                Err(error) => return Some(End::NotStarted(error.to_string())),
            }
            if out.is_full() {
                return Some(End::TooMuchOutput);
            }
            if self.is_cancelled() {
                return Some(End::Cancelled);
            }
            if start.elapsed() >= limits.time {
                return Some(End::TimedOut);
            }
            if looked.elapsed() >= LOOK {
                let size = family.size();
                if size.tasks > limits.processes {
                    return Some(End::TooManyProcesses);
                }
                if size.memory > limits.memory {
                    return Some(End::TooMuchMemory);
                }
                looked = Instant::now();
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(8));
        }
    }

    fn command(&self, job: &Job<'_>) -> Command {
        let mut command = match &self.bubblewrap {
            Some(program) => {
                let mut command = Command::new(program);
                let walls = Walls { folder: job.folder, shown: job.shown, hidden: job.hidden };
                command.args(bubblewrap::arguments(&walls)).arg("--").args(job.words);
                command
            }
            None => {
                let nothing = OsString::new();
                let (program, arguments) = job.words.split_first().unwrap_or((&nothing, &[]));
                let mut command = Command::new(program);
                command.args(arguments);
                command
            }
        };
        command.current_dir(job.folder).env_clear();
        for name in ENVIRONMENT {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.envs([("HOME", job.folder), ("TMPDIR", job.folder)]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        job.limits.impose(&mut command);
        command
    }
}

fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        // A shell and bubblewrap report a signal in this way.
        (Some(code), _) if code > 128 && code < 128 + 65 => End::Signal(code - 128),
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// What a thread reads from a pipe, up to a limit.
struct Gathered {
    bytes: Arc<Mutex<Vec<u8>>>,
    full: Arc<AtomicBool>,
    reader: Option<thread::JoinHandle<()>>,
}

impl Gathered {
    fn start<R: Read + Send + 'static>(pipe: Option<R>, most: usize) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let full = Arc::new(AtomicBool::new(false));
        let shared = (Arc::clone(&bytes), Arc::clone(&full));
        let reader = pipe.map(|pipe| thread::spawn(move || gather(pipe, most, &shared.0, &shared.1)));
        Gathered { bytes, full, reader }
    }

    fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// What was read. It is not waited for while a process still holds the other end of the pipe.
    fn take(self) -> Vec<u8> {
        let deadline = Instant::now() + Duration::from_secs(1);
        if let Some(reader) = self.reader {
            while !reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Reads to the end. Beyond the limit everything is read, so that the writer is not blocked, and dropped.
fn gather(mut pipe: impl Read, most: usize, bytes: &Mutex<Vec<u8>>, full: &AtomicBool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                let room = most - bytes.len();
                bytes.extend_from_slice(&buffer[..read.min(room)]);
                if read > room {
                    full.store(true, Ordering::Relaxed);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
