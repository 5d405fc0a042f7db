//! `taquin apply` and `taquin check`: plays and checks given moves.

use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::json;
use taquin::{Answer, Failure, Instance, Limits, Outcome, Plan, Played, render};

use crate::args::{ApplyArgs, CheckArgs, MovesArgs, PlainFormat};
use crate::commands::solve;
use crate::progress::ProgressLine;
use crate::{exit, input};

/// The time to look for the shortest solution, where no limit is set.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plays moves and prints where they lead.
pub(crate) fn apply(args: &ApplyArgs) -> anyhow::Result<ExitCode> {
    let (_, played) = play(&args.moves)?;
    if let Some(failure) = &played.failure {
        bail!("{}", in_words(&played, failure));
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        PlainFormat::Text => {
            let text = played.end.text().context("this position cannot be written as text")?;
            writeln!(out, "{}", text.trim_end())?;
        }
        PlainFormat::Json => {
            let moves = played.steps.len();
            writeln!(
                out,
                "{}",
                json!({ "puzzle": played.end.object(), "moves": moves, "solved": played.end.is_solved() })
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Plays a solution and compares it with the shortest.
pub(crate) fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let (instance, played) = play(&args.moves)?;
    let cost = u64::from(instance.cost(&played.steps));
    let solves = played.failure.is_none() && played.end.is_solved();
    let best = if solves { Some(shortest(args, &instance)?) } else { None };
    let (bound, least) =
        best.as_ref().map_or((None, None), |answer| (Some(answer.report.lower_bound), best_cost(answer)));
    let mut out = BufWriter::new(std::io::stdout().lock());
    let failure = played.failure.as_ref();
    match args.format {
        PlainFormat::Json => writeln!(
            out,
            "{}",
            json!({
                "solves": solves,
                "moves": played.steps.len(),
                "cost": cost,
                "counts": render::counts_object(&instance, &played.steps),
                "failed_at": failure.map(|_| played.steps.len() + 1),
                "problem": failure.map(|failure| format!("{}: {}", failure.word, failure.why)),
                "state": played.end.state_text(),
                "shortest": least,
                "lower_bound": bound,
            })
        )?,
        PlainFormat::Text => match failure {
            Some(failure) => writeln!(out, "{}.", in_words(&played, failure))?,
            None if !solves => {
                let moves = render::moves_in_words(cost);
                writeln!(out, "No solution: after {moves} the goal is not reached:")?;
                played.end.rows().iter().try_for_each(|row| writeln!(out, "  {row}"))?;
            }
            None => {
                writeln!(out, "{}", verdict(cost, bound.unwrap_or(0).into(), least.map(u64::from)))?;
                render::counts(&mut out, &instance, &played.steps)?;
            }
        },
    }
    out.flush()?;
    Ok(ExitCode::from(if solves { exit::SOLVED } else { exit::UNSOLVABLE }))
}

pub(super) fn play(args: &MovesArgs) -> anyhow::Result<(Instance, Played)> {
    let instance = input::position(&args.puzzle, &args.hints)?;
    let moves = input::read(&args.moves)?;
    let played = taquin::play(&instance, &moves.text)?;
    Ok((instance, played))
}

pub(super) fn in_words(played: &Played, failure: &Failure) -> String {
    let board = played.end.state_text();
    format!("Move {}, {}, cannot be made: {} in {board}", played.steps.len() + 1, failure.word, failure.why)
}

/// What is known of the shortest solution within the limits.
fn shortest(args: &CheckArgs, instance: &Instance) -> anyhow::Result<Answer> {
    let limits = solve::limits(&args.limits)?;
    let time = limits.time.or(limits.nodes.is_none().then_some(PATIENCE));
    let plan = Plan { limits: Limits { time, ..limits }, patience: Some(PATIENCE), ..Plan::default() };
    let mut line = ProgressLine::search();
    Ok(taquin::solve(instance, &plan, &mut line)?)
}

fn best_cost(answer: &Answer) -> Option<u32> {
    match answer.report.outcome {
        Outcome::Solved { cost, .. } if answer.is_shortest() => Some(cost),
        _ => None,
    }
}

fn verdict(moves: u64, bound: u64, shortest: Option<u64>) -> String {
    let words = render::moves_in_words(moves);
    match shortest {
        Some(least) if least >= moves => format!("Solves it in {words}, the fewest possible."),
        Some(least) => {
            format!("Solves it in {words}, {} more than the shortest solution has.", moves - least)
        }
        None if bound >= moves => format!("Solves it in {words}, the fewest possible."),
        None => format!("Solves it in {words}; a shortest solution has at least {bound}."),
    }
}
