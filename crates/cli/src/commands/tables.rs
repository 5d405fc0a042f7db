//! `taquin tables`: pattern tables that are kept between searches.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::BinaryBytes;
use serde_json::json;
use taquin::tiles::deepening::MOST_CELLS;
use taquin::tiles::pattern::{self, Builder, Head, Listed, Partition, Pattern, Store};
use taquin::tiles::{LinesHead, Metric, format, kept_lines, metric, verify_lines};
use taquin::{Ask, Board, Geometry, Limits};

use crate::args::{BuildTablesArgs, Device, PlainFormat, Size, TablesCommand, TablesPlace};
use crate::progress::ProgressLine;
use crate::{exit, input, machines, memory, stop};

pub(crate) fn run(command: TablesCommand) -> anyhow::Result<ExitCode> {
    match command {
        TablesCommand::Build(args) => build(&args),
        TablesCommand::List { known: true, format, .. } => list_known(format),
        TablesCommand::List { place, format, .. } => list(&Store::new(known_folder(&place)?), format),
        TablesCommand::Verify { place } => verify(Store::new(known_folder(&place)?)),
        TablesCommand::Remove { place, size, .. } => remove(&Store::new(known_folder(&place)?), size),
    }
}

/// The folder that tables are kept in.
pub(crate) fn folder(place: &TablesPlace) -> anyhow::Result<PathBuf> {
    let folder = place.tables.clone().or_else(taquin::tables_folder);
    folder.context("there is no cache folder; name one for tables with --tables")
}

/// The same for commands that build no table: a folder that is named must exist.
///
/// # Errors
/// If it is not.
pub(crate) fn known_folder(place: &TablesPlace) -> anyhow::Result<PathBuf> {
    match &place.tables {
        Some(named) if !named.is_dir() => bail!("--tables {}: there is no such folder", named.display()),
        _ => folder(place),
    }
}

fn build(args: &BuildTablesArgs) -> anyhow::Result<ExitCode> {
    let mut store = Store::new(folder(&args.place)?);
    let (geometry, goal) = board(args)?;
    let metric = metric::named(&args.metric).context("--metric")?;
    if metric.has_search(&geometry) {
        return build_lines(args, metric, (geometry, &goal), store.folder());
    }
    if metric.name() != metric::NAMES[0].0 {
        bail!(
            "tables for the metric {} are for boards of up to 16 cells with sides of 2 or more",
            metric.name()
        );
    }
    let partition = match &args.partition {
        Some(name) => Partition::named(name, geometry, &goal)?,
        None => Partition::best(geometry, &goal),
    };
    let cancel = stop::on_interrupt();
    let mut out = std::io::stdout().lock();
    let mut means = HashMap::new();
    for pattern in partition.tables() {
        if let Entry::Vacant(place) = means.entry(pattern) {
            match provide(&mut store, geometry, pattern, args, &cancel, &mut out)? {
                Some(mean) => drop(place.insert(mean)),
                None => return Ok(ExitCode::from(exit::STOPPED)),
            }
        }
    }
    let mean: f64 = partition.tables().map(|pattern| means[&pattern]).sum();
    writeln!(out, "{} for {}: mean {mean:.3}", partition.sizes(), name(geometry))?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the tables of a metric that has a search of its own, and keeps them.
fn build_lines(
    args: &BuildTablesArgs,
    metric: &dyn Metric,
    (geometry, goal): (Geometry, &Board),
    folder: &Path,
) -> anyhow::Result<ExitCode> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let memory = args.limit_memory.map(memory::left_of).transpose()?;
    let limits = Limits { memory, cancel: Some(stop::on_interrupt()), ..Limits::default() };
    let search = {
        let _line = ProgressLine::waiting("tables of lines");
        metric.search(&geometry, goal, args.threads.unwrap_or_else(cores).max(1), &limits, Some(folder), true)
    };
    let mut out = std::io::stdout().lock();
    match search {
        Err(limit) => {
            writeln!(out, "stopped ({limit})")?;
            Ok(ExitCode::from(exit::STOPPED))
        }
        Ok(search) => {
            search.keep(folder)?.iter().try_for_each(|path| writeln!(out, "kept    {}", path.display()))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Makes sure that a table exists and is complete. Returns its mean, or `None` if a limit forbids building it.
fn provide(
    store: &mut Store,
    geometry: Geometry,
    pattern: Pattern,
    args: &BuildTablesArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<Option<f64>> {
    let path = store.path(geometry, pattern);
    match store.verify(geometry, pattern) {
        Ok(Some(head)) => {
            writeln!(out, "kept    {}", path.display())?;
            return Ok(Some(head.summary.mean));
        }
        Ok(None) => (),
        Err(error) => writeln!(out, "damaged {error}")?,
    }
    let space = store.space(geometry, pattern.len());
    let needed = Builder::bytes(&space);
    let left = args.limit_memory.map(memory::left_of).transpose()?;
    if left.is_some_and(|most| needed > most) {
        let needed = BinaryBytes(needed as u64);
        writeln!(out, "stopped (memory limit): {} needs {needed} beside the program", path.display())?;
        return Ok(None);
    }
    let clock = Instant::now();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(cores).max(1);
    let table = match args.device {
        Device::Cuda => Some(machines::table(&space, pattern)?),
        Device::Cpu => {
            let line = ProgressLine::table(&format!("{} tiles", pattern.len()));
            let go_on = || match cancel.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            Builder::new(space).build(pattern, threads, &mut (line, Ask(go_on)))
        }
    };
    let Some(table) = table else {
        writeln!(out, "stopped (cancelled): the tables before this one are kept")?;
        return Ok(None);
    };
    store.save(&table)?;
    let (size, seconds) = (BinaryBytes(table.size() as u64), clock.elapsed().as_secs_f64());
    writeln!(out, "built   {} ({size}, {seconds:.2} s)", path.display())?;
    Ok(Some(table.summary().mean))
}

/// The board that tables are for, and its goal.
fn board(args: &BuildTablesArgs) -> anyhow::Result<(Geometry, Board)> {
    let Size { rows, cols } = args.size;
    let cells = u64::from(rows) * u64::from(cols);
    if !(2..=MOST_CELLS as u64).contains(&cells) {
        bail!("pattern tables are for boards of 2 to {MOST_CELLS} cells, not {cells}");
    }
    let goal = match &args.goal {
        None => Board::blank_last(rows, cols),
        Some(goal) => {
            let source = input::read(std::slice::from_ref(goal))?;
            format::parse_goal(&source.text, (rows, cols)).with_context(|| source.name)?
        }
    };
    Ok((Geometry::new(rows, cols, args.torus), goal))
}

fn name(geometry: Geometry) -> String {
    let torus = if geometry.is_torus() { " torus" } else { "" };
    format!("{}x{}{torus}", geometry.rows(), geometry.cols())
}

fn cells(pattern: Pattern) -> String {
    let cells: Vec<String> = pattern.cells().map(|cell| cell.to_string()).collect();
    cells.join(" ")
}

fn list(store: &Store, format: PlainFormat) -> anyhow::Result<ExitCode> {
    let (listed, lines) = (store.list()?, kept_lines(store.folder())?);
    let mut out = BufWriter::new(std::io::stdout().lock());
    if format == PlainFormat::Json {
        for Listed { path, head } in listed {
            serde_json::to_writer(
                &mut out,
                &match head {
                    Ok(head) => entry_json(&path, &head),
                    Err(error) => json!({ "path": path, "problem": error.to_string() }),
                },
            )?;
            writeln!(out)?;
        }
        for (path, head) in lines {
            let value = match head {
                Ok(LinesHead { lines, len, torus, home, bytes, .. }) => json!({
                    "path": path, "lines": lines, "length": len, "torus": torus, "home": home, "bytes": bytes,
                }),
                Err(error) => json!({ "path": path, "problem": error.to_string() }),
            };
            writeln!(out, "{value}")?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", store.folder().display())?;
    if listed.is_empty() && lines.is_empty() {
        writeln!(out, "  no tables; 'taquin tables build 4x4' makes some")?;
    }
    for Listed { path, head } in listed {
        match head {
            Ok(Head { geometry, pattern, summary, bytes, .. }) => writeln!(
                out,
                "  {:<9} {} tiles, blank {:>2}, cells {:<24} {:>11}  mean {:.3}, largest {}",
                name(geometry),
                pattern.len(),
                pattern.blank(),
                cells(pattern),
                BinaryBytes(bytes).to_string(),
                summary.mean,
                summary.largest,
            )?,
            Err(error) => writeln!(out, "  {}: {error}", path.display())?,
        }
    }
    for (path, head) in lines {
        match head {
            Ok(LinesHead { lines, len, torus, home, bytes, .. }) => writeln!(
                out,
                "  {:<9} moves of lines, blank in line {home:>2} {:>36}",
                name(Geometry::new(lines, len, torus)),
                BinaryBytes(bytes).to_string(),
            )?,
            Err(error) => writeln!(out, "  {}: {error}", path.display())?,
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn entry_json(path: &Path, head: &Head) -> serde_json::Value {
    json!({
        "path": path,
        "rows": head.geometry.rows(),
        "cols": head.geometry.cols(),
        "torus": head.geometry.is_torus(),
        "blank": head.pattern.blank(),
        "cells": head.pattern.cells().collect::<Vec<_>>(),
        "bytes": head.bytes,
        "states": head.summary.states,
        "mean": head.summary.mean,
        "largest": head.summary.largest,
    })
}

fn list_known(format: PlainFormat) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for pattern::Entry { name: called, partition, bytes, seconds, mean } in pattern::catalogue() {
        let groups: Vec<String> = partition.patterns().iter().map(|pattern| cells(*pattern)).collect();
        if format == PlainFormat::Json {
            let (board, blank) = (name(partition.geometry()), partition.blank());
            let value = json!({
                "name": called, "board": board, "blank": blank, "cells": groups,
                "bytes": bytes, "seconds": seconds, "mean": mean,
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(
                out,
                "{:<4} blank {:<2} {called:<9} {:>11} {seconds:>7.2} s  mean {mean:.3}  {}",
                name(partition.geometry()),
                partition.blank(),
                BinaryBytes(bytes).to_string(),
                groups.join(" / "),
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn verify(mut store: Store) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut damaged = 0;
    for Listed { path, head } in store.list()? {
        let checked = head.and_then(|head| store.verify(head.geometry, head.pattern));
        match checked {
            Ok(Some(head)) if store.path(head.geometry, head.pattern) == path => {
                writeln!(out, "whole   {}", path.display())?;
            }
            Ok(_) => {
                damaged += 1;
                writeln!(out, "damaged {}: it is the table of another pattern", path.display())?;
            }
            Err(error) => {
                damaged += 1;
                writeln!(out, "damaged {error}")?;
            }
        }
    }
    for (path, _) in kept_lines(store.folder())? {
        match verify_lines(&path) {
            Ok(_) => writeln!(out, "whole   {}", path.display())?,
            Err(error) => {
                damaged += 1;
                writeln!(out, "damaged {error}")?;
            }
        }
    }
    if damaged > 0 {
        bail!(
            "{damaged} damaged; 'taquin tables build' builds them again, 'taquin tables remove' removes them"
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn remove(store: &Store, size: Option<Size>) -> anyhow::Result<ExitCode> {
    let wanted = |listed: &Listed| match size {
        None => true,
        Some(Size { rows, cols }) => {
            // If the head is damaged, the name still identifies the table.
            let named = listed
                .path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(&format!("{rows}x{cols}-")));
            listed
                .head
                .as_ref()
                .map_or(named, |head| (head.geometry.rows(), head.geometry.cols()) == (rows, cols))
        }
    };
    let mut paths: Vec<PathBuf> =
        store.list()?.into_iter().filter(wanted).map(|listed| listed.path).collect();
    let of_size = |path: &Path| match size {
        None => true,
        Some(Size { rows, cols }) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            [(rows, cols), (cols, rows)].iter().any(|(a, b)| name.starts_with(&format!("{a}x{b}-")))
        }
    };
    let lines = kept_lines(store.folder())?.into_iter().map(|(path, _)| path);
    paths.extend(lines.filter(|path| of_size(path)));
    if size.is_none() {
        paths.extend(store.unfinished()?);
    }
    let mut out = std::io::stdout().lock();
    for path in paths {
        std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
        writeln!(out, "removed {}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
