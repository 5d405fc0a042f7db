//! Programs that mean harm: each is ended in time, whole, and whatever it did stays in its folder.
//! Every test runs with `bubblewrap` where it works, and without it everywhere.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use taquin_grader::{End, Job, Limits, Run, Sandbox};

fn sandboxes() -> Vec<Sandbox> {
    let (best, warning) = Sandbox::detect();
    assert_eq!(best.is_walled(), warning.is_none(), "a missing wall is told");
    if best.is_walled() { vec![best, Sandbox::plain()] } else { vec![best] }
}

fn limits(seconds: f64) -> Limits {
    Limits { time: Duration::from_secs_f64(seconds), ..Limits::default() }
}

/// Runs some Python or shell in a folder of its own.
fn run_in(sandbox: &Sandbox, folder: &Path, words: &[&str], limits: Limits) -> Run {
    let words: Vec<OsString> = words.iter().map(Into::into).collect();
    sandbox.run(&Job { words: &words, folder, shown: &[], hidden: &[], limits })
}

/// Runs it in every sandbox and hands on what came out.
fn each(words: &[&str], limits: Limits, check: impl Fn(&Sandbox, Run)) {
    for sandbox in sandboxes() {
        let folder = tempfile::tempdir().expect("a folder");
        check(&sandbox, run_in(&sandbox, folder.path(), words, limits));
    }
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
fn a_fork_bomb_is_defused() {
    let bomb = "import os, time\nwhile True:\n    try: os.fork()\n    except OSError: time.sleep(0.01)\n";
    each(&["python3", "-c", bomb, "taquin-test-bomb"], Limits { processes: 60, ..limits(10.0) }, |_, run| {
        assert_eq!(run.end, End::TooManyProcesses);
        assert_gone("taquin-test-bomb");
    });
}

#[test]
fn nobody_leaves_the_family() {
    // Each child takes a session of its own, throws its environment away and outlives its parent.
    let daemon = "import os, sys, time\n\
        if len(sys.argv) == 2:\n    \
            for _ in range(5):\n        \
                if os.fork() == 0:\n            \
                    os.setsid()\n            \
                    if os.fork() == 0:\n                \
                        time.sleep(0.3)\n                \
                        os.execve(sys.executable, ['python3', '-c', 'import time; time.sleep(60)', 'taquin-test-daemon'], {})\n            \
                    time.sleep(0.3)\n            os._exit(0)\n    \
            time.sleep(1)\n";
    each(&["python3", "-c", daemon, "taquin-test-daemon"], limits(10.0), |_, run| {
        assert_eq!(run.end, End::Exited(0), "{}", String::from_utf8_lossy(&run.err));
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
fn one_that_writes_outside_writes_nowhere_else() {
    let outside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let target = outside.path().join("written");
    let script = format!("echo 1 > inside; echo 2 > \"$HOME/home\"; echo 3 > {}; ls", target.display());
    for sandbox in sandboxes() {
        let folder = tempfile::tempdir().expect("a folder");
        let run = run_in(&sandbox, folder.path(), &["sh", "-c", &script], limits(10.0));
        assert_eq!(String::from_utf8_lossy(&run.out), "home\ninside\n", "the working folder is its own");
        assert_eq!(target.exists(), !sandbox.is_walled());
        let _ = fs::remove_file(&target);
    }
}

#[test]
fn files_and_memory_have_limits() {
    let large = Limits { file: 1 << 16, ..limits(10.0) };
    each(&["sh", "-c", "head -c 1000000 /dev/zero > large; wc -c < large"], large, |_, run| {
        assert_eq!(String::from_utf8_lossy(&run.out).trim(), "65536");
    });
    let hungry = "x = bytearray(3 << 30); print(len(x))";
    each(&["python3", "-c", hungry], Limits { memory: 1 << 30, ..limits(10.0) }, |_, run| {
        assert!(run.out.is_empty() && run.end != End::Exited(0), "{run:?}");
    });
    let many = "import os, time\nfor _ in range(8): os.fork() == 0 and (bytearray(os.urandom(1)) * (60 << 20), time.sleep(9), os._exit(0))\ntime.sleep(9)";
    each(&["python3", "-c", many], Limits { memory: 300 << 20, ..limits(20.0) }, |_, run| {
        assert_eq!(run.end, End::TooMuchMemory, "together they hold too much");
    });
}

#[test]
fn a_reader_of_standard_input_finds_nothing() {
    each(&["sh", "-c", "cat; echo end"], limits(10.0), |_, run| {
        assert_eq!((run.end, run.out.as_slice()), (End::Exited(0), &b"end\n"[..]));
    });
    let waits = "import sys\nwhile True: sys.stdin.read()";
    each(&["python3", "-c", waits], limits(0.6), |_, run| assert_eq!(run.end, End::TimedOut));
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
fn walls_keep_out_the_network_and_hide_others() {
    let (sandbox, warning) = Sandbox::detect();
    if warning.is_some() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let others = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::write(others.path().join("solution.py"), "secret").expect("a file");
    let script = format!(
        "ls {}; tail -n +3 /proc/net/dev | grep -vc lo: ; ls /proc | grep -c '^[0-9]'",
        others.path().display()
    );
    let words: Vec<OsString> = ["sh", "-c", &script].map(Into::into).to_vec();
    let hidden = [others.path().to_path_buf()];
    let job = Job { words: &words, folder: folder.path(), shown: &[], hidden: &hidden, limits: limits(10.0) };
    let run = sandbox.run(&job);
    let text = String::from_utf8_lossy(&run.out);
    let lines: Vec<u32> = text.lines().map(|line| line.parse().unwrap_or(999)).collect();
    assert!(lines.len() == 2 && lines[0] == 0 && lines[1] < 8, "no file, no network, few processes: {text}");
}

#[test]
fn what_is_not_there_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run_in(&Sandbox::plain(), folder.path(), &["no-such-program"], limits(5.0));
    assert!(matches!(run.end, End::NotStarted(why) if why.contains("no-such-program")));
    each(&["sh", "-c", "kill -SEGV $$"], limits(5.0), |_, run| assert_eq!(run.end, End::Signal(11)));
    each(&["sh", "-c", "exit 3"], limits(5.0), |_, run| assert_eq!(run.end, End::Exited(3)));
    each(&["sh", "-c", "echo ${SECRET_TOKEN-none}; pwd"], limits(5.0), |_, run| {
        assert!(String::from_utf8_lossy(&run.out).starts_with("none\n"));
    });
}
