//! The 8-puzzle by best-first search: a file of two boards.

use super::{Maker, join};
use crate::case::{Case, Difficulty, Origin, Question};

pub(super) fn cases(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let pair = |origin, text: &str| Case::new(topic, origin, Question::File(text.into()));
    let mut cases = match topic {
        "basic" => vec![
            pair(Origin::Example, "1 3 4\n8 6 2\n7 0 5\n\n1 2 3\n8 0 4\n7 6 5\n"),
            pair(Origin::Corner, "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n"),
        ],
        // Blank lines may appear anywhere.
        "complex" => vec![pair(Origin::Corner, "\n2 8 3\n\n1 6 4\n7 0 5\n\n\n1 2 3\n8 0 4\n\n7 6 5\n\n")],
        "atypical" => vec![
            pair(Origin::Corner, "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 8 0\n"),
            Case::new(topic, Origin::Corner, Question::NoFile),
        ],
        _ => Vec::new(),
    };
    if topic == "atypical" {
        return cases;
    }
    let stress = topic == "stress";
    for _ in 0..if stress { maker.generated.max(1) } else { maker.generated } {
        let moves = match topic {
            "basic" => (2, 6),
            "complex" => maker.by_difficulty((6, 10), (10, 16), (14, 20)),
            _ => maker.by_difficulty((14, 16), (18, 22), (26, 31)),
        };
        let slow = stress && maker.difficulty == Difficulty::Hard;
        cases.push(Case { slow, ..pair(Origin::Generated, &generated(maker, moves)) });
    }
    cases
}

/// A start at a given distance from a goal whose tiles are in any order: other names for the tiles change
/// nothing of the distance.
fn generated(maker: &mut Maker, moves: (u32, u32)) -> String {
    let start = maker.nine(false, moves);
    let names = maker.shuffled(8);
    let name = |tile: u32| if tile == 0 { 0 } else { names[tile as usize - 1] + 1 };
    let board = |tiles: &mut dyn Iterator<Item = u32>| {
        let tiles: Vec<u32> = tiles.map(name).collect();
        tiles.chunks(3).map(|row| join(row, " ") + "\n").collect::<String>()
    };
    let start = board(&mut start.into_iter());
    format!("{start}\n{}", board(&mut (1..=8).chain([0])))
}
