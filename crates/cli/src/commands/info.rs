//! `taquin info`: everything about a position.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::Context;
use taquin::{Error, Instance, Reading, render};

use crate::args::{InfoArgs, PlainFormat};
use crate::{exit, input, screen};

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut code = exit::SOLVED;
    match input::reading(&args.puzzle.puzzle, &args.puzzle.hints)? {
        Reading::One(instance) => tell(args, instance, &mut out)?,
        Reading::Many(puzzles) => {
            for (number, puzzle) in puzzles.enumerate() {
                if number > 0 && args.format == PlainFormat::Text {
                    writeln!(out)?;
                }
                if let Err(error) = puzzle.map_err(Into::into).and_then(|puzzle| tell(args, puzzle, &mut out))
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

/// A text that is not a puzzle is an error in its place, as for `taquin solve`.
fn no_puzzle(format: PlainFormat, error: anyhow::Error, out: &mut dyn Write) -> anyhow::Result<()> {
    let error = error.downcast::<Error>()?;
    let name = if format == PlainFormat::Json { "json" } else { "text" };
    let form = render::format(name).context("a form of an answer")?;
    Ok(form.error(out, &mut std::io::stderr(), &error)?)
}

/// Tells the facts of one puzzle.
fn tell(args: &InfoArgs, instance: Instance, out: &mut dyn Write) -> anyhow::Result<()> {
    let instance = match &args.distances {
        Some(file) => instance.with_goal_of(file)?,
        None => instance,
    };
    let facts = instance.analysis().facts(args.distances.as_deref())?;
    match args.format {
        PlainFormat::Text => match screen::screen() {
            None => render::facts_text(out, &instance, &facts)?,
            Some(screen) => {
                screen.heading(out, &instance)?;
                facts.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
        },
        PlainFormat::Json => render::facts_json(out, &facts)?,
    }
    Ok(())
}
