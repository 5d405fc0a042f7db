//! `taquin puzzles`: the catalogue of named puzzles.

use std::ffi::{OsStr, OsString};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use taquin::blocks::Metric;
use taquin::blocks::catalogue::{self, Entry, Figure};
use taquin::blocks::format::Format;
use taquin::{Hints, Instance};

use super::solve;
use crate::args::{PlainFormat, PuzzleArgs, PuzzlesCommand, SolveArgs};
use crate::{input, screen};

pub(crate) fn run(command: PuzzlesCommand) -> anyhow::Result<ExitCode> {
    match command {
        PuzzlesCommand::List { filter, format } => list(filter.as_deref(), format),
        PuzzlesCommand::Show { name, form: Some(form), .. } => {
            write(&joined(&name), form.parse().map_err(anyhow::Error::msg)?)
        }
        PuzzlesCommand::Show { name, form: None, format } => show(&joined(&name).to_string_lossy(), format),
        PuzzlesCommand::Solve(args) => solve_named(*args),
    }
}

fn find(name: &str) -> anyhow::Result<&'static Entry> {
    catalogue::find(name).with_context(|| match catalogue::nearest(name) {
        Some(nearest) => format!("no puzzle is called '{name}'; did you mean '{nearest}'?"),
        None => format!("no puzzle is called '{name}'; `taquin puzzles list` shows them all"),
    })
}

/// A name whose words the shell may have split.
fn joined(words: &[OsString]) -> OsString {
    words.join(OsStr::new(" "))
}

/// One line a puzzle: its short name, the fewest moves by metric, its name.
fn list(filter: Option<&str>, format: PlainFormat) -> anyhow::Result<ExitCode> {
    let wanted = filter.unwrap_or("").to_lowercase();
    let matches = |entry: &&Entry| {
        let names =
            [entry.id, entry.name, entry.set.unwrap_or("")].into_iter().chain(entry.also.iter().copied());
        names.into_iter().any(|name| name.to_lowercase().contains(&wanted))
    };
    let entries: Vec<&Entry> = catalogue::all().iter().filter(matches).collect();
    if entries.is_empty() {
        bail!("no puzzle has '{wanted}' in its names; `taquin puzzles list` shows them all");
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    if format == PlainFormat::Json {
        entries.into_iter().try_for_each(|entry| writeln!(out, "{}", object(entry)))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{:<28} {:>7} {:>8} {:>7}  name", "", "finger", "straight", "unit")?;
    for entry in entries {
        let cell = |metric| entry.optimum(metric).map_or("?".to_string(), short);
        let (finger, straight, unit) = (cell(Metric::Finger), cell(Metric::Straight), cell(Metric::Unit));
        writeln!(out, "{:<28} {finger:>7} {straight:>8} {unit:>7}  {}", entry.id, entry.name)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What is known of a puzzle as a JSON object, which other commands read.
fn object(entry: &Entry) -> Value {
    let figure =
        |figure: Figure| json!({ "value": figure.value, "exact": figure.exact, "source": figure.source });
    let optima: Map<String, Value> =
        entry.optima.iter().map(|&(metric, known)| (metric.to_string(), figure(known))).collect();
    json!({
        "id": entry.id,
        "name": entry.name,
        "also": entry.also,
        "set": entry.set,
        "optima": optima,
        "positions": entry.states.map(figure),
        "puzzle": Instance::from(entry.problem()).object(),
    })
}

fn short(figure: Figure) -> String {
    if figure.exact { figure.value.to_string() } else { format!(">={}", figure.value) }
}

/// Any puzzle of blocks, in the form that is wanted.
fn write(puzzle: &OsStr, form: Format) -> anyhow::Result<ExitCode> {
    let text = form.write(&input::blocks(puzzle, &Hints::default())?);
    let text = text.with_context(|| format!("{} cannot be written in the form {form}", puzzle.display()))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Everything that is known of one puzzle, then its text.
fn show(name: &str, format: PlainFormat) -> anyhow::Result<ExitCode> {
    let entry = find(name)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if format == PlainFormat::Json {
        writeln!(out, "{}", object(entry))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", entry.name)?;
    for other in &entry.also {
        writeln!(out, "  {other}")?;
    }
    if let Some(set) = entry.set {
        writeln!(out, "{:<10} {set}", "set")?;
    }
    for &(metric, figure) in &entry.optima {
        writeln!(out, "{:<10} {}", metric.to_string(), in_words(figure))?;
    }
    if let Some(figure) = entry.states {
        writeln!(out, "{:<10} {}", "positions", in_words(figure))?;
    }
    if let Some(screen) = screen::screen() {
        writeln!(out)?;
        screen.heading(&mut out, &Instance::parse(entry.text, &Hints::default())?)?;
    }
    writeln!(out, "\n{}", entry.text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(figure: Figure) -> String {
    let source = figure.source.map_or(String::new(), |source| format!(" ({source})"));
    let bound = if figure.exact { "" } else { "at least " };
    format!("{bound}{}{source}", figure.value)
}

fn solve_named(args: SolveArgs) -> anyhow::Result<ExitCode> {
    let text = find(&joined(&args.puzzle.puzzle).to_string_lossy())?.text.into();
    solve::run(&SolveArgs { puzzle: PuzzleArgs { puzzle: vec![text], ..args.puzzle.clone() }, ..args })
}
