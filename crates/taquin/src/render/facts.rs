//! The facts about a position, for people and for programs.

use std::io::{self, Write};

use serde_json::json;
use taquin_blocks::Problem;
use taquin_blocks::format::Format;
use taquin_tiles::format::Style;

use crate::facts::{BlocksFacts, TilesFacts};
use crate::instance::TilesInstance;

/// Neighbours of larger boards are counted, not printed.
const MOST_CELLS: u32 = 256;

/// Writes the facts about a board in words.
///
/// # Errors
/// Those of `out`.
pub fn tiles_facts(out: &mut dyn Write, instance: &TilesInstance, facts: &TilesFacts) -> io::Result<()> {
    super::text::boards(out, instance)?;
    writeln!(out, "{}", facts.solvability)?;
    for (guide, value) in &facts.heuristics {
        writeln!(out, "{:<18}{value}", guide.name())?;
    }
    if let Some(distance) = facts.distance {
        writeln!(out, "{:<18}{distance}", "true distance")?;
    }
    writeln!(out, "{:<18}{}", "neighbours", facts.neighbors.len())?;
    if instance.geometry.cells() <= MOST_CELLS {
        for (tile, board) in &facts.neighbors {
            writeln!(out, "  tile {tile:<4} {}", board.text(Style::Rows))?;
        }
    }
    Ok(())
}

/// Writes the facts about a board as one JSON object on one line.
///
/// # Errors
/// Those of `out`.
pub fn tiles_facts_json(out: &mut dyn Write, instance: &TilesInstance, facts: &TilesFacts) -> io::Result<()> {
    let heuristics: serde_json::Map<String, serde_json::Value> =
        facts.heuristics.iter().map(|(guide, value)| (guide.name().to_string(), json!(value))).collect();
    let neighbors: Vec<serde_json::Value> =
        facts.neighbors.iter().map(|(tile, board)| json!({ "tile": tile, "board": board.tiles() })).collect();
    let object = json!({
        "puzzle": super::json::puzzle(instance),
        "solvable": facts.solvability.is_solvable(),
        "reason": facts.solvability.to_string(),
        "heuristics": heuristics,
        "distance": facts.distance,
        "neighbors": neighbors,
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// Writes the facts about blocks in words.
///
/// # Errors
/// Those of `out`.
pub fn blocks_facts(out: &mut dyn Write, problem: &Problem, facts: &BlocksFacts) -> io::Result<()> {
    super::text::blocks(out, problem)?;
    writeln!(out, "{:<18}{}", "kinds of pieces", facts.kinds)?;
    writeln!(out, "{:<18}{}", "empty cells", facts.empty)?;
    writeln!(out, "{:<18}{}", "symmetries", facts.symmetries)?;
    writeln!(out, "{:<18}{}", "bits a position", facts.state_bits)?;
    match facts.travel {
        Some(travel) => writeln!(out, "{:<18}{travel}", "manhattan")?,
        None if problem.goal().is_empty() => writeln!(out, "no goal")?,
        None => writeln!(out, "unsolvable: a piece of the goal could not get there even alone")?,
    }
    if let Some(distance) = facts.distance {
        writeln!(out, "{:<18}{distance}", "true distance")?;
    }
    for (form, text) in facts.forms.iter().filter(|(form, _)| !matches!(form, Format::Plain | Format::Gnome))
    {
        writeln!(out, "{:<18}{text}", form.to_string())?;
    }
    writeln!(out, "{:<18}{}", "neighbours", facts.neighbors.len())?;
    facts.neighbors.iter().try_for_each(|neighbor| writeln!(out, "  {neighbor}"))
}

/// Writes the facts about blocks as one JSON object on one line.
///
/// # Errors
/// Those of `out`.
pub fn blocks_facts_json(out: &mut dyn Write, problem: &Problem, facts: &BlocksFacts) -> io::Result<()> {
    let forms: serde_json::Map<String, serde_json::Value> =
        facts.forms.iter().map(|(form, text)| (form.to_string(), json!(text))).collect();
    let object = json!({
        "puzzle": super::json::blocks(problem),
        "pieces": facts.pieces,
        "kinds": facts.kinds,
        "empty": facts.empty,
        "symmetries": facts.symmetries,
        "state_bits": facts.state_bits,
        "heuristics": { "manhattan": facts.travel },
        "distance": facts.distance,
        "forms": forms,
        "neighbors": facts.neighbors,
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
