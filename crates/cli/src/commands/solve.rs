//! `taquin solve`: text to instance, instance and plan to answer, answer to rendering.

use std::io::{BufWriter, Cursor, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use taquin::{Algorithm, Answer, Instance, Limits, Outcome, Plan, render};

use super::{batch, stream, tables};
use crate::args::{Device, Format, LimitArgs, MethodArgs, SolveArgs};
use crate::progress::ProgressLine;
use crate::{device, exit, input, memory, stop};

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    if args.partition.is_some() && args.device == Device::Cpu {
        bail!("--partition is for --device cuda; the cores use what `taquin tables build` has kept");
    }
    #[cfg(feature = "cluster")]
    if let Some(hosts) = &args.cluster.cluster {
        return super::cluster::run(args, hosts);
    }
    let plan = planned(args, limits(&args.limits)?);
    let hints = input::hints(&args.puzzle)?;
    if args.batch {
        return batch::run(args, &hints, batch::open(&args.puzzle.puzzle)?, &plan);
    }
    let source = input::read(&args.puzzle.puzzle)?;
    let instance = match input::parse(&source, &hints) {
        Err(_) if batch::is_batch(&source.text, &hints) => {
            return batch::run(args, &hints, Box::new(Cursor::new(source.text)), &plan);
        }
        other => other?,
    };
    alone(args, &instance, &plan)
}

/// The plan that all arguments ask for.
pub(crate) fn planned(args: &SolveArgs, limits: Limits) -> Plan {
    let mut plan = plan(&args.method, limits);
    plan.resume = args.resume.clone();
    if args.near {
        plan.algorithm = Some(Algorithm::Near);
    }
    plan
}

/// Solves a single puzzle and prints the answer.
pub(crate) fn alone(args: &SolveArgs, instance: &Instance, plan: &Plan) -> anyhow::Result<ExitCode> {
    if taquin::is_stream(instance, plan) {
        return stream::run(args, instance, plan);
    }
    let answer = {
        let mut line = ProgressLine::search();
        device::solve(args, instance, plan, &mut line)?
    };
    if plan.algorithm.is_none() && answer.algorithm == Algorithm::Near && answer.steps().is_some() {
        say_near()?;
    }
    tell(args, instance, &answer)
}

/// Prints the answer to a single puzzle.
pub(crate) fn tell(args: &SolveArgs, instance: &Instance, answer: &Answer) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    print(&mut out, args, instance, answer)?;
    out.flush()?;
    Ok(ExitCode::from(code(answer)))
}

/// A word to a person who asked for no algorithm and may expect the shortest solution.
pub(super) fn say_near() -> std::io::Result<()> {
    let mut err = std::io::stderr();
    writeln!(err, "taquin: the shortest solution of such a board is out of reach; this one is near (--near)")
}

fn print(out: &mut dyn Write, args: &SolveArgs, instance: &Instance, answer: &Answer) -> anyhow::Result<()> {
    match args.format {
        Format::Text => render::text(out, instance, answer)?,
        Format::Json => render::json(out, instance, answer)?,
        Format::Boards => render::boards(out, instance, answer)?,
        Format::Moves => {
            render::moves(out, instance, answer)?;
            if !is_shortest(answer) {
                // Standard output is for moves alone, so the word about them goes elsewhere.
                render::outcome(&mut std::io::stderr(), answer)?;
            }
        }
    }
    if args.stats && matches!(args.format, Format::Text | Format::Boards) {
        render::stats(out, &answer.report.stats)?;
    }
    if args.stats && args.format == Format::Moves {
        render::stats(&mut std::io::stderr(), &answer.report.stats)?;
    }
    Ok(())
}

/// Whether there is a solution and it is proved to be the shortest.
fn is_shortest(answer: &Answer) -> bool {
    matches!(answer.report.outcome, Outcome::Solved { cost, .. } if answer.report.lower_bound >= cost)
}

/// The plan that the arguments ask for.
pub(crate) fn plan(method: &MethodArgs, limits: Limits) -> Plan {
    Plan {
        algorithm: method.algorithm,
        heuristic: method.heuristic,
        weight_percent: Some(method.weight),
        distances: method.distances.clone(),
        // Without a folder for tables there are none, as long as nobody asks for one.
        tables: tables::folder(&method.tables).ok(),
        resume: None,
        threads: method.threads,
        limits,
        patience: None,
    }
}

/// The limits of a search, with Ctrl-C among them.
pub(crate) fn limits(args: &LimitArgs) -> anyhow::Result<Limits> {
    limits_with(args, stop::on_interrupt()?)
}

/// The limits of a search that another flag stops.
pub(crate) fn limits_with(args: &LimitArgs, cancel: Arc<AtomicBool>) -> anyhow::Result<Limits> {
    let memory = args.limit_memory.map(memory::left_of).transpose()?;
    Ok(Limits { nodes: args.limit_nodes, time: args.limit_time, memory, cancel: Some(cancel) })
}

pub(crate) fn code(answer: &Answer) -> u8 {
    match answer.report.outcome {
        Outcome::Solved { .. } => exit::SOLVED,
        Outcome::Unsolvable => exit::UNSOLVABLE,
        Outcome::Stopped(_) => exit::STOPPED,
    }
}
