//! One grading: a course, a rubric, cases with their expected answers, and a submission run on each.

mod runs;

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use taquin_courses::{Program, Slip};

use crate::bundle::{Bundle, Hash};
use crate::case::Case;
use crate::cases::{Wanted, cases, topics};
use crate::compare::{Compare, Judgement, judge, normal};
use crate::diff::side_by_side;
use crate::error::Error;
use crate::invocation::Invocation;
use crate::reference::Reference;
use crate::report::{CaseReport, PartReport, Report};
use crate::rubric::{Part, Rubric};
use crate::sandbox::{End, Run, Sandbox, View};
use crate::slips::advice;

/// The options of a grading.
#[derive(Clone, Debug)]
pub struct Options {
    /// The course.
    pub course: Program,
    /// The rubric.
    pub rubric: Rubric,
    /// The seed of the generated cases and how hard they are.
    pub wanted: Wanted,
    /// How many cases are generated in each part, instead of what the rubric says.
    pub generated: Option<usize>,
    /// The command of the submission.
    pub command: Vec<OsString>,
    /// A line for the shell that builds the submission.
    pub build: Option<String>,
    /// The sandbox of the submissions.
    pub sandbox: Sandbox,
    /// Files and folders that submissions must not see even if they are in a folder that is shown.
    pub hidden: Vec<PathBuf>,
}

/// A grading that is ready for submissions.
#[derive(Debug)]
pub struct Grading {
    options: Options,
    invocation: Invocation,
    view: View,
    /// How long the interpreter takes to start.
    start: Duration,
    parts: Vec<Vec<(Case, String)>>,
    reference: Reference,
}

/// An answer that was judged.
struct Answer<'a> {
    case: &'a Case,
    expected: &'a str,
    compare: Compare,
    run: Run,
    judgement: Judgement,
    /// The slips that explain it.
    slips: Vec<Slip>,
}

impl Grading {
    /// Makes the cases and finds their answers.
    ///
    /// # Errors
    /// If the command does not fit the course, or its interpreter does not start.
    pub fn new(options: Options) -> Result<Self, Error> {
        let invocation = Invocation::new(options.course, &options.command)?;
        let view = View::new(invocation.words(), options.build.as_deref(), &options.hidden);
        let view = view.map_err(Error::Sandbox)?;
        let start = runs::check(&options, &view, invocation.words())?;
        let reference = Reference::new(options.course);
        let prepare = |part: &Part| {
            let topic = topics(options.course).iter().find(|topic| **topic == part.topic);
            let generated = options.generated.unwrap_or(part.generated);
            let wanted = Wanted { generated, ..options.wanted };
            let cases = topic.map(|topic| cases(options.course, topic, wanted)).unwrap_or_default();
            cases
                .into_iter()
                .map(|case| (reference.answer(&case.question), case))
                .map(|(a, c)| (c, a))
                .collect()
        };
        let parts = options.rubric.parts.iter().map(prepare).collect();
        Ok(Grading { invocation, view, start, parts, reference, options })
    }

    /// Reads what was handed in: a folder, or a file.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is something else.
    pub fn read(&self, source: &Path) -> Result<Bundle, Error> {
        // A file that was handed in alone, under whatever name, is the one that the command means.
        let named = self.options.command.iter().rev().map(Path::new);
        let mut meant = named.filter(|word| word.extension() == source.extension());
        Bundle::of(source, meant.next().and_then(Path::file_name))
    }

    /// Changes with anything that a grade depends on.
    #[must_use]
    pub fn fingerprint(&self, files: &Bundle) -> String {
        let mut hash = Hash::default();
        let Options { rubric, wanted, command, build, generated, sandbox, .. } = &self.options;
        hash.add(env!("CARGO_PKG_VERSION").as_bytes());
        hash.add(format!("{rubric:?} {wanted:?} {generated:?} {command:?} {build:?}").as_bytes());
        hash.add(&[u8::from(sandbox.is_walled())]);
        files.hash(&mut hash);
        format!("{:016x}", hash.0)
    }

    /// How many cases there are.
    #[must_use]
    pub fn cases(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.options.sandbox.is_cancelled()
    }

    /// Grades a submission, and reports every case to `done`.
    ///
    /// # Errors If it cannot be run for a reason that is not its fault, or it is cancelled. Mistakes of the
    /// submission itself are in the report.
    pub fn grade(&self, name: &str, files: &Bundle, done: &dyn Fn()) -> Result<Report, Error> {
        let mut notes = Vec::new();
        if !self.options.sandbox.is_walled() {
            notes.push(UNWALLED.to_string());
        }
        if !files.left_out.is_empty() {
            notes.push(format!("left out: {}", files.left_out.join(", ")));
        }
        let built = self.build(files, &mut notes)?;
        let runs = self.runs(built.as_ref().unwrap_or(files), &mut notes, done)?;
        let mut parts: Vec<Vec<Answer<'_>>> = Vec::new();
        for (part, cases) in self.options.rubric.parts.iter().zip(&self.parts) {
            let ran =
                cases.iter().filter_map(|(case, expected)| Some((case, expected, runs.get(&case.question)?)));
            let answer =
                ran.map(|(case, expected, run)| self.answer(case, expected, part.compare, run.clone()));
            parts.push(answer.collect());
        }
        Ok(self.report(name, self.fingerprint(files), notes, &parts))
    }

    /// Judges an answer, and looks for slips that explain it if it is wrong.
    fn answer<'a>(&self, case: &'a Case, expected: &'a str, compare: Compare, run: Run) -> Answer<'a> {
        let course = self.options.course;
        let judgement = judge(course, case, compare, expected, &run);
        let mut slips = Vec::new();
        if judgement != Judgement::Right && matches!(run.end, End::Exited(_)) && !run.out.is_empty() {
            let lenient = lenient(compare);
            let is = normal(lenient, case.lines, &String::from_utf8_lossy(&run.out));
            let should = normal(lenient, case.lines, expected);
            let explains = |slip: &Slip| {
                let slipped = self.reference.slipped(&case.question, *slip);
                slipped.is_some_and(|text| normal(lenient, case.lines, &text) == is)
            };
            if is != should {
                slips = Slip::of(course).iter().copied().filter(explains).collect();
            }
        }
        Answer { case, expected, compare, run, judgement, slips }
    }

    fn report(
        &self,
        name: &str,
        fingerprint: String,
        notes: Vec<String>,
        parts: &[Vec<Answer<'_>>],
    ) -> Report {
        let weights = self.weights(parts);
        let mut told: Vec<(String, usize)> = Vec::new();
        let rubric = &self.options.rubric;
        let mut part_reports = Vec::new();
        for (part, answers) in rubric.parts.iter().zip(parts) {
            let cases: Vec<CaseReport> = answers
                .iter()
                .map(|answer| {
                    let likely = |slip: &&Slip| weights[*slip] > 0 && is_common(**slip, answers);
                    let likely = answer.slips.iter().rev().filter(likely);
                    let best = likely.max_by_key(|slip| weights[slip]);
                    let slip = best.map(|&slip| advice(self.options.course, slip).to_string());
                    if let Some(slip) = &slip {
                        match told.iter_mut().find(|(known, _)| known == slip) {
                            Some((_, count)) => *count += 1,
                            None => told.push((slip.clone(), 1)),
                        }
                    }
                    self.case_report(answer, slip)
                })
                .collect();
            let mean = cases.iter().map(|case| case.score).sum::<f64>() / cases.len().max(1) as f64;
            let share = if part.all_or_nothing && mean < 1.0 { 0.0 } else { mean };
            let (topic, title) = (part.topic.clone(), part.title.clone());
            part_reports.push(PartReport {
                topic,
                title,
                score: share * part.points,
                points: part.points,
                cases,
            });
        }
        told.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Report {
            course: self.options.course.name().into(),
            submission: name.into(),
            fingerprint,
            score: part_reports.iter().map(|part| part.score).sum(),
            points: part_reports.iter().map(|part| part.points).sum(),
            notes,
            slips: told,
            parts: part_reports,
            manual: rubric.manual.iter().map(|manual| (manual.title.clone(), manual.points)).collect(),
        }
    }

    /// How likely each slip is that explains some answer: one for every wrong answer that it explains,
    /// less two for every right one that a program with this slip could not have given. Where several
    /// explain an answer, the likeliest is named.
    fn weights(&self, parts: &[Vec<Answer<'_>>]) -> HashMap<Slip, i64> {
        let mut weights: HashMap<Slip, i64> = HashMap::new();
        parts.iter().flatten().flat_map(|answer| &answer.slips).for_each(|&slip| {
            *weights.entry(slip).or_default() += 1;
        });
        for (&slip, weight) in &mut weights {
            for answer in parts.iter().flatten().filter(|answer| answer.judgement == Judgement::Right) {
                let Answer { case, expected, compare, .. } = answer;
                let lines = |text: &str| normal(lenient(*compare), case.lines, text);
                let slipped = self.reference.slipped(&case.question, slip);
                // Where any shortest path is right, another one is no evidence.
                let told = *compare != Compare::Path;
                *weight -= 2 * i64::from(told && slipped.is_some_and(|text| lines(&text) != lines(expected)));
            }
        }
        weights
    }

    fn case_report(&self, answer: &Answer<'_>, slip: Option<String>) -> CaseReport {
        let (score, why) = match &answer.judgement {
            Judgement::Right => (1.0, None),
            Judgement::Partial(why) => (self.options.rubric.partial, Some(why.clone())),
            Judgement::Wrong(why) => (0.0, Some(why.clone())),
        };
        let (mut rows, mut complained) = (Vec::new(), String::new());
        if why.is_some() {
            let exact = answer.compare == Compare::Exact;
            let compare = if exact { Compare::Exact } else { lenient(answer.compare) };
            let text = String::from_utf8_lossy(&answer.run.out);
            let lines = answer.case.lines;
            if !answer.run.out.is_empty() || matches!(answer.run.end, End::Exited(_)) {
                rows = side_by_side(&normal(compare, lines, answer.expected), &normal(compare, lines, &text));
            }
            complained = complaints(&answer.run.err);
        }
        CaseReport {
            origin: answer.case.origin,
            command: self.invocation.shown(&answer.case.question),
            score,
            why,
            slip,
            rows,
            complaints: complained,
            seconds: answer.run.time.as_secs_f64(),
        }
    }
}

/// The note of a report that was made without a sandbox.
const UNWALLED: &str = "graded without a sandbox\nThe submission could read what the grader's user can read, \
    answers and other submissions among it, and could change what that user can change.";

/// Whether a slip explains a third of the wrong answers of a part at least: fewer may be chance.
fn is_common(slip: Slip, answers: &[Answer<'_>]) -> bool {
    let told = |answer: &&Answer<'_>| answer.judgement != Judgement::Right && !answer.run.out.is_empty();
    let explained = answers.iter().filter(|answer| answer.slips.contains(&slip)).count();
    3 * explained >= answers.iter().filter(told).count()
}

/// What is compared with the answer of a slip: white space is never the slip that is looked for.
fn lenient(compare: Compare) -> Compare {
    if matches!(compare, Compare::Exact | Compare::Path) { Compare::Words } else { compare }
}

/// The last lines of standard error, which usually contain the reason.
fn complaints(bytes: &[u8]) -> String {
    const LINES: usize = 8;
    let text = String::from_utf8_lossy(bytes);
    let clean = |line: &str| line.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
    let lines: Vec<String> = text.lines().map(clean).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
