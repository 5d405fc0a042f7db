//! The numbers that lessons quote are those of the engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use taquin::{Answer, EnumeratePlan, Hints, Instance, Plan, enumerate, solve};

/// The board of most lessons, and the one whose searches are compared.
const FIRST: &str = "1 5 0 / 4 3 6 / 7 2 8";
const SECOND: &str = "8 1 3 / 4 0 2 / 7 6 5";

fn searched(text: &str, algorithm: &str, heuristic: &str) -> Answer {
    let instance = Instance::parse(text, &Hints::default()).expect("a board");
    let heuristic = (!heuristic.is_empty()).then(|| heuristic.parse().expect("a heuristic"));
    let plan =
        Plan { algorithm: Some(algorithm.parse().expect("an algorithm")), heuristic, ..Plan::default() };
    solve(&instance, &plan, &mut ()).expect("a method of tiles")
}

fn moves(answer: &Answer) -> usize {
    answer.steps().expect("a solution").len()
}

fn expanded(text: &str, heuristic: &str) -> String {
    let algorithm = if heuristic.is_empty() { "uniform-cost" } else { "a-star" };
    grouped(searched(text, algorithm, heuristic).report.stats.expanded)
}

fn positions(text: &str) -> u64 {
    let instance = Instance::parse(text, &Hints::default()).expect("a board");
    enumerate(&instance, &EnumeratePlan::default(), &mut ()).expect("a small space").census.total()
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    match number {
        0..=999 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// What the lessons say, by the engine.
fn claims() -> Vec<(&'static str, String)> {
    let shortest = moves(&searched(FIRST, "a-star", "manhattan"));
    let deepening = searched(FIRST, "ida-star", "manhattan").report.stats;
    let bounds: Vec<String> = deepening.bounds.iter().map(|round| round.bound.to_string()).collect();
    let second = moves(&searched(SECOND, "a-star", "manhattan"));
    let fifteen = (1..=16).product::<u64>() / 2;
    assert_eq!((shortest, shortest + 1, fifteen / 1_000_000_000_000), (10, 11, 10), "told in words");
    // The goal is taken as well, and not expanded.
    let taken = |heuristic| searched(FIRST, "a-star", heuristic).report.stats.expanded + 1;
    let before = &bounds[bounds.len() - 2];
    vec![
        ("a-star", "It is ten moves from its goal".into()),
        (
            "a-star",
            format!(
                "f is simply the number of moves: say {shortest}. Every other open board has an f of {shortest}"
            ),
        ),
        ("a-star", format!("can end in fewer than {shortest} moves")),
        (
            "a-star",
            format!(
                "It finds the goal after {} moves. The shortest way has {shortest}.",
                moves(&searched(FIRST, "greedy", "manhattan"))
            ),
        ),
        ("bounds", format!("is there a solution with f of at most {before}?")),
        ("bounds", "eleven of them at the most".into()),
        (
            "bounds",
            format!(
                "under the bound {}, there was none with {} or less",
                bounds[bounds.len() - 1],
                shortest - 1
            ),
        ),
        ("heuristics", format!("Both solutions have {shortest} moves")),
        (
            "heuristics",
            format!(
                "the left search had to take {} boards before it could be sure; the right one took {}.",
                taken("misplaced"),
                taken("manhattan")
            ),
        ),
        ("heuristics", format!("before f = {shortest} gets its turn")),
        ("heuristics", format!("lead to a solution of {before}.")),
        ("heuristics", format!("On a board of {second} moves")),
        ("heuristics", format!("no guess at all: {}", expanded(SECOND, ""))),
        ("heuristics", format!("misplaced tiles: {}", expanded(SECOND, "misplaced"))),
        ("heuristics", format!("Manhattan distance: {}", expanded(SECOND, "manhattan"))),
        ("heuristics", format!("by two more moves): {}", expanded(SECOND, "linear-conflict"))),
        ("heuristics", format!("[pattern tables](#/learn/tables): {},", expanded(SECOND, "patterns"))),
        ("tables", format!("A board of 2 x 3 cells has {} positions", positions("5 4 3 / 2 1 0"))),
        ("tables", format!("The 8-puzzle has {} positions", grouped(positions("1 2 3 / 4 5 6 / 7 8 0")))),
        ("tables", "The 15-puzzle has ten million million.".into()),
        (
            "tables",
            format!("A* expands {} boards on a board of {second} moves", expanded(SECOND, "patterns")),
        ),
        ("tables", format!("Manhattan distance, which expands {}:", expanded(SECOND, "manhattan"))),
    ]
}

/// The numbers of two digits or more in a text, without links and names of puzzles.
fn numbers(text: &str) -> BTreeSet<String> {
    let outside = |text: &str| -> String {
        text.split('[').map(|part| part.split_once(')').map_or(part, |(_, rest)| rest)).collect()
    };
    let text = outside(text).replace("15-puzzle", "");
    let words = text.split(|sign: char| !sign.is_ascii_digit() && sign != ',');
    let words = words.map(|word| word.trim_matches(',')).filter(|word| word.len() > 1);
    words.map(str::to_string).collect()
}

#[test]
fn lessons_quote_what_the_engine_counts() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/app/lessons"));
    let claims = claims();
    let mut lessons = 0;
    for file in fs::read_dir(folder).expect("the lessons") {
        let path = file.expect("a lesson").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_string();
        let text = fs::read_to_string(&path).expect("a text");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let own: Vec<&String> =
            claims.iter().filter(|(lesson, _)| *lesson == name).map(|(_, claim)| claim).collect();
        for claim in &own {
            assert!(text.contains(claim.as_str()), "{name}: the engine says '{claim}'");
        }
        let held: BTreeSet<String> = own.iter().flat_map(|claim| numbers(claim)).collect();
        let loose: Vec<String> = numbers(&text).difference(&held).cloned().collect();
        assert!(loose.is_empty(), "{name}: no claim holds {loose:?}");
        lessons += 1;
    }
    assert!(lessons > 5);
}
