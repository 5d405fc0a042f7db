//! `taquin compare`: algorithms and heuristics on the same puzzles, as a table, a plot and a command.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use taquin::render::{comparison_csv, comparison_json, comparison_markdown, comparison_svg};
use taquin::{Comparison, Cores, Instance, Plan, Reading, compare, contenders};

use super::solve::limits;
use super::tables;
use crate::args::{CompareArgs, ComparisonFormat};
use crate::progress::ProgressLine;
use crate::stop::say;
use crate::{exit, input};

pub(crate) fn run(args: &CompareArgs) -> anyhow::Result<ExitCode> {
    if args.weight.is_some() && !args.algorithms.iter().any(|algorithm| algorithm.is_weighted()) {
        bail!("--weight is for --algorithms weighted-a-star and explicit-estimation");
    }
    let puzzles = puzzles(args)?;
    let contenders = contenders(&puzzles, &args.algorithms, &args.heuristics);
    if contenders.is_empty() {
        bail!("there is no heuristic that all these puzzles have; name some with --heuristics");
    }
    let folder = match &args.tables.tables {
        Some(_) => Some(tables::known_folder(&args.tables)?),
        None => tables::folder(&args.tables).ok(),
    };
    let plan = Plan {
        weight_percent: args.weight,
        tables: folder,
        threads: Some(args.threads),
        limits: limits(&args.limits)?,
        ..Plan::default()
    };
    let mut line = ProgressLine::searches(puzzles.len() * contenders.len());
    let bar = line.bar();
    let comparison = compare(&Cores, &puzzles, &contenders, &plan, &mut line, &mut |_| bar.inc(1));
    drop(line);
    match &args.output {
        Some(folder) => write_all(args, &comparison, folder)?,
        None => print(args, &comparison)?,
    }
    if plan.limits.is_cancelled() {
        let all = comparison.puzzles.len() * comparison.contenders.len();
        say(&format!("stopped after {} of {all} searches", comparison.runs.len()));
        return Ok(ExitCode::from(exit::STOPPED));
    }
    Ok(ExitCode::from(exit::SOLVED))
}

/// All puzzles. A line that is not a puzzle is an error at once, since the comparison would not be the requested one.
fn puzzles(args: &CompareArgs) -> anyhow::Result<Vec<Instance>> {
    Ok(match input::reading(&args.puzzle.puzzle, &args.puzzle.hints)? {
        Reading::One(instance) => vec![instance],
        Reading::Many(puzzles) => puzzles.collect::<Result<_, _>>()?,
    })
}

/// Prints the table, and writes the plot where it was asked for.
fn print(args: &CompareArgs, comparison: &Comparison) -> anyhow::Result<()> {
    let words = std::env::args().skip(1).map(|word| quoted(&word)).collect::<Vec<_>>();
    let command = format!("taquin {}", words.join(" "));
    if let Some(path) = &args.plot {
        file(path, |out| comparison_svg(out, comparison, &command))?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        ComparisonFormat::Markdown => comparison_markdown(&mut out, comparison, &command)?,
        ComparisonFormat::Csv => comparison_csv(&mut out, comparison)?,
        ComparisonFormat::Json => comparison_json(&mut out, comparison, &command)?,
    }
    Ok(out.flush()?)
}

/// Writes everything into a folder. The command takes the puzzles from there, so that it needs nothing else.
fn write_all(args: &CompareArgs, comparison: &Comparison, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let command = command(args);
    let at = |name: &str| folder.join(name);
    file(&at("puzzles.jsonl"), |out| {
        comparison.puzzles.iter().try_for_each(|puzzle| writeln!(out, "{}", puzzle.object()))
    })?;
    file(&at("runs.csv"), |out| comparison_csv(out, comparison))?;
    file(&at("runs.json"), |out| comparison_json(out, comparison, &command))?;
    file(&at("runs.md"), |out| comparison_markdown(out, comparison, &command))?;
    file(&at("plot.svg"), |out| comparison_svg(out, comparison, &command))?;
    file(&at("again.sh"), |out| {
        writeln!(
            out,
            "#!/bin/sh\n# Repeats the comparison in this folder.\ncd \"$(dirname \"$0\")\" && {command}"
        )
    })?;
    say(&format!("{} searches, written to {}", comparison.runs.len(), folder.display()));
    Ok(())
}

/// The command that repeats a comparison in its folder.
fn command(args: &CompareArgs) -> String {
    let mut words = vec!["taquin compare puzzles.jsonl".to_string()];
    let mut option = |name: &str, value: String| words.push(format!("--{name} {}", quoted(&value)));
    let names = |names: Vec<&str>| names.join(",");
    option("algorithms", names(args.algorithms.iter().map(|algorithm| algorithm.name()).collect()));
    if !args.heuristics.is_empty() {
        option("heuristics", names(args.heuristics.iter().map(|heuristic| heuristic.name()).collect()));
    }
    if let Some(percent) = args.weight {
        option("weight", (f64::from(percent) / 100.0).to_string());
    }
    if let Some(tables) = &args.tables.tables {
        option(
            "tables",
            std::path::absolute(tables).unwrap_or_else(|_| tables.clone()).display().to_string(),
        );
    }
    option("threads", args.threads.to_string());
    let limits = &args.limits;
    if let Some(time) = limits.limit_time {
        option("limit-time", format!("{}s", time.as_secs_f64()));
    }
    if let Some(memory) = limits.limit_memory {
        option("limit-memory", memory.to_string());
    }
    if let Some(nodes) = limits.limit_nodes {
        option("limit-nodes", nodes.to_string());
    }
    option("output", ".".into());
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn file(path: &Path, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> anyhow::Result<()> {
    let written = std::fs::File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.with_context(|| path.display().to_string())
}
