//! Everything that is known about labels without solving them.

use std::path::Path;

use serde_json::{Map, Value, json};
use taquin_search::Limits;
use taquin_tiles::format::labels::{Label, write};
use taquin_tiles::labelled::Until;

use super::{KIND, LabelledInstance, space};
use crate::analysis::Facts;
use crate::error::Error;
use crate::family::Family;
use crate::plan::HeuristicName;

/// The distance is looked up if there are at most this many arrangements.
const MOST_POSITIONS: u64 = 1_000_000;

/// The facts about the start of `instance`.
pub(super) fn facts(instance: &LabelledInstance, distances: Option<&Path>) -> Result<Facts, Error> {
    if distances.is_some() {
        return Err(Error::NotFor { what: "table of distances".into(), kind: KIND });
    }
    let verdict = instance.verdict();
    let heuristics: Vec<(HeuristicName, u64)> = (!instance.is_metered())
        .then(|| (HeuristicName::MANHATTAN, u64::from(instance.gauge())))
        .into_iter()
        .collect();
    let size = space::size(instance);
    let small = size.is_some_and(|size| size <= MOST_POSITIONS);
    let distance = if small { distance(instance) } else { None };
    let cols = instance.puzzle.geometry().cols();
    let around: Vec<(Label, String)> = instance
        .neighbors()?
        .iter()
        .filter_map(|(step, after)| {
            let label = instance.labels()[step.piece as usize].clone();
            Some((label, write(after.of::<LabelledInstance>()?.puzzle.start(), cols)))
        })
        .collect();
    let line = |name: &str, value: &dyn std::fmt::Display| format!("{name:<18}{value}");
    let mut lines: Vec<String> = verdict.iter().map(|(_, reason)| reason.clone()).collect();
    lines.push(match size {
        Some(size) => line("arrangements", &size),
        None => line("arrangements", &"more than 2^64"),
    });
    lines.extend(heuristics.iter().map(|(guide, value)| line(guide.name(), value)));
    lines.extend(distance.map(|distance| line("true distance", &distance)));
    lines.push(line("neighbours", &around.len()));
    lines.extend(around.iter().map(|(label, board)| format!("  tile {:<4} {board}", label.to_string())));
    let labels: Map<String, Value> =
        instance.puzzle.counts().iter().map(|(label, count)| (label.to_string(), json!(count))).collect();
    let neighbors: Vec<Value> =
        around.iter().map(|(label, board)| json!({ "tile": label.to_string(), "board": board })).collect();
    let values: Map<String, Value> =
        heuristics.iter().map(|(guide, value)| (guide.name().to_string(), json!(value))).collect();
    let object = json!({
        "puzzle": instance.object(),
        "solvable": verdict.as_ref().map(|(solvable, _)| solvable),
        "reason": verdict.map(|(_, reason)| reason),
        "labels": labels,
        "arrangements": size,
        "heuristics": values,
        "distance": distance,
        "neighbors": neighbors,
    });
    Ok(Facts { heuristics, distance, lines, object, outlook: Vec::new() })
}

/// How many arrangements there are at each distance, if there are few.
pub(super) fn levels(instance: &LabelledInstance) -> Option<Vec<u64>> {
    space::size(instance).filter(|&size| size <= MOST_POSITIONS)?;
    Some(space::flooded(instance, Until::End, 1, &Limits::default(), &mut ())?.levels)
}

/// The true distance, by all arrangements that are nearer to a goal.
fn distance(instance: &LabelledInstance) -> Option<u32> {
    let start = instance.arrangement::<64>();
    let flood = space::flooded(instance, Until::Found(0), 1, &Limits::default(), &mut ())?;
    flood.way(instance.kinds(), &start.0).map(|moves| moves.len() as u32)
}
