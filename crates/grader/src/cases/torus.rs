//! The torus by iterative deepening: FLAG and nine tiles.

use super::{Maker, join};
use crate::case::{Case, Difficulty, Origin, Question};

const GOAL: &str = "1 2 3 4 5 6 7 8 0";

pub(super) fn cases(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let examples: &[&str] = match topic {
        "successors" => &["100 1 2 3 4 5 0 6 7 8", "100 8 7 6 5 4 3 2 1 0", "100 4 3 8 5 1 6 7 2 0"],
        "depth-limited" => &["201 1 2 3 4 5 0 6 7 8", "201 8 7 6 5 4 3 2 1 0", "202 4 3 8 5 1 6 7 2 0"],
        "parents" => &["301 1 2 3 4 5 0 6 7 8", "301 8 7 6 5 4 3 2 1 0", "302 4 3 8 5 1 6 7 2 0"],
        "prefix" => &[
            "400 1 2 3 4 5 0 6 7 8",
            "401 1 2 3 4 5 0 6 7 8",
            "402 1 2 3 4 5 0 6 7 8",
            "401 8 7 6 5 4 3 2 1 0",
            "402 4 3 8 5 1 6 7 2 0",
        ],
        _ => &["500 1 2 3 4 5 0 6 7 8", "500 4 3 8 5 1 6 7 2 0"],
    };
    let case = |origin, text: String| Case::new(topic, origin, Question::words(&text));
    let mut cases: Vec<Case> = examples.iter().map(|text| case(Origin::Example, text.to_string())).collect();
    if topic == "solution" {
        let slow = case(Origin::Example, "500 8 7 6 5 4 3 2 1 0".into());
        cases.push(Case { slow: true, ..slow });
    }
    let corners: &[&str] = match topic {
        "successors" => &["100 0 1 2 3 4 5 6 7 8", "100 1 2 3 4 0 5 6 7 8"],
        "depth-limited" => &["200 1 2 3 4 5 0 6 7 8", "203 1 2 3 4 5 6 7 8 0", "203 1 2 3 4 5 6 7 0 8"],
        "parents" => &["300 1 2 3 4 5 0 6 7 8", "303 1 2 3 4 5 6 0 7 8"],
        "prefix" => &["404 1 2 3 4 5 0 6 7 8"],
        _ => &["500 1 2 3 4 5 6 7 0 8"],
    };
    cases.extend(corners.iter().map(|text| case(Origin::Corner, text.to_string())));
    if topic == "solution" {
        cases.push(case(Origin::Corner, format!("500 {GOAL}")));
    }
    for _ in 0..maker.generated {
        let (flag, moves) = match topic {
            "successors" => (100, (2, 19)),
            "depth-limited" => (200 + maker.between((2, 4)), (3, 16)),
            "parents" => (300 + maker.between((2, 4)), (3, 16)),
            // The goal must not come first.
            "prefix" => (400 + maker.between((3, 9)), (12, 19)),
            _ => (500, maker.by_difficulty((3, 7), (7, 10), (11, 13))),
        };
        let tiles = maker.nine(true, moves);
        let slow = topic == "solution" && maker.difficulty == Difficulty::Hard;
        cases.push(Case { slow, ..case(Origin::Generated, format!("{flag} {}", join(&tiles, " "))) });
    }
    cases
}
