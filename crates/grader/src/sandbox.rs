//! Running an untrusted program.
//!
//! `bubblewrap` isolates it: a file system in memory with its files, the interpreter and the system's
//! libraries; no network, no other processes, no other users. The kernel refuses system calls that could
//! lead out ([`filter`]) and enforces limits ([`limits`], [`cgroup`]), and a watcher counts what the kernel
//! does not. Everything that it has started is killed when it ends or when its time is up.
//!
//! A run that fails because of the machine, not because of the submission, is an error and never a
//! result.

mod bare;
mod begun;
mod bubblewrap;
mod cgroup;
mod cores;
mod family;
mod filter;
mod limits;
mod output;
mod view;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, getrlimit};

use crate::bundle::Bundle;
use crate::error::Error;
use bare::Bare;
use begun::{Begun, Start, ended, user_of_a_run};
use bubblewrap::Bubblewrap;
use cgroup::Group;
use cores::Cores;
pub use limits::Limits;
use output::Output;
pub use view::View;

/// What is kept of standard error.
const COMPLAINTS: usize = 64 << 10;

/// The time between two looks at what a submission has started.
const LOOK: Duration = Duration::from_millis(30);

/// The fewest processes that an interpreter needs, with its threads.
const FEWEST: u64 = 32;

/// What isolates submissions.
#[derive(Clone, Debug)]
pub struct Sandbox {
    walls: Option<Bubblewrap>,
    cancel: Option<Arc<AtomicBool>>,
    cores: Cores,
    /// The most processes of a run, where the user may have few.
    processes: u64,
    /// Runs share it; one that must be alone has it for itself.
    alone: Arc<RwLock<()>>,
}

/// A command to run.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// What it sees of the machine.
    pub view: &'a View,
    /// What lies in its folder, the only one that it can write to besides those for temporary files.
    pub files: &'a Bundle,
    /// Files of these names in place of its own.
    pub more: &'a [(&'a str, Vec<u8>)],
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
    /// It was not run, for a reason of its own.
    NotStarted(String),
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it printed, as far as it was read.
    pub out: Vec<u8>,
    /// The beginning of its standard error.
    pub err: Vec<u8>,
    /// The time that counts: processor time, or time in which it waited.
    pub time: Duration,
}

impl Run {
    /// The result of a case that was not run.
    pub(crate) fn left_out() -> Self {
        Run::not_started("it was not run, because too many cases before it had to be stopped".into())
    }

    /// Whether it did not have to be stopped.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.end, End::Exited(_) | End::Signal(_) | End::NotStarted(_))
    }

    fn not_started(why: String) -> Self {
        Run { end: End::NotStarted(why), out: Vec::new(), err: Vec::new(), time: Duration::ZERO }
    }
}

impl Job<'_> {
    /// What is started.
    fn program(&self) -> &OsStr {
        let program = self.view.program.as_ref().map(|program| program.as_os_str());
        program.or(self.words.first().map(OsString::as_os_str)).unwrap_or_default()
    }
}

impl Sandbox {
    /// Isolation, if the system provides it.
    ///
    /// # Errors A message, if it cannot be used.
    pub fn detect() -> Result<Self, Error> {
        let walls = Bubblewrap::find().map_err(Error::NoWalls)?;
        let sandbox = Sandbox { walls: Some(walls), ..Sandbox::bare() };
        // A control group that can be made need not be usable.
        let found = sandbox.clone().tried().or_else(|_| sandbox.without_groups().tried());
        found.map_err(Error::NoWalls)
    }

    /// The same, if a command runs in it.
    fn tried(self) -> Result<Self, String> {
        if !self.walls.as_ref().is_some_and(Bubblewrap::limits_processes) {
            return Err("the kernel is older than 5.14 and lets no control group be made".into());
        }
        let words = ["sh".into(), "-c".into(), ":".into()];
        let (view, files) = (View::new(&words, None, &[])?, Bundle::default());
        let job = Job { words: &words, view: &view, files: &files, more: &[], limits: Limits::default() };
        match self.run(&job).map_err(|error| error.to_string())? {
            Run { end: End::Exited(0), .. } => Ok(self),
            run => Err(format!("{:?}: {}", run.end, String::from_utf8_lossy(&run.err).trim())),
        }
    }

    /// Limits and a filter of system calls alone. Submissions read whatever the grader's user can, and
    /// write it too unless that is the administrator.
    #[must_use]
    pub fn bare() -> Self {
        Sandbox {
            walls: None,
            cancel: None,
            cores: Cores::new(1),
            processes: u64::MAX,
            alone: Arc::default(),
        }
    }

    /// The same isolation without control groups, for systems that allow none.
    #[must_use]
    pub fn without_groups(self) -> Self {
        Sandbox { walls: self.walls.map(Bubblewrap::without_groups), ..self }
    }

    /// The same, within which everything is killed as soon as the flag is set.
    #[must_use]
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Self {
        Sandbox { cancel: Some(flag), ..self }
    }

    /// The same for several runs at a time, which share out the cores and the processes that the user
    /// may have.
    ///
    /// # Errors
    /// If those are too few.
    pub fn shared_by(self, jobs: usize) -> Result<Self, Error> {
        let most = getrlimit(Resource::Nproc).current.filter(|_| !rustix::process::geteuid().is_root());
        let processes = most.map_or(u64::MAX, |most| {
            most.saturating_sub(family::tasks_of(bare::user())) / jobs.max(1) as u64
        });
        if processes < FEWEST {
            let why =
                format!("this user may start {processes} more processes for each run, which needs {FEWEST}");
            return Err(Error::Sandbox(why));
        }
        Ok(Sandbox { cores: Cores::new(jobs), processes, ..self })
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether submissions are isolated.
    #[must_use]
    pub fn is_walled(&self) -> bool {
        self.walls.is_some()
    }

    /// Runs a command to its end, or kills it and everything that it started.
    ///
    /// # Errors
    /// If it could not be run, for reasons that are not its own.
    pub fn run(&self, job: &Job<'_>) -> Result<Run, Error> {
        if let Some(first) = job.words.first().filter(|word| view::is_own(word))
            && !job.files.runs(Path::new(first))
        {
            return Ok(Run::not_started(format!("there is no program {}", first.to_string_lossy())));
        }
        Ok(self.run_and_keep(job, |_| ())?.0)
    }

    /// The same, and returns its files.
    ///
    /// # Errors
    /// If it could not be run, or has made more files than are read.
    pub fn build(&self, job: &Job<'_>) -> Result<(Run, Bundle), Error> {
        let (run, files) = self.run_and_keep(job, Bundle::of_work)?;
        Ok((run, files?))
    }

    /// Runs a command, again and alone if the machine was too busy to let it run, and looks into its
    /// folder when it has ended.
    fn run_and_keep<T>(&self, job: &Job<'_>, keep: impl Fn(&Path) -> T) -> Result<(Run, T), Error> {
        let limits = Limits { processes: self.most_processes(job.limits), ..job.limits };
        let job = &Job { limits, ..*job };
        let share = self.cores.take();
        let together = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(done) = self.once(job, share.cores(), &keep)? {
            return Ok(done);
        }
        drop(together);
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        let again = self.once(job, share.cores(), &keep)?;
        again.ok_or_else(|| Error::Sandbox("the machine is too busy to let a submission run".into()))
    }

    fn most_processes(&self, limits: Limits) -> u32 {
        let room = self.processes.saturating_sub(u64::from(limits::MARGIN) + 2);
        limits.processes.min(u32::try_from(room).unwrap_or(u32::MAX))
    }

    /// Runs a command once; `None` if it had no chance to use its time.
    fn once<T>(
        &self,
        job: &Job<'_>,
        cores: rustix::thread::CpuSet,
        keep: &impl Fn(&Path) -> T,
    ) -> Result<Option<(Run, T)>, Error> {
        let fault = |error: io::Error| Error::Sandbox(error.to_string());
        let (out, out_pipe) = Output::start(job.limits.output).map_err(fault)?;
        let (err, err_pipe) = Output::start(COMPLAINTS).map_err(fault)?;
        let start = Start { out: out_pipe, err: err_pipe, cores, user: user_of_a_run() };
        let mut begun = match self.begin(job, start) {
            Ok(begun) => begun,
            Err(error) => {
                let told = String::from_utf8_lossy(&err.take()).trim().to_string();
                let program = job.program().to_string_lossy();
                let why = if told.is_empty() { format!("cannot start {program}: {error}") } else { told };
                return Err(Error::Sandbox(why));
            }
        };
        let mut spent = Duration::ZERO;
        let end = self.watch(&mut begun, &out, job.limits, &mut spent);
        spent += begun.family().rest();
        begun.kill();
        // Killed or not, it is waited for, so that no dead process is left.
        let status = begun.child().wait().map_err(fault)?;
        let end = match end {
            Watched::Reason(end) => end,
            Watched::Ended if begun.group().is_some_and(Group::is_out_of_memory) => End::TooMuchMemory,
            Watched::Ended => ended(status),
            Watched::Starved => return Ok(None),
        };
        let kept = keep(&begun.work());
        Ok(Some((Run { end, out: out.take(), err: err.take(), time: spent }, kept)))
    }

    fn begin(&self, job: &Job<'_>, start: Start) -> io::Result<Begun> {
        if let Some(walls) = &self.walls {
            return walls.start(job, start).map(|cell| Begun::Walled(Box::new(cell)));
        }
        let program = Path::new(job.program());
        if program.is_absolute() && rustix::process::geteuid().is_root() && !view::is_public(program) {
            let why = "the user that submissions run as cannot reach it";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        Bare::start(job, start).map(Begun::Bare)
    }

    /// Waits until a run ends by itself, or for a reason to kill it.
    fn watch(&self, begun: &mut Begun, out: &Output, limits: Limits, spent: &mut Duration) -> Watched {
        // Most programs end in a moment, so their end is checked often; going through all processes is expensive, so
        // this is done seldom.
        let (start, mut pause, mut looked) = (Instant::now(), Duration::from_millis(1), Instant::now());
        loop {
            let ended = begun.child().try_wait().is_ok_and(|status| status.is_some());
            if out.is_full() {
                return Watched::Reason(End::TooMuchOutput);
            }
            if ended {
                return Watched::Ended;
            }
            if self.is_cancelled() {
                return Watched::Reason(End::Cancelled);
            }
            if looked.elapsed() >= LOOK {
                if let Some(end) = begun.look(limits, spent) {
                    return Watched::Reason(end);
                }
                looked = Instant::now();
            }
            if start.elapsed() >= limits.wall {
                return Watched::Starved;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(8));
        }
    }
}

/// What came of watching a run.
enum Watched {
    Ended,
    Reason(End),
    /// It wanted to run but did not get the processor.
    Starved,
}
