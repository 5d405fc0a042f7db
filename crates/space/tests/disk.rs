//! Levels on disk: the same counts as in memory, whatever the memory, and after any interruption.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use taquin_blocks::format::plain;
use taquin_blocks::{
    Blocks, Metric, Problem, Scope, Symmetries, Task, Word, compile, explore, explore_within,
};
use taquin_search::{Cost, Estimate, Limit, Limits, Progress, Stats};
use taquin_space::{
    Census, Error, Options, Realm, Space, block_realm, enumerate, enumerate_both_ways, enumerate_on_disk,
};
use taquin_tiles::format::Style;
use taquin_tiles::{Board, Geometry};

fn space(rows: u32, cols: u32, torus: bool) -> Space {
    Space::new(Geometry::new(rows, cols, torus), &Board::blank_last(rows, cols)).unwrap()
}

fn options(memory: usize, depth: Option<usize>) -> Options {
    Options { limits: Limits { memory: Some(memory), ..Limits::default() }, depth, threads: Some(2) }
}

fn run(realm: &dyn Realm, folder: &Path, options: &Options) -> Result<Census<String>, Error> {
    enumerate_on_disk(realm, folder, options, &mut ())
}

fn in_memory(space: &Space) -> Census<String> {
    let census = enumerate(space, &Options::default(), &mut ());
    census.map(|board| board.text(Style::Rows).to_string())
}

#[test]
fn levels_are_those_found_in_memory() {
    // From windows that are the whole space to the finest that there are, where everything is sorted.
    let (large, small, none) = (1 << 30, 1 << 17, 1);
    for (rows, cols, torus, memory) in [
        (1, 1, false, vec![large]),
        (1, 6, true, vec![none]),
        (2, 2, false, vec![large, none]),
        (3, 2, true, vec![small]),
        (2, 4, false, vec![small]),
        (3, 3, true, vec![large, small, none]),
        (5, 2, false, vec![large, small]),
    ] {
        let space = space(rows, cols, torus);
        let expected = in_memory(&space);
        for memory in memory {
            let folder = tempfile::tempdir().unwrap();
            let census = run(&space, folder.path(), &options(memory, None)).unwrap();
            assert_eq!(census.levels, expected.levels, "{rows} x {cols}, torus {torus}, {memory} bytes");
            assert_eq!(census.stopped, None);
            let sorted = |census: &Census<String>| {
                let mut boards = census.farthest.clone();
                boards.sort();
                boards
            };
            assert_eq!(sorted(&census), sorted(&expected));
            let files = fs::read_dir(folder.path()).unwrap().count();
            assert!(files <= 3, "the last two levels are kept, the lock, and nothing else");
        }
    }
}

/// Where an enumeration is; `stop` says by phase, level and part of it done whether to cancel.
struct At<F> {
    stop: F,
    level: Cost,
    done: f64,
    phases: u32,
}

impl<F: Fn(u32, Cost, f64) -> bool> Progress for At<F> {
    fn phase(&mut self, _: &str) {
        self.phases += 1;
    }
    fn bound(&mut self, bound: Cost) {
        self.level = bound;
    }
    fn estimate(&mut self, estimate: &Estimate) {
        self.done = estimate.done;
    }
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        let stop = (self.stop)(self.phases, self.level, self.done);
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn it_goes_on_where_it_stopped() {
    let space = space(3, 3, false);
    let expected = in_memory(&space).levels;
    let folder = tempfile::tempdir().unwrap();
    for depth in [0, 1, 7, 7, 20] {
        let census = run(&space, folder.path(), &options(1 << 16, Some(depth))).unwrap();
        assert_eq!((census.levels.as_slice(), census.stopped), (&expected[..=depth], Some(Limit::Depth)));
        assert_eq!(census.farthest.len() as u64, expected[depth].min(1000));
    }
    // Broken off in the middle of a level, whose work is then done again.
    let mut half = At { stop: |_, level, done| level == 23 && done >= 0.5, level: 0, done: 0.0, phases: 0 };
    let broken = enumerate_on_disk(&space, folder.path(), &options(1 << 16, None), &mut half);
    let broken = broken.unwrap();
    assert_eq!((broken.levels.as_slice(), broken.stopped), (&expected[..23], Some(Limit::Cancelled)));
    // Another memory limit than the windows were made for.
    assert_eq!(run(&space, folder.path(), &options(1, None)).unwrap().levels, expected);
    assert_eq!(run(&space, folder.path(), &options(1 << 30, None)).unwrap().levels, expected);
}

#[test]
fn files_of_another_space_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(&space(3, 3, false), folder.path(), &options(1 << 16, Some(12))).unwrap();
    let message =
        |space: &Space| run(space, folder.path(), &options(1 << 16, Some(13))).unwrap_err().to_string();
    assert!(message(&space(3, 3, true)).ends_with("it belongs to another space"));
    let last = folder.path().join("level-00012-0.taq");
    let whole = fs::read(&last).unwrap();
    for (at, expected) in
        [(150, "is damaged"), (whole.len() - 30, "its index is damaged"), (2, "not a level of a space")]
    {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&last, bytes).unwrap();
        let message = message(&space(3, 3, false));
        assert!(message.contains(expected), "{message}");
    }
    // What was being written when the power went is not looked at.
    fs::write(&last, whole).unwrap();
    let half = folder.path().join(".unfinished-1a2b3c");
    fs::write(&half, "half a level").unwrap();
    assert_eq!(run(&space(3, 3, false), folder.path(), &options(1 << 16, Some(13))).unwrap().total(), 2874);
    assert!(!half.exists());
}

/// The first levels of a component, by the search in memory.
fn levels_of(problem: &Problem) -> Vec<u64> {
    struct Count;
    impl Task for Count {
        type Output = Vec<u64>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Vec<u64> {
            let (none, limits) = (Symmetries::none(), Limits::default());
            let found =
                explore_within(blocks, &none, [blocks.start()], 30, &limits, &mut (), |_| false).levels;
            (0..=found.depth()).map(|depth| found.level(depth).len() as u64).collect()
        }
    }
    compile(problem, Scope::Reachable, Count).unwrap()
}

#[test]
fn blocks_are_counted_on_disk_as_well() {
    // States of one machine word, of two and of many; under the finger metric levels lead into themselves.
    let wide = format!("a{}b{}c", ".".repeat(150), ".".repeat(150));
    for (text, metric) in [
        ("ZZaa/ZZbb/de../fghh/fgii", Metric::Finger),
        ("ZZaa/ZZbb/de../fghh/fgii", Metric::Unit),
        ("aabb/cc../.dd./..ee", Metric::Straight),
        (&wide, Metric::Unit),
    ] {
        let problem = plain::parse(text).unwrap().with_metric(metric);
        let expected = levels_of(&problem);
        let realm = block_realm(&problem).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let middle = expected.len() / 2;
        let early = run(&*realm, folder.path(), &options(1, Some(middle))).unwrap();
        assert_eq!((&early.levels[..], early.stopped), (&expected[..=middle], Some(Limit::Depth)));
        let depth = expected.len() - 1;
        let census = run(&*realm, folder.path(), &options(1 << 20, Some(depth))).unwrap();
        assert_eq!(census.levels, expected, "{text}");
        assert_eq!(census.farthest.len() as u64, expected[depth].min(1000));
        let other = run(&space(3, 3, false), folder.path(), &options(1, None)).unwrap_err().to_string();
        assert!(other.ends_with("it belongs to another space"), "{other}");
    }
}

/// The levels from the start and from the goals within reach, by the search in memory.
fn both_ways(problem: &Problem) -> (Vec<u64>, Vec<u64>) {
    struct Count;
    impl Task for Count {
        type Output = (Vec<u64>, Vec<u64>);
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            let (none, limits) = (Symmetries::none(), Limits::default());
            let found = explore(blocks, &none, [blocks.start()], &limits, &mut (), |_| false).levels;
            let goals: Vec<C> =
                found.states().iter().copied().filter(|&state| blocks.reached(state)).collect();
            let back = explore(blocks, &none, goals, &limits, &mut (), |_| false).levels;
            (found.counts().to_vec(), back.counts().to_vec())
        }
    }
    compile(problem, Scope::Reachable, Count).unwrap()
}

#[test]
fn distances_to_the_goal_are_counted_in_a_second_pass() {
    for (text, metric) in [
        ("ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..", Metric::Finger),
        ("ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..", Metric::Unit),
        ("fly: all\na#./#b.\ngoal: ..a/...", Metric::Unit),
        ("ab\ngoal: ba", Metric::Unit),
    ] {
        let problem = plain::parse(text).unwrap().with_metric(metric);
        let (expected, back) = both_ways(&problem);
        let realm = block_realm(&problem).unwrap();
        let folder = tempfile::tempdir().unwrap();
        // Broken off at every level of either pass, and gone on with.
        let (mut runs, reached) = (0, std::cell::Cell::new((0, 0)));
        let (census, found) = loop {
            let further = |phases, level, _: f64| {
                let before = reached.replace(reached.get().max((phases, level)));
                reached.get() > before
            };
            let mut at = At { stop: further, level: 0, done: 0.0, phases: 0 };
            let (census, found) =
                enumerate_both_ways(&*realm, folder.path(), &options(1 << 20, None), &mut at).unwrap();
            runs += 1;
            let stopped = census.stopped.or(found.as_ref().and_then(|found| found.census.stopped));
            if stopped.is_none() {
                break (census, found.unwrap());
            }
            assert_eq!(stopped, Some(Limit::Cancelled));
        };
        assert!(runs >= expected.len(), "{runs} runs");
        assert_eq!((census.levels, &found.census.levels), (expected.clone(), &back), "{text}");
        assert_eq!(found.census.farthest.len() as u64, back.last().map_or(0, |&last| last.min(1000)));
        assert_eq!(found.origin.is_some(), !back.is_empty(), "{text}");
        if text.starts_with("ZZ") {
            assert_eq!(found.origin, Some(if metric == Metric::Finger { 59 } else { 83 }));
        }
    }
    // Levels without their goals are refused.
    let problem = plain::parse("ab./...\ngoal: ba./...").unwrap();
    let realm = block_realm(&problem).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let go = || enumerate_both_ways(&*realm, folder.path(), &options(1 << 20, None), &mut ());
    go().unwrap();
    fs::remove_dir_all(folder.path().join("goals")).unwrap();
    let why = go().unwrap_err().to_string();
    assert!(why.contains("have not been kept"), "{why}");
}
