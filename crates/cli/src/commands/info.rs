//! `taquin info`: everything about a position.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use taquin::render;

use crate::args::{InfoArgs, PlainFormat};
use crate::input;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance(&args.puzzle)?;
    let facts = instance.facts(args.distances.as_deref())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        PlainFormat::Text => render::facts_text(&mut out, &instance, &facts)?,
        PlainFormat::Json => render::facts_json(&mut out, &facts)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
