//! `taquin survey`: how long the shortest solutions of random boards are.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use taquin::{Cores, Plan, render};

use super::{solve, tables};
use crate::args::{StudyFormat, SurveyArgs};
use crate::progress::ProgressLine;
use crate::{exit, input, stop};

pub(crate) fn run(args: &SurveyArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance(&args.puzzle)?;
    let plan = Plan {
        tables: tables::folder(&args.tables).ok(),
        threads: args.threads,
        limits: solve::limits(&args.limits)?,
        ..Plan::default()
    };
    let found = {
        let mut line = ProgressLine::searches(usize::try_from(args.count).unwrap_or(usize::MAX));
        let bar = line.bar();
        let range = (args.seed, args.count);
        taquin::distribution(&Cores, &instance, range, &plan, &mut line, &mut |found| {
            bar.set_position(found.count() + found.unknown);
            bar.set_message(format!("mean {:.2}", found.mean()));
        })?
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        StudyFormat::Text => render::distribution_text(&mut out, &found)?,
        StudyFormat::Json => render::distribution_json(&mut out, &instance, args.seed, &found)?,
        StudyFormat::Svg => render::distribution_svg(&mut out, &instance, &found)?,
    }
    out.flush()?;
    let known = found.count() + found.unknown;
    if known < args.count {
        stop::say(&format!("stopped after {known} of {} boards", args.count));
        return Ok(ExitCode::from(exit::STOPPED));
    }
    Ok(ExitCode::from(if found.count() == 0 { exit::STOPPED } else { exit::SOLVED }))
}
