//! Helpers for grading programs: the reference program of a course, with some lines exchanged.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use taquin_courses::{Program, Slip};
use taquin_grader::{
    Difficulty, Grading, Options, Report, Rubric, Sandbox, Wanted, advice, course as course_named,
};
use tempfile::TempDir;

/// Lines to exchange: what stands there, and what takes its place.
pub(crate) type Change = (&'static str, &'static str);

/// A folder with programs of the tests, changed.
pub(crate) fn folder(files: &[&str], changes: &[Change]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), files, changes);
    folder
}

/// Writes programs of the tests into a folder, changed.
pub(crate) fn write(folder: &Path, files: &[&str], changes: &[Change]) {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut done = vec![false; changes.len()];
    for file in files {
        let mut text = fs::read_to_string(source.join(file)).expect("a program of the tests");
        for ((old, new), done) in changes.iter().zip(&mut done) {
            *done |= text.contains(old);
            text = text.replace(old, new);
        }
        fs::write(folder.join(file), text).expect("a file");
    }
    assert!(done.iter().all(|&done| done), "a change of {changes:?} changes nothing");
}

/// The interpreter itself: what is called `python3` may be a script that looks for it.
pub(crate) fn python() -> OsString {
    static PYTHON: OnceLock<OsString> = OnceLock::new();
    let find = || {
        let code = "import sys; print(sys.executable)";
        let output = Command::new("python3").args(["-c", code]).output().expect("python3");
        String::from_utf8(output.stdout).expect("a path").trim().into()
    };
    PYTHON.get_or_init(find).clone()
}

/// The options of a grading with the built-in rubric, easy cases, one generated in each part.
pub(crate) fn options(course: &str, command: Vec<OsString>) -> Options {
    let course = course_named(course).expect("a course");
    let text = Rubric::built_in(course).expect("a rubric");
    Options {
        course,
        rubric: Rubric::parse(course, text, Path::new("built-in")).expect("a rubric"),
        wanted: Wanted { seed: 7, difficulty: Difficulty::Easy, generated: 0 },
        generated: Some(1),
        command,
        build: None,
        sandbox: sandbox(),
        hidden: Vec::new(),
    }
}

/// Walls, which the tests need.
fn sandbox() -> Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::detect().expect("bubblewrap")).clone()
}

/// Grades what is in a folder.
pub(crate) fn grade(options: Options, folder: &Path) -> Report {
    let grading = Grading::new(options).expect("a grading");
    let files = grading.read(folder).expect("files");
    grading.grade("somebody", &files, &|| ()).expect("a report")
}

/// Checks that a program is all right.
pub(crate) fn assert_right(report: &Report) {
    let wrong: Vec<_> = report.cases().filter(|(_, case)| !case.is_right()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!((report.score - report.points).abs() < 1e-9, "{} of {}", report.score, report.points);
}

/// Checks that a program loses points in these topics alone, and that the slip is recognised.
pub(crate) fn assert_wrong(report: &Report, topics: &[&str], slip: Option<Slip>) {
    let lost: Vec<&str> =
        report.parts.iter().filter(|part| part.score < part.points).map(|part| part.topic.as_str()).collect();
    assert_eq!(lost, topics, "{:#?}", report.slips);
    let course = Program::by_name(&report.course).expect("a course");
    let told = report.slips.first().map(|(text, _)| text.as_str());
    assert_eq!(told, slip.map(|slip| advice(course, slip)), "{:#?}", report.slips);
}
