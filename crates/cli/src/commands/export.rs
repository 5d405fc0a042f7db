//! `taquin export`: puzzles for planners.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use taquin::{Instance, Reading};

use crate::args::ExportArgs;
use crate::{exit, input};

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    match input::reading(&args.puzzle.puzzle, &args.puzzle.hints)? {
        Reading::One(instance) => write(args, &instance, args.output.as_deref())?,
        Reading::Many(puzzles) => {
            let Some(folder) = &args.output else {
                bail!("several puzzles are written into a folder; name it with -o");
            };
            for (index, instance) in puzzles.enumerate() {
                write(args, &instance?, Some(&folder.join((index + 1).to_string())))?;
            }
        }
    }
    Ok(ExitCode::from(exit::SOLVED))
}

/// Writes the files of one puzzle, or prints them.
fn write(args: &ExportArgs, instance: &Instance, folder: Option<&Path>) -> anyhow::Result<()> {
    let files = args.format.files(&instance.analysis().planning()?)?;
    let Some(folder) = folder else {
        let mut out = std::io::stdout().lock();
        files.iter().try_for_each(|(_, text)| out.write_all(text.as_bytes()))?;
        return Ok(out.flush()?);
    };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
