//! Clusters of several processes: on the loopback, and in network namespaces with addresses of their
//! own. Same counts as on one machine, also after one of them was killed in the middle.
//!
//! The program runs itself as a process of the cluster: `processes member HOSTS FOLDER|- PATIENCE ROWS COLS`,
//! `processes flood HOSTS` or `processes panic HOSTS`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use taquin_cluster::{Cluster, Counted, Hosts, Job, Member, Secret, enumerate};
use taquin_search::Limits;
use taquin_space::{Options, Space};
use taquin_tiles::{Board, Geometry};

#[path = "support/chance.rs"]
mod chance;
#[path = "support/memory.rs"]
mod memory;
#[path = "support/namespaces.rs"]
mod namespaces;
#[path = "support/ports.rs"]
mod ports;

use chance::Chance;
use memory::peaks;
use namespaces::Namespaces;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn space(rows: u32, cols: u32) -> Space {
    Space::new(Geometry::new(rows, cols, false), &Board::blank_last(rows, cols)).expect("the board is small")
}

/// One process of a cluster. Tells its number and what it has counted.
#[allow(clippy::print_stdout)]
fn member(arguments: &[String]) -> Result {
    let [hosts, folder, patience, rows, cols] = arguments else {
        return Err("usage: member HOSTS FOLDER|- PATIENCE ROWS COLS".into());
    };
    let hosts = Hosts::parse(&fs::read_to_string(hosts)?)?;
    let secret = Some(Secret::new(&"known to all of them ".repeat(2))?);
    let patience = Duration::from_secs(patience.parse()?);
    let cluster = Cluster { hosts, threads: 2, secret, patience };
    // Little memory, so that there are many windows, some swept and some sorted.
    let limits = Limits { memory: Some(16 << 20), ..Limits::default() };
    let folder = (folder != "-").then(|| PathBuf::from(folder));
    let job = Job {
        realm: Arc::new(space(rows.parse()?, cols.parse()?)),
        folder,
        gather: false,
        options: Options { limits, ..Options::default() },
    };
    let Counted { host, census, traffic, .. } = enumerate(&cluster, &job, &mut (), &mut ())?;
    let alone = cluster.hosts.count() == 1;
    assert!(traffic.iter().all(|(_, sent)| (sent.messages == 0) == alone && (sent.bytes == 0) == alone));
    println!("{host} {:?} {}", census.levels, census.farthest.len());
    Ok(())
}

/// The bytes of one message, and how many of them there are.
const BYTES: usize = 100_000;
const MESSAGES: usize = 600;
/// What one member may have in flight.
const BOUND: usize = 1 << 20;

/// One of two processes of which the first sends much and the second is slow.
fn flood(hosts: &str) -> Result {
    let hosts = Hosts::parse(&fs::read_to_string(hosts)?)?;
    let cluster = Cluster { hosts, threads: 1, secret: None, patience: Duration::from_secs(60) };
    let (host, read) = cluster.run("flood", |member: &mut Member<'_, Vec<u8>>| {
        member.bound(BOUND);
        let mut read = 0;
        let slow = member.index() == 1;
        let bytes = if slow { 1 } else { BYTES };
        for _ in 0..MESSAGES {
            member.send_bounded(1 - member.index(), vec![1; bytes], bytes, &mut |received| {
                read += received.message.len();
            });
            if slow {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        member.end_phase(|received| read += received.message.len())?;
        Ok(read)
    })?;
    assert_eq!(read, [if host == 0 { MESSAGES } else { MESSAGES * BYTES }]);
    Ok(())
}

/// One of two processes of which the second panics, on one of its two threads.
fn panic(hosts: &str) -> Result {
    let hosts = Hosts::parse(&fs::read_to_string(hosts)?)?;
    let cluster = Cluster { hosts, threads: 2, secret: None, patience: Duration::from_secs(60) };
    cluster.run("panic", |member: &mut Member<'_, ()>| {
        assert_ne!(member.index(), 2, "on purpose");
        member.end_phase(drop)
    })?;
    Ok(())
}

/// Starts two processes that do what `word` says.
fn start_two(test: &Test, word: &str) -> Result<Vec<Child>> {
    let program = std::env::current_exe()?;
    let start = |_| Command::new(&program).arg(word).arg(&test.hosts).stderr(Stdio::piped()).spawn();
    Ok((0..2).map(start).collect::<std::io::Result<_>>()?)
}

/// A process that is fast does not flood one that is slow, nor itself.
fn messages_in_flight_are_bounded() -> Result {
    let test = Test::new(ports::free(2))?;
    let mut running = start_two(&test, "flood")?;
    let peaks = peaks(&mut running)?;
    for child in running {
        let Output { status, stderr, .. } = child.wait_with_output()?;
        assert!(status.success(), "{}", String::from_utf8(stderr)?);
    }
    // Sixty megabytes go over; some ten are the program and the buffers of the connection.
    for peak in peaks.into_iter().flatten() {
        assert!(peak < 24 << 20, "{peak} bytes");
    }
    Ok(())
}

/// A thread that panics ends its process, and no other process waits for it.
fn a_panic_ends_all() -> Result {
    let test = Test::new(ports::free(2))?;
    let mut told = [false; 2];
    for child in start_two(&test, "panic")? {
        let Output { status, stderr, .. } = child.wait_with_output()?;
        let message = String::from_utf8(stderr)?;
        assert!(!status.success(), "{message}");
        told[0] |= message.contains("on purpose") && message.contains("a thread has panicked");
        told[1] |= message.contains("has died") && !message.contains("panicked");
    }
    assert_eq!(told, [true; 2]);
    Ok(())
}

/// A cluster that is being tested.
struct Test {
    folder: tempfile::TempDir,
    hosts: PathBuf,
    addresses: Vec<String>,
    /// What each process is run through.
    prefixes: Vec<Vec<String>>,
    /// How many seconds the processes wait for each other at the start.
    patience: u32,
}

/// For processes of which none is missing, on a machine that may be busy.
const PATIENT: u32 = 60;
/// For those that wait for a process that does not come.
const SHORT: u32 = 5;

impl Test {
    fn new(addresses: Vec<String>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let hosts = folder.path().join("hosts");
        fs::write(&hosts, addresses.join("\n"))?;
        let prefixes = vec![Vec::new(); addresses.len()];
        Ok(Test { folder, hosts, addresses, prefixes, patience: PATIENT })
    }

    /// Another list of hosts over the same folders.
    fn with_hosts(self, addresses: Vec<String>) -> Result<Self> {
        fs::write(&self.hosts, addresses.join("\n"))?;
        let prefixes = vec![Vec::new(); addresses.len()];
        Ok(Test { addresses, prefixes, ..self })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, process: usize, folder: &str, size: [&str; 2]) -> Result<Child> {
        let program = std::env::current_exe()?;
        let program = program.to_str().ok_or("the program has an odd name")?;
        let mut words: Vec<&str> = self.prefixes[process].iter().map(String::as_str).collect();
        words.extend([program, "member"]);
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(&self.hosts);
        let folder = if folder == "-" { PathBuf::from("-") } else { self.path(folder) };
        command
            .arg(folder)
            .arg(self.patience.to_string())
            .args(size)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(command.spawn()?)
    }

    /// Starts all processes, each on a board of two rows and five columns.
    fn start_all(&self, folders: &[&str]) -> Result<Vec<Child>> {
        (0..self.addresses.len())
            .map(|process| self.start(process, folders[process % folders.len()], ["2", "5"]))
            .collect()
    }

    /// Runs all processes to their end; each must come to the expected counts.
    fn run(&self, folders: &[&str], expected: &str) -> Result {
        let mut numbers = Vec::new();
        for child in self.start_all(folders)? {
            let Output { status, stdout, stderr } = child.wait_with_output()?;
            let (out, err) = (String::from_utf8(stdout)?, String::from_utf8(stderr)?);
            assert!(status.success(), "{status}: {err}");
            let (number, rest) = out.trim().split_once(' ').ok_or("nothing was counted")?;
            assert_eq!(rest, format!("{expected} {}", if number == "0" { 2 } else { 0 }));
            numbers.push(number.parse::<usize>()?);
        }
        numbers.sort_unstable();
        assert!(numbers.iter().copied().eq(0..self.addresses.len()), "every process has a number of its own");
        Ok(())
    }

    /// Starts all processes, kills one of them when a level appears in a folder, and sees the others
    /// give up.
    fn kill_one(&self, folders: &[&str], folder: &str, level: usize) -> Result {
        let mut running = self.start_all(folders)?;
        let end = Instant::now() + Duration::from_secs(60);
        while !has_level(&self.path(folder), level) {
            assert!(Instant::now() < end, "level {level} does not appear in {folder}");
            std::thread::sleep(Duration::from_micros(200));
        }
        let mut victim = running.remove(1);
        let killed = victim.kill();
        assert!(!victim.wait()?.success(), "it is over before it could be killed");
        killed?;
        for child in running {
            let Output { status, stderr, .. } = child.wait_with_output()?;
            let message = String::from_utf8(stderr)?;
            assert!(!status.success(), "it goes on without the one that was killed");
            let told = self.addresses.iter().any(|host| message.contains(&format!("{host} has died")));
            assert!(told && !message.contains("panicked"), "{message}");
        }
        Ok(())
    }
}

/// Whether a folder has a file of a level. Which process wrote it depends on which was there first.
fn has_level(folder: &Path, level: usize) -> bool {
    let start = format!("level-{level:05}-");
    let named = |entry: std::io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| {
            let name = entry.file_name();
            name.to_str().is_some_and(|name| name.starts_with(&start) && name.ends_with(".taq"))
        })
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.any(named))
}

fn counts_in_memory_and_on_disk(expected: &str) -> Result {
    for count in [1, 2, 3] {
        Test::new(ports::free(count))?.run(&["-"], expected)?;
    }
    Test::new(ports::free(3))?.run(&["a", "b", "c"], expected)?;
    Test::new(ports::free(2))?.run(&["-", "b"], expected)
}

fn goes_on_after_a_death(expected: &str) -> Result {
    let test = Test::new(ports::free(3))?;
    let folders = ["a", "b", "c"];
    test.kill_one(&folders, "a", 20)?;
    test.kill_one(&folders, "a", 40)?;
    assert!(!has_level(&test.path("a"), 1), "it does not begin anew");
    test.run(&folders, expected)
}

fn goes_on_with_another_number(expected: &str) -> Result {
    // More hosts than before, each with a disk of its own: the windows move to their new owners.
    let test = Test::new(ports::free(2))?;
    test.kill_one(&["a", "b"], "a", 30)?;
    let test = test.with_hosts(ports::free(3))?;
    test.kill_one(&["a", "b", "c"], "c", 34)?;
    test.run(&["a", "b", "c"], expected)?;
    // Fewer hosts than before, on a disk that they share.
    let test = Test::new(ports::free(3))?;
    test.kill_one(&["all"], "all", 30)?;
    test.with_hosts(ports::free(2))?.run(&["all"], expected)
}

/// Where a disk of an earlier run is missing, nothing is begun anew, and nothing removed.
fn misses_a_disk(expected: &str) -> Result {
    let test = Test::new(ports::free(3))?;
    test.kill_one(&["a", "b", "c"], "a", 30)?;
    let test = test.with_hosts(ports::free(2))?;
    for child in test.start_all(&["a", "b"])? {
        let Output { status, stderr, .. } = child.wait_with_output()?;
        let message = String::from_utf8(stderr)?;
        assert!(!status.success() && message.contains("only some of the level at distance"), "{message}");
    }
    let test = test.with_hosts(ports::free(3))?;
    test.kill_one(&["a", "b", "c"], "a", 33)?;
    assert!(!has_level(&test.path("a"), 1), "it does not begin anew");
    test.run(&["a", "b", "c"], expected)
}

/// Processes are killed at random moments, any of them, until one run comes to its end. Each run has as many
/// hosts as the one before or another number; with disks of their own there are more and more of them.
fn killed_at_random(expected: &str, shared: bool) -> Result {
    let mut chance = Chance::new();
    let mut test = Test { patience: SHORT, ..Test::new(ports::free(1 + chance.below(3)))? };
    let folders: &[&str] = if shared { &["all"] } else { &["a", "b", "c"] };
    let mut most = 300;
    loop {
        let mut running = test.start_all(folders)?;
        chance.sleep(most);
        let victim = chance.below(running.len());
        running[victim].kill()?;
        let mut over = 0;
        for (number, child) in running.into_iter().enumerate() {
            let Output { status, stdout, stderr } = child.wait_with_output()?;
            let (out, message) = (String::from_utf8(stdout)?, String::from_utf8(stderr)?);
            let missed = ["has died or cannot", " is not there: "].iter().any(|why| message.contains(why));
            assert!(number == victim || status.success() || missed, "{status}: {message}");
            assert!(!message.contains("panic"), "{message}");
            if status.success() {
                let counts = out.split_once(' ').map(|(_, rest)| rest).unwrap_or_default();
                assert!(counts.starts_with(expected), "{out}");
                over += 1;
            }
        }
        if over == test.addresses.len() {
            return Ok(());
        }
        // On a busy machine it should come to an end as well.
        most += 100;
        let hosts = test.addresses.len();
        let hosts = if shared { 1 + chance.below(3) } else { hosts + chance.below(4 - hosts) };
        test = test.with_hosts(ports::free(hosts))?;
    }
}

/// A limit on the size of files stands for the full disk of one host. All hosts hear of it, and go on when
/// there is room again.
fn out_of_disk(expected: &str) -> Result {
    let mut test = Test::new(ports::free(2))?;
    let small = ["sh", "-c", "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\""];
    test.prefixes[1] = small.map(String::from).to_vec();
    for child in test.start_all(&["a", "b"])? {
        let Output { status, stderr, .. } = child.wait_with_output()?;
        let message = String::from_utf8(stderr)?;
        assert!(!status.success() && message.contains("File too large"), "{message}");
    }
    assert!(!has_level(&test.path("a"), 1), "the levels before were found");
    test.prefixes[1].clear();
    test.run(&["a", "b"], expected)
}

fn says_what_is_wrong() -> Result {
    let message = |child: Child| -> Result<String> {
        let Output { status, stderr, .. } = child.wait_with_output()?;
        assert!(!status.success());
        Ok(String::from_utf8(stderr)?)
    };
    let test = Test::new(ports::free(2))?;
    let (one, other) = (test.start(0, "-", ["2", "3"])?, test.start(1, "-", ["3", "2"])?);
    assert!(message(one)?.contains("does other work (enumerate "));
    assert!(message(other)?.contains("does other work (enumerate "));
    let test = Test { patience: SHORT, ..Test::new(ports::free(2))? };
    assert!(
        message(test.start(0, "-", ["2", "3"])?)?.contains(&format!("{} is not there", test.addresses[1]))
    );
    let test = Test::new(vec!["192.0.2.1:9".into()])?;
    assert!(message(test.start(0, "-", ["2", "3"])?)?.contains("none of the 1 hosts is this machine"));
    Ok(())
}

#[allow(clippy::print_stderr)]
fn machines_of_their_own(expected: &str) -> Result {
    let namespaces = match Namespaces::new(3) {
        Ok(namespaces) => namespaces,
        Err(why) => {
            eprintln!("skipped: no network namespaces here ({why})");
            return Ok(());
        }
    };
    let mut test = Test::new((0..3).map(Namespaces::address).collect())?;
    test.addresses = test.addresses.iter().map(|address| format!("{address}:{}", Hosts::PORT)).collect();
    let inside = |name: &String| ["ip", "netns", "exec", name].map(String::from).to_vec();
    test.prefixes = namespaces.names.iter().map(inside).collect();
    test.run(&["-"], expected)?;
    let folders = ["a", "b", "c"];
    test.kill_one(&folders, "b", 25)?;
    test.run(&folders, expected)
}

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = match words[..] {
        ["member", ..] => Some(member(&arguments[1..])),
        ["flood", hosts] => Some(flood(hosts)),
        ["panic", hosts] => Some(panic(hosts)),
        _ => None,
    };
    if let Some(ran) = ran {
        return ran.inspect_err(|error| complain(error.as_ref()));
    }
    a_panic_ends_all()?;
    messages_in_flight_are_bounded()?;
    let census = taquin_space::enumerate(&space(2, 5), &Options::default(), &mut ());
    let expected = format!("{:?}", census.levels);
    says_what_is_wrong()?;
    counts_in_memory_and_on_disk(&expected)?;
    goes_on_after_a_death(&expected)?;
    goes_on_with_another_number(&expected)?;
    misses_a_disk(&expected)?;
    killed_at_random(&expected, true).expect("processes start and end");
    killed_at_random(&expected, false).expect("processes start and end");
    if cfg!(unix) {
        out_of_disk(&expected)?;
    }
    machines_of_their_own(&expected)
}

#[allow(clippy::print_stderr)]
fn complain(error: &dyn Error) {
    eprintln!("{error}");
}
