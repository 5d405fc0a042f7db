//! Puzzles solved by several processes together: batches, single boards, and what happens when one of
//! the processes dies.
#![cfg(feature = "cluster")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with puzzles, and clusters that solve them.
struct Test {
    folder: tempfile::TempDir,
}

impl Test {
    fn new() -> Self {
        Test { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn taquin(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(args).env("TAQUIN_TABLES", self.path("tables")).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What one process answers.
    fn alone(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.taquin(args).output().expect("the binary runs");
        (output.status.code(), text(output.stdout))
    }

    /// Starts the processes of a cluster.
    fn start(&self, hosts: usize, args: &[&str]) -> Vec<Child> {
        let listeners: Vec<TcpListener> =
            (0..hosts).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let address = |listener: &TcpListener| listener.local_addr().expect("an address").to_string();
        let list: Vec<String> = listeners.iter().map(address).collect();
        std::fs::write(self.path("hosts"), list.join("\n")).expect("written");
        drop(listeners);
        let args = [args, &["--cluster", "hosts", "--threads", "1"]].concat();
        (0..hosts).map(|_| self.taquin(&args).spawn().expect("the binary runs")).collect()
    }

    /// What a cluster answers: its first host alone.
    fn together(&self, hosts: usize, args: &[&str]) -> (Option<i32>, String) {
        let mut told = Vec::new();
        for Output { status, stdout, stderr } in ends(self.start(hosts, args)) {
            let out = text(stdout);
            if out.is_empty() {
                assert!(status.success(), "{}", text(stderr));
            } else {
                told.push((status.code(), out));
            }
        }
        assert_eq!(told.len(), 1, "one host tells the answers");
        told.remove(0)
    }

    /// Starts a cluster, kills one of its processes when `file` has grown to `bytes`, and sees the
    /// others give up.
    fn kill_one(&self, hosts: usize, args: &[&str], file: &str, bytes: u64) {
        let mut running = self.start(hosts, args);
        let end = Instant::now() + Duration::from_secs(60);
        while size(&self.path(file)) < bytes {
            assert!(Instant::now() < end, "{file} does not grow");
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut victim = running.remove(1);
        victim.kill().expect("it is there");
        assert!(!victim.wait().expect("it ends").success(), "it is over before it could be killed");
        for output in ends(running) {
            let message = text(output.stderr);
            assert_eq!(output.status.code(), Some(2), "{message}");
            assert!(message.contains("has died or cannot be reached any more"), "{message}");
        }
    }
}

/// What processes have said when they end. They wait for each other, so all are listened to at once.
fn ends(running: Vec<Child>) -> Vec<Output> {
    let listen = |child: Child| std::thread::spawn(move || child.wait_with_output().expect("it ends"));
    let listening: Vec<_> = running.into_iter().map(listen).collect();
    listening.into_iter().map(|one| one.join().expect("nothing panics")).collect()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |about| about.len())
}

/// A board of 3 x 5 cells that takes 17 million expansions.
const HARD: &str = "5 4 10 0 12 / 3 13 1 6 2 / 14 8 7 11 9";

#[test]
fn a_batch_has_the_answers_of_one_machine() {
    let test = Test::new();
    let puzzles = "# of all kinds\n1 2 3 / 4 0 6 / 7 5 8\n8 6 7 / 2 5 4 / 3 0 1\n2 1 4 3 / 6 5 8 7 / 9 10 0 11\n\n\
                   1 2 3 / 4 5 6 / 8 7 0\nnot a puzzle\n0 11 10 9 / 8 7 6 5 / 4 3 1 2\n1A9BF0C\n";
    std::fs::write(test.path("batch"), puzzles).expect("written");
    for format in ["text", "moves"] {
        let args = ["solve", "batch", "--batch", "--format", format];
        let alone = test.alone(&args);
        assert_eq!((alone.0, alone.1.lines().count()), (Some(2), 7));
        assert_eq!(test.together(2, &args), alone);
        assert_eq!(test.together(3, &args), alone);
    }
}

#[test]
fn a_batch_goes_on_after_a_death_with_other_hosts() {
    let test = Test::new();
    let (_, boards) = test.alone(&["generate", "3x4", "--seed", "5", "--count", "4000"]);
    std::fs::write(test.path("batch"), boards).expect("written");
    let alone = test.alone(&["solve", "batch"]);
    assert_eq!((alone.0, alone.1.lines().count()), (Some(0), 4000));
    let args = ["solve", "batch", "--resume", "log"];
    test.kill_one(3, &args, "log", 20_000);
    let kept = size(&test.path("log"));
    test.kill_one(2, &args, "log", kept + 20_000);
    assert_eq!(test.together(3, &args), alone);
    assert!(!test.path("log").exists(), "nothing is left to go on with");
}

#[test]
fn a_single_board_has_the_answer_of_one_machine() {
    let test = Test::new();
    for board in ["10 14 4 11 8 / 5 0 1 13 3 / 6 12 9 2 7", "1 2 3 / 4 5 6 / 8 7 0", "8 6 7 / 2 5 4 / 3 0 1"]
    {
        let args = ["solve", board, "--format", "moves"];
        let alone = test.alone(&args);
        if alone.1.is_empty() {
            let codes: Vec<_> = ends(test.start(2, &args)).iter().map(|end| end.status.code()).collect();
            assert!(codes.contains(&alone.0) && codes.contains(&Some(0)), "{codes:?}");
        } else {
            assert_eq!(test.together(2, &args), alone);
            assert_eq!(test.together(3, &args), alone);
        }
    }
}

#[test]
fn a_single_board_goes_on_after_a_death_with_other_hosts() {
    let test = Test::new();
    let args = ["solve", HARD, "--format", "moves", "--resume", "state"];
    test.kill_one(2, &args, "state", 1);
    assert_eq!(test.together(3, &args), test.alone(&["solve", HARD, "--format", "moves"]));
    assert!(!test.path("state").exists(), "nothing is left to go on with");
    // One machine goes on with what a cluster has begun.
    test.kill_one(2, &args, "state", 1);
    let state = std::fs::read_to_string(test.path("state")).expect("a checkpoint");
    assert!(state.starts_with("taquin deepening checkpoint"), "{state}");
    assert_eq!(test.alone(&args), test.alone(&["solve", HARD, "--format", "moves"]));
}

#[test]
fn what_is_wrong_is_said_on_all_hosts() {
    let test = Test::new();
    let messages = |args: &[&str]| -> Vec<String> {
        let ended = ends(test.start(2, args)).into_iter();
        ended
            .map(|output| {
                assert_eq!(output.status.code(), Some(2));
                text(output.stderr)
            })
            .collect()
    };
    let missing = messages(&["solve", "no/such/file.txt"]);
    assert!(missing.iter().all(|message| message.contains("no/such/file.txt: no such file")), "{missing:?}");
    std::fs::write(test.path("log"), "something else\n").expect("written");
    std::fs::write(test.path("batch"), "1 2 / 3 0\n1 2 / 0 3\n0 1 / 3 2\n").expect("written");
    let log = messages(&["solve", "batch", "--resume", "log"]);
    assert!(log.iter().all(|message| message.contains("this is no log of a batch")), "{log:?}");
    let alone = test.taquin(&["solve", "batch", "--cluster", "nowhere"]).output().expect("the binary runs");
    assert_eq!(alone.status.code(), Some(2));
    assert!(text(alone.stderr).contains("nowhere"));
}
