//! Everything that is known about a board without solving it.

use std::path::Path;

use serde_json::{Map, Value, json};
use taquin_search::{Heuristic, Outcome};
use taquin_tiles::format::Style;
use taquin_tiles::heuristic::{self, LINEUP, Manhattan, Visitor};
use taquin_tiles::{Board, Exhaustive, GoalCells, Packed16, Tiles};

use super::{TilesInstance, metered, space};
use crate::analysis::Facts;
use crate::error::Error;
use crate::family::Family;
use crate::plan::{HeuristicName, Plan};

/// Neighbours of larger boards are counted, not printed.
const MOST_CELLS: u32 = 256;

/// The facts about the start of `instance`, with its distance from a table where one is given.
pub(super) fn facts(instance: &TilesInstance, distances: Option<&Path>) -> Result<Facts, Error> {
    let solvability = instance.solvability();
    let heuristics = match instance.is_metered() {
        true => vec![(HeuristicName::MANHATTAN, instance.lower_bound().into())],
        false => heuristics(instance)?,
    };
    let distance = distance(instance, distances)?;
    let neighbors = instance.neighbors()?;
    let boards: Vec<(u32, Board)> = neighbors
        .iter()
        .filter_map(|(step, after)| Some((step.piece + 1, after.of::<TilesInstance>()?.start.clone())))
        .collect();
    let mut lines = vec![solvability.to_string()];
    lines.extend(heuristics.iter().map(|(guide, value)| format!("{:<18}{value}", guide.name())));
    lines.extend(distance.map(|distance| format!("{:<18}{distance}", "true distance")));
    lines.push(format!("{:<18}{}", "neighbours", boards.len()));
    if instance.geometry.cells() <= MOST_CELLS {
        lines.extend(
            boards.iter().map(|(tile, board)| format!("  tile {tile:<4} {}", board.text(Style::Rows))),
        );
    }
    let values: Map<String, Value> =
        heuristics.iter().map(|(guide, value)| (guide.name().to_string(), json!(value))).collect();
    let around: Vec<Value> =
        boards.iter().map(|(tile, board)| json!({ "tile": tile, "board": board.tiles() })).collect();
    let object = json!({
        "puzzle": instance.object(),
        "solvable": solvability.is_solvable(),
        "reason": solvability.to_string(),
        "heuristics": values,
        "distance": distance,
        "neighbors": around,
    });
    Ok(Facts { heuristics, distance, lines, object, outlook: Vec::new() })
}

/// The true distance: from a file, or of a tiny board from a table of all positions.
fn distance(instance: &TilesInstance, distances: Option<&Path>) -> Result<Option<u32>, Error> {
    if let Some(file) = distances {
        return Ok(match space::look_up(instance, file)?.outcome {
            Outcome::Solved { cost, .. } => Some(cost),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        });
    }
    if instance.geometry.cells() > Exhaustive::MAX_CELLS {
        return Ok(None);
    }
    if instance.is_metered() {
        let answer = metered::solve(instance, &Plan::default(), &mut ())?;
        return Ok(match answer.report.outcome {
            Outcome::Solved { cost, .. } if answer.is_shortest() => Some(cost),
            _ => None,
        });
    }
    let puzzle = Tiles::<Packed16>::new(instance.geometry, &instance.goal)?;
    Ok(Exhaustive::new(&puzzle)?.distance(&puzzle.state(&instance.start)?))
}

/// The value of every heuristic that is valid for the board and quick to build.
fn heuristics(instance: &TilesInstance) -> Result<Vec<(HeuristicName, u64)>, Error> {
    struct Value<'a>(&'a Tiles<Board>, &'a Board);
    impl Visitor<Board> for Value<'_> {
        type Output = u64;
        fn visit<H: Heuristic<Tiles<Board>>>(self, heuristic: &H) -> u64 {
            heuristic.value(heuristic.start(self.0, self.1)).into()
        }
    }
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    // The distance of a huge board exceeds what a search can count to.
    let goal = GoalCells::of(&instance.goal);
    let manhattan = Manhattan::distance(&instance.geometry, &instance.start, &goal);
    let is_huge = manhattan >= u64::from(u32::MAX) / 2;
    let mut values = Vec::new();
    for entry in LINEUP.iter().filter(|entry| entry.quick) {
        let guide: HeuristicName = entry.name.parse().expect("the lineup's own name");
        if guide == HeuristicName::MANHATTAN {
            values.push((guide, manhattan));
        } else if (!is_huge || guide == HeuristicName::MISPLACED)
            && let Ok(value) = heuristic::with(entry.name, &puzzle, Value(&puzzle, &instance.start))
        {
            values.push((guide, value));
        }
    }
    Ok(values)
}
