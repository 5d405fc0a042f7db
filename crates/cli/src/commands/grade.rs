//! `taquin grade`: a program against a course program.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use taquin_grader::{
    Error, Graded, Grading, Options, Rubric, Sandbox, Wanted, course, grade_all, render, submissions,
    write_whole,
};

use crate::args::{GradeArgs, GradeFormat, Walls};
use crate::{exit, stop};

pub(crate) fn run(args: &GradeArgs) -> anyhow::Result<ExitCode> {
    let course = course(&args.course)?;
    let built_in = Rubric::built_in(course)?;
    if args.print_rubric {
        write!(std::io::stdout(), "{built_in}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let rubric = match &args.rubric {
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            Rubric::parse(course, &text, path)?
        }
        None => Rubric::parse(course, built_in, Path::new("the built-in rubric"))?,
    };
    let hidden = args.submissions.iter().map(fs::canonicalize).collect::<Result<Vec<PathBuf>, _>>();
    let grading = Grading::new(Options {
        course,
        rubric,
        wanted: Wanted { seed: args.seed, difficulty: args.difficulty, generated: 0 },
        generated: args.cases,
        command: args.command.clone(),
        build: args.build.clone(),
        sandbox: sandbox(args.sandbox).cancelled_by(stop::on_interrupt()),
        hidden: hidden.context("the folder of submissions")?,
    })?;
    let graded = match &args.submissions {
        Some(folder) => class(args, &grading, folder),
        None => one(args, &grading),
    };
    match graded {
        Err(error) if matches!(error.downcast_ref(), Some(Error::Cancelled)) => {
            stop::say(&error.to_string());
            Ok(ExitCode::from(exit::STOPPED))
        }
        graded => graded,
    }
}

#[expect(clippy::print_stderr, reason = "a warning is for the person, not for the report")]
fn sandbox(walls: Walls) -> Sandbox {
    if walls == Walls::Limits {
        return Sandbox::plain();
    }
    let (sandbox, warning) = Sandbox::detect();
    if let Some(warning) = warning {
        eprintln!("taquin: warning: {warning}");
    }
    sandbox
}

/// One submission and its report.
fn one(args: &GradeArgs, grading: &Grading) -> anyhow::Result<ExitCode> {
    let folder = fs::canonicalize(&args.folder).with_context(|| args.folder.display().to_string())?;
    let name = folder.file_name().map_or("submission".into(), |name| name.to_string_lossy());
    let bar = progress(grading.cases() as u64);
    let report = grading.grade(&name, &folder, &|| bar.inc(1));
    bar.finish_and_clear();
    let report = report?;
    let text = match args.format {
        GradeFormat::Text => render::text(&report),
        GradeFormat::Gradescope => render::gradescope(&report),
        GradeFormat::Junit => render::junit(&report),
        GradeFormat::Markdown => render::markdown(&report),
        GradeFormat::Csv => {
            render::csv(&[Graded { name: name.into(), report: Ok(report.clone()), known: false }])
        }
    };
    write_out(args, &text)?;
    let right = report.cases().all(|(_, case)| case.is_right());
    Ok(ExitCode::from(if right { exit::SOLVED } else { exit::UNSOLVABLE }))
}

/// A class and its table.
fn class(args: &GradeArgs, grading: &Grading, folder: &Path) -> anyhow::Result<ExitCode> {
    let render = match args.format {
        GradeFormat::Text => render::table,
        GradeFormat::Markdown => render::markdown_table,
        GradeFormat::Csv => render::csv,
        GradeFormat::Gradescope | GradeFormat::Junit => {
            bail!("--format {:?} is for one submission; a class is text, markdown or csv", args.format)
        }
    };
    let found = submissions(folder)?;
    let threads = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let bar = progress(found.len() as u64);
    let graded = grade_all(grading, &found, &args.results, threads, &|one: &Graded| {
        bar.set_message(one.name.clone());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    write_out(args, &render(&graded))?;
    Ok(ExitCode::SUCCESS)
}

/// A bar on a terminal, nothing elsewhere.
fn progress(length: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {elapsed} {msg}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// To standard output, or to a file that is there whole or not at all.
fn write_out(args: &GradeArgs, text: &str) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => write_whole(path, text.as_bytes())?,
        None => std::io::stdout().write_all(text.as_bytes())?,
    }
    Ok(())
}
