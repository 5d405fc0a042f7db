//! A whole space gathered by several members: the file equals that of one machine, also after a member has
//! failed or was cancelled.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use taquin_cluster::{Cluster, Counted, Error, Hosts, Job, enumerate};
use taquin_search::{Limit, Limits};
use taquin_space::{Gatherer, Options, Space, TableFile, tabulate};
use taquin_tiles::{Board, Geometry};

#[path = "support/ports.rs"]
mod ports;

fn space() -> Space {
    Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).expect("the board is small")
}

/// Enumerates with `hosts` members of a cluster, each with a folder of its own if there is one, and a
/// gatherer that the first host uses.
fn together<G: Gatherer + Send>(
    hosts: usize,
    folder: Option<&Path>,
    gatherer: impl Fn() -> G + Sync,
    limits: &Limits,
) -> Vec<Result<Counted, Error>> {
    let hosts = Hosts::parse(&ports::free(hosts).join("\n")).expect("addresses");
    let cluster = Cluster { hosts, threads: 1, secret: None, patience: Duration::from_secs(60) };
    let member = |number: usize| {
        let realm = Arc::new(space());
        let folder = folder.map(|folder| folder.join(number.to_string()));
        let options = Options { limits: limits.clone(), ..Options::default() };
        let job = Job { realm, folder, gather: true, options };
        enumerate(&cluster, &job, &mut gatherer(), &mut ())
    };
    std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..cluster.hosts.count()).map(|number| scope.spawn(move || member(number))).collect();
        running.into_iter().map(|one| one.join().expect("nothing panics")).collect()
    })
}

/// The table of one machine.
fn alone(file: &Path) -> Vec<u8> {
    let (_, table) = tabulate(&space(), &Options::default(), &mut ());
    table.expect("nothing stops it").save(file).expect("it is written");
    fs::read(file).expect("a file")
}

#[test]
fn members_make_the_table_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("table");
    let expected = alone(&file);
    // On disk with so little memory that what goes over is in many pieces.
    for (memory, disk) in [(10 << 20, true), (64 << 20, false)] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        for hosts in [1, 3] {
            fs::remove_file(&file).expect("it is there");
            let disk = disk.then(|| folder.path().join(hosts.to_string()));
            for counted in together(hosts, disk.as_deref(), || TableFile::new(space(), &file), &limits) {
                assert_eq!(counted.expect("all goes well").census.stopped, None);
            }
            assert!(fs::read(&file).expect("a file") == expected, "{hosts} hosts");
        }
    }
}

/// A gatherer that does something before it takes its fifth window.
struct Fifth<F>(TableFile, usize, F);

impl<F: Fn() -> Result<(), taquin_space::Error>> Gatherer for Fifth<F> {
    fn begin(&mut self, fineness: usize, counts: &[u64]) -> Result<(), taquin_space::Error> {
        self.0.begin(fineness, counts)
    }
    fn take(&mut self, round: usize, window: usize, bytes: Vec<u8>) -> Result<(), taquin_space::Error> {
        self.1 += 1;
        if self.1 == 5 {
            self.2()?;
        }
        self.0.take(round, window, bytes)
    }
    fn end(&mut self) -> Result<(), taquin_space::Error> {
        self.0.end()
    }
}

#[test]
fn nothing_is_lost_when_a_member_breaks_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("table");
    let disk = folder.path().join("disks");
    let full = || taquin_space::Error::Io {
        path: file.clone(),
        why: "no room".into(),
        kind: std::io::ErrorKind::StorageFull,
    };
    let fails = || Fifth(TableFile::new(space(), &file), 0, || Err(full()));
    for counted in together(3, Some(&disk), fails, &Limits::default()) {
        let why = counted.expect_err("the table cannot be written").to_string();
        assert!(why.contains("no room"), "{why}");
    }
    let enough = Arc::new(AtomicBool::new(false));
    let stops = || {
        let enough = Arc::clone(&enough);
        Fifth(TableFile::new(space(), &file), 0, move || {
            enough.store(true, Ordering::Relaxed);
            Ok(())
        })
    };
    let limits = Limits { cancel: Some(Arc::clone(&enough)), ..Limits::default() };
    for counted in together(3, Some(&disk), stops, &limits) {
        assert_eq!(counted.expect("stopped is no error").census.stopped, Some(Limit::Cancelled));
    }
    assert!(!file.exists(), "what is there is whole");
    // Two go on where three were, from the levels that are kept.
    let (third, first) = (disk.join("2"), disk.join("0"));
    for file in fs::read_dir(&third).expect("a folder").map(|file| file.expect("a name").path()) {
        fs::rename(&file, first.join(file.file_name().expect("a name"))).expect("on the same disk");
    }
    for counted in together(2, Some(&disk), || TableFile::new(space(), &file), &Limits::default()) {
        let counted = counted.expect("all goes well");
        assert!(counted.traffic.is_empty(), "no level is counted again");
    }
    assert!(fs::read(&file).expect("a file") == alone(&folder.path().join("one")));
}
