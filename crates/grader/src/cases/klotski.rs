//! The flying Klotski by A*: FLAG and twenty digits.

use taquin_courses::{Program, Settings, run};
use taquin_search::Limits;

use super::Maker;
use crate::case::{Case, Difficulty, Origin, Question};

/// The boards of the assignment's examples.
const EXAMPLES: [&str; 3] = [
    "2 2 2 2 2 2 2 2 3 3 4 4 1 1 0 4 1 1 0 4",
    "2 3 3 2 2 4 0 2 2 1 1 2 2 1 1 2 4 0 4 4",
    "2 2 2 0 2 2 2 4 3 3 4 4 2 4 1 1 2 0 1 1",
];

/// Boards whose 2x2 block is at the exit: walks begin here.
const SOLVED: [&str; 3] = ["22222222334401140114", "23322442211221124004", "22242224334421102110"];

pub(super) fn cases(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let flag = match topic {
        "successors" => 100,
        "trace" => 200,
        "solution" => 300,
        "guided-trace" => 400,
        _ => 500,
    };
    let case = |origin, board: &str| Case::new(topic, origin, Question::words(&format!("{flag} {board}")));
    let mut cases: Vec<Case> = EXAMPLES.iter().map(|board| case(Origin::Example, board)).collect();
    match flag {
        100 => cases.push(case(Origin::Corner, "2 4 4 2 2 1 1 2 2 1 1 2 2 4 4 2 0 0 3 3")),
        200 | 400 => cases.push(case(Origin::Corner, "2 2 2 2 2 2 2 2 3 3 4 4 0 1 1 4 0 1 1 4")),
        _ => {}
    }
    let checks = match flag {
        100 => (1, 20_000),
        200 | 400 => maker.by_difficulty((2, 12), (6, 25), (20, 60)),
        _ => maker.by_difficulty((5, 60), (50, 1000), (1000, 8000)),
    };
    for _ in 0..maker.generated {
        let board = walked(maker, flag, checks);
        let slow = maker.difficulty == Difficulty::Hard && flag != 100;
        cases.push(Case { slow, ..case(Origin::Generated, &board) });
    }
    cases
}

/// A board that random moves lead to, and whose search checks a number of states within bounds.
fn walked(maker: &mut Maker, flag: u32, (least, most): (u64, u64)) -> String {
    let guided = flag >= 400;
    // If no board within the bounds is found, the nearest one above the lower bound is used.
    let mut best: Option<(u64, String)> = None;
    for _ in 0..200 {
        let first = SOLVED[maker.between((0, 2)) as usize].to_string();
        let mut board = first;
        for _ in 0..maker.between((2, 30)) {
            let next = successors(&board);
            board = next[maker.between((0, next.len() as u32 - 1)) as usize].clone();
        }
        let checks = goal_checks(&board, guided, most);
        if checks.is_some_and(|checks| (least..=most).contains(&checks)) {
            return spaced(&board);
        }
        if let Some(checks) = checks
            && best.as_ref().is_none_or(|(most, _)| checks > *most)
        {
            best = Some((checks, board));
        }
    }
    spaced(&best.map_or_else(|| EXAMPLES[0].replace(' ', ""), |(_, board)| board))
}

fn spaced(board: &str) -> String {
    board.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

fn call(flag: u32, board: &str, nodes: Option<u64>) -> String {
    let words = format!("{flag} {}", spaced(board));
    let arguments: Vec<_> = words.split(' ').map(Into::into).collect();
    let settings = Settings { limits: Limits { nodes, ..Limits::default() }, ..Settings::default() };
    let mut out = Vec::new();
    run(Program::Klotski, &arguments, &settings, &mut out, &mut std::io::sink());
    String::from_utf8(out).unwrap_or_default()
}

/// The boards one move away.
pub(crate) fn successors(board: &str) -> Vec<String> {
    let text = call(100, board, None);
    text.split("\n\n").map(|rows| rows.replace('\n', "")).filter(|digits| digits.len() == 20).collect()
}

/// How many states the program checks for the goal, if they are not many more than `most`.
fn goal_checks(board: &str, guided: bool, most: u64) -> Option<u64> {
    let text = call(if guided { 500 } else { 300 }, board, Some(most + 1));
    text.lines().find_map(|line| line.strip_prefix("goalCheckTimes ")?.parse().ok())
}
