//! `taquin grade` as a teacher meets it. The course programs themselves are the submissions.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// Grades in an empty folder, without bubblewrap and with easy cases.
fn grade(course: &str, options: &[&str], command: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(TAQUIN)
        .current_dir(folder.path())
        .args(["grade", course, "--sandbox", "limits", "--difficulty", "easy", "--cases", "1"])
        .args(options)
        .arg("--")
        .args(command)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_course_programs_are_all_right() {
    for course in ["torus", "eight-puzzle", "board", "solver", "klotski"] {
        let output = grade(course, &["--seed", "3"], &[TAQUIN, "course", course]);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{course}: {out}{err}");
        assert!(out.contains(" · ") && !out.contains('✗'), "{out}");
    }
}

#[test]
fn a_wrong_program_loses_its_points() {
    let results = tempfile::tempdir().unwrap();
    let file = results.path().join("results.json");
    let options = ["--format", "gradescope", "-o", file.to_str().unwrap()];
    let output = grade("board", &options, &["echo"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    let results: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!((&results["score"], &results["tests"][4]["max_score"]), (&0.0.into(), &20.0.into()));
}

#[test]
fn a_rubric_is_printed_edited_and_used() {
    let printed = Command::new(TAQUIN).args(["grade", "board", "--print-rubric"]).output().unwrap();
    let rubric = text(&printed.stdout).replace("points = 20", "points = 3");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, &rubric).unwrap();
    let path = file.to_str().unwrap();
    let output = grade("board", &["--rubric", path], &[TAQUIN, "course", "board"]);
    assert!(text(&output.stdout).contains("15 of 15 points"), "{}", text(&output.stdout));
    fs::write(&file, rubric.replace("\"hamming\"", "\"weight\"")).unwrap();
    let output = grade("board", &["--rubric", path], &["true"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no topic 'weight'"), "{}", text(&output.stderr));
}

#[test]
fn a_class_becomes_a_table() {
    let class = tempfile::tempdir().unwrap();
    for name in ["ada", "bob"] {
        fs::create_dir(class.path().join(name)).unwrap();
    }
    fs::write(class.path().join("ada/run"), format!("exec {TAQUIN} course board \"$@\"")).unwrap();
    fs::write(class.path().join("bob/run"), "echo 7").unwrap();
    let results = tempfile::tempdir().unwrap();
    let (folder, results) = (class.path().to_str().unwrap(), results.path().to_str().unwrap());
    let options = ["--submissions", folder, "--results", results, "--format", "csv"];
    let output = grade("board", &options, &["sh", "run"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(out.contains("\nada,100,100,20,20,20,20,20,\nbob,0,100,"), "{out}");
}

/// A grader that is killed in the middle loses nothing that was graded, and leaves nobody running.
#[test]
fn a_class_goes_on_after_a_crash() {
    let class = tempfile::tempdir().unwrap();
    for (name, seconds) in [("ada", "0"), ("bob", "30")] {
        fs::create_dir(class.path().join(name)).unwrap();
        let script = format!("sleep {seconds}; exec {TAQUIN} course board \"$@\"");
        fs::write(class.path().join(name).join("run"), script).unwrap();
    }
    let results = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = Command::new(TAQUIN);
        command.args(["grade", "board", "--sandbox", "limits", "--difficulty", "easy", "--cases", "0"]);
        command.args(["--format", "csv", "--jobs", "1", "--submissions"]).arg(class.path());
        command.arg("--results").arg(results.path()).args(["--", "sh", "run"]);
        command
    };
    let ada = results.path().join("ada.json");
    let mut grader = start().spawn().unwrap();
    let waited = std::time::Instant::now();
    while !ada.exists() {
        assert!(waited.elapsed().as_secs() < 60, "the first grade does not come");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    grader.kill().unwrap();
    grader.wait().unwrap();
    let written = fs::metadata(&ada).unwrap().modified().unwrap();
    fs::write(class.path().join("bob/run"), "echo 7").unwrap();
    let output = start().output().unwrap();
    let out = text(&output.stdout);
    assert!(out.contains("\nada,") && out.contains("\nbob,0,100,"), "{out}{}", text(&output.stderr));
    assert_eq!(fs::metadata(&ada).unwrap().modified().unwrap(), written, "it is not graded again");
}

/// The commands of the page for teachers are ones that the program takes.
#[test]
fn the_page_for_teachers_is_true() {
    let page = include_str!("../../../docs/grading.md");
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("taquin grade ")).collect();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        // Printing a rubric looks at all the arguments and then does nothing else.
        let line = command.replace(" --print-rubric > mine.toml", "");
        let line = line.replacen("taquin grade", &format!("{TAQUIN} grade --print-rubric"), 1);
        let output = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{command}: {}", text(&output.stderr));
    }
}
