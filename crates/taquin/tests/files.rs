//! Bits are flipped in every kind of file that is read back, and files are cut and changed while they are
//! used: the result is the right answer or an error, never a wrong answer.
//!
//! `TAQUIN_ATTACKS` says how many bits of every kind are flipped.

#[allow(dead_code)]
#[path = "../../cluster/tests/support/chance.rs"]
mod chance;

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use chance::Chance;
use taquin::tiles::Geometry;
use taquin::tiles::deepening::build_tables;
use taquin::tiles::pattern::{Store, runs};
use taquin::{
    Cores, EnumeratePlan, Enumeration, Error, Hints, Instance, Journal, Limits, Machine, Plan, enumerate,
    solve,
};

/// A kind of file: how a folder with such files is made, and what is read from them, as text.
struct Kind {
    name: &'static str,
    make: fn(&Path),
    ask: fn(&Path) -> Result<String, Error>,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "journal of answers",
        make: |folder| drop(batch(folder, 3)),
        ask: |folder| batch(folder, 99),
    },
    Kind { name: "journal of checkpoints", make: checkpoint, ask: |folder| resumed(folder, None) },
    Kind { name: "pattern tables", make: tables, ask: by_tables },
    Kind {
        name: "distances of tiles",
        make: |folder| save(TILES, folder),
        ask: |folder| by_distances(TILES, folder),
    },
    Kind {
        name: "distances of blocks",
        make: |folder| save(BLOCKS, folder),
        ask: |folder| by_distances(BLOCKS, folder),
    },
    Kind {
        name: "levels of tiles",
        make: |folder| count_some(TILES, folder),
        ask: |folder| count(TILES, folder),
    },
    Kind {
        name: "levels of blocks",
        make: |folder| count_some(BLOCKS, folder),
        ask: |folder| count(BLOCKS, folder),
    },
    Kind {
        name: "levels from goals",
        make: |folder| drop(count(BLOCKS, folder)),
        ask: |folder| count(BLOCKS, folder),
    },
];

const TILES: &str = "8 6 7 / 2 5 4 / 3 0 1";
const BLOCKS: &str = "ab..\ncc..\n....\ngoal: .b../..../....";
const HARD: &str = "0 11 10 9 / 8 7 6 5 / 4 3 1 2";

fn read(text: &str) -> Instance {
    Instance::parse(text, &Hints::default()).expect("a puzzle")
}

/// Solves some puzzles up to the first `most`, with a journal.
fn batch(folder: &Path, most: usize) -> Result<String, Error> {
    let journal = Journal::open(&folder.join("journal"), "job", &Cores)?;
    let mut costs = Vec::new();
    let mut puzzles = [TILES, BLOCKS, "1 2 3 / 4 5 6 / 8 7 0", HARD].into_iter().map(|text| Ok(read(text)));
    let plan = Plan { threads: Some(1), ..Plan::default() };
    journal.solve(&mut puzzles, &plan, &mut (), &mut |(instance, answer)| {
        let steps = answer.as_ref().ok().and_then(|answer| answer.steps());
        let end =
            steps.map(|steps| steps.iter().try_fold(instance.expect("a puzzle"), |at, step| at.after(step)));
        costs.push(format!("{:?}", answer.map(|answer| answer.report.lower_bound)));
        costs.push(format!("{:?}", end.map(|end| end.is_some_and(|end| end.is_solved()))));
        if costs.len() / 2 < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(costs.join(" "))
}

/// Solves a board, with a journal, up to a number of nodes.
fn resumed(folder: &Path, nodes: Option<u64>) -> Result<String, Error> {
    let journal = Journal::open(&folder.join("journal"), "job", &Cores)?;
    let limits = Limits { nodes, ..Limits::default() };
    let plan = Plan { limits, threads: Some(1), ..Plan::default() };
    let answer = taquin::solve_on(&journal, &read(HARD), &plan, &mut ())?;
    Ok(format!("{} {}", answer.report.lower_bound, answer.steps().is_some()))
}

fn checkpoint(folder: &Path) {
    resumed(folder, Some(500)).expect("a board");
    assert!(fs::read_to_string(folder.join("journal")).expect("text").contains("finished"));
}

fn tables(folder: &Path) {
    let geometry = Geometry::new(3, 4, false);
    let store = Store::new(folder);
    let made = build_tables(geometry, &[runs(geometry, 11, 4)], 1, &mut || ControlFlow::Continue(()));
    made.expect("nothing stops it").values().for_each(|table| drop(store.save(table).expect("a folder")));
}

fn by_tables(folder: &Path) -> Result<String, Error> {
    let plan = Plan { tables: Some(folder.into()), threads: Some(1), ..Plan::default() };
    solve(&read(HARD), &plan, &mut ()).map(|answer| format!("{}", answer.report.lower_bound))
}

fn save(text: &str, folder: &Path) {
    let plan = EnumeratePlan { save: Some(folder.join("distances")), ..EnumeratePlan::default() };
    enumerate(&read(text), &plan, &mut ()).expect("a small space");
}

fn by_distances(text: &str, folder: &Path) -> Result<String, Error> {
    let instance = read(text);
    let plan = Plan { distances: Some(folder.join("distances")), ..Plan::default() };
    let mut costs = Vec::new();
    for start in [0, 1, 2].map(|seed| if seed == 0 { instance.clone() } else { instance.scrambled(seed) }) {
        let answer = solve(&start, &plan, &mut ())?;
        costs.push(format!("{} {}", answer.report.lower_bound, answer.steps().is_some()));
    }
    Ok(costs.join(", "))
}

fn counted(text: &str, folder: &Path, depth: Option<usize>) -> Result<Enumeration, Error> {
    let plan =
        EnumeratePlan { disk: Some(folder.into()), depth, threads: Some(1), ..EnumeratePlan::default() };
    enumerate(&read(text), &plan, &mut ())
}

fn count_some(text: &str, folder: &Path) {
    counted(text, folder, Some(3)).expect("a small space");
}

fn count(text: &str, folder: &Path) -> Result<String, Error> {
    let found = counted(text, folder, None)?;
    let to_goal = found.to_goal.map(|goal| (goal.levels, goal.start));
    Ok(format!("{:?} {:?} {to_goal:?}", found.census.levels, found.census.farthest))
}

/// All files below a folder, and their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a name").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.clone(), fs::read(&path).expect("a file"))),
        }
    }
    found.sort();
    found
}

/// Makes the files of a folder what they were.
fn restore(folder: &Path, whole: &[(PathBuf, Vec<u8>)]) {
    files(folder).iter().for_each(|(path, _)| fs::remove_file(path).expect("it is there"));
    whole.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("a file"));
}

#[test]
#[allow(clippy::print_stdout)]
fn no_flipped_bit_makes_an_answer_wrong() {
    let attempts = std::env::var("TAQUIN_ATTACKS").ok().and_then(|count| count.parse().ok()).unwrap_or(25);
    let mut chance = Chance::new();
    println!("{:24} {:>8} {:>8} {:>8} {:>8} {:>8}", "files", "bytes", "flipped", "refused", "right", "wrong");
    for kind in KINDS {
        let folder = tempfile::tempdir().expect("a folder");
        (kind.make)(folder.path());
        let whole = files(folder.path());
        let right = (kind.ask)(folder.path()).expect("whole files");
        let bytes: usize = whole.iter().map(|(_, bytes)| bytes.len()).sum();
        let (mut refused, mut same, mut wrong) = (0, 0, Vec::new());
        for _ in 0..attempts {
            restore(folder.path(), &whole);
            let mut at = chance.below(bytes);
            let (path, old) = whole
                .iter()
                .find(|(_, old)| {
                    old.len() > at || {
                        at -= old.len();
                        false
                    }
                })
                .expect("a byte");
            let mut new = old.clone();
            let bit = chance.below(8);
            new[at] ^= 1 << bit;
            fs::write(path, new).expect("a file");
            match catch_unwind(AssertUnwindSafe(|| (kind.ask)(folder.path()))) {
                Ok(Ok(answer)) if answer == right => same += 1,
                Ok(Err(_)) => refused += 1,
                other => wrong.push(format!("{}: bit {bit} of byte {at}: {other:?}", path.display())),
            }
        }
        println!("{:24} {bytes:8} {attempts:8} {refused:8} {same:8} {:8}", kind.name, wrong.len());
        assert!(wrong.is_empty(), "{}: {right} is right, but {}", kind.name, wrong[0]);
    }
}

#[test]
fn tables_that_are_cut_or_changed_while_they_are_used_do_not_mislead() {
    let folder = tempfile::tempdir().expect("a folder");
    tables(folder.path());
    let geometry = Geometry::new(3, 4, false);
    let mut store = Store::new(folder.path());
    let head = store.list().expect("a folder").remove(0).head.expect("a table");
    let table = store.load(geometry, head.pattern).expect("whole").expect("it is there");
    let elsewhere = tempfile::tempdir().expect("a folder");
    Store::new(elsewhere.path()).save(&table).expect("a folder");
    for (path, _) in files(folder.path()) {
        let file = fs::File::options().write(true).open(path).expect("a table");
        file.set_len(4096).and_then(|()| file.set_len(1 << 20)).expect("it is cut, and filled with zeros");
    }
    let kept =
        Store::new(elsewhere.path()).load(geometry, head.pattern).expect("whole").expect("it is there");
    assert!(table.is_same(&kept), "what is used is a copy");
    assert!(store.load(geometry, head.pattern).is_err());
    // A table of distances is read piece by piece, and each piece checked.
    save(TILES, folder.path());
    let path = folder.path().join("distances");
    let mut distances = taquin::space::Distances::open(&path).expect("whole");
    let goal = distances.space().goal().clone();
    assert_eq!(distances.distance(&goal), Ok(Some(0)));
    let whole = fs::read(&path).expect("a file");
    let changed: Vec<u8> = whole.iter().map(|byte| !byte).collect();
    for bytes in [&changed[..], &whole[..100]] {
        fs::write(&path, bytes).expect("a file");
        assert!(distances.distance(&goal).is_err());
    }
}

#[test]
#[cfg(unix)]
fn pipes_in_a_folder_of_tables_are_told_and_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    tables(folder.path());
    let right = by_tables(folder.path()).expect("whole tables");
    let store = Store::new(folder.path());
    let count = store.list().expect("a folder").len();
    let pipe = folder.path().join("3x4-flat-11-0.table");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let listed = store.list().expect("a folder");
    assert_eq!(listed.len(), count + 1);
    let pipe = listed.iter().find(|listed| listed.path == pipe).expect("it is listed");
    assert!(pipe.head.as_ref().unwrap_err().to_string().ends_with("not a file"));
    assert_eq!(by_tables(folder.path()).expect("the others do"), right);
}
