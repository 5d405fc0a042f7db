//! `taquin completions` and `taquin man`: generated from the description of the command line.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use taquin::blocks::catalogue;
use taquin_courses::Program;

use crate::args::screen;

/// The commands that take a puzzle.
const TAKERS: [&str; 8] = ["solve", "info", "apply", "check", "enumerate", "render", "trace", "visualize"];

/// Prints the completions for `shell`: of commands and options, of the names of puzzles and programs, and of files.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let names: Vec<&str> = catalogue::all().iter().map(|entry| entry.id).collect();
    let programs: Vec<&str> = Program::ALL.into_iter().map(Program::name).collect();
    let mut command = TAKERS.into_iter().fold(screen::command(false), |command, taker| {
        command.mut_subcommand(taker, |inner| {
            inner.mut_arg("puzzle", |arg| arg.value_parser(PossibleValuesParser::new(names.clone())))
        })
    });
    command = command.mut_subcommand("course", |course| {
        course.subcommands(programs.iter().map(|name| Command::new(*name)))
    });
    command = command.mut_subcommand("grade", |grade| {
        grade.mut_arg("course", |arg| arg.value_parser(PossibleValuesParser::new(programs.clone())))
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "taquin", &mut script);
    let mut script = String::from_utf8(script).context("a script is text")?;
    let list = names.join(" ");
    match shell {
        // A puzzle is a name or a file.
        Shell::Zsh => {
            let function = format!("_taquin_puzzles() {{\n    compadd -- {list}\n    _files\n}}\n");
            script = script.replace(&format!(":({list})'"), ":_taquin_puzzles'");
            script = script.replacen("\n_taquin() {", &format!("\n{function}\n_taquin() {{"), 1);
        }
        Shell::Fish => {
            let takers = TAKERS.join(" ");
            script +=
                &format!("complete -c taquin -n \"__fish_seen_subcommand_from {takers}\" -a \"{list}\"\n");
        }
        _ => (),
    }
    std::io::Write::write_all(&mut std::io::stdout(), script.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes one manual page for `taquin` and one for each of its commands.
pub(crate) fn pages(folder: &Path) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(screen::command(false), folder).with_context(|| folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
