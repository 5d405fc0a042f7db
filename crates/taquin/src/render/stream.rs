//! An answer that is written while it is found: the moves first, then what is known in the end.
//!
//! The objects and lines are those of the other forms, in another order where the number of moves,
//! which is not known before the last of them, stands first there.

use std::io::{self, Write};

use serde_json::json;
use taquin_tiles::constructive::Streamed;

use super::{json, moves, text};
use crate::answer::Step;
use crate::instance::{Instance, TilesInstance};
use crate::plan::Algorithm;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// The moves alone.
    Moves,
}

/// An answer in the making.
pub struct Stream<'a> {
    out: &'a mut dyn Write,
    instance: &'a Instance,
    form: Form,
    lines: text::Lines,
    first: bool,
}

impl<'a> Stream<'a> {
    /// Writes what stands before the moves.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(out: &'a mut dyn Write, instance: &'a Instance, form: Form) -> io::Result<Self> {
        if let Instance::Tiles(tiles) = instance {
            match form {
                Form::Text => text::boards(out, tiles)?,
                Form::Json => begin_json(out, tiles)?,
                Form::Moves => {}
            }
        }
        Ok(Stream { out, instance, form, lines: text::Lines::default(), first: true })
    }

    /// Writes a move.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        match self.form {
            Form::Text => self.lines.add(self.out, step),
            Form::Moves => self.out.write_all(moves::word(self.instance, step).as_bytes()),
            Form::Json => {
                let comma = if std::mem::take(&mut self.first) { "" } else { "," };
                write!(self.out, "{comma}{}", json::step(step))
            }
        }
    }

    /// Writes what stands after the moves.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn end(mut self, streamed: &Streamed) -> io::Result<()> {
        match self.form {
            Form::Text => {
                self.lines.finish(self.out)?;
                streamed_outcome(self.out, streamed)?;
                writeln!(self.out, "Plan: {}", Algorithm::Near)
            }
            Form::Moves => writeln!(self.out),
            Form::Json => end_json(self.out, streamed),
        }
    }
}

/// Writes the outcome in one sentence.
///
/// # Errors
/// Those of `out`.
pub fn streamed_outcome(out: &mut dyn Write, streamed: &Streamed) -> io::Result<()> {
    let Streamed { end, moves, lower_bound, .. } = streamed;
    match end {
        Ok(()) => text::solved(out, *moves, *lower_bound),
        Err(limit) => {
            writeln!(out, "Stopped ({limit}) after {moves} moves: a solution needs at least {lower_bound}.")
        }
    }
}

/// The object up to the first move.
fn begin_json(out: &mut dyn Write, tiles: &TilesInstance) -> io::Result<()> {
    write!(out, "{{\"algorithm\":\"{}\",\"heuristic\":\"none\",\"puzzle\":", Algorithm::Near)?;
    serde_json::to_writer(&mut *out, &json::puzzle(tiles))?;
    write!(out, ",\"moves\":[")
}

/// The object from the last move. Moves without an end are no solution, so they have no cost.
fn end_json(out: &mut dyn Write, streamed: &Streamed) -> io::Result<()> {
    let Streamed { end, moves, lower_bound, stats } = streamed;
    let (outcome, limit) = match end {
        Ok(()) => ("solved", None),
        Err(limit) => ("stopped", Some(limit.to_string())),
    };
    let rest = json!({
        "outcome": outcome,
        "cost": end.is_ok().then_some(moves),
        "lower_bound": lower_bound,
        "optimal": end.is_ok() && lower_bound >= moves,
        "reason": null,
        "limit": limit,
        "stats": json::stats(stats),
    });
    let rest = rest.to_string();
    writeln!(out, "],{}", rest.trim_start_matches('{'))
}
