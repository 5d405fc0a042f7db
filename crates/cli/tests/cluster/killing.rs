//! Processes that are killed at random moments, again and again: a run that continues with the same or
//! another number of processes gives the result of one machine.

use std::io::Read;
use std::process::Child;
use std::thread::JoinHandle;

use super::chance::Chance;
use super::together::Test;
use super::{HARD, length};

/// Reads the output of a process, on both of its channels.
fn hear(child: &mut Child) -> [JoinHandle<String>; 2] {
    fn listen(mut channel: impl Read + Send + 'static) -> JoinHandle<String> {
        std::thread::spawn(move || {
            let mut text = String::new();
            channel.read_to_string(&mut text).expect("text");
            text
        })
    }
    [listen(child.stdout.take().expect("a pipe")), listen(child.stderr.take().expect("a pipe"))]
}

/// Runs clusters of one to three processes, and kills one of each at a random moment, until one of them has printed
/// its answer. `most` is about how long it takes, in milliseconds.
fn until_told(test: &Test, chance: &mut Chance, args: &[&str], mut most: usize) -> (Option<i32>, String) {
    // A process that is killed before it has joined is not waited for long.
    let args = [args, &["--patience", "2s"]].concat();
    loop {
        let mut running = test.start(1 + chance.below(3), &args);
        // What they say is heard from the beginning: none of them waits to be heard when it is killed.
        let heard: Vec<_> = running.iter_mut().map(hear).collect();
        chance.sleep(most);
        let victim = chance.below(running.len());
        running[victim].kill().expect("it is there");
        let mut told = None;
        let saved = test.path("table").exists();
        for (number, (child, [out, err])) in running.iter_mut().zip(heard).enumerate() {
            let code = child.wait().expect("it ends").code();
            let (out, message) = (out.join().expect("text"), err.join().expect("text"));
            let missed = ["has died or cannot", " is not there: "].iter().any(|why| message.contains(why));
            // A run that was killed after the table had been written need not write it again.
            let needless = saved && message.contains("not been kept for --save");
            assert!(number == victim || code == Some(0) || missed || needless, "{code:?}: {message}");
            assert!(!message.contains("panic"), "{message}");
            if code == Some(0) && !out.is_empty() {
                told = Some((code, out));
            }
        }
        if saved && told.is_none() {
            let _ = std::fs::remove_dir_all(test.path("all"));
        }
        match told {
            Some(told) => return told,
            // On a busy machine it should come to an end as well.
            None => most += most / 4,
        }
    }
}

#[test]
fn a_batch_is_solved_whichever_is_killed() {
    let (test, mut chance) = (Test::new(), Chance::new());
    let (_, boards) = test.alone(&["generate", "3x4", "--seed", "7", "--count", "2000"]);
    std::fs::write(test.path("batch"), boards).expect("written");
    let alone = test.alone(&["solve", "batch"]);
    let told = until_told(&test, &mut chance, &["solve", "batch", "--resume", "log"], 1200);
    assert!(told == alone, "one machine answers the same");
    assert!(!test.path("log").exists(), "nothing is left to go on with");
}

#[test]
fn a_board_is_solved_whichever_is_killed() {
    let (test, mut chance) = (Test::new(), Chance::new());
    let shortest = length(test.alone(&["solve", HARD, "--format", "moves"]));
    let args = ["solve", HARD, "--format", "moves", "--resume", "state"];
    assert_eq!(length(until_told(&test, &mut chance, &args, 1500)), shortest);
    assert!(!test.path("state").exists(), "nothing is left to go on with");
}

#[test]
fn blocks_are_counted_whichever_is_killed() {
    let (test, mut chance) = (Test::new(), Chance::new());
    // One disk for all, on which any process finds what the others had.
    let args = ["enumerate", "pennant", "--depth", "24", "--format", "csv", "--disk", "all"];
    let alone = test.alone(&["enumerate", "pennant", "--depth", "24", "--format", "csv"]);
    assert_eq!(until_told(&test, &mut chance, &args, 600), alone);
}

#[test]
fn a_table_is_saved_whichever_is_killed() {
    let (test, mut chance) = (Test::new(), Chance::new());
    let args = ["enumerate", "2x5", "--format", "csv", "--disk", "all", "--save", "table"];
    let alone = test.alone(&["enumerate", "2x5", "--format", "csv", "--save", "expected"]);
    assert_eq!(until_told(&test, &mut chance, &args, 1000), alone);
    let read = |name: &str| std::fs::read(test.path(name)).expect("a file");
    assert!(read("table") == read("expected"), "the tables are the same");
}
