//! The measurements of sliding blocks, in processor seconds of one core. `cargo xtask bench blocks`
//! runs this program and makes its lines a table: what was measured, the figure, its unit and what
//! it is to stay under, separated by tabs. Every result is compared with what is published.
#![allow(clippy::print_stdout, reason = "a program that prints what it measures")]

use std::collections::{HashMap, HashSet, VecDeque};

use rustix::time::{ClockId, clock_gettime};
use taquin_blocks::layouts::{self, Layouts, SQUARES};
use taquin_blocks::rush_hour::{Census, RushHour};
use taquin_blocks::{
    Blocks, Metric, Scope, StateGraph, Task, Word, catalogue, compile, component, hardest_layouts,
    level_counts, solve,
};
use taquin_search::{Limits, Outcome};

/// The processor seconds that this program has taken.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The least seconds of several runs, and what the last of them gave.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let begin = now();
        let result = work();
        (now() - begin, result)
    };
    let (mut least, mut result) = timed();
    for _ in 1..runs {
        let again = timed();
        (least, result) = (least.min(again.0), again.1);
    }
    (least, result)
}

fn row(what: &str, value: f64, unit: &str, most: Option<f64>) {
    println!("{what}\t{value}\t{unit}\t{}", most.map_or(String::new(), |most| most.to_string()));
}

/// Solves a puzzle, text to moves; gives the moves and the bytes that were held.
fn solved(name: &str, metric: Metric) -> (u64, usize) {
    struct Solve;
    impl Task for Solve {
        type Output = (u64, usize);
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> (u64, usize) {
            let report = solve(blocks, &Limits::default(), ());
            let Outcome::Solved { moves, .. } = report.outcome else { panic!("it has a solution") };
            (moves.len() as u64, report.stats.peak_bytes)
        }
    }
    let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(metric);
    compile(&problem, Scope::Reachable, Solve).expect("it fits")
}

/// How many states the component of a puzzle has, by the fast search or by a plain one.
fn counted(name: &str, plain: bool) -> u64 {
    struct Count(bool);
    impl Task for Count {
        type Output = u64;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> u64 {
            if self.0 {
                return plain_count(blocks);
            }
            level_counts(blocks, &Limits::default(), ()).expect("no limit").iter().sum()
        }
    }
    let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(Metric::Finger);
    compile(&problem, Scope::Reachable, Count(plain)).expect("it fits")
}

/// Breadth-first search with a queue and a set from the standard library.
fn plain_count<O: Word, C: Word>(blocks: &Blocks<O, C>) -> u64 {
    let mut seen = HashSet::from([blocks.start()]);
    let mut queue = VecDeque::from([blocks.start()]);
    while let Some(state) = queue.pop_front() {
        blocks.each_move(state, |_, after| {
            if seen.insert(after) {
                queue.push_back(after);
            }
        });
    }
    seen.len() as u64
}

fn named_puzzles() {
    let cases = [("klotski", 81, 25_955, 0.002, 0.003), ("super-century", 138, 81_340, 0.005, 0.012)];
    for (name, moves, states, solve_most, count_most) in cases {
        let (seconds, (found, _)) = best(20, || solved(name, Metric::Finger));
        assert_eq!(found, moves);
        row(&format!("{name}, finger metric ({moves}), solve"), seconds, "s", Some(solve_most));
        let (seconds, found) = best(20, || counted(name, false));
        assert_eq!(found, states);
        row(&format!("  its component, {states} positions"), seconds, "s", Some(count_most));
        let (plain, found) = best(3, || counted(name, true));
        assert_eq!(found, states);
        row("    a plain hash-set search of the same", plain / seconds, "times", None);
    }
    let (seconds, (found, bytes)) = best(2, || solved("ell-187", Metric::Finger));
    assert_eq!(found, 187);
    row("the 187-move L-shape puzzle", seconds, "s", Some(1.2));
    row("  bytes for each of its 2.84 million positions", bytes as f64 / 2.84e6, "B", Some(32.0));
    let (seconds, (found, _)) = best(20, || solved("rush-hour-51", Metric::Finger));
    assert_eq!(found, 51);
    row("Rush Hour, the 51-move board", seconds, "s", Some(0.003));
    let (seconds, ()) = best(1, || {
        for (metric, moves, pairs) in
            [(Metric::Unit, 190, 8), (Metric::Straight, 156, 16), (Metric::Finger, 145, 16)]
        {
            let problem = catalogue::find("klotski").expect("a named puzzle").problem().with_metric(metric);
            let blocks = Blocks::<u64, u64>::new(&problem).expect("it fits");
            let whole = component(&blocks, &Limits::default(), ());
            let diameter = StateGraph::new(&blocks, &whole.levels).diameter();
            assert_eq!((diameter.moves, diameter.pairs.len()), (moves, pairs));
        }
    });
    row("diameters of the classic component, all three metrics", seconds, "s", None);
}

fn whole_spaces() {
    let (seconds, all) = best(2, Layouts::all);
    assert_eq!(all.len(), 29_334_498);
    row("all 29,334,498 Klotski layouts listed", seconds, "s", Some(0.6));
    row("  megabytes that the list takes", all.len() as f64 * 4e-6, "MB", Some(130.0));
    for (metric, moves, most) in [(Metric::Finger, 138, 15.0), (Metric::Unit, 179, 10.0)] {
        let (seconds, found) =
            best(1, || hardest_layouts(&all, metric, &Limits::default()).expect("no limit"));
        assert_eq!((found.moves, found.layouts.len(), found.solvable), (moves, 6, 29_334_498 - 421_409));
        row(&format!("  the hardest of them, {metric} metric ({moves})"), seconds, "s", Some(most));
    }
    // The five dominoes and four single cells of the usual sets.
    let mut sets: HashMap<(u32, u32), u64> = HashMap::new();
    for (index, _) in SQUARES.iter().enumerate() {
        for &code in all.with_square(index) {
            *sets.entry(layouts::counts(code)).or_default() += 1;
        }
    }
    assert_eq!(sets[&(5, 4)], 363_480);
    let (seconds, census) = best(1, || RushHour::new(5, 2).expect("a known side").census(|_, _| {}));
    let published = Census { positions: 268_109, components: 130_299, solvable: 62_106, minimal: 1_730 };
    assert_eq!(census, published);
    row("Rush Hour 5x5, all 1,730 minimal puzzles", seconds, "s", Some(2.0));
}

/// Every figure of the catalogue but those of puzzles that are open.
fn catalogue_figures() {
    let (seconds, count) = best(1, || {
        let mut count = 0;
        for entry in catalogue::all() {
            for &(metric, figure) in entry.optima.iter().filter(|known| known.1.exact) {
                assert_eq!(solved(entry.id, metric).0, figure.value, "{} {metric}", entry.id);
                count += 1;
            }
            if let Some(figure) = entry.states {
                assert_eq!(counted(entry.id, false), figure.value, "{}", entry.id);
                count += 1;
            }
        }
        count
    });
    row(&format!("all {count} figures of the catalogue confirmed"), seconds, "s", None);
}

fn main() {
    named_puzzles();
    whole_spaces();
    catalogue_figures();
}
