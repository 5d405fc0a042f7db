//! `taquin grade`: compares a program with a course program.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use taquin_grader::{
    Error, Graded, Grading, Options, Rubric, Sandbox, Wanted, course, grade_all, render, submissions,
    write_whole,
};

use crate::args::{GradeArgs, GradeFormat};
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
    let private = args.submissions.iter().chain(args.rubric.as_ref()).chain([&args.results]);
    let sandbox = sandbox(args)?.shared_by(jobs(args))?.cancelled_by(stop::on_interrupt());
    let grading = Grading::new(Options {
        course,
        rubric,
        wanted: Wanted { seed: args.seed, difficulty: args.difficulty, generated: 0 },
        generated: args.cases,
        command: args.command.clone(),
        build: args.build.clone(),
        sandbox,
        hidden: private.cloned().collect(),
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

/// The sandbox, unless it is not wanted.
fn sandbox(args: &GradeArgs) -> anyhow::Result<Sandbox> {
    if args.no_sandbox {
        stop::say("warning: without a sandbox submissions can read and change what you can");
        return Ok(Sandbox::bare());
    }
    let advice = "install bubblewrap 0.8 or newer (apt install bubblewrap, dnf install bubblewrap), \
                  or trust the submissions with --no-sandbox";
    Sandbox::detect().map_err(|error| anyhow::anyhow!("{error}; {advice}"))
}

/// How many submissions are graded at a time. Without a sandbox nothing separates them.
fn jobs(args: &GradeArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match (&args.submissions, args.no_sandbox) {
        (None, _) | (_, true) => 1,
        (Some(_), false) => args.jobs.unwrap_or_else(cores),
    }
}

/// One submission and its report.
fn one(args: &GradeArgs, grading: &Grading) -> anyhow::Result<ExitCode> {
    let folder = fs::canonicalize(&args.folder).with_context(|| args.folder.display().to_string())?;
    let name = folder.file_name().map_or("submission".into(), taquin_grader::plain);
    let files = grading.read(&folder)?;
    let bar = progress(grading.cases() as u64);
    let report = grading.grade(&name, &files, &|| bar.inc(1));
    bar.finish_and_clear();
    let report = report?;
    let text = match args.format {
        GradeFormat::Text => render::text(&report),
        GradeFormat::Gradescope => render::gradescope(&report),
        GradeFormat::Junit => render::junit(&report),
        GradeFormat::Markdown => render::markdown(&report),
        GradeFormat::Csv => render::csv(&[Graded { name, report: Ok(report.clone()), known: false }]),
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
    let bar = progress(found.len() as u64);
    let graded = grade_all(grading, &found, &args.results, jobs(args), &|one: &Graded| {
        bar.set_message(one.name.clone());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    write_out(args, &render(&graded))?;
    let errors: Vec<&Error> = graded.iter().filter_map(|one| one.report.as_ref().err()).collect();
    errors.iter().for_each(|error| stop::say(&format!("not graded: {error}")));
    let faulty = errors.iter().any(|error| error.is_fault());
    Ok(ExitCode::from(if faulty { exit::USAGE } else { exit::SOLVED }))
}

/// A bar on a terminal, nothing elsewhere.
fn progress(length: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {elapsed} {msg}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// To standard output, or to a file that is complete or not there.
fn write_out(args: &GradeArgs, text: &str) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => write_whole(path, text.as_bytes())?,
        None => std::io::stdout().write_all(text.as_bytes())?,
    }
    Ok(())
}
