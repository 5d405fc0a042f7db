//! Whole spaces of blocks: the component of a start, the components of a piece set, all Klotski layouts.

use std::io::{self, Write};

use serde_json::{Value, json};
use taquin_space::Census;

use super::census::{census_text, census_value};
use super::moves_in_words;
use crate::enumeration::{Enumeration, Origin, PieceSet};
use crate::families::blocks::LayoutFacts;

/// The most lines of examples that are printed for people.
const MOST_LINES: usize = 10;

/// Writes the levels, the distances to the goal and the diameter.
///
/// # Errors
/// Errors of `out`.
pub fn enumeration_text(out: &mut dyn Write, found: &Enumeration) -> io::Result<()> {
    if found.origin == Origin::Start {
        writeln!(out, "Distances from the start")?;
    }
    census_text(out, &found.census)?;
    if let Some(goal) = &found.to_goal {
        writeln!(out, "\nDistances to the goal")?;
        if let (Some(limit), true) = (goal.stopped, goal.levels.is_empty()) {
            writeln!(out, "Stopped ({limit}) before the first level.")?;
        } else if goal.levels.is_empty() {
            writeln!(out, "No position of the component satisfies the goal: there is no solution.")?;
        } else {
            writeln!(out, "{:>8} {:>20}", "distance", "positions")?;
            for (distance, count) in goal.levels.iter().enumerate() {
                writeln!(out, "{distance:>8} {count:>20}")?;
            }
            let start = goal.start.map_or("? moves".into(), |start| moves_in_words(start.into()));
            let deepest = goal.levels.len() - 1;
            if let Some(limit) = goal.stopped {
                writeln!(out, "Stopped ({limit}): whole levels up to distance {deepest}.")?;
                writeln!(out, "The start is {start} away.")?;
            } else {
                let mean = mean(&goal.levels);
                writeln!(out, "The start is {start} away, the mean is {mean:.6}, the farthest {deepest}:")?;
                examples(out, &goal.farthest, goal.levels.last().copied().unwrap_or(0))?;
            }
        }
    }
    if let Some(diameter) = &found.diameter {
        let (moves, pairs) = (moves_in_words(diameter.moves.into()), diameter.pairs);
        match diameter.stopped {
            None => writeln!(out, "\nDiameter: {moves}, between {pairs} ordered pairs of positions")?,
            Some(limit) => writeln!(out, "\nDiameter: stopped ({limit}), at least {moves}")?,
        }
        if let Some((a, b)) = &diameter.example {
            writeln!(out, "  {a}\n  {b}")?;
        }
    }
    if let Some(edges) = found.edges {
        writeln!(out, "\nGraph: {} positions, {edges} moves between them", found.census.total())?;
    }
    Ok(())
}

/// The mean distance of positions that are counted by level.
fn mean(levels: &[u64]) -> f64 {
    let census = Census::<()> { levels: levels.to_vec(), ..Census::nothing(None) };
    census.mean()
}

fn examples(out: &mut dyn Write, lines: &[String], count: u64) -> io::Result<()> {
    lines.iter().take(MOST_LINES).try_for_each(|line| writeln!(out, "  {line}"))?;
    let shown = lines.len().min(MOST_LINES) as u64;
    if count > shown { writeln!(out, "  and {} more", count - shown) } else { Ok(()) }
}

/// Writes the same as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn enumeration_json(out: &mut dyn Write, found: &Enumeration) -> io::Result<()> {
    let mut object = census_value(&found.census);
    if found.origin == Origin::Start {
        add_start(&mut object, found);
    }
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// What is known where the levels are counted from the start.
fn add_start(object: &mut Value, found: &Enumeration) {
    object["to_goal"] = found.to_goal.as_ref().map_or(Value::Null, |goal| {
        json!({
            "levels": goal.levels,
            "mean": mean(&goal.levels),
            "limit": goal.stopped.map(|limit| limit.to_string()),
            "never": goal.never,
            "start": goal.start,
            "farthest": goal.farthest,
        })
    });
    object["diameter"] = found.diameter.as_ref().map_or(Value::Null, |diameter| {
        let limit = diameter.stopped.map(|limit| limit.to_string());
        let (pairs, example) = (diameter.pairs, &diameter.example);
        json!({ "moves": diameter.moves, "pairs": pairs, "example": example, "limit": limit })
    });
    object["edges"] = json!(found.edges);
}

/// Writes the components of a piece set.
///
/// # Errors
/// Errors of `out`.
pub fn piece_set_text(out: &mut dyn Write, set: &PieceSet) -> io::Result<()> {
    writeln!(out, "{} positions in {} components", set.positions, set.components.len())?;
    writeln!(out, "{:>12} {:>12}  one of them", "positions", "with goal")?;
    for component in set.components.iter().take(2 * MOST_LINES) {
        writeln!(out, "{:>12} {:>12}  {}", component.positions, component.goals, component.example)?;
    }
    let rest = set.components.iter().skip(2 * MOST_LINES);
    let positions: u64 = rest.clone().map(|component| component.positions).sum();
    match rest.count() {
        0 => Ok(()),
        more => writeln!(out, "{positions:>12} {:>12}  in {more} more components", ""),
    }
}

/// Writes the same as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn piece_set_json(out: &mut dyn Write, set: &PieceSet) -> io::Result<()> {
    let components: Vec<Value> = set
        .components
        .iter()
        .map(|component| json!({ "positions": component.positions, "goals": component.goals, "example": component.example }))
        .collect();
    serde_json::to_writer(&mut *out, &json!({ "positions": set.positions, "components": components }))?;
    writeln!(out)
}

/// Writes one line for each component.
///
/// # Errors
/// Errors of `out`.
pub fn piece_set_csv(out: &mut dyn Write, set: &PieceSet) -> io::Result<()> {
    writeln!(out, "positions,goals,example")?;
    set.components.iter().try_for_each(|component| {
        writeln!(out, "{},{},{}", component.positions, component.goals, component.example)
    })
}

/// Writes what is known of all Klotski layouts.
///
/// # Errors
/// Errors of `out`.
pub fn layouts_text(out: &mut dyn Write, facts: &LayoutFacts) -> io::Result<()> {
    let hardest = &facts.hardest;
    writeln!(out, "{:>8} {:>12}", "moves", "layouts")?;
    for (moves, count) in hardest.levels.iter().enumerate() {
        writeln!(out, "{moves:>8} {count:>12}")?;
    }
    writeln!(out, "{:>8} {:>12}", "never", facts.layouts - hardest.solvable)?;
    writeln!(out, "{:>8} {:>12}", "total", facts.layouts)?;
    writeln!(out, "They fall into {} components.", facts.components)?;
    let moves = moves_in_words(hardest.moves.into());
    writeln!(out, "The hardest need {moves} under the {} metric:", facts.metric)?;
    hardest.layouts.iter().try_for_each(|code| writeln!(out, "  {code}"))
}

/// Writes the same as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn layouts_json(out: &mut dyn Write, facts: &LayoutFacts) -> io::Result<()> {
    let object = json!({
        "layouts": facts.layouts,
        "components": facts.components,
        "metric": facts.metric.to_string(),
        "solvable": facts.hardest.solvable,
        "levels": facts.hardest.levels,
        "most_moves": facts.hardest.moves,
        "hardest": facts.hardest.layouts,
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
