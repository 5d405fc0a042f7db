//! `taquin solve` for boards whose solutions are too long to hold: the moves are printed while they
//! are found.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::bail;
use taquin::render::{self, Form, Stream};
use taquin::{Instance, Plan};

use super::solve::say_near;
use crate::args::{Format, SolveArgs};
use crate::exit;

pub(super) fn run(args: &SolveArgs, instance: &Instance, plan: &Plan) -> anyhow::Result<ExitCode> {
    if plan.algorithm.is_none() {
        say_near()?;
    }
    let form = match args.format {
        Format::Text => Form::Text,
        Format::Json => Form::Json,
        Format::Moves => Form::Moves,
        Format::Boards => bail!("a solution this long is not shown board by board; try --format moves"),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut stream = Stream::begin(&mut out, instance, form)?;
    let mut broken = Ok(());
    let streamed = taquin::stream(instance, plan, &mut |step| {
        if broken.is_ok() {
            broken = stream.step(&step);
            // Nobody reads on, so nobody wants the rest.
            if let (Err(_), Some(cancel)) = (&broken, &plan.limits.cancel) {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    })?;
    broken?;
    stream.end(&streamed)?;
    let mut err = io::stderr();
    if form == Form::Moves {
        render::streamed_outcome(&mut err, &streamed)?;
    }
    match form {
        Form::Text if args.stats => render::stats(&mut out, &streamed.stats)?,
        Form::Moves if args.stats => render::stats(&mut err, &streamed.stats)?,
        Form::Text | Form::Json | Form::Moves => {}
    }
    out.flush()?;
    Ok(ExitCode::from(if streamed.end.is_ok() { exit::SOLVED } else { exit::STOPPED }))
}
