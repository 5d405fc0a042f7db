//! An answer for programs: one JSON object.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use taquin_blocks::Problem;
use taquin_blocks::format::picture;
use taquin_search::{Outcome, Stats};

use crate::answer::{Answer, Step};
use crate::instance::{Instance, TilesInstance};

/// Writes one JSON object on one line.
///
/// # Errors
/// Those of `out`.
pub fn json(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &value(instance, answer))?;
    writeln!(out)
}

#[derive(Serialize)]
struct Object<'a> {
    outcome: &'static str,
    cost: Option<u32>,
    /// Of a solution; there is none where there is no solution.
    lower_bound: Option<u32>,
    optimal: bool,
    moves: Option<Moves<'a>>,
    algorithm: &'static str,
    heuristic: &'a str,
    reason: Option<&'a str>,
    limit: Option<String>,
    puzzle: Value,
    stats: Value,
}

fn value<'a>(instance: &Instance, answer: &'a Answer) -> Object<'a> {
    let report = &answer.report;
    let (outcome, cost, limit) = match &report.outcome {
        Outcome::Solved { cost, .. } => ("solved", Some(*cost), None),
        Outcome::Unsolvable => ("unsolvable", None, None),
        Outcome::Stopped(limit) => ("stopped", None, Some(limit.to_string())),
    };
    Object {
        outcome,
        cost,
        lower_bound: (report.outcome != Outcome::Unsolvable).then_some(report.lower_bound),
        optimal: cost.is_some_and(|cost| report.lower_bound >= cost),
        moves: answer.steps().map(Moves),
        algorithm: answer.algorithm.name(),
        heuristic: &answer.heuristic,
        reason: answer.reason.as_deref(),
        limit,
        puzzle: match instance {
            Instance::Tiles(tiles) => puzzle(tiles),
            Instance::Blocks(problem) => blocks(problem),
        },
        stats: stats(&report.stats),
    }
}

/// The moves, made into objects one by one: a long solution takes no more memory than it has.
struct Moves<'a>(&'a [Step]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(step))
    }
}

pub(super) fn step(step: &Step) -> Value {
    match step {
        Step::Tile { tile, from, to, direction } => {
            json!({ "tile": tile, "from": from, "to": to, "direction": direction.name() })
        }
        Step::Block { name, step } => {
            let path: Vec<&str> = step.path.iter().map(|direction| direction.name()).collect();
            let (from, to) = (step.from.index(), step.to.index());
            json!({ "piece": name.to_string(), "index": step.piece, "from": from, "to": to, "path": path })
        }
    }
}

pub(super) fn puzzle(tiles: &TilesInstance) -> Value {
    json!({
        "kind": "tiles",
        "rows": tiles.geometry.rows(),
        "cols": tiles.geometry.cols(),
        "torus": tiles.geometry.is_torus(),
        "start": tiles.start.tiles(),
        "goal": tiles.goal.tiles(),
    })
}

pub(super) fn blocks(problem: &Problem) -> Value {
    let (wrap_rows, wrap_cols) = problem.board().wraps();
    json!({
        "kind": "blocks",
        "rows": problem.board().rows(),
        "cols": problem.board().cols(),
        "wrap": { "rows": wrap_rows, "columns": wrap_cols },
        "metric": problem.metric().to_string(),
        "start": picture::start_rows(problem),
        "goal": picture::goal_rows(problem),
    })
}

pub(super) fn stats(stats: &Stats) -> Value {
    let bounds: Vec<Value> = stats
        .bounds
        .iter()
        .map(|row| json!({ "bound": row.bound, "expanded": row.expanded, "generated": row.generated }))
        .collect();
    json!({
        "expanded": stats.expanded,
        "generated": stats.generated,
        "reopened": stats.reopened,
        "goal_checks": stats.goal_checks,
        "largest_open": stats.largest_open,
        "largest_closed": stats.largest_closed,
        "peak_bytes": stats.peak_bytes,
        "seconds": stats.seconds,
        "bounds": bounds,
    })
}
