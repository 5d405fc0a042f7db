//! `taquin grade` from outside. The course programs themselves are the submissions where there is no
//! sandbox; within one there is no engine.

#![cfg(target_os = "linux")]

#[path = "support/pages.rs"]
mod pages;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// Grades in an empty folder, without bubblewrap and with easy cases.
fn grade(course: &str, options: &[&str], command: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(TAQUIN)
        .current_dir(folder.path())
        .args(["grade", course, "--no-sandbox", "--difficulty", "easy", "--cases", "1"])
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
    assert!(out.contains("\nada,100,100,20,20,20,20,20,graded without a sandbox\nbob,0,100,"), "{out}");
}

/// A grader that is killed in the middle loses no grade, and leaves no process running.
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
        command.args(["grade", "board", "--no-sandbox", "--difficulty", "easy", "--cases", "0"]);
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

/// A class in a sandbox: `run` prints what the board program prints for nothing, or its arguments.
fn walled(class: &Path, results: &Path, format: &str) -> Command {
    let mut command = Command::new(TAQUIN);
    command.args([
        "grade",
        "board",
        "--difficulty",
        "easy",
        "--cases",
        "0",
        "--format",
        format,
        "--submissions",
    ]);
    command.arg(class).arg("--results").arg(results).args(["--", "sh", "run"]);
    command
}

fn handed_in(class: &Path, name: impl AsRef<OsStr>, script: &str) {
    let folder = class.join(name.as_ref());
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("run"), script).unwrap();
}

/// Without a sandbox nothing is graded, and the message names `--no-sandbox`.
#[test]
fn without_walls_nobody_is_graded_unless_it_is_said() {
    let class = tempfile::tempdir().unwrap();
    handed_in(class.path(), "ada", "echo 7");
    let results = class.path().join(".grades");
    let empty = tempfile::tempdir().unwrap();
    let output = walled(class.path(), &results, "csv").env("PATH", empty.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(output.stdout.is_empty() && !results.exists(), "{err}");
    assert!(err.contains("bubblewrap is not installed") && err.contains("--no-sandbox"), "{err}");
    for format in ["text", "gradescope", "junit", "markdown", "csv"] {
        let output = grade("board", &["--format", format], &["echo"]);
        assert!(text(&output.stdout).contains("graded without a sandbox"), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("warning: without a sandbox"), "{}", text(&output.stderr));
    }
}

/// Low limits of the surrounding shell are respected if the program can start under them; otherwise there is no
/// grade.
#[test]
fn limits_outside_are_no_grade() {
    let class = tempfile::tempdir().unwrap();
    handed_in(class.path(), "ada", "echo 7");
    let results = class.path().join(".grades");
    let under = |limits: &str| {
        let grade = walled(class.path(), &results, "csv");
        let words: Vec<&OsStr> = [grade.get_program()].into_iter().chain(grade.get_args()).collect();
        Command::new("bash")
            .args(["-c", &format!("{limits}; exec \"$@\""), "bash"])
            .args(words)
            .output()
            .unwrap()
    };
    let output = under("ulimit -H -f 2000 -n 100 -t 100 -v 2000000; ulimit -S -f 2000");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.code() == Some(0) && out.contains("\nada,"), "{out}{err}");
    fs::remove_dir_all(&results).unwrap();
    let output = under("ulimit -n 12");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    let kept = fs::read_dir(&results).map_or(0, |kept| kept.count());
    assert!(kept == 0 && !out.contains(",0,"), "{out}{err}");
}

/// Entries that are not submissions are reported by name and not opened, and no name has an effect.
#[test]
fn strange_entries_and_names_are_told_and_kept_apart() {
    let class = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    let results = outside.path().join("grades");
    handed_in(class.path(), "ada", "echo 7");
    let strange: [&[u8]; 6] =
        [b"<b>x<b>|`y`", b"one\ntwo", b"\x1b[2Jclear", b"a\xff", b"a\xfe", "a\u{202e}b".as_bytes()];
    strange.iter().for_each(|name| handed_in(class.path(), OsStr::from_bytes(name), "echo 7"));
    let at = |name: &str| class.path().join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink(outside.path(), at("link")).unwrap();
    // Only the administrator can make a device.
    let device =
        Command::new("mknod").arg(at("null")).args(["c", "1", "3"]).output().unwrap().status.success();
    std::os::unix::fs::symlink("/dev/zero", at("zeros")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    fs::File::create(at("sparse")).unwrap().set_len(1 << 40).unwrap();
    for format in ["text", "markdown", "csv"] {
        let output = walled(class.path(), &results, format).output().unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{err}");
        for (name, kind) in
            [("pipe", "a FIFO"), ("link", "a link"), ("zeros", "a link"), ("socket", "a socket")]
        {
            let told = |text: &str| text.lines().any(|line| line.contains(name) && line.contains(kind));
            assert!(told(err) && told(out), "{name}: {out}{err}");
        }
        assert!(err.contains("sparse: holds more than"), "{err}");
        assert_eq!(device, err.contains("null: is a device"), "{err}");
        for name in ["one%0Atwo", "%1B[2Jclear", "a%FF", "a%FE", "a%E2%80%AEb"] {
            let shown = if format == "markdown" { name.replace('[', "\\[") } else { name.into() };
            assert!(out.lines().any(|line| line.contains(&shown)), "{shown}: {out}");
        }
        assert!(!(out.to_string() + err).contains(['\x1b', '\u{202e}']), "{out}{err}");
        let lines = out.lines().count();
        assert_eq!(
            lines,
            12 + usize::from(device) + if format == "markdown" { 2 } else { 1 },
            "one line for each: {out}"
        );
        assert_eq!(format == "markdown", out.contains("\\<b\\>"), "{out}");
    }
    assert_eq!(fs::read_dir(&results).unwrap().count(), 14, "two files for each of seven");
    let page = fs::read_to_string(results.join("a%FF.md")).unwrap();
    assert!(page.starts_with("# board: a%FF\n"), "{page}");
}

/// A sandbox that fails in the middle is a fault of the grader: it is reported, the exit code is 2, and no grade is
/// kept.
#[test]
fn a_fault_in_the_middle_is_no_grade() {
    let class = tempfile::tempdir().unwrap();
    handed_in(class.path(), "ada", "echo 7");
    let (results, tools) = (class.path().join(".grades"), tempfile::tempdir().unwrap());
    let real = Command::new("sh").args(["-c", "command -v bwrap"]).output().unwrap().stdout;
    let (real, count) = (text(&real).trim(), tools.path().join("count"));
    // The first runs are those that see whether all is well.
    let script = format!(
        "#!/bin/sh\necho x >> {0}\n[ $(wc -l < {0}) -le 4 ] && exec {real} \"$@\"\necho no more walls >&2; exit 1\n",
        count.display()
    );
    let bwrap = tools.path().join("bwrap");
    fs::write(&bwrap, script).unwrap();
    fs::set_permissions(&bwrap, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let output = walled(class.path(), &results, "csv").env("PATH", path).output().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    assert!(err.contains("not graded: the submission could not be run: no more walls"), "{err}");
    assert!(out.contains("\nada,,") && fs::read_dir(&results).unwrap().count() == 0, "{out}");
}

/// The commands of docs/grading.md that grade programs in Java, with few cases.
#[test]
fn commands_of_the_documentation_grade() {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), tempfile::tempdir().unwrap());
    let at = folder.path();
    for (place, name) in [
        ("handed-in", "Torus.java"),
        ("class/ada", "Torus.java"),
        ("class/bob", "Torus.java"),
        ("submission", "Torus.java"),
        ("results", ""),
        ("", "Solver.java"),
        ("", "Board.java"),
    ] {
        fs::create_dir_all(at.join(place)).unwrap();
        if !name.is_empty() {
            fs::copy(root.join("crates/grader/tests/programs").join(name), at.join(place).join(name))
                .unwrap();
        }
    }
    let page = fs::read_to_string(root.join("docs/grading.md")).unwrap();
    let graded = pages::examples(&page).into_iter().filter(|example| example.run == pages::Run::Graded);
    // The lines of a block share a shell.
    let mut blocks: Vec<(usize, String)> = Vec::new();
    for example in graded {
        let command = example.command.replacen(" -- ", " --difficulty easy --cases 0 -- ", 1);
        match blocks.last_mut() {
            Some((line, block)) if *line + 1 == example.line => {
                (*line, *block) = (example.line, format!("{block}\n{command}"));
            }
            _ => blocks.push((example.line, command)),
        }
    }
    assert!(blocks.len() >= 4, "{blocks:?}");
    let path =
        format!("{}:{}", Path::new(TAQUIN).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = |script: &str| {
        let output =
            Command::new("sh").args(["-ec", script]).current_dir(at).env("PATH", &path).output().unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success() && !out.contains('✗'), "{script}: {out}{err}");
    };
    run("javac Solver.java && taquin grade solver --print-rubric > mine.toml");
    blocks.iter().for_each(|(_, block)| run(block));
    let grades = fs::read_to_string(at.join("grades.csv")).unwrap();
    assert!(grades.contains("\nada,100,100,") && grades.contains("\nbob,100,100,"), "{grades}");
    let results: Value = serde_json::from_slice(&fs::read(at.join("results/results.json")).unwrap()).unwrap();
    assert_eq!(results["score"], 100.0);
}
