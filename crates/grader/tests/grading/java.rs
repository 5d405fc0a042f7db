//! Programs in Java, built by the grader.

use std::ffi::OsString;

use taquin_courses::Slip;
use taquin_grader::{Origin, Report};

use crate::bench::{Change, assert_right, assert_wrong, folder, grade, options};

fn graded(course: &str, files: &[&str], changes: &[Change]) -> Report {
    let folder = folder(files, changes);
    let class = files[0].trim_end_matches(".java");
    // A machine that starts quickly: these programs run for moments only.
    let words = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", class];
    let mut options = options(course, words.iter().map(OsString::from).collect());
    options.build = Some("javac -J-XX:TieredStopAtLevel=1 *.java".into());
    options.generated = Some(0);
    let report = grade(options, folder.path());
    assert!(report.cases().any(|(_, case)| case.origin == Origin::Example) || course == "eight-puzzle");
    report
}

#[test]
fn torus() {
    assert_right(&graded("torus", &["Torus.java"], &[]));
    let sorted = "Collections.sort(found);";
    let falling = graded("torus", &["Torus.java"], &[(sorted, "found.sort(Collections.reverseOrder());")]);
    let all = ["successors", "depth-limited", "parents", "prefix", "solution"];
    assert_wrong(&falling, &all, Some(Slip::Descending));
}

#[test]
fn eight_puzzle() {
    assert_right(&graded("eight-puzzle", &["EightPuzzle.java"], &[]));
    let manhattan = "h += Math.abs(i / 3 - place(state[i]) / 3) + Math.abs(i % 3 - place(state[i]) % 3);";
    let place = "static int place(int tile) {\n        int i = 0;\n        while (goal[i] != tile) i++;\n        return i;\n    }\n\n    static class Node";
    let changes = [("                    h++;", manhattan), ("static class Node", place)];
    let other = graded("eight-puzzle", &["EightPuzzle.java"], &changes);
    assert_eq!(
        other.slips.first().map(|(slip, _)| slip.contains("Manhattan")),
        Some(true),
        "{:?}",
        other.slips
    );
}

#[test]
fn board() {
    assert_right(&graded("board", &["Board.java"], &[]));
    let order = [("{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}", "{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}")];
    assert_wrong(&graded("board", &["Board.java"], &order), &["neighbors"], Some(Slip::LeftRightUpDown));
}

#[test]
fn solver() {
    let files = ["Solver.java", "Board.java"];
    assert_right(&graded("solver", &files, &[]));
    let reversed = [("path.push(node.board());", "path.add(node.board());")];
    assert_wrong(&graded("solver", &files, &reversed), &["solution", "corners"], Some(Slip::PathReversed));
}

#[test]
fn klotski() {
    assert_right(&graded("klotski", &["Klotski.java"], &[]));
    let ties = [("thenComparing(Node::board)", "thenComparing(Node::board, Comparator.reverseOrder())")];
    let wrong = graded("klotski", &["Klotski.java"], &ties);
    assert_eq!(
        wrong.slips.first().map(|(slip, _)| slip.contains("largest number")),
        Some(true),
        "{:?}",
        wrong.slips
    );
}

#[test]
fn a_program_that_cannot_be_built() {
    let broken = graded("board", &["Board.java"], &[("final int size;", "final int size")]);
    assert!(broken.score == 0.0 && broken.notes[0].contains("';' expected"), "{:?}", broken.notes);
}
