//! Every slip changes the output of its program, and some outputs are known exactly.

use std::io::Write;

use taquin_courses::{Program, Settings, Slip};
use taquin_search::Limits;

use crate::call::{Done, call_with};

fn slipped(program: Program, arguments: &str, slip: Option<Slip>) -> Done {
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let arguments: Vec<_> = arguments.split_whitespace().map(Into::into).collect();
    call_with(program, &arguments, &Settings { limits, slip, ..Settings::default() })
}

#[test]
fn every_slip_makes_a_difference() {
    let file = |text: &str| {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("a temporary file");
        file
    };
    let pair = file("2 8 3 1 6 4 7 0 5  1 2 3 8 0 4 7 6 5");
    let far = file("2 1 3 8 0 4 6 7 5  1 2 3 8 0 4 7 6 5");
    let board = file("3  8 1 3 4 0 2 7 6 5");
    let hard = file("3  7 2 4 5 0 6 8 3 1");
    let even = file("4  1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15");
    let path = |file: &tempfile::NamedTempFile| file.path().display().to_string();
    let calls = |program| match program {
        Program::Torus => ["100", "202", "303", "402", "500"]
            .map(|flag| format!("{flag} 1 2 3 4 5 0 6 7 8"))
            .into_iter()
            .chain(["305 1 2 3 4 5 6 0 7 8".into()])
            .collect(),
        Program::EightPuzzle => vec![path(&pair), path(&far)],
        Program::TorusAstar => {
            vec![
                "print_succ 1,2,3,4,5,0,6,7,8".into(),
                "solve 4,3,8,5,1,6,7,2,0".into(),
                "solve 8,1,3,4,7,5,2,0,6".into(),
            ]
        }
        Program::Board => vec![path(&board), path(&even)],
        Program::Solver | Program::Visualizer => vec![path(&board), path(&hard)],
        Program::Klotski => [
            "100 2 3 3 2 2 4 0 2 2 1 1 2 2 1 1 2 4 0 4 4",
            "100 2 1 1 2 2 1 1 2 2 3 3 2 2 4 4 2 4 0 0 4",
            "500 2 3 3 2 2 4 0 2 2 1 1 2 2 1 1 2 4 0 4 4",
            "500 2 1 1 2 2 1 1 2 2 3 3 2 2 4 4 2 4 0 0 4",
        ]
        .map(String::from)
        .to_vec(),
    };
    for program in Program::ALL.into_iter().filter(|&program| program != Program::Visualizer) {
        for &slip in Slip::of(program) {
            let differs =
                |call: &String| slipped(program, call, Some(slip)).out != slipped(program, call, None).out;
            assert!(calls(program).iter().any(differs), "{slip:?} changes nothing of {program:?}");
        }
    }
}

#[test]
fn slips_print_what_such_programs_print() {
    let torus = |arguments: &str, slip: Slip| slipped(Program::Torus, arguments, Some(slip)).out;
    let start = "1 2 3 4 5 0 6 7 8";
    let pushed = torus(&format!("201 {start}"), Slip::Descending);
    let lines: Vec<&str> = pushed.lines().collect();
    assert_eq!(lines[0], start);
    assert!(lines[1..].is_sorted(), "the smallest is on top: {pushed}");
    assert!(torus(&format!("500 {start}"), Slip::LargestOneMore).ends_with("Max-stack-size 20\n"));
    assert!(torus(&format!("500 {start}"), Slip::ChecksOneLess).contains("Goal-check 40516\n"));
    // Without a check the second move may be undone.
    assert_eq!(torus(&format!("202 {start}"), Slip::NoCycleCheck).lines().count(), 1 + 4 + 16);
    assert_eq!(torus(&format!("202 {start}"), Slip::ParentOnly).lines().count(), 1 + 4 + 12);
    // One move away: the initial state is checked under both cut-offs, and the fourth successor pushed is the goal.
    let near = torus("500 1 2 3 4 5 6 7 0 8", Slip::GoalOnPush);
    assert!(near.contains("Goal-check "), "{near}");
    let checks: u32 =
        near.lines().nth(2).and_then(|line| line.strip_prefix("Goal-check ")?.parse().ok()).unwrap();
    assert_eq!(checks, 2 + 4);
}
