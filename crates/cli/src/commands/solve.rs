//! `taquin solve`: text to instance, instance and plan to answer, answer to rendering.

use std::io::{BufWriter, Cursor, Write};
use std::process::ExitCode;

use taquin::{Answer, Instance, Limits, Outcome, Plan, render};

use super::{batch, tables};
use crate::args::{Format, LimitArgs, MethodArgs, SolveArgs};
use crate::progress::ProgressLine;
use crate::{device, exit, input, stop};

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let mut plan = plan(&args.method, limits(&args.limits)?);
    plan.resume = args.resume.clone();
    let hints = input::hints(&args.puzzle)?;
    if args.batch {
        return batch::run(args, &hints, batch::open(&args.puzzle.puzzle)?, &plan);
    }
    let source = input::read(&args.puzzle.puzzle)?;
    let instance = match input::parse(&source, &hints) {
        Err(_) if plan.resume.is_none() && batch::is_batch(&source.text, &hints) => {
            return batch::run(args, &hints, Box::new(Cursor::new(source.text)), &plan);
        }
        other => other?,
    };
    let answer = {
        let mut line = ProgressLine::new();
        device::solve(args.device, &instance, &plan, &mut line)?
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    print(&mut out, args, &instance, &answer)?;
    out.flush()?;
    Ok(ExitCode::from(code(&answer)))
}

fn print(out: &mut dyn Write, args: &SolveArgs, instance: &Instance, answer: &Answer) -> anyhow::Result<()> {
    match args.format {
        Format::Text => render::text(out, instance, answer)?,
        Format::Json => render::json(out, instance, answer)?,
        Format::Boards => render::boards(out, instance, answer)?,
        Format::Moves => {
            render::moves(out, instance, answer)?;
            if answer.steps().is_none() {
                // Standard output is for moves alone, so the word about their absence goes elsewhere.
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
    }
}

/// The limits of a search, with Ctrl-C among them.
pub(crate) fn limits(args: &LimitArgs) -> anyhow::Result<Limits> {
    Ok(Limits {
        nodes: args.limit_nodes,
        time: args.limit_time,
        memory: args.limit_memory,
        cancel: Some(stop::on_interrupt()?),
    })
}

pub(crate) fn code(answer: &Answer) -> u8 {
    match answer.report.outcome {
        Outcome::Solved { .. } => exit::SOLVED,
        Outcome::Unsolvable => exit::UNSOLVABLE,
        Outcome::Stopped(_) => exit::STOPPED,
    }
}
