//! Puzzles solved and spaces counted by several processes together: batches, single boards, tiles and
//! blocks, on the loopback and in network namespaces, and what happens when one of the processes dies.
#![cfg(feature = "cluster")]

#[path = "../../../cluster/tests/support/chance.rs"]
mod chance;
mod documentation;
mod junk;
mod killing;
#[path = "../../../cluster/tests/support/memory.rs"]
mod memory;
#[path = "../../../cluster/tests/support/namespaces.rs"]
mod namespaces;
#[path = "../support/pages.rs"]
mod pages;
#[path = "../../../cluster/tests/support/ports.rs"]
mod ports;
mod together;

use std::path::Path;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use namespaces::Namespaces;
use together::{Test, ends, text};

/// Starts a cluster, kills one of its processes when `file` has grown to `bytes`, and sees the others give
/// up.
fn kill_one(test: &Test, hosts: usize, args: &[&str], file: &str, bytes: u64) {
    kill_when(test, hosts, args, || size(&test.path(file)) >= bytes);
}

fn kill_when(test: &Test, hosts: usize, args: &[&str], due: impl Fn() -> bool) {
    let mut running = test.start(hosts, args);
    let end = Instant::now() + Duration::from_secs(60);
    while !due() {
        assert!(Instant::now() < end, "what is waited for does not happen");
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut victim = running.remove(1);
    victim.kill().expect("it is there");
    assert!(!victim.wait().expect("it ends").success(), "it is over before it could be killed");
    for output in ends(running) {
        let message = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        // On a busy machine a host may be killed before another one has reached it.
        let lost = ["has died or cannot be reached any more", "is not there"];
        assert!(lost.iter().any(|lost| message.contains(lost)), "{message}");
    }
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |about| about.len())
}

/// Whether a folder has a file of a level. Which process wrote it depends on which was there first.
fn has_level(folder: &Path, level: usize) -> bool {
    let start = format!("level-{level:05}-");
    let named = |name: &str| name.starts_with(&start) && name.ends_with(".taq");
    std::fs::read_dir(folder).is_ok_and(|mut files| {
        files.any(|file| file.is_ok_and(|file| file.file_name().to_str().is_some_and(named)))
    })
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
    kill_one(&test, 3, &args, "log", 20_000);
    let kept = size(&test.path("log"));
    kill_one(&test, 2, &args, "log", kept + 20_000);
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

/// The exit code and the number of moves: which of several shortest solutions is found depends on the tables that
/// the search had when it was interrupted.
fn length((code, moves): (Option<i32>, String)) -> (Option<i32>, usize) {
    (code, moves.trim().len())
}

#[test]
fn a_single_board_goes_on_after_a_death_with_other_hosts() {
    let test = Test::new();
    let args = ["solve", HARD, "--format", "moves", "--resume", "state"];
    kill_one(&test, 2, &args, "state", 100);
    let shortest = length(test.alone(&["solve", HARD, "--format", "moves"]));
    assert_eq!(length(test.together(3, &args)), shortest);
    assert!(!test.path("state").exists(), "nothing is left to go on with");
    // One machine goes on with what a cluster has begun.
    kill_one(&test, 2, &args, "state", 100);
    let state = std::fs::read_to_string(test.path("state")).expect("a checkpoint");
    assert!(state.contains("taquin deepening checkpoint"), "{state}");
    assert_eq!(length(test.alone(&args)), shortest);
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
    assert!(log.iter().all(|message| message.contains("this is not a journal")), "{log:?}");
    let alone = test.taquin(&["solve", "batch", "--cluster", "nowhere"]).output().expect("the binary runs");
    assert_eq!(alone.status.code(), Some(2));
    assert!(text(alone.stderr).contains("nowhere"));
}

/// What an enumeration came to: the counts are the same on every host.
fn counted(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), text(output.stdout.clone()))
}

#[test]
fn a_space_is_counted_within_the_memory_limit_of_every_process() {
    let test = Test::new();
    // Levels of 5.6 million positions at the end: more than the processes may hold between them.
    let size = ["enumerate", "3x4", "--depth", "28", "--format", "csv"];
    let alone = test.taquin(&size).output().expect("the binary runs");
    for (limit, more) in [(28, &["--disk", "DISK"][..]), (64, &[])] {
        let limited = format!("--limit-memory={limit}M");
        let mut running = test.start(2, &[&size, more, &[&limited]].concat());
        let peaks = memory::peaks(&mut running).expect("they end");
        for output in ends(running) {
            assert_eq!(counted(&output), counted(&alone), "{}", text(output.stderr));
        }
        for peak in peaks.into_iter().flatten() {
            assert!(peak <= limit << 20, "{} KiB of {limit} MiB", peak >> 10);
        }
    }
    // Without a disk the levels do not fit; the complete ones are printed by every host.
    for output in ends(test.start(2, &[&size[..], &["--limit-memory=26M"]].concat())) {
        assert_eq!(output.status.code(), Some(3));
        let (told, all) = (text(output.stdout), text(alone.stdout.clone()));
        assert!(told.len() > 100 && all.starts_with(&told), "{told}");
        assert!(text(output.stderr).contains("--disk FOLDER"));
    }
    for output in ends(test.start(2, &[&size[..], &["--limit-memory=19M"]].concat())) {
        assert_eq!(output.status.code(), Some(2));
        let why = text(output.stderr);
        assert!(why.contains("is too little") || why.contains("are left of the limit"), "{why}");
    }
}

#[test]
fn a_cluster_saves_what_one_machine_saves() {
    let test = Test::new();
    let same = |one: &str, other: &str| {
        let read = |name: &str| std::fs::read(test.path(name)).expect("a file");
        assert!(read(one) == read(other), "{one} and {other} differ");
    };
    for (name, puzzle) in [("tiles", "2x5"), ("blocks", "pennant")] {
        let (one, other) = (format!("{name}.one"), format!("{name}.other"));
        let alone = test.alone(&["enumerate", puzzle, "--format", "json", "--save", &one]);
        assert_eq!(alone.0, Some(0));
        for (hosts, disk) in [(2, &[][..]), (3, &["--disk", "DISK"])] {
            let args = ["enumerate", puzzle, "--format", "csv", "--save", &other];
            for output in ends(test.start(hosts, &[&args, disk].concat())) {
                assert!(output.status.success(), "{}", text(output.stderr));
            }
            same(&one, &other);
            std::fs::remove_file(test.path(&other)).expect("it is there");
        }
        for number in 0..3 {
            std::fs::remove_dir_all(test.path(&format!("disk{number}"))).expect("it is there");
        }
        // One process is killed when some level is there; another number goes on.
        let args = ["enumerate", puzzle, "--format", "csv", "--save", &other, "--disk", "DISK"];
        kill_when(&test, 2, &args, || has_level(&test.path("disk0"), 20));
        for output in ends(test.start(3, &args)) {
            assert!(output.status.success(), "{}", text(output.stderr));
        }
        same(&one, &other);
        for number in 0..3 {
            std::fs::remove_dir_all(test.path(&format!("disk{number}"))).expect("it is there");
        }
    }
    let info = test.alone(&["info", "4 5 0 9 8 / 1 2 3 7 6", "--distances", "tiles.one"]);
    assert!(info.0 == Some(0) && info.1.contains("distance"), "{}", info.1);
}

#[test]
fn a_cluster_counts_the_distances_to_the_goal() {
    let test = Test::new();
    let args = ["enumerate", "pennant"];
    let alone = test.alone(&args);
    assert!(alone.1.contains("The start is 59 moves away"), "{}", alone.1);
    // The first host prints what one machine prints; the others have no examples of the farthest.
    let same = |running: Vec<Child>| {
        let outputs: Vec<_> = ends(running).iter().map(counted).collect();
        let whole = outputs.iter().filter(|output| **output == alone).count();
        assert_eq!(whole, 1, "{outputs:?}");
        assert!(outputs.iter().all(|(code, out)| *code == Some(0) && out.contains("59 moves away")));
    };
    same(test.start(2, &args));
    let args = [&args[..], &["--disk", "DISK"]].concat();
    // Killed in the first pass, then in the second, by when there is one more.
    kill_when(&test, 2, &args, || has_level(&test.path("disk0"), 20));
    kill_when(&test, 3, &args, || has_level(&test.path("disk0/from-goals"), 20));
    same(test.start(3, &args));
}

#[test]
fn processes_of_one_run_may_share_a_folder_and_no_others() {
    let test = Test::new();
    let args = ["enumerate", "3x4", "--depth", "18", "--disk", "shared"];
    let (_, expected) = test.alone(&args[..4]);
    for output in ends(test.start(3, &args)) {
        assert_eq!((output.status.code(), text(output.stdout)), (Some(0), expected.clone()));
    }
    let held = taquin_files::Lock::take(&test.path("shared"), None).expect("nobody works there");
    for output in ends(test.start(2, &args)) {
        let message = text(output.stderr);
        assert!(output.status.code() == Some(2) && message.contains("works in this folder"), "{message}");
    }
    drop(held);
}

#[test]
#[allow(clippy::print_stderr, reason = "why nothing was tested")]
fn machines_of_their_own_solve_together() {
    let machines = match Namespaces::new(3) {
        Ok(machines) => Some(machines),
        Err(why) => return eprintln!("skipped: no network namespaces here ({why})"),
    };
    let test = Test { machines, ..Test::new() };
    let (_, boards) = test.alone(&["generate", "3x4", "--seed", "6", "--count", "4000"]);
    std::fs::write(test.path("batch"), boards).expect("written");
    let args = ["solve", "batch", "--resume", "log"];
    kill_one(&test, 3, &args, "log", 5000);
    // As many machines as before, then fewer.
    let kept = size(&test.path("log"));
    kill_one(&test, 3, &args, "log", kept + 5000);
    assert_eq!(test.together(2, &args), test.alone(&["solve", "batch"]));
    let args = ["solve", HARD, "--format", "moves", "--resume", "state"];
    kill_one(&test, 2, &args, "state", 100);
    assert_eq!(test.together(2, &args), test.alone(&["solve", HARD, "--format", "moves"]));
    let args = ["enumerate", "pennant", "--format", "csv", "--depth", "30"];
    let alone = test.alone(&args);
    for output in ends(test.start(3, &args)) {
        assert_eq!(counted(&output), alone, "{}", text(output.stderr));
    }
}
