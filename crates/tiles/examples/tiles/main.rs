//! The measurements of sliding tiles. `cargo xtask bench tiles` runs this program and makes a table of its
//! lines: the task, nodes, seconds, peak resident bytes and the target, separated by tabs. Every answer is
//! compared with the published one.
//!
//! Seconds are processor time, which depends little on other load; only comparisons of two threads with
//! one, and time limits, use the clock.
#![allow(clippy::print_stdout, reason = "a program that prints what it measures")]

mod boards;
mod forms;
mod reference;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use taquin_search::{Limits, Outcome, Report, Stats};
use taquin_tiles::deepening::{self, Boards, Engine, Options, Warm};
use taquin_tiles::metric::Shortest;
use taquin_tiles::pattern::{Lookup, Partition, Store, entries_for};
use taquin_tiles::{Board, Geometry, GoalCells, Metric, Move, RandomBoards, fifteen, format, metric};

use boards::Known;

/// The processor seconds that this program has taken.
fn processor() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The seconds of a clock.
fn clock() -> f64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The least seconds of several runs, and what the last of them gave.
fn best<T>(runs: usize, now: fn() -> f64, mut work: impl FnMut() -> T) -> (f64, T) {
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

/// Resets the peak of resident memory, where the system can do that.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that was resident.
fn peak_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|word| word.parse().ok());
    1024.0 * kilobytes.unwrap_or(0.0)
}

/// One line for `cargo xtask bench`; `target` names a column, a relation and a number.
fn row(what: &str, nodes: u64, seconds: f64, target: &str) {
    row_of(what, nodes, seconds, peak_bytes(), target);
}

/// The same for a number of bytes.
fn row_of(what: &str, nodes: u64, seconds: f64, bytes: f64, target: &str) {
    println!("{what}\t{nodes}\t{seconds}\t{bytes}\t{target}");
}

const FLAT: fn(u32) -> Geometry = |side| Geometry::new(side, side, false);

/// Some partitions of the catalogue by their names.
fn partitions(goal: &Board, names: &[&str]) -> Vec<Partition> {
    let entries = entries_for(FLAT(goal.rows()), goal.blank()).into_iter();
    entries.filter(|entry| names.contains(&entry.name)).map(|entry| entry.partition).collect()
}

/// An engine whose tables have been built, on all cores, in memory.
fn engine(goal: &Board, names: &[&str]) -> Engine {
    let (geometry, partitions) = (FLAT(goal.rows()), partitions(goal, names));
    let tables = deepening::build_tables(geometry, &partitions, 2, &mut || ControlFlow::Continue(()));
    let views = deepening::views(&partitions, goal.blank(), &tables.expect("nobody stops it"));
    Engine::new(geometry, goal, views, deepening::longest_sequence(geometry)).expect("a goal of that size")
}

/// A folder that holds the tables of some partitions, as `taquin tables build` keeps them.
fn stored(goal: &Board, names: &[&str]) -> tempfile::TempDir {
    let (geometry, partitions) = (FLAT(goal.rows()), partitions(goal, names));
    let tables = deepening::build_tables(geometry, &partitions, 2, &mut || ControlFlow::Continue(()));
    let folder = tempfile::tempdir().expect("a folder");
    for table in tables.expect("nobody stops it").values() {
        Store::new(folder.path()).save(table).expect("room for the tables");
    }
    folder
}

/// An engine with the tables of a folder.
fn loaded(goal: &Board, folder: &std::path::Path) -> Engine {
    let geometry = FLAT(goal.rows());
    let (warm, _) = Warm::load(&mut Store::new(folder), geometry, goal.blank(), None).expect("a folder");
    let mut boards = Boards::new(geometry, goal, warm, Vec::new()).expect("a goal of that size");
    boards.engine(&Options::default(), &mut ()).expect("a goal of that size").expect("nobody stops it");
    boards.into_engine().expect("just made")
}

/// Solves all boards, several at once; every answer is the published one.
fn solve_all(engine: &Engine, known: &[Known], threads: usize) -> Stats {
    let mut total = Stats::default();
    let mut expected = known.iter();
    let mut boards = known.iter().map(|known| known.board.clone());
    engine.solve_all(&mut boards, threads, &Limits::default(), &mut |_, report| {
        let known = expected.next().expect("as many answers as boards");
        let Outcome::Solved { cost, .. } = report.outcome else {
            panic!("number {} is solvable", known.number)
        };
        assert_eq!(cost, known.moves, "number {}", known.number);
        total.expanded += report.stats.expanded;
        total.generated += report.stats.generated;
        ControlFlow::Continue(())
    });
    total
}

/// Solves one board.
fn solve(engine: &Engine, known: &Known, threads: usize) -> Stats {
    let options = Options { threads, ..Options::default() };
    let found = engine.solve(&known.board, &options, &mut ());
    answer(found.expect("a board of that size").report, known).1
}

/// Whether a board was solved, with as many moves as is published, and the counts.
fn answer(report: Report<Move>, known: &Known) -> (bool, Stats) {
    match report.outcome {
        Outcome::Solved { cost, .. } => assert_eq!(cost, known.moves, "number {}", known.number),
        Outcome::Unsolvable => panic!("number {} is solvable", known.number),
        Outcome::Stopped(_) => return (false, report.stats),
    }
    (true, report.stats)
}

fn manhattan() {
    let known = &boards::korf100()[..5];
    let goal = Board::blank_first(4, 4);
    let (plain, counts) = best(2, processor, || {
        let mut total = reference::Counts::default();
        for known in known {
            let (moves, counts) = reference::solve(&known.board);
            assert_eq!(moves, known.moves);
            total.expanded += counts.expanded;
            total.generated += counts.generated;
        }
        total
    });
    forget_peak();
    let (seconds, expanded) = best(2, processor, || {
        let solve = |known: &Known| {
            let limits = Limits::default();
            let report = fifteen::manhattan_ida_star(&known.board, &goal, &limits, &mut ()).expect("4 x 4");
            assert_eq!(report.lower_bound, known.moves);
            report.stats.expanded
        };
        known.iter().map(solve).sum::<u64>()
    });
    assert_eq!(expanded, counts.expanded, "the same nodes in the same order");
    row("Manhattan IDA*, Korf's first 5, a minimal program", counts.generated, plain, "");
    let target = format!("rate>={}", counts.generated as f64 / plain);
    row("Manhattan IDA*, the same nodes by the library", counts.generated, seconds, &target);
}

fn fifteen_puzzles() {
    let korf = boards::korf100();
    forget_peak();
    let (seconds, stats) = best(1, processor, || {
        let goal = Board::blank_first(4, 4);
        let partitions = deepening::quick_partitions(FLAT(4), goal.blank());
        let names: Vec<_> = entries_for(FLAT(4), goal.blank());
        let names: Vec<_> = names
            .iter()
            .filter(|entry| partitions.contains(&entry.partition))
            .map(|entry| entry.name)
            .collect();
        solve_all(&engine(&goal, &names), &korf, 1)
    });
    row("Korf's 100, cold: tables built too, one core", stats.expanded, seconds, "seconds<=2");

    let goal = Board::blank_first(4, 4);
    let folder = stored(&goal, &WARM_15);
    forget_peak();
    let (seconds, first) = best(3, processor, || loaded(&goal, folder.path()));
    row("tables of 7-8 read from disk and checked", 0, seconds, "");
    forget_peak();
    let (seconds, stats) = best(5, processor, || solve_all(&first, &korf, 1));
    row("Korf's 100 with these, one core", stats.expanded, seconds, "seconds<=0.1 nodes<=1000000");
    drop(first);
    let (seconds, expanded) = whole_process(folder.path());
    row("the same by a process of its own, reading included", expanded, seconds, "seconds<=0.1");
    drop(folder);

    let first = engine(&goal, &WARM_15);
    forget_peak();
    let (seconds, stats) = best(5, processor, || solve_all(&first, &korf, 1));
    row("Korf's 100, tables in memory, one core", stats.expanded, seconds, "");

    let random = RandomBoards::new(FLAT(4), GoalCells::of(&Board::blank_first(4, 4)), 1);
    let boards: Vec<Board> = random.take(10_000).collect();
    forget_peak();
    let (seconds, nodes) = best(1, processor, || {
        let mut nodes = 0;
        first.solve_all(&mut boards.iter().cloned(), 2, &Limits::default(), &mut |_, report| {
            assert!(matches!(report.outcome, Outcome::Solved { .. }));
            nodes += report.stats.expanded;
            ControlFlow::Continue(())
        });
        nodes
    });
    let what = "10,000 random 15-puzzles, two threads: half their seconds";
    row(what, nodes, seconds / 2.0, "seconds<=5");
    drop(first);

    let eighty = boards::depth80();
    let last = engine(&Board::blank_last(4, 4), &WARM_15);
    forget_peak();
    let (seconds, stats) = best(1, processor, || solve_all(&last, &eighty, 1));
    row("the 17 boards of 80 moves, warm, one core", stats.expanded, seconds, "seconds<=6");
    let (one, stats) = best(1, clock, || solve(&last, &eighty[0], 1));
    row("the first of them, one thread", stats.expanded, one, "");
    let (two, stats) = best(1, clock, || solve(&last, &eighty[0], 2));
    row("the first of them, two threads", stats.expanded, two, &format!("seconds<={}", one / 1.8));
}

/// Korf's hundred by another process, again and again: the least processor seconds from its start until the
/// tables are freed, and the expansions.
fn whole_process(folder: &std::path::Path) -> (f64, u64) {
    let run = || {
        let program = std::env::current_exe().expect("this program");
        let output = std::process::Command::new(program).arg("korf100").arg(folder).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("two numbers");
        let (seconds, expanded) = text.trim().split_once(' ').expect("two numbers");
        (seconds.parse().expect("seconds"), expanded.parse().expect("expansions"))
    };
    let least = |one: (f64, u64), other: (f64, u64)| if one.0 < other.0 { one } else { other };
    (0..9).map(|_| run()).reduce(least).expect("several runs")
}

/// What that process does.
fn korf100(folder: &str) {
    let engine = loaded(&Board::blank_first(4, 4), folder.as_ref());
    let stats = solve_all(&engine, &boards::korf100(), 1);
    drop(engine);
    println!("{} {}", processor(), stats.expanded);
}

/// The partitions of the warm rows.
const WARM_15: [&str; 1] = ["7-8"];
const WARM_24: [&str; 1] = ["6-6-6-6"];

fn twenty_four_puzzles() {
    let engine = engine(&Board::blank_first(5, 5), &WARM_24);
    forget_peak();
    let known = boards::korf24();
    let (mut all, mut nodes) = (0.0, 0);
    for number in [38, 40, 44, 25] {
        let known = known.iter().find(|known| known.number == number).expect("a number from 1 to 50");
        let (seconds, stats) = best(1, processor, || solve(&engine, known, 1));
        row(&format!("24-puzzle number {number}, one core"), stats.expanded, seconds, "");
        all += seconds;
        nodes += stats.expanded;
    }
    row("all four of them", nodes, all, "seconds<=12 memory<=2500000000");
    batch_of_24_puzzles();
}

/// The same boards one by one and as a batch, on two threads, with the time to build the tables: a hard board of a
/// batch gets the same tables as a single one.
fn batch_of_24_puzzles() {
    let goal = Board::blank_first(5, 5);
    let known: Vec<Known> = boards::korf24();
    let known = [38, 40, 44, 25].map(|number| known.iter().find(|known| known.number == number));
    let known = known.map(|known| known.expect("a number from 1 to 50"));
    let options = Options { threads: 2, ..Options::default() };
    let begin = Instant::now();
    let mut nodes = 0;
    for known in known {
        let mut boards = Boards::new(FLAT(5), &goal, None, Vec::new()).expect("a goal of that size");
        nodes += boards.solve(&known.board, &options, &mut ()).expect("a board of that size").stats.expanded;
    }
    let alone = begin.elapsed().as_secs_f64();
    row("all four, two threads, tables built for each", nodes, alone, "");
    let mut boards = Boards::new(FLAT(5), &goal, None, Vec::new()).expect("a goal of that size");
    let mut starts = known.iter().map(|known| known.board.clone());
    let (begin, mut nodes, mut expected) = (Instant::now(), 0, known.iter());
    let done = boards.solve_all(&mut starts, &options, &mut (), &mut |_, report| {
        assert_eq!(Some(report.lower_bound), expected.next().map(|known| known.moves));
        nodes += report.stats.expanded;
        ControlFlow::Continue(())
    });
    done.expect("boards of that size");
    let seconds = begin.elapsed().as_secs_f64();
    row("all four as a batch, two threads", nodes, seconds, &format!("seconds<={:.2}", 1.1 * alone));
}

/// The forms in which tables can be kept: their bytes, their mean value for random boards, and the
/// expansions and the time of a plain search of ten boards.
fn table_forms() {
    let goal = Board::blank_first(4, 4);
    let random = RandomBoards::new(FLAT(4), GoalCells::of(&goal), 1);
    let boards: Vec<Board> = random.take(10_000).collect();
    for name in ["4-4-4-3", "5-5-5", "6-6-3"] {
        let partition = partitions(&goal, &[name]).swap_remove(0);
        let distances = forms::distances(&partition);
        table_form::<forms::Least8>(name, &distances, &boards);
        table_form::<forms::Least4>(name, &distances, &boards);
        table_form::<forms::Aware8>(name, &distances, &boards);
        table_form::<forms::Aware1>(name, &distances, &boards);
        first_bounds(name, &partition, &distances, &boards);
    }
}

/// The cost of a value that is computed from scratch: a lookup if there is a byte for each state, and a descent to
/// the goal if there is a bit. Both give the same value.
fn first_bounds(name: &str, partition: &Partition, distances: &[forms::Distances], boards: &[Board]) {
    let mut search = forms::Search::<forms::Aware8>::new(distances);
    let (seconds, looked_up) =
        best(3, processor, || boards.iter().map(|board| search.value(board)).collect::<Vec<u32>>());
    let count = boards.len() as u64;
    row_of(&format!("{name}, first bounds, 8 bits"), count, seconds, search.bytes() as f64, "");
    let one = std::slice::from_ref(partition);
    let tables = deepening::build_tables(FLAT(4), one, 2, &mut || ControlFlow::Continue(()));
    let view = deepening::views(one, 0, &tables.expect("nobody stops it")).swap_remove(0);
    let value = |board: &Board| {
        let cells = GoalCells::of(board);
        let distance = |lookup: &Lookup| {
            let back = lookup.map.inverse();
            let cell_of = |goal| lookup.map.image(cells.cell(back.image(goal)));
            lookup.table.distance(cell_of, lookup.map.image(board.blank()))
        };
        view.iter().map(distance).sum()
    };
    let (seconds, walked) = best(3, processor, || boards.iter().map(value).collect::<Vec<u32>>());
    assert_eq!(looked_up, walked);
    let bytes: usize = view.iter().map(|lookup| lookup.table.size()).sum();
    row_of(&format!("{name}, first bounds, 1 bit, walking down"), count, seconds, bytes as f64, "");
}

fn table_form<F: forms::Form>(name: &str, distances: &[forms::Distances], boards: &[Board]) {
    let mut search = forms::Search::<F>::new(distances);
    let bytes = search.bytes() as f64;
    let mean = boards.iter().map(|board| f64::from(search.value(board))).sum::<f64>() / boards.len() as f64;
    let (seconds, expanded) = best(3, processor, || {
        search.expanded = 0;
        for known in &boards::korf100()[..10] {
            assert_eq!(search.solve(&known.board), known.moves, "number {}", known.number);
        }
        search.expanded
    });
    row_of(&format!("{name}, {}, mean {mean:.2}", F::NAME), expanded, seconds, bytes, "");
}

/// Korf's fifty on two threads, each for at most ten minutes, tables built in memory included.
fn korf50(numbers: &[String]) {
    let goal = Board::blank_first(5, 5);
    let mut solved = 0;
    for known in boards::korf24() {
        if !numbers.is_empty() && !numbers.contains(&known.number.to_string()) {
            continue;
        }
        forget_peak();
        let begin = Instant::now();
        let limits = Limits { time: Some(Duration::from_secs(600)), ..Limits::default() };
        let options = Options { threads: 2, limits, ..Options::default() };
        let found = Boards::new(FLAT(5), &goal, None, Vec::new())
            .and_then(|mut boards| boards.solve(&known.board, &options, &mut ()));
        let (done, stats) = answer(found.expect("a board of that size"), &known);
        let word = if done { "solved" } else { "given up" };
        solved += u64::from(done);
        let seconds = begin.elapsed().as_secs_f64();
        row(&format!("24-puzzle number {}, two threads, {word}", known.number), stats.expanded, seconds, "");
    }
    row("solved within ten minutes each", solved, 0.0, "nodes>=25");
}

/// 15-puzzles in moves of lines: random ones and those of 80 single moves, or those of a file, one a line.
fn line_moves(file: Option<&str>) {
    const BOARDS: usize = 1000;
    forget_peak();
    let (geometry, goal) = (FLAT(4), Board::blank_last(4, 4));
    let line = metric::named("line").expect("it is in the lineup");
    let (seconds, search) = best(1, clock, || {
        line.search(&geometry, &goal, 2, &Limits::default(), None, true).expect("no limit")
    });
    let what = "line moves: the tables of 4 x 4 built, two threads, by the clock";
    row(what, 756_756_000, seconds, "seconds<=10");
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).expect("a file of boards");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let boards = lines.map(|line| format::parse_board(line, Some((4, 4))).expect("a board a line"));
        return solved_by_lines(line, &*search, &boards.collect::<Vec<_>>(), "of the file", "");
    }
    let random: Vec<Board> = RandomBoards::new(geometry, GoalCells::of(&goal), 1).take(BOARDS).collect();
    solved_by_lines(line, &*search, &random, "at random", "seconds<=1");
    let hardest: Vec<Board> = boards::depth80().into_iter().map(|known| known.board).collect();
    solved_by_lines(line, &*search, &hardest, "of 80 single moves", "seconds<=60");
}

/// Solves `boards` on two threads and prints a row.
fn solved_by_lines(line: &dyn Metric, search: &dyn Shortest, boards: &[Board], what: &str, target: &str) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut expanded = 0;
        while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let report = search.solve(board, &Limits::default(), &mut ());
            let Outcome::Solved { moves, cost } = &report.outcome else { panic!("{board:?} is solvable") };
            assert_eq!(line.count(&FLAT(4), &mut moves.iter().copied()), u64::from(*cost));
            expanded += report.stats.expanded;
        }
        expanded
    };
    let (seconds, expanded) = best(1, clock, || {
        std::thread::scope(|scope| {
            let other = scope.spawn(work);
            work() + other.join().expect("it does not panic")
        })
    });
    let what = format!("line moves: {} 15-puzzles {what}, two threads, by the clock", boards.len());
    row(&what, expanded, seconds, target);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("korf50") => korf50(&words[1..]),
        Some("korf100") => korf100(&words[1]),
        Some("forms") => table_forms(),
        Some("manhattan") => manhattan(),
        Some("lines") => line_moves(words.get(1).map(String::as_str)),
        Some(word) => panic!("'{word}' is neither 'korf50', 'forms', 'lines' nor 'manhattan', nor nothing"),
        None => {
            manhattan();
            fifteen_puzzles();
            twenty_four_puzzles();
            line_moves(None);
        }
    }
}
