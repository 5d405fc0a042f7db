//! `taquin info`: everything about a position.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use taquin::{Instance, render};

use crate::args::{InfoArgs, PlainFormat};
use crate::input;

pub(crate) fn run(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance(&args.puzzle)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match &instance {
        Instance::Tiles(tiles) => {
            let facts = taquin::TilesFacts::of(tiles, args.distances.as_deref())?;
            match args.format {
                PlainFormat::Text => render::tiles_facts(&mut out, tiles, &facts)?,
                PlainFormat::Json => render::tiles_facts_json(&mut out, tiles, &facts)?,
            }
        }
        Instance::Blocks(problem) => {
            let facts = taquin::BlocksFacts::of(problem, args.distances.as_deref())?;
            match args.format {
                PlainFormat::Text => render::blocks_facts(&mut out, problem, &facts)?,
                PlainFormat::Json => render::blocks_facts_json(&mut out, problem, &facts)?,
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
