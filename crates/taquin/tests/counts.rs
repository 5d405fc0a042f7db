//! The nodes of a fixed set of searches are kept in `counts.txt`, so that a change in what a search does is seen
//! in a diff, and not only as a change of speed. After an intended change,
//! `UPDATE_EXPECT=1 cargo test --package taquin --test counts` writes the file again.

use std::fmt::Write;

use expect_test::expect_file;
use taquin::{Algorithm, HeuristicName, Hints, Instance, Limits, Outcome, Plan, solve};

/// A puzzle each: near and far, flat and torus, tiles and blocks.
const PUZZLES: [(&str, bool); 5] = [
    ("1 2 3 / 0 4 6 / 7 5 8", false),
    ("8 6 7 / 2 5 4 / 3 0 1", false),
    ("4 3 8 / 5 1 6 / 7 2 0", true),
    ("5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", false),
    ("pennant", false),
];

/// Searches that expand more are reported as stopped.
const MOST: u64 = 200_000;

#[test]
fn searches_generate_as_many_nodes_as_they_did() {
    let mut counts = String::new();
    for (text, torus) in PUZZLES {
        let hints = Hints { torus, ..Hints::default() };
        let instance = Instance::parse(text, &hints).unwrap();
        writeln!(counts, "{text}{}", if torus { " (torus)" } else { "" }).unwrap();
        for plan in plans(&instance) {
            writeln!(counts, "  {}", told(&instance, &plan)).unwrap();
        }
    }
    expect_file!["counts.txt"].assert_eq(&counts);
}

/// Every algorithm with every heuristic that the puzzle has.
fn plans(instance: &Instance) -> Vec<Plan> {
    let choices = instance.choices();
    let limits = Limits { nodes: Some(MOST), ..Limits::default() };
    let plan = |algorithm: Algorithm, heuristic: Option<HeuristicName>| Plan {
        algorithm: Some(algorithm),
        heuristic,
        threads: Some(1),
        limits: limits.clone(),
        ..Plan::default()
    };
    let heuristics = |algorithm: Algorithm| match algorithm.is_informed() {
        true => choices.heuristics.iter().copied().map(Some).collect(),
        false => vec![None],
    };
    let of =
        |&algorithm: &Algorithm| heuristics(algorithm).into_iter().map(move |guide| plan(algorithm, guide));
    // The counts of a search that runs as long as there is time are not fixed.
    choices.algorithms.iter().filter(|algorithm| **algorithm != Algorithm::Near).flat_map(of).collect()
}

/// One line: the method, how it ended, and what was counted.
fn told(instance: &Instance, plan: &Plan) -> String {
    let algorithm = plan.algorithm.map_or("", Algorithm::name);
    let method = format!("{algorithm} {}", plan.heuristic.map_or("", HeuristicName::name));
    let answer = solve(instance, plan, &mut ()).unwrap();
    let stats = &answer.report.stats;
    let end = match &answer.report.outcome {
        Outcome::Solved { cost, .. } => format!("{cost} moves"),
        Outcome::Unsolvable => "unsolvable".to_string(),
        // Neither are the counts of a search that is stopped.
        _ => return format!("{method:<36} stopped"),
    };
    format!("{method:<36} {end:>10} {:>9} expanded {:>9} generated", stats.expanded, stats.generated)
}
