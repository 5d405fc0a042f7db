//! `taquin enumerate`: all positions of a puzzle by their distance.

use std::io::{BufWriter, Write};
#[cfg(feature = "cluster")]
use std::path::Path;
use std::process::ExitCode;

#[cfg(feature = "cluster")]
use taquin::Gathered;
use taquin::tiles::format::Style;
use taquin::{Board, Census, EnumeratePlan, Instance, Progress, render};
#[cfg(feature = "cluster")]
use taquin_cluster::{Cluster, Counted, Job};

use super::enumerate_blocks;
use super::solve::limits;
use crate::args::{CensusFormat, EnumerateArgs, PuzzleArgs, Size};
use crate::progress::ProgressLine;
use crate::{exit, input};

pub(crate) fn run(args: &EnumerateArgs) -> anyhow::Result<ExitCode> {
    let mut limits = limits(&args.limits)?;
    limits.memory = limits.memory.or_else(|| Some(taquin_courses::three_quarters_of_free()));
    if args.blocks.layouts {
        return enumerate_blocks::layouts(args, &limits);
    }
    let instance = instance(&args.puzzle)?;
    if let (true, Instance::Tiles(_)) = (args.blocks.components, &instance) {
        anyhow::bail!("--components is for blocks, not for tiles");
    }
    let plan = EnumeratePlan {
        limits,
        depth: args.depth,
        threads: args.threads,
        folder: args.disk.clone(),
        save: args.save.clone(),
        diameter: args.blocks.diameter,
        graph: args.blocks.graph.clone(),
    };
    if let Instance::Blocks(problem) = &instance {
        return enumerate_blocks::run(args, problem, &plan, &mut ProgressLine::space());
    }
    let census = count(args, &instance, &plan, &mut ProgressLine::space())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::census_text(&mut out, &census)?,
        CensusFormat::Json => render::census_json(&mut out, &census)?,
        CensusFormat::Csv => render::census_csv(&mut out, &census)?,
        CensusFormat::Svg => render::census_svg(&mut out, &census)?,
    }
    out.flush()?;
    if census.stopped == Some(taquin::Limit::Memory) && args.disk.is_none() {
        #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
        {
            eprintln!("taquin: memory does not hold this space; --disk FOLDER holds its levels in files");
        }
    }
    // A depth that was asked for is no limit that was run into.
    let done = census.stopped.is_none_or(|limit| limit == taquin::Limit::Depth);
    Ok(ExitCode::from(if done { exit::SOLVED } else { exit::STOPPED }))
}

/// Counts on this machine, or with others.
fn count(
    args: &EnumerateArgs,
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<Census<String>> {
    #[cfg(feature = "cluster")]
    if let Some(hosts) = &args.cluster.cluster {
        return Ok(together(args, hosts, instance, plan, progress)?.0.census);
    }
    let _ = args;
    Ok(taquin::enumerate(instance, plan, progress)?)
}

/// Counts with other hosts; on the first of them also comes back with all positions, if the plan needs
/// them.
#[cfg(feature = "cluster")]
pub(super) fn together(
    args: &EnumerateArgs,
    hosts: &Path,
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<(Counted, Gathered)> {
    let hosts = super::cluster::hosts(hosts)?;
    let mut gathered = Gathered::new(instance, plan)?;
    let (realm, gather) = (taquin::realm(instance)?, gathered.is_wanted());
    let EnumeratePlan { limits, depth, threads, folder, .. } = plan.clone();
    let options = taquin::space::Options { limits, depth, threads };
    let cluster = Cluster { hosts, threads: options.threads(), patience: args.cluster.patience };
    let job = Job { realm, folder, gather, options };
    let counted = taquin_cluster::enumerate(&cluster, &job, &mut gathered, progress)?;
    if args.traffic && counted.host == 0 {
        tell(&counted)?;
    }
    Ok((counted, gathered))
}

/// Tells what each level has cost on the network, and all of them together.
#[cfg(feature = "cluster")]
fn tell(counted: &Counted) -> std::io::Result<()> {
    let mut out = std::io::stderr().lock();
    writeln!(
        out,
        "{:>5} {:>15} {:>12} {:>15} {:>15} {:>17}",
        "level", "positions", "letters", "bytes", "bytes/position", "positions/letter"
    )?;
    let mut row = |name: &str, positions: u64, letters: u64, bytes: u64| {
        let (each, per_letter) =
            (bytes as f64 / positions.max(1) as f64, positions as f64 / letters.max(1) as f64);
        writeln!(out, "{name:>5} {positions:>15} {letters:>12} {bytes:>15} {each:>15.3} {per_letter:>17.1}")
    };
    let mut total = (0, 0, 0);
    for (level, sent) in &counted.traffic {
        let positions = counted.census.levels.get(*level).copied().unwrap_or_default();
        total = (total.0 + positions, total.1 + sent.letters, total.2 + sent.bytes);
        row(&level.to_string(), positions, sent.letters, sent.bytes)?;
    }
    row("all", total.0, total.1, total.2)
}

/// The puzzle: a board of the size that is named, or one that is read.
fn instance(args: &PuzzleArgs) -> anyhow::Result<Instance> {
    let sized = args.puzzle.contains(['x', 'X']).then(|| args.puzzle.parse::<Size>().ok()).flatten();
    let mut args = args.clone();
    if let Some(Size { rows, cols }) = sized {
        // Larger boards have no numbers for their positions, and the text of one would be long.
        if u64::from(rows) * u64::from(cols) > 64 {
            anyhow::bail!("the positions of a board of {rows} x {cols} cannot be numbered");
        }
        args.puzzle = Board::blank_last(rows, cols).text(Style::Rows).to_string();
    }
    input::instance(&args)
}
