//! Programs in Python.

use std::ffi::OsString;

use taquin_courses::Slip;
use taquin_grader::Report;

use crate::bench::{Change, assert_right, assert_wrong, folder, grade, options, python};

fn graded(course: &str, file: &str, changes: &[Change]) -> Report {
    let folder = folder(&[file], changes);
    let file: OsString = file.into();
    let mut options = options(course, vec![python(), file]);
    if !changes.is_empty() {
        // What is wrong shows in the examples and corners.
        options.generated = Some(0);
    }
    grade(options, folder.path())
}

/// Where the mistake hides the goal, nobody is to wait for the time limit.
const GIVE_UP: Change = ("while path is None", "while path is None and cutoff < 9");

#[test]
fn torus() {
    let graded = |changes: &[Change]| graded("torus", "torus.py", changes);
    assert_right(&graded(&[]));
    let all = ["successors", "depth-limited", "parents", "prefix", "solution"];
    let falling = graded(&[("return sorted(found)", "return sorted(found, reverse=True)")]);
    assert_wrong(&falling, &all, Some(Slip::Descending));
    let unsorted = graded(&[("return sorted(found)", "return found")]);
    assert_wrong(&unsorted, &all, Some(Slip::UpDownLeftRight));
    let flat =
        "r, c = row + down, col + right\n        if not (0 <= r < 3 and 0 <= c < 3):\n            continue";
    let flat = graded(&[("r, c = (row + down) % 3, (col + right) % 3", flat), GIVE_UP]);
    assert_wrong(&flat, &all, Some(Slip::NoWrap));
    // A closed list finds the goal later, but does.
    let later = ("while path is None", "while path is None and cutoff < 15");
    let closed = graded(&[("if child not in prefix", "if child not in closed"), later]);
    assert!(closed.slips.iter().any(|(slip, _)| slip.contains("closed list")), "{:?}", closed.slips);
    let one_off = graded(&[("len(stack))", "len(stack) - 1)")]);
    assert_wrong(&one_off, &["solution"], Some(Slip::LargestOneLess));
    let solution = one_off.parts.last().expect("five parts");
    assert!(solution.score >= 0.5 * solution.points, "a right path with a wrong count is worth half");
    assert!(
        solution.cases[0].why.as_ref().is_some_and(|why| why.contains("Max-stack-size is 18, should be 19"))
    );
}

#[test]
fn eight_puzzle() {
    let graded = |changes: &[Change]| graded("eight-puzzle", "eight_puzzle.py", changes);
    assert_right(&graded(&[]));
    let blank = graded(&[(" and tile != 0)", ")")]);
    assert!(blank.slips.iter().any(|(slip, _)| slip.contains("blank is counted")), "{:?}", blank.slips);
    let order = graded(&[("((-1, 0), (0, -1), (1, 0), (0, 1))", "((-1, 0), (1, 0), (0, -1), (0, 1))")]);
    assert!(order.slips[0].0.contains("up, down, left, right"), "{:?}", order.slips);
    let one_off = graded(&[("{len(queue.items) - 1}", "{len(queue.items)}")]);
    assert_wrong(&one_off, &["basic", "complex", "atypical", "stress"], Some(Slip::LargestOneMore));
    assert!(one_off.score > 0.5 * one_off.points - 1e-9, "the cost is right");
    let silent = graded(&[("sys.exit(f\"cannot open the file: {error}\")", "sys.exit(0)")]);
    assert_wrong(&silent, &["atypical"], None);
}

#[test]
fn torus_astar() {
    let file = "torus_puzzle.py";
    let graded = |changes: &[Change]| graded("torus-astar", file, changes);
    assert_right(&graded(&[]));
    let order = graded(&[("return sorted(found)", "return found")]);
    assert_wrong(&order, &["order"], Some(Slip::UpDownLeftRight));
    let duplicates = graded(&[("                return\n", "                break\n")]);
    assert_wrong(&duplicates, &["queue-updates"], None);
    let blank = graded(&[(" and tile != 0)", ")")]);
    assert!(blank.slips[0].0.contains("blank is counted"), "{:?}", blank.slips);
    let format = graded(&[(" moves: {", " moves={")]);
    assert_wrong(&format, &["one-move", "two-moves", "solution", "format"], None);
    let missing = graded(&[("class PriorityQueue", "class Queue"), ("PriorityQueue(), {}", "Queue(), {}")]);
    assert_wrong(&missing, &["queue-class", "queue-updates"], None);
    assert!(missing.cases().any(|(_, case)| case.complaints.contains("PriorityQueue")));
}

#[test]
fn board() {
    let graded = |changes: &[Change]| graded("board", "board.py", changes);
    assert_right(&graded(&[]));
    let order = graded(&[("((-1, 0), (0, 1), (1, 0), (0, -1))", "((-1, 0), (1, 0), (0, -1), (0, 1))")]);
    assert_wrong(&order, &["neighbors"], Some(Slip::UpDownLeftRight));
    let row = graded(&[("else (inversions + row) % 2 == 1", "else inversions % 2 == 0")]);
    assert_wrong(&row, &["solvable"], Some(Slip::BlankRowIgnored));
    let blank = [
        ("home = tile - 1", "home = (tile - 1) % len(tiles)"),
        ("tile != 0 and cell != home", "cell != home"),
    ];
    assert_wrong(&graded(&blank), &["hamming", "manhattan", "goal"][..2], Some(Slip::BlankCounted));
}

#[test]
fn solver() {
    let graded = |changes: &[Change]| graded("solver", "solver.py", changes);
    assert_right(&graded(&[]));
    let initial = graded(&[("in path[1:]:", "in path:")]);
    assert_wrong(&initial, &["solution", "corners"], Some(Slip::InitialShown));
    let states = graded(&[("{len(path) - 1}", "{len(path)}")]);
    assert_wrong(&states, &["solution", "corners"], Some(Slip::StatesCounted));
    assert!(states.parts[0].score > 29.0, "the boards are right: {}", states.parts[0].score);
    let careless = graded(&[("if not solvable(tiles, size)", "if len(tiles) == 17")]);
    assert_wrong(&careless, &["unsolvable"], None);
}

#[test]
fn klotski() {
    let graded = |changes: &[Change]| graded("klotski", "klotski.py", changes);
    assert_right(&graded(&[]));
    let flight = graded(&[(
        "if other == \"0\"]",
        "if other == \"0\" and abs(empty // 4 - row) + abs(empty % 4 - col) == 1]",
    )]);
    assert_wrong(
        &flight,
        &["successors", "trace", "solution", "guided-trace", "guided-solution"],
        Some(Slip::NoFlight),
    );
    let goal = graded(&[(
        "        if estimate(board) == 0:",
        "        largest_closed += estimate(board) == 0\n        if estimate(board) == 0:",
    )]);
    assert_wrong(&goal, &["solution", "guided-solution"], Some(Slip::GoalClosed));
    let states = graded(&[("len(path) - 1", "len(path)")]);
    assert_wrong(&states, &["solution", "guided-solution"], Some(Slip::StatesCounted));
}

/// What a build leaves is copied for every case, and nothing that it points to.
#[test]
fn a_build_cannot_bring_anything_in() {
    let folder = folder(&["board.py"], &[]);
    let secret = tempfile::NamedTempFile::new_in("/var/tmp").expect("a file");
    std::fs::write(secret.path(), "secret").expect("a file");
    let mut options = options("board", vec![python(), "built.py".into()]);
    options.generated = Some(0);
    options.build = Some(format!(
        "cp board.py built.py; ln -s {0} leak; ln -s / root; mkfifo pipe; mkdir -p closed/inner; chmod 000 closed; \
         cat {0} && exit 1; ln -s built.py kept; test ! -e leak",
        secret.path().display()
    ));
    let report = grade(options, folder.path());
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    assert_right(&report);
}
