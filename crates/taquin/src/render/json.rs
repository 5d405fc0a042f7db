//! An answer for programs: one JSON object.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use taquin_search::{Outcome, Stats};

use super::{Format, Stream};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::{Algorithm, HeuristicName};
use crate::solutions::Solutions;
use crate::stream::Streamed;

/// Writes one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
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
    /// By each metric that the puzzle has.
    counts: Option<Value>,
    algorithm: &'static str,
    heuristic: &'a str,
    /// How many solutions are as short, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Value>,
    reason: Option<&'a str>,
    limit: Option<String>,
    puzzle: Value,
    stats: Value,
}

fn value<'a>(instance: &'a Instance, answer: &'a Answer) -> Object<'a> {
    let report = &answer.report;
    let (outcome, limit) = match &report.outcome {
        Outcome::Solved { .. } => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Stopped(limit) => ("stopped", Some(limit.to_string())),
    };
    let cost = answer.cost(instance);
    Object {
        outcome,
        cost,
        lower_bound: (report.outcome != Outcome::Unsolvable).then_some(report.lower_bound),
        optimal: cost.is_some_and(|cost| report.lower_bound >= cost),
        moves: answer.steps().map(|steps| Moves(instance, steps)),
        counts: answer.steps().map(|steps| counts_object(instance, steps)),
        algorithm: answer.algorithm.name(),
        heuristic: answer.heuristic.name(),
        solutions: answer.solutions.as_ref().and_then(|found| Some(number(found.as_ref().ok()?.count()))),
        reason: answer.reason.as_deref(),
        limit,
        puzzle: instance.object(),
        stats: stats(&report.stats),
    }
}

/// A count; as a string where it is too large for the integers of other programs.
fn number(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| json!(count.to_string()), |count| json!(count))
}

/// The moves, made into objects one by one: a long solution takes no more memory than it has.
struct Moves<'a>(&'a Instance, &'a [Step]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|step| self.0.step_object(step)))
    }
}

/// How many moves these are by each metric that the puzzle has, as an object.
#[must_use]
pub fn counts_object(instance: &Instance, steps: &[Step]) -> Value {
    let counts = instance.counts(steps).into_iter();
    Value::Object(counts.map(|(metric, count)| (metric.to_string(), json!(count))).collect())
}

fn stats(stats: &Stats) -> Value {
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

/// For programs.
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "for programs"
    }

    fn answer(
        &self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        _: bool,
    ) -> io::Result<()> {
        json(out, instance, answer)
    }

    fn line(&self, out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
        json(out, instance, answer)
    }

    fn number(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        _: &Solutions,
        _: (bool, bool),
    ) -> io::Result<()> {
        json(out, instance, answer)
    }

    fn solution(
        &self,
        out: &mut dyn Write,
        instance: &Instance,
        answer: &Answer,
        place: u128,
    ) -> io::Result<()> {
        let steps = answer.steps().unwrap_or_default();
        let (moves, counts) = (Moves(instance, steps), counts_object(instance, steps));
        serde_json::to_writer(&mut *out, &Listed { solution: number(place), moves, counts })?;
        writeln!(out)
    }

    fn error(&self, out: &mut dyn Write, _: &mut dyn Write, error: &Error) -> io::Result<()> {
        let line = if let Error::Line { line, .. } = error { Some(line) } else { None };
        writeln!(out, "{}", json!({ "outcome": "error", "line": line, "error": error.to_string() }))
    }

    fn stream(&self) -> Option<Box<dyn Stream>> {
        Some(Box::new(Objects { first: true }))
    }
}

/// One of all solutions.
#[derive(Serialize)]
struct Listed<'a> {
    solution: Value,
    moves: Moves<'a>,
    /// By each metric that the puzzle has.
    counts: Value,
}

/// The moves as a list of objects inside of one.
struct Objects {
    first: bool,
}

impl Stream for Objects {
    fn begin(&mut self, out: &mut dyn Write, instance: &Instance) -> io::Result<()> {
        let (near, blind) = (Algorithm::Near, HeuristicName::BLIND);
        write!(out, "{{\"algorithm\":\"{near}\",\"heuristic\":\"{blind}\",\"puzzle\":")?;
        serde_json::to_writer(&mut *out, &instance.object())?;
        write!(out, ",\"moves\":[")
    }

    fn step(&mut self, out: &mut dyn Write, instance: &Instance, step: &Step) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(out, "{comma}{}", instance.step_object(step))
    }

    /// Moves that do not reach the goal are not a solution, so they have no cost.
    fn end(
        &mut self,
        out: &mut dyn Write,
        _: &mut dyn Write,
        streamed: &Streamed,
        _: bool,
    ) -> io::Result<()> {
        let Streamed { end, moves, lower_bound, stats: counts } = streamed;
        let (outcome, limit) = match end {
            Ok(()) => ("solved", None),
            Err(limit) => ("stopped", Some(limit.to_string())),
        };
        let rest = json!({
            "outcome": outcome,
            "cost": end.is_ok().then_some(moves),
            "lower_bound": lower_bound,
            "optimal": end.is_ok() && lower_bound >= moves,
            "counts": null,
            "reason": null,
            "limit": limit,
            "stats": stats(counts),
        });
        let rest = rest.to_string();
        writeln!(out, "],{}", rest.trim_start_matches('{'))
    }
}
