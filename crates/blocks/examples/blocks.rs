//! The measurements of sliding blocks, in processor seconds of one core. `cargo xtask bench blocks` runs
//! this program and makes a table of its lines: the task, the figure, its unit, the target, and how many
//! times longer a plain search with a hash set of the standard library takes, separated by tabs. Every
//! result is compared with the published one.
#![allow(clippy::print_stdout, reason = "a program that prints what it measures")]

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};
use taquin_blocks::layouts::{self, Layouts, SQUARES};
use taquin_blocks::rush_hour::{Census, RushHour};
use taquin_blocks::{
    Blocks, Metric, Scope, SmallSearch, StateGraph, Task, WholeSpace, Word, catalogue, compile, component,
    farthest, format, hardest_layouts, layout_components, level_counts, solve,
};
use taquin_search::{Cost, Limits, Outcome};

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

fn row(what: &str, value: f64, unit: &str, most: Option<f64>, plain: Option<f64>) {
    let word = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    println!("{what}\t{value}\t{unit}\t{}\t{}", word(most), word(plain));
}

/// Solves a puzzle, text to moves; gives the moves and the bytes that were held.
fn solved(name: &str, metric: Metric) -> (u64, usize) {
    struct Solve;
    impl Task for Solve {
        type Output = (u64, usize);
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> (u64, usize) {
            let report = solve(blocks, &Limits::default(), &mut ());
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
            level_counts(blocks, &Limits::default(), &mut ()).expect("no limit").iter().sum()
        }
    }
    let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(Metric::Finger);
    compile(&problem, Scope::Reachable, Count(plain)).expect("it fits")
}

/// Breadth-first search with a queue and a set from the standard library.
fn plain_count<O: Word, C: Word>(blocks: &Blocks<O, C>) -> u64 {
    plain_search(blocks, [blocks.start()], |_| false).0 as u64
}

/// How many states a plain search sees until `goal` holds of one, and how deep it gets.
fn plain_search<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    sources: impl IntoIterator<Item = C>,
    goal: impl Fn(C) -> bool,
) -> (usize, u64) {
    let mut seen: HashSet<C> = sources.into_iter().collect();
    let mut queue: VecDeque<(C, u64)> = seen.iter().map(|&state| (state, 0)).collect();
    let mut deepest = 0;
    while let Some((state, depth)) = queue.pop_front() {
        deepest = depth;
        if goal(state) {
            break;
        }
        blocks.each_move(state, &mut |_, after| {
            if seen.insert(after) {
                queue.push_back((after, depth + 1));
            }
        });
    }
    (seen.len(), deepest)
}

/// The moves that a plain search finds.
fn plainly_solved(name: &str) -> u64 {
    struct Plain;
    impl Task for Plain {
        type Output = u64;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> u64 {
            plain_search(blocks, [blocks.start()], |state| blocks.reached(state)).1
        }
    }
    let problem = catalogue::find(name).expect("a named puzzle").problem();
    compile(&problem, Scope::Reachable, Plain).expect("it fits")
}

fn named_puzzles() {
    let cases = [("klotski", 81, 25_955, 0.002, 0.003), ("super-century", 138, 81_340, 0.005, 0.012)];
    for (name, moves, states, solve_most, count_most) in cases {
        let (seconds, (found, _)) = best(40, || solved(name, Metric::Finger));
        let (plain, plainly) = best(3, || plainly_solved(name));
        assert_eq!((found, plainly), (moves, moves));
        let what = format!("{name}, finger metric ({moves}), solve");
        row(&what, seconds, "s", Some(solve_most), Some(plain / seconds));
        let (seconds, found) = best(40, || counted(name, false));
        let (plain, plainly) = best(3, || counted(name, true));
        assert_eq!((found, plainly), (states, states));
        let what = format!("  its component, {states} positions");
        row(&what, seconds, "s", Some(count_most), Some(plain / seconds));
    }
    for (what, name, moves, most) in [
        ("the 187-move L-shape puzzle", "ell-187", 187, 1.2),
        ("Rush Hour, the 51-move board", "rush-hour-51", 51, 0.003),
    ] {
        let runs = if most > 1.0 { 2 } else { 40 };
        let (seconds, (found, bytes)) = best(runs, || solved(name, Metric::Finger));
        let (plain, plainly) = best(1, || plainly_solved(name));
        assert_eq!((found, plainly), (moves, moves));
        row(what, seconds, "s", Some(most), Some(plain / seconds));
        if name == "ell-187" {
            let each = bytes as f64 / 2.84e6;
            row("  bytes for each of its 2.84 million positions", each, "B", Some(32.0), None);
        }
    }
    let (seconds, ()) = best(1, || {
        for (metric, moves, pairs) in
            [(Metric::Unit, 190, 8), (Metric::Straight, 156, 16), (Metric::Finger, 145, 16)]
        {
            let problem = catalogue::find("klotski").expect("a named puzzle").problem().with_metric(metric);
            let blocks = Blocks::<u64, u64>::new(&problem).expect("it fits");
            let whole = component(&blocks, &Limits::default(), &mut ());
            let diameter =
                StateGraph::new(&blocks, &whole.levels, 1).diameter(1, || false).expect("nobody cancels it");
            assert_eq!((diameter.moves, diameter.pairs.len()), (moves, pairs));
        }
    });
    row("diameters of the classic component, all three metrics", seconds, "s", None, None);
}

/// How many times longer a plain search takes from all goal layouts of the pieces of Super Century.
fn plain_ratio_of_a_piece_set(metric: Metric, moves: u64) -> f64 {
    let problem = catalogue::find("super-century").expect("a named puzzle").problem().with_metric(metric);
    let blocks = Blocks::<u64, u64>::with_scope(&problem, Scope::Everywhere).expect("it fits");
    let (seconds, depth) = best(3, || farthest(&blocks, &Limits::default(), &mut ()).levels.depth());
    let (plain, plainly) = best(1, || {
        let mut goals = vec![];
        blocks.each_placement(&blocks.goal_spots(), |state| goals.push(state));
        plain_search(&blocks, goals, |_| false).1
    });
    assert_eq!((u64::from(depth), plainly), (moves, moves));
    plain / seconds
}

/// How many layouts a plain recursion lists.
fn plain_layouts() -> usize {
    fn fill(cell: usize, covered: u32, empty: usize, code: u64, all: &mut Vec<u64>) {
        if cell == 20 {
            if empty >= 2 {
                all.push(code);
            }
            return;
        }
        if covered >> cell & 1 == 1 {
            return fill(cell + 1, covered, empty, code, all);
        }
        fill(cell + 1, covered, empty + 1, code << 2, all);
        if cell % 4 < 3 && covered >> (cell + 1) & 1 == 0 {
            fill(cell + 1, covered | 2 << cell, empty, code << 2 | 1, all);
        }
        if cell < 16 && covered >> (cell + 4) & 1 == 0 {
            fill(cell + 1, covered | 16 << cell, empty, code << 2 | 2, all);
        }
        fill(cell + 1, covered, empty, code << 2 | 3, all);
    }
    let list = |square: usize| {
        let mut all = vec![];
        fill(0, 0b11_0011 << square, 0, 0, &mut all);
        all.len()
    };
    SQUARES.into_iter().map(list).sum()
}

/// How many times longer plain searches take through the components of the boards of a census.
fn plain_ratio_of_rush_hour(rush: &RushHour, boards: &[u128]) -> f64 {
    let mut search = SmallSearch::default();
    let (seconds, states) = best(1, || {
        let mut states = 0;
        for &grid in boards {
            search.explore(rush.blocks(), grid, |_| false);
            states += search.len();
        }
        states
    });
    let (plain, plainly) = best(1, || {
        boards.iter().map(|&grid| plain_search(rush.blocks(), [grid], |_| false).0).sum::<usize>()
    });
    assert_eq!(states, plainly);
    plain / seconds
}

fn whole_spaces() {
    let (seconds, all) = best(2, Layouts::all);
    assert_eq!(all.len(), 29_334_498);
    let (plain, plainly) = best(1, plain_layouts);
    assert_eq!(plainly, all.len());
    row("all 29,334,498 Klotski layouts listed", seconds, "s", Some(0.6), Some(plain / seconds));
    row("  megabytes that the list takes", all.len() as f64 * 4e-6, "MB", Some(130.0), None);
    for (metric, moves, most) in [(Metric::Finger, 138, 15.0), (Metric::Unit, 179, 10.0)] {
        let (seconds, found) =
            best(1, || hardest_layouts(&all, metric, 1, &Limits::default()).expect("no limit"));
        assert_eq!((found.moves, found.layouts.len(), found.solvable), (moves, 6, 29_334_498 - 421_409));
        let plain = plain_ratio_of_a_piece_set(metric, moves.into());
        let what = format!("  the hardest of them, {metric} metric ({moves})");
        row(&what, seconds, "s", Some(most), Some(plain));
    }
    let (seconds, count) = best(1, || layout_components(&all, 1, &Limits::default()).expect("no limit"));
    assert_eq!(count, 25_422);
    row("  their 25,422 components", seconds, "s", None, None);
    // The five dominoes and four single cells of the usual sets.
    let mut sets: HashMap<(u32, u32), u64> = HashMap::new();
    for (index, _) in SQUARES.iter().enumerate() {
        for &code in all.with_square(index) {
            *sets.entry(layouts::counts(code)).or_default() += 1;
        }
    }
    assert_eq!(sets[&(5, 4)], 363_480);
    let rush = RushHour::new(5, 2).expect("a known side");
    let mut boards = vec![];
    let (seconds, census) = best(1, || {
        boards.clear();
        rush.census(|state, _| boards.push(state))
    });
    let published = Census { positions: 268_109, components: 130_299, solvable: 62_106, minimal: 1_730 };
    assert_eq!(census, published);
    let plain = plain_ratio_of_rush_hour(&rush, &boards);
    row("Rush Hour 5x5, all 1,730 minimal puzzles", seconds, "s", Some(2.0), Some(plain));
}

/// A whole space from the start and from the goals, on `threads` threads: the positions, the bytes that were
/// held, the seconds by the clock and by the processor.
struct Enumerate(usize);

impl Task for Enumerate {
    type Output = (u64, usize, f64, f64);
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let (clock, begin, limits) = (Instant::now(), now(), Limits::default());
        let mut space = WholeSpace::new(blocks, self.0, &limits);
        let (first, second) = (space.from_start(Cost::MAX, false, &mut ()), space.from_goals(false, &mut ()));
        let count = |levels: &[u64]| levels.iter().sum::<u64>();
        assert_eq!(count(&first.levels), count(&second.levels));
        let bytes = first.peak_bytes.max(second.peak_bytes);
        (count(&first.levels), bytes, clock.elapsed().as_secs_f64(), now() - begin)
    }
}

/// Spaces of some million positions on one thread and on two, by lists and by bits.
fn threads() {
    let dense = "ZZabc\nZZdef\ngh...\n.....\n.....\ngoal: ...../...../...../...ZZ/...ZZ";
    let named = catalogue::find("super-super-dries-3").expect("a named puzzle").problem();
    let dense = format::parse(dense).expect("a puzzle");
    for (what, problem, positions) in [
        ("Super Super Dries 3, 7,889,184 positions there and back, lists", named, 7_889_184),
        ("a 2x2 and eight single cells on 5x5, 3,255,840 positions, bits", dense, 3_255_840),
    ] {
        let problem = problem.with_metric(Metric::Unit);
        let run = |threads| {
            let runs =
                (0..3).map(|_| compile(&problem, Scope::Reachable, Enumerate(threads)).expect("it fits"));
            runs.min_by(|one, other| one.2.total_cmp(&other.2)).expect("some run")
        };
        let (one, two) = (run(1), run(2));
        assert_eq!((one.0, two.0), (positions, positions));
        row(what, one.3, "s", None, None);
        row("  bytes for each", one.1 as f64 / positions as f64, "B", None, None);
        row("  two threads, both together", two.3, "s", None, None);
        row("  one thread to two, by the clock", one.2 / two.2, "times", None, None);
    }
}

/// Puzzles whose spaces are so large that a bench of their own solves them.
const LARGE: [&str; 3] = ["lodzianka", "pelopones", "shark"];

/// Every figure of the catalogue but those of puzzles that are open or large.
fn catalogue_figures() {
    let (seconds, count) = best(1, || {
        let mut count = 0;
        for entry in catalogue::all().iter().filter(|entry| !LARGE.contains(&entry.id)) {
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
    row(&format!("all {count} figures of the catalogue confirmed"), seconds, "s", None, None);
}

fn main() {
    named_puzzles();
    threads();
    whole_spaces();
    catalogue_figures();
}
