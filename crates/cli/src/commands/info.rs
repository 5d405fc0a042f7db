//! `taquin info`: everything about a position.

use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use taquin::{Error, Instance, Limits, Outlook, Plan, Reading, render};

use super::{solve, tables};
use crate::args::{InfoArgs, PlainFormat};
use crate::progress::ProgressLine;
use crate::{exit, input, screen};

/// The time to look for a shortest solution in each metric, where no limit is set.
const PATIENCE: Duration = Duration::from_secs(2);

/// The same for small boards, which are always solved once their tables are built.
const PATIENCE_SMALL: Duration = Duration::from_secs(20);
const SMALL: usize = 16;

/// The moves to go are not searched for on larger boards.
const MOST_CELLS: usize = 100;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut code = exit::SOLVED;
    match input::reading(&args.puzzle.puzzle, &args.puzzle.hints)? {
        Reading::One(instance) => tell(args, instance, true, &mut out)?,
        Reading::Many(puzzles) => {
            for (number, puzzle) in puzzles.enumerate() {
                if number > 0 && args.format == PlainFormat::Text {
                    writeln!(out)?;
                }
                if let Err(error) =
                    puzzle.map_err(Into::into).and_then(|puzzle| tell(args, puzzle, false, &mut out))
                {
                    no_puzzle(args.format, error, &mut out)?;
                    code = exit::USAGE;
                }
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::from(code))
}

/// Prints the error of a text that is not a puzzle in place of its facts, as `taquin solve` does.
fn no_puzzle(format: PlainFormat, error: anyhow::Error, out: &mut dyn Write) -> anyhow::Result<()> {
    let error = error.downcast::<Error>()?;
    let name = if format == PlainFormat::Json { "json" } else { "text" };
    let form = render::format(name).context("a form of an answer")?;
    Ok(form.error(out, &mut std::io::stderr(), &error)?)
}

/// Prints the facts of a puzzle that is `alone` or one of many.
fn tell(args: &InfoArgs, instance: Instance, alone: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let instance = match &args.distances {
        Some(file) => instance.with_goal_of(file)?,
        None => instance,
    };
    let mut facts = instance.analysis().facts(args.distances.as_deref())?;
    let limited = args.limits.limit_time.is_some() || args.limits.limit_nodes.is_some();
    let (rows, cols) = instance.size();
    if (alone || limited) && rows * cols <= MOST_CELLS {
        facts.outlook = outlook(args, &instance)?;
    }
    match args.format {
        PlainFormat::Text => match screen::screen() {
            None => render::facts_text(out, &instance, &facts)?,
            Some(screen) => {
                screen.heading(out, &instance)?;
                render::facts_lines(&facts).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
        },
        PlainFormat::Json => render::facts_json(out, &facts)?,
    }
    Ok(())
}

/// The moves to go, as far as they are found within the limits.
fn outlook(args: &InfoArgs, instance: &Instance) -> anyhow::Result<Vec<Outlook>> {
    let limits = solve::limits(&args.limits)?;
    let (rows, cols) = instance.size();
    let patience = if rows * cols <= SMALL { PATIENCE_SMALL } else { PATIENCE };
    let time = limits.time.or(limits.nodes.is_none().then_some(patience));
    let plan = Plan {
        tables: tables::folder(&args.tables).ok(),
        limits: Limits { time, ..limits },
        patience: Some(PATIENCE / 4),
        ..Plan::default()
    };
    Ok(taquin::outlook(instance, &plan, &mut ProgressLine::search())?)
}
