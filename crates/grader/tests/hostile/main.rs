//! Hostile programs: each is ended in time, completely, and whatever it did stays in its folder. Every test
//! runs in the sandbox, with control groups where the machine has them and without, and where it makes
//! sense also without the sandbox.
#![cfg(target_os = "linux")]

mod limits;
mod secrets;

use std::ffi::OsString;
use std::fs;
use std::time::{Duration, Instant};

use taquin_grader::{Bundle, End, Job, Limits, Run, Sandbox, View};

/// The interpreter of the system, which every user can reach.
const PYTHON: &str = "/usr/bin/python3";

/// Walls, with and without control groups.
fn walled() -> Vec<Sandbox> {
    let best = Sandbox::detect().expect("bubblewrap, which the tests need");
    vec![best.clone(), best.without_groups()]
}

fn sandboxes() -> Vec<Sandbox> {
    walled().into_iter().chain([Sandbox::bare()]).collect()
}

fn limits(seconds: f64) -> Limits {
    Limits::default().with_time(Duration::from_secs_f64(seconds))
}

/// Runs some Python or shell in a folder of its own.
fn run(sandbox: &Sandbox, words: &[&str], limits: Limits) -> Run {
    let words: Vec<OsString> = words.iter().map(Into::into).collect();
    let view = View::new(&words, None, &[]).expect("a program");
    let files = Bundle::default();
    sandbox.run(&Job { words: &words, view: &view, files: &files, more: &[], limits }).expect("a run")
}

/// Runs it in every sandbox and passes the result on.
fn each(words: &[&str], limits: Limits, check: impl Fn(&Sandbox, Run)) {
    for sandbox in sandboxes() {
        check(&sandbox, run(&sandbox, words, limits));
    }
}

/// Runs Python code within walls, with and without control groups.
fn python(code: &str, limits: Limits, check: impl Fn(Run)) {
    for sandbox in walled() {
        check(run(&sandbox, &[PYTHON, "-c", code], limits));
    }
}

/// A folder that is not among the temporary files of a submission.
fn outside() -> tempfile::TempDir {
    tempfile::tempdir_in("/var/tmp").expect("a folder")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How many processes have this word among their arguments.
fn alive(word: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("a list of processes").flatten();
    let has = |entry: fs::DirEntry| {
        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        arguments.split(|&byte| byte == 0).any(|argument| argument == word.as_bytes())
    };
    entries
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()))
        .map(has)
        .filter(|&has| has)
        .count()
}

fn assert_gone(word: &str) {
    let start = Instant::now();
    while alive(word) > 0 {
        assert!(start.elapsed() < Duration::from_secs(5), "{} processes are left", alive(word));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn nobody_leaves_the_family() {
    // Each child tries for a session of its own, throws its environment away and outlives its parent.
    let daemon = "import os, sys, time\n\
        def alone(how):\n    \
            try: how()\n    \
            except OSError: pass\n\
        for _ in range(5):\n    \
            if os.fork() == 0:\n        \
                alone(os.setsid); alone(lambda: os.setpgid(0, 0))\n        \
                if os.fork() == 0:\n            \
                    os.close(1); os.close(2)\n            \
                    os.execve(sys.executable, ['python3', '-c', 'import time; time.sleep(60)', 'taquin-test-daemon'], {})\n        \
                os._exit(0)\n\
        time.sleep(0.3)\n";
    each(&[PYTHON, "-c", daemon, "taquin-test-daemon"], limits(10.0), |_, run| {
        assert_eq!(run.end, End::Exited(0), "{}", text(&run.err));
        assert_gone("taquin-test-daemon");
    });
}

#[test]
fn an_endless_printer_is_cut_off() {
    each(&["sh", "-c", "exec yes"], Limits { output: 1 << 20, ..limits(10.0) }, |_, run| {
        assert_eq!((run.end, run.out.len()), (End::TooMuchOutput, 1 << 20));
        assert!(run.time < Duration::from_secs(8), "{:?}", run.time);
    });
    // What is printed as a complaint blocks nobody, and only its beginning is kept.
    each(&["sh", "-c", "head -c 3000000 /dev/zero >&2; echo done"], limits(10.0), |_, run| {
        assert_eq!((run.end, run.out.as_slice(), run.err.len()), (End::Exited(0), &b"done\n"[..], 64 << 10));
    });
}

#[test]
fn ignoring_signals_does_not_help() {
    let stubborn = "trap '' TERM INT HUP; while :; do sleep 0.1; done";
    each(&["sh", "-c", stubborn, "taquin-test-stubborn"], limits(0.5), |_, run| {
        assert_eq!(run.end, End::TimedOut);
        assert!(run.time < Duration::from_secs(5), "{:?}", run.time);
        assert_gone("taquin-test-stubborn");
    });
}

#[test]
fn a_reader_of_standard_input_finds_nothing() {
    each(&["sh", "-c", "cat; echo end"], limits(10.0), |_, run| {
        assert_eq!((run.end, run.out.as_slice()), (End::Exited(0), &b"end\n"[..]));
    });
    let waits = "import sys\nwhile True: sys.stdin.read()";
    each(&[PYTHON, "-c", waits], limits(0.6), |_, run| assert_eq!(run.end, End::TimedOut));
}

#[test]
fn a_million_lines_and_binary_output_are_read_as_they_are() {
    each(&["seq", "1000000"], limits(20.0), |_, run| {
        assert_eq!(run.end, End::Exited(0));
        assert_eq!(run.out.iter().filter(|&&byte| byte == b'\n').count(), 1_000_000);
    });
    each(&["printf", r"\000\377\033[2Jx"], limits(10.0), |_, run| {
        assert_eq!((run.end, run.out.as_slice()), (End::Exited(0), &b"\x00\xff\x1b[2Jx"[..]));
    });
}

#[test]
fn what_is_not_there_is_told() {
    let missing = View::new(&["no-such-program".into()], None, &[]).unwrap_err();
    assert_eq!(missing, "no-such-program is not there");
    let words = ["./run".into()];
    let (view, files) = (View::new(&words, None, &[]).expect("its own"), Bundle::default());
    let job = Job { words: &words, view: &view, files: &files, more: &[], limits: limits(5.0) };
    for sandbox in sandboxes() {
        let end = sandbox.run(&job).expect("a run").end;
        assert_eq!(
            end,
            End::NotStarted("there is no program ./run".into()),
            "what was not handed in is no fault"
        );
    }
    each(&["sh", "-c", "kill -SEGV $$"], limits(5.0), |_, run| assert_eq!(run.end, End::Signal(11)));
    each(&["sh", "-c", "exit 3"], limits(5.0), |_, run| assert_eq!(run.end, End::Exited(3)));
    each(&["sh", "-c", "echo ${SECRET_TOKEN-none}; pwd"], limits(5.0), |_, run| {
        assert!(text(&run.out).starts_with("none\n"));
    });
}

/// Where the administrator runs the tests, those of the walls are run by somebody else too: the kernel
/// holds the two to their limits in different ways.
#[test]
fn walls_hold_for_an_ordinary_user() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = outside();
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("a folder");
    let tests = folder.path().join("tests");
    fs::copy(std::env::current_exe().expect("these tests"), &tests).expect("a copy");
    let output = std::process::Command::new("setpriv")
        .args(["--reuid", "12345", "--regid", "12345", "--clear-groups"])
        .arg(tests)
        .args(["secrets::", "processes_have", "a_fork_bomb", "memory_has", "--test-threads", "1"])
        .env_remove("LD_LIBRARY_PATH")
        .env("HOME", folder.path())
        .output()
        .expect("setpriv");
    assert!(
        output.status.success() && text(&output.stdout).contains("10 passed"),
        "{}",
        text(&output.stdout)
    );
}
