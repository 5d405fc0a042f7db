//! `taquin enumerate`: all positions of a puzzle by their distance.

use std::io::{BufWriter, Write};
#[cfg(feature = "cluster")]
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use taquin::families::blocks::LayoutFacts;
use taquin::{EnumeratePlan, Enumeration, Instance, Limit, Limits, Plan, Progress, render};
#[cfg(feature = "cluster")]
use taquin_cluster::{Counted, Job};
use taquin_files::system::enlarge_output_pipe;

use super::solve::limits;
use crate::args::{CensusFormat, EnumerateArgs};
use crate::progress::ProgressLine;
use crate::stop::say;
use crate::{exit, input, machines};

pub(crate) fn run(args: &EnumerateArgs) -> anyhow::Result<ExitCode> {
    let mut limits = limits(&args.limits)?;
    limits.memory = limits.memory.or_else(|| Some(taquin_courses::three_quarters_of_free()));
    if args.blocks.layouts {
        return layouts(args, &limits);
    }
    let instance = input::instance(&args.puzzle)?;
    let plan = EnumeratePlan {
        limits,
        depth: args.depth,
        threads: args.threads,
        disk: args.disk.clone(),
        save: args.save.clone(),
        diameter: args.blocks.diameter,
        graph: args.blocks.graph.clone(),
    };
    if args.blocks.components {
        return components(args, &instance, &plan);
    }
    let found = count(args, &instance, &plan, &mut ProgressLine::space())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::enumeration_text(&mut out, &found)?,
        CensusFormat::Json => render::enumeration_json(&mut out, &found)?,
        CensusFormat::Csv => render::census_csv(&mut out, &found.census)?,
        CensusFormat::Svg => render::census_svg(&mut out, &found.census)?,
    }
    out.flush()?;
    if found.census.stopped == Some(Limit::Memory) && args.disk.is_none() {
        let instead = if instance.analysis().realm().is_ok() {
            "--disk FOLDER holds its levels in files"
        } else {
            "--depth counts its first levels"
        };
        say(&format!("memory does not hold this space; {instead}"));
    }
    if plan.diameter && found.diameter.is_none() {
        say("stopped before the diameter could be looked for");
    }
    let done = found.stopped().is_none() && !plan.limits.is_cancelled();
    Ok(ExitCode::from(if done { exit::SOLVED } else { exit::STOPPED }))
}

/// Counts alone, or with other hosts.
fn count(
    args: &EnumerateArgs,
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<Enumeration> {
    #[cfg(feature = "cluster")]
    if let Some(hosts) = &args.cluster.cluster {
        return together(args, hosts, instance, plan, progress);
    }
    Ok(machines::on(args.device)?.enumerate(instance, plan, progress)?)
}

/// Counts with other hosts; the first of them gathers the positions, if the plan needs them.
#[cfg(feature = "cluster")]
fn together(
    args: &EnumerateArgs,
    hosts: &Path,
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<Enumeration> {
    let mut gathered = instance.analysis().gathered(plan)?;
    let (realm, gather, options) = (instance.analysis().realm()?, gathered.is_wanted(), plan.options());
    let cluster = super::cluster::cluster(&args.cluster, hosts, options.threads())?;
    let job = Job { realm, folder: plan.disk.clone(), gather, options };
    let counted = taquin_cluster::enumerate(&cluster, &job, &mut gathered, progress)?;
    if args.traffic && counted.host == 0 {
        tell(&counted)?;
    }
    Ok(instance.analysis().finish(plan, counted.census, counted.from_goals, gathered, progress)?)
}

/// All components of the pieces.
fn components(args: &EnumerateArgs, instance: &Instance, plan: &EnumeratePlan) -> anyhow::Result<ExitCode> {
    let line = ProgressLine::waiting("looking at all positions of the pieces");
    let set = instance.analysis().components(plan)?;
    drop(line);
    let Some(set) = set else {
        say("stopped at a limit before all positions of the pieces were seen");
        return Ok(ExitCode::from(exit::STOPPED));
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::piece_set_text(&mut out, &set)?,
        CensusFormat::Json => render::piece_set_json(&mut out, &set)?,
        CensusFormat::Csv => render::piece_set_csv(&mut out, &set)?,
        CensusFormat::Svg => bail!("--format svg draws levels, and components have none"),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// All layouts of the Klotski board.
fn layouts(args: &EnumerateArgs, limits: &Limits) -> anyhow::Result<ExitCode> {
    if args.blocks.list {
        if args.format != CensusFormat::Text {
            bail!("--list is printed as text, one code a line");
        }
        enlarge_output_pipe();
        LayoutFacts::list(&mut std::io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    }
    let threads = Plan { threads: args.threads, ..Plan::default() }.threads();
    let metric =
        args.puzzle.hints.metric.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?;
    let line = ProgressLine::waiting("looking at all layouts");
    let facts = LayoutFacts::new(metric.unwrap_or_default(), threads, limits);
    drop(line);
    let facts = match facts {
        Ok(facts) => facts,
        Err(limit) => {
            say(&format!("stopped ({limit}) before all layouts were seen"));
            return Ok(ExitCode::from(exit::STOPPED));
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::layouts_text(&mut out, &facts)?,
        CensusFormat::Json => render::layouts_json(&mut out, &facts)?,
        CensusFormat::Csv | CensusFormat::Svg => bail!("--layouts is printed as text or as json"),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the network traffic of each level, and of all levels together.
#[cfg(feature = "cluster")]
fn tell(counted: &Counted) -> std::io::Result<()> {
    let mut out = std::io::stderr().lock();
    writeln!(
        out,
        "{:>5} {:>15} {:>12} {:>15} {:>15} {:>17}",
        "level", "positions", "messages", "bytes", "bytes/position", "positions/message"
    )?;
    let mut row = |name: &str, positions: u64, messages: u64, bytes: u64| {
        let (each, per_message) =
            (bytes as f64 / positions.max(1) as f64, positions as f64 / messages.max(1) as f64);
        writeln!(out, "{name:>5} {positions:>15} {messages:>12} {bytes:>15} {each:>15.3} {per_message:>17.1}")
    };
    let mut total = (0, 0, 0);
    for (level, sent) in &counted.traffic {
        let positions = counted.census.levels.get(*level).copied().unwrap_or_default();
        total = (total.0 + positions, total.1 + sent.messages, total.2 + sent.bytes);
        row(&level.to_string(), positions, sent.messages, sent.bytes)?;
    }
    row("all", total.0, total.1, total.2)
}
