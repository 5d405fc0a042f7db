//! Classes with hostile programs: none gains a point, none costs another submission one, none leaves
//! anything behind. `TAQUIN_ATTACKS` is the size of the class whose time is measured.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "the figures of an attack are printed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// The interpreter of the system, which every user can reach.
const PYTHON: &str = "/usr/bin/python3";

fn programs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../grader/tests/programs")
}

/// The names of the hostile programs.
fn kinds() -> Vec<String> {
    let entries = fs::read_dir(programs().join("hostile")).unwrap().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_string())).collect();
    names.sort();
    names
}

/// A class, its rubric, and the grade of one submission that others might try to read.
struct Class {
    folder: tempfile::TempDir,
}

impl Class {
    fn new() -> Self {
        let folder = tempfile::tempdir_in("/var/tmp").unwrap();
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let class = Class { folder };
        fs::create_dir(class.handed_in()).unwrap();
        fs::create_dir(class.at("early")).unwrap();
        let rubric = Command::new(TAQUIN).args(["grade", "board", "--print-rubric"]).output().unwrap().stdout;
        let rubric =
            String::from_utf8(rubric).unwrap().replace("time_limit = 10", "memory = 512\ntime_limit = 1");
        fs::write(class.at("rubric.toml"), rubric).unwrap();
        class
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn handed_in(&self) -> PathBuf {
        self.at("class")
    }

    /// Hands in a program under a name.
    fn add(&self, name: &str, program: &str) {
        let text = fs::read_to_string(programs().join(format!("{program}.py"))).unwrap();
        let places =
            [("@GRADES@", self.at("early")), ("@CLASS@", self.handed_in()), ("@ENGINE@", TAQUIN.into())];
        let text =
            places.iter().fold(text, |text, (place, path)| text.replace(place, path.to_str().unwrap()));
        fs::create_dir(self.handed_in().join(name)).unwrap();
        fs::write(self.handed_in().join(name).join("board.py"), text).unwrap();
    }

    fn grade(&self, results: &str, cases: &str, options: &[&str]) -> Command {
        let mut command = Command::new(TAQUIN);
        command.current_dir(self.folder.path()).args([
            "grade",
            "board",
            "--difficulty",
            "easy",
            "--format",
            "csv",
        ]);
        command.args(["--cases", cases, "--jobs", "2", "--rubric", "rubric.toml", "--submissions", "class"]);
        command.args(["--results", results]).args(options);
        // An option without effect distinguishes the processes of this class from others.
        command.args(["--", PYTHON, "-X"]).arg(self.folder.path().file_name().unwrap()).arg("board.py");
        command
    }

    /// Whether a process runs a program that was handed in.
    fn is_anybody_left(&self) -> bool {
        let mark = self.folder.path().file_name().unwrap().as_encoded_bytes();
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes.filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok()).any(|entry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            words.split(|&byte| byte == 0).any(|word| word == mark)
        })
    }

    /// Checks that every submission has the right points, and that no process is left.
    fn check(&self, output: &Output, size: usize) {
        let graded = points(output);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((output.status.code(), graded.len()), (Some(0), size), "{out}{err}");
        for (name, score) in graded {
            let due = if name.contains("honest") { 100.0 } else { 0.0 };
            assert_eq!(score, due, "{name}: {out}{err}");
        }
        let clock = Instant::now();
        while self.is_anybody_left() {
            assert!(clock.elapsed() < Duration::from_secs(10), "somebody is left");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Names and points, from a table.
fn points(output: &Output) -> Vec<(String, f64)> {
    let text = String::from_utf8_lossy(&output.stdout);
    let row = |line: &str| {
        let mut cells = line.split(',');
        Some((cells.next()?.to_string(), cells.next()?.parse().ok()?))
    };
    text.lines().skip(1).filter_map(row).collect()
}

/// All hostile programs at once, among honest ones.
#[test]
fn nobody_gains_and_nobody_loses() {
    let class = Class::new();
    let _socket = std::os::unix::net::UnixListener::bind(class.handed_in().join(".socket")).unwrap();
    class.add("honest-0", "board");
    assert_eq!(class.grade("early", "0", &[]).output().unwrap().status.code(), Some(0));
    let kinds = kinds();
    for (number, kind) in kinds.iter().enumerate() {
        class.add(&format!("{kind}-{number}"), &format!("hostile/{kind}"));
        if number % 4 == 0 {
            class.add(&format!("honest-{}", number + 1), "board");
        }
    }
    let size = fs::read_dir(class.handed_in()).unwrap().count() - 1;
    let output = class.grade("grades", "0", &[]).output().unwrap();
    class.check(&output, size);
    println!(
        "{} of {} hostile programs contained, {} neighbours untouched",
        kinds.len(),
        kinds.len(),
        size - kinds.len()
    );
    assert_eq!(fs::read_dir(class.at("grades")).unwrap().count(), 2 * size, "two files for each");
    assert_eq!(fs::read_dir(class.at("early")).unwrap().count(), 2, "nothing was added");
}

/// A class of thirty, five of them hostile, takes little longer than without them.
#[test]
fn a_class_is_not_held_up() {
    let Ok(size) = std::env::var("TAQUIN_ATTACKS") else { return };
    let size: usize = size.parse().unwrap();
    let hostile = ["fork_bomb", "busy", "tmpfs", "reader", "engine"];
    let class = Class::new();
    (0..size - hostile.len()).for_each(|number| class.add(&format!("{number:02}-honest"), "board"));
    let measure = |results: &str| {
        let clock = Instant::now();
        let output = class.grade(results, "20", &[]).output().unwrap();
        (output, clock.elapsed().as_secs_f64())
    };
    let (without, alone) = measure("without");
    class.check(&without, size - hostile.len());
    for (number, kind) in hostile.iter().enumerate() {
        class.add(&format!("{:02}-{kind}", number * size / hostile.len()), &format!("hostile/{kind}"));
    }
    let (with, together) = measure("with");
    class.check(&with, size);
    println!("| class | seconds |\n| --- | --- |");
    println!("| {} without hostile programs | {alone:.1} |", size - hostile.len());
    println!("| {size} with {} hostile ones | {together:.1} |", hostile.len());
    assert!(together < 1.5 * alone, "{together:.1} s, {alone:.1} s without");
}

/// Without a sandbox limits still hold, no submission can kill the grader and no process outlives a run.
#[test]
fn without_a_sandbox_the_grader_survives() {
    let class = Class::new();
    for kind in ["daemon", "fork_bomb", "killer", "sockets"] {
        class.add(kind, &format!("hostile/{kind}"));
    }
    class.add("zoe-honest", "board");
    fs::set_permissions(class.folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let output = class.grade("grades", "0", &["--no-sandbox"]).output().unwrap();
    class.check(&output, 5);
    if users().len() > 1 {
        let ordinary = class.grade("ordinary", "0", &["--no-sandbox"]);
        let words: Vec<_> = ordinary.get_args().collect();
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "12345", "--regid", "12345", "--clear-groups"]);
        // The program lies where others may not get to.
        fs::copy(TAQUIN, class.at("program")).unwrap();
        command.arg(class.at("program")).args(words).current_dir(class.folder.path());
        class.check(&command.output().unwrap(), 5);
    }
}

/// Who can run a test here: this user, and for the administrator somebody else.
fn users() -> Vec<&'static str> {
    let id = Command::new("id").arg("-u").output().unwrap().stdout;
    if id == b"0\n" { vec!["administrator", "somebody"] } else { vec!["somebody"] }
}

/// A submission cannot choose the path of its result.
#[test]
fn results_do_not_follow_links() {
    let class = Class::new();
    class.add("ada-honest", "board");
    fs::create_dir(class.at("grades")).unwrap();
    fs::write(class.at("precious"), "mine").unwrap();
    std::os::unix::fs::symlink(class.at("precious"), class.at("grades/ada-honest.json")).unwrap();
    class.check(&class.grade("grades", "0", &[]).output().unwrap(), 1);
    assert_eq!(fs::read_to_string(class.at("precious")).unwrap(), "mine");
    assert!(!Path::new(&class.at("grades/ada-honest.json")).is_symlink());
}
