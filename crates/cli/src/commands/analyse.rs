//! `taquin analyse`: somebody's moves, compared with the shortest ones.

use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use taquin::render::{self, Attempt};
use taquin::{Cores, Limits, Plan};

use super::{moves, solve, tables};
use crate::args::{AnalyseArgs, StudyFormat};
use crate::exit;
use crate::progress::ProgressLine;

/// The time to look for a shortest solution from each point, where no limit is set.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let (instance, played) = moves::play(&args.moves)?;
    if let Some(failure) = &played.failure {
        bail!("{}", moves::in_words(&played, failure));
    }
    let times = times(args.times.as_deref(), played.steps.len())?;
    let limits = solve::limits(&args.limits)?;
    let time = limits.time.or(limits.nodes.is_none().then_some(PATIENCE));
    let plan = Plan {
        tables: tables::folder(&args.tables).ok(),
        limits: Limits { time, ..limits },
        ..Plan::default()
    };
    let review = {
        let mut line = ProgressLine::search();
        taquin::review(&Cores, &instance, &played.steps, &plan, &mut line)?
    };
    let attempt = Attempt { instance: &instance, steps: &played.steps, times: &times };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        StudyFormat::Text => render::review_text(&mut out, &attempt, &review)?,
        StudyFormat::Json => render::review_json(&mut out, &attempt, &review)?,
        StudyFormat::Svg => render::review_svg(&mut out, &attempt, &review)?,
    }
    out.flush()?;
    Ok(ExitCode::from(if plan.limits.is_cancelled() { exit::STOPPED } else { exit::SOLVED }))
}

/// The times of the moves, or only the last of them.
fn times(text: Option<&str>, moves: usize) -> anyhow::Result<Vec<f64>> {
    let words = text.unwrap_or_default().split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let number = |word: &str| word.trim_end_matches('s').parse::<f64>().ok().filter(|time| time.is_finite());
    let times: Option<Vec<f64>> = words.map(number).collect();
    let times = times.context("--times: expected seconds, as in 12.8 or '0.4 0.9 1.3'")?;
    if text.is_some() && times.len() != 1 && times.len() != moves {
        bail!("--times: expected one number, or one for each of {moves} moves, found {}", times.len());
    }
    if times.last().is_some_and(|last| *last <= 0.0) {
        bail!("--times: expected more than 0 seconds for all moves");
    }
    if !times.is_sorted() {
        bail!("--times: expected times that do not decrease");
    }
    Ok(times)
}
