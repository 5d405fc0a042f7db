//! Both torus programs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use taquin_courses::{Program, Settings};
use taquin_search::Limits;

use super::refused;
use crate::call::{call, call_with};

#[test]
fn the_torus_ends_at_once_at_the_goal() {
    let goal = "1 2 3 4 5 6 7 8 0";
    let line = format!("{goal}\n");
    assert_eq!(
        call(Program::Torus, &format!("500 {goal}")).out,
        format!("{line}Goal-check 1\nMax-stack-size 1\n")
    );
    assert_eq!(call(Program::Torus, &format!("205 {goal}")).out, line);
    assert_eq!(
        call(Program::Torus, &format!("305 {goal}")).out,
        format!("{goal} parent 0 0 0 0 0 0 0 0 0\n")
    );
    assert_eq!(
        call(Program::Torus, &format!("400 {goal}")).out,
        line,
        "the goal at the very depth is printed"
    );
    assert_eq!(call(Program::Torus, &format!("401 {goal}")).out, "", "the goal above the depth is not");
}

#[test]
fn the_torus_stops_at_the_goal_it_pops() {
    let start = "1 2 3 4 5 6 7 0 8";
    let goal = "1 2 3 4 5 6 7 8 0";
    assert_eq!(call(Program::Torus, &format!("201 {start}")).out, format!("{start}\n{goal}\n"));
    assert_eq!(call(Program::Torus, &format!("401 {start}")).out, format!("{start}\n{goal}\n"));
    assert_eq!(call(Program::Torus, &format!("402 {start}")).out, "");
    assert_eq!(
        call(Program::Torus, &format!("500 {start}")).out,
        format!("{start}\n{goal}\nGoal-check 3\nMax-stack-size 4\n")
    );
}

#[test]
fn the_torus_goes_down_to_any_depth() {
    let done = call(Program::Torus, "499 8 7 6 5 4 3 2 1 0");
    assert_eq!((done.exit, done.out.lines().count()), (0, 100));
}

#[test]
fn the_torus_stops_when_it_is_told_to() {
    let arguments = |flag: &str| [flag, "8", "7", "6", "5", "4", "3", "2", "1", "0"].map(Into::into);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let settings = Settings { limits: Limits { cancel, ..Limits::default() }, ..Settings::default() };
    for flag in ["209", "309", "409", "500"] {
        let done = call_with(Program::Torus, &arguments(flag), &settings);
        assert_eq!(done.exit, 3, "{flag}: {}", done.err);
    }
    assert_eq!(call_with(Program::Torus, &arguments("400"), &settings).exit, 0, "there is nothing to stop");
}

#[test]
fn the_torus_refuses_everything_else() {
    let tiles = "1 2 3 4 5 6 7 8 0";
    for flag in
        ["0", "99", "101", "199", "501", "600", "-100", "+99", "0199", "x", "1e2", "99999999999999999999"]
    {
        refused(Program::Torus, &format!("{flag} {tiles}"), true);
    }
    for tiles in [
        "",
        "1 2 3 4 5 6 7 8",
        "1 2 3 4 5 6 7 8 0 0",
        "1 2 3 4 5 6 7 8 8",
        "1 2 3 4 5 6 7 8 9",
        "1 2 3 4 5 6 7 8 -1",
        "1 2 3 4 5 6 7 8 x",
        "1 2 3 4 5 6 7 8 300",
        "123456780",
    ] {
        refused(Program::Torus, &format!("100 {tiles}"), true);
    }
    refused(Program::Torus, "", true);
}

#[test]
fn numbers_are_read_as_java_reads_them() {
    let plain = call(Program::Torus, "500 4 3 8 5 1 6 7 2 0");
    assert_eq!(call(Program::Torus, "+0500 +4 03 8 5 1 6 7 2 -0"), plain);
    let klotski = "2 1 1 2 2 1 1 2 2 3 3 2 2 4 4 2 4 0 0 4";
    assert_eq!(
        call(Program::Klotski, &format!("0500 {klotski}")),
        call(Program::Klotski, &format!("500 {klotski}"))
    );
}

#[test]
fn the_repeated_tile_is_named() {
    for call in [
        call(Program::TorusAstar, "solve [1,2,3,4,5,6,7,8,8]"),
        call(Program::Torus, "500 1 2 3 4 5 6 7 8 8"),
    ] {
        assert!(call.err.contains("8 is repeated and 0 is missing"), "{}", call.err);
    }
}

#[test]
fn torus_astar_takes_lists_in_any_dress() {
    let expected = call(Program::TorusAstar, "solve [4,3,8,5,1,6,7,2,0]").out;
    for list in [
        "[4, 3, 8, 5, 1, 6, 7, 2, 0]",
        "(4, 3, 8, 5, 1, 6, 7, 2, 0)",
        "4 3 8 5 1 6 7 2 0",
        "4,3,8,5,1,6,7,2,0",
        "[ 4 3 8 5 1 6 7 2 0 ]",
    ] {
        assert_eq!(call(Program::TorusAstar, &format!("solve {list}")).out, expected, "in several arguments");
        let arguments = ["solve".into(), list.into()];
        assert_eq!(call_with(Program::TorusAstar, &arguments, &Settings::default()).out, expected, "in one");
    }
    let done = call(Program::TorusAstar, "solve [1,2,3,4,5,6,7,8,0]");
    assert_eq!(done.out, "[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 0\nMax queue length: 1\n");
    for arguments in [
        "",
        "solve",
        "solve []",
        "solve [1,2,3]",
        "solve [1,2,3,4,5,6,7,8,8]",
        "solve [1,2,3,4,5,6,7,8,9]",
        "solve [1,2,3,4,5,6,7,8,0,0]",
        "solve [1,2,3,4,5,6,7,8,a]",
        "solve [1,2,3,4,5,6,7,8,0",
        "solve (1,2,3,4,5,6,7,8,0]",
        "print [1,2,3,4,5,6,7,8,0]",
        "solve [1,2,3,4,5,6,7,8,-0]",
        "solve [1,2,3,4,5,6,7,8,256]",
    ] {
        refused(Program::TorusAstar, arguments, true);
    }
}
