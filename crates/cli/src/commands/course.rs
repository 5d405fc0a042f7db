//! `taquin course`: the course programs, also when the binary is called by one of their names.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use taquin_courses::{Program, Settings};

use crate::args::CourseCommand;
use crate::stop;

/// Runs the course program by whose name this binary was called, if it was.
pub(crate) fn run_by_name() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    let called = arguments.next()?;
    let name = Path::new(&called).file_stem().and_then(OsStr::to_str)?;
    let program = Program::ALL.into_iter().find(|program| program.installed_name() == Some(name))?;
    Some(start(program, &arguments.collect::<Vec<_>>()))
}

pub(crate) fn run(command: &CourseCommand) -> anyhow::Result<ExitCode> {
    match command {
        CourseCommand::Link { folder } => {
            let links = taquin_courses::link(folder).with_context(|| folder.display().to_string())?;
            let mut out = std::io::stdout().lock();
            for link in links {
                writeln!(out, "{}", link.display())?;
            }
            Ok(ExitCode::SUCCESS)
        }
        CourseCommand::Program(words) => {
            let name = words.first().and_then(|word| word.to_str()).unwrap_or_default();
            let known: Vec<&str> = Program::ALL.iter().map(|program| program.name()).collect();
            let program = Program::by_name(name)
                .with_context(|| format!("'{name}' is no course program; there are {}", known.join(", ")))?;
            Ok(start(program, &words[1..]))
        }
    }
}

fn start(program: Program, arguments: &[OsString]) -> ExitCode {
    if program == Program::Visualizer
        && has_screen()
        && std::io::stdout().is_terminal()
        && let Some(code) = show(arguments)
    {
        return code;
    }
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
    let mut settings = Settings { terminal: out.is_terminal(), ..Settings::default() };
    // Without a handler Ctrl-C still ends the program, only less politely.
    settings.limits.cancel = stop::on_interrupt().ok();
    ExitCode::from(taquin_courses::run(program, arguments, &settings, &mut out, &mut err))
}

/// Whether a browser has somewhere to appear.
fn has_screen() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens the solution of the board in the browser; `None` where there is none, which the program
/// itself then says best.
fn show(arguments: &[OsString]) -> Option<ExitCode> {
    let [file] = arguments else { return None };
    let text = std::fs::read_to_string(file).ok()?;
    let instance = taquin::Instance::parse(&text, &taquin::Hints::default()).ok()?;
    instance.verdict().filter(|(solvable, _)| *solvable)?;
    super::visualize::show(&instance, None, None, false).ok()
}
