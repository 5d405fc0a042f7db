//! The runs of one submission: its build, and every case once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::{Grading, Options, complaints};
use crate::bundle::Bundle;
use crate::case::{Case, Question};
use crate::error::Error;
use crate::sandbox::{End, Job, Limits, Run, View};

/// After this many cases that had to be stopped at the whole time limit, no more are run.
const STOPPED: u32 = 3;

/// How many cases after one that had to be stopped are given little time.
const HURRIED: u32 = 2;

impl Grading {
    /// Builds the submission, if it is to be built; what went wrong is noted.
    pub(super) fn build(&self, files: &Bundle, notes: &mut Vec<String>) -> Result<Option<Bundle>, Error> {
        let Some(line) = &self.options.build else { return Ok(None) };
        let words = ["sh".into(), "-c".into(), line.into()];
        let limits = Limits::default().with_time(Duration::from_secs(120));
        let view = self.view.for_shell();
        let (run, built) =
            match self.options.sandbox.build(&Job { words: &words, view: &view, files, more: &[], limits }) {
                Err(Error::TooLarge { files, mebibytes, .. }) => {
                    notes.push(format!(
                        "the build failed: {line}\nit makes more than {files} files or {mebibytes} MiB"
                    ));
                    return Ok(None);
                }
                built => built?,
            };
        match run.end {
            End::Exited(0) => {}
            End::Cancelled => return Err(Error::Cancelled),
            _ => {
                let complaints = [complaints(&run.out), complaints(&run.err)].join("\n");
                notes.push(format!("the build failed: {line}\n{}", complaints.trim()));
            }
        }
        Ok(Some(built))
    }

    /// Runs every question once. After a case that had to be stopped, [`HURRIED`] cases may take little;
    /// those that are cut short are run again with all of their time as soon as one ends by itself, and
    /// at the end. After [`STOPPED`] cases that had to be stopped with all of their time, and none that
    /// ended, no more are run. So a program that never ends does not hold up a class, and one that does
    /// loses nothing.
    pub(super) fn runs(
        &self,
        files: &Bundle,
        notes: &mut Vec<String>,
        done: &dyn Fn(),
    ) -> Result<HashMap<Question, Run>, Error> {
        let mut runs: HashMap<Question, Run> = HashMap::new();
        let mut cut: Vec<(&Case, Limits)> = Vec::new();
        let (mut stopped, mut hurried, mut left) = (0, 0, 0);
        let rubric = &self.options.rubric;
        let parts = rubric.parts.iter().zip(&self.parts);
        for (part, case) in parts.flat_map(|(part, cases)| cases.iter().map(move |(case, _)| (part, case))) {
            done();
            if runs.contains_key(&case.question) {
                continue;
            }
            if stopped == STOPPED {
                runs.insert(case.question.clone(), Run::left_out());
                left += 1;
                continue;
            }
            let full = rubric.limits(part, case.slow);
            let hurry = stopped > 0 && hurried < HURRIED;
            let run = self.run(files, case, if hurry { self.little(full) } else { full })?;
            let ended = run.has_ended();
            runs.insert(case.question.clone(), run);
            if ended {
                (stopped, hurried) = (0, 0);
                for (case, full) in cut.drain(..) {
                    runs.insert(case.question.clone(), self.run(files, case, full)?);
                }
            } else if hurry {
                hurried += 1;
                cut.push((case, full));
            } else {
                (stopped, hurried) = (stopped + 1, 0);
            }
        }
        while stopped < STOPPED
            && let Some((case, full)) = cut.pop()
        {
            let run = self.run(files, case, full)?;
            stopped = if run.has_ended() { 0 } else { stopped + 1 };
            runs.insert(case.question.clone(), run);
        }
        if left + cut.len() > 0 {
            let why = "because those before them had to be stopped";
            notes.push(format!("{} cases were given little time or none, {why}", left + cut.len()));
        }
        Ok(runs)
    }

    /// A time limit that is enough for a small case, including the start of the interpreter.
    fn little(&self, full: Limits) -> Limits {
        let time = (full.time / 10).max(5 * self.start).max(Duration::from_millis(200)).min(full.time);
        Limits { processes: full.processes.min(64), ..full }.with_time(time)
    }

    /// Runs one case with fresh files, so that no case can leave anything to the next.
    fn run(&self, files: &Bundle, case: &Case, limits: Limits) -> Result<Run, Error> {
        let (words, more) = self.invocation.prepare(&case.question);
        let job = Job { words: &words, view: &self.view, files, more: &more, limits };
        match self.options.sandbox.run(&job)? {
            Run { end: End::Cancelled, .. } => Err(Error::Cancelled),
            run => Ok(run),
        }
    }
}

/// Makes sure that the interpreter starts under the limits of the cases: if it does not, that is not the fault of a
/// submission. Returns how long it takes, or a default.
pub(super) fn check(options: &Options, view: &View, words: &[OsString]) -> Result<Duration, Error> {
    const UNKNOWN: Duration = Duration::from_millis(200);
    let Some(first) = words.first() else { return Ok(UNKNOWN) };
    let name = Path::new(first).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let trial: &[&str] = match name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" | "pypy" => &["-c", ""],
        "sh" | "bash" | "dash" => &["-c", ":"],
        "java" => &["-version"],
        "node" | "perl" | "ruby" => &["-e", ""],
        _ => return Ok(UNKNOWN),
    };
    let words: Vec<OsString> = [first.clone()].into_iter().chain(trial.iter().map(Into::into)).collect();
    let limits =
        options.rubric.parts.first().map(|part| options.rubric.limits(part, false)).unwrap_or_default();
    let job = Job { words: &words, view, files: &Bundle::default(), more: &[], limits };
    let run = options.sandbox.run(&job)?;
    match run.end {
        End::Exited(0) => Ok(run.time),
        End::Cancelled => Err(Error::Cancelled),
        end => Err(Error::Sandbox(format!("{name} does not start ({end:?}): {}", complaints(&run.err)))),
    }
}
