//! `taquin completions` and `taquin man`: generated from the description of the command line.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use taquin::blocks::catalogue;
use taquin_courses::Program;

use crate::args::screen;

/// The words that `argument` of a command may be, beside a file.
fn words(argument: &Arg) -> Option<Vec<&'static str>> {
    match argument.get_id().as_str() {
        "puzzle" | "name" if argument.is_positional() => {
            Some(catalogue::all().iter().map(|entry| entry.id).collect())
        }
        "course" if argument.is_positional() => Some(Program::ALL.into_iter().map(Program::name).collect()),
        _ => None,
    }
}

/// Gives the arguments of `command` and of the commands below it their [`words`]. Each command that has some is
/// noted in `takers`, with its names from the top.
fn with_words(command: Command, above: &[String], takers: &mut Vec<(Vec<String>, String)>) -> Command {
    let path = [above, &[command.get_name().to_string()]].concat();
    let command = command.mut_args(|argument| match words(&argument) {
        Some(words) => {
            takers.push((path.clone(), words.join(" ")));
            argument.value_parser(PossibleValuesParser::new(words))
        }
        None => argument,
    });
    command.mut_subcommands(|below| with_words(below, &path, takers))
}

/// Prints the completions for `shell`: of commands and options, of the names of puzzles and programs, and of files.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let programs = Program::ALL.into_iter().map(|program| Command::new(program.name()));
    let command = screen::command(false).mut_subcommand("course", |course| course.subcommands(programs));
    let mut takers = Vec::new();
    let mut command = with_words(command, &[], &mut takers);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "taquin", &mut script);
    let mut script = String::from_utf8(script).context("a script is text")?;
    // The generator offers words or files; a puzzle and a submission are either.
    match shell {
        Shell::Bash => {
            script = script.replace("complete -F _taquin ", "complete -F _taquin_or_file ");
            let (before, after) =
                script.split_once("\nif [[ \"${BASH_VERSINFO").context("the end of the script")?;
            script = format!("{before}{BASH_FILES}\nif [[ \"${{BASH_VERSINFO{after}");
        }
        Shell::Zsh => {
            let mut lists: Vec<&str> = takers.iter().map(|(_, list)| list.as_str()).collect();
            lists.sort_unstable();
            lists.dedup();
            for (number, list) in lists.into_iter().enumerate() {
                let function =
                    format!("_taquin_words_{number}() {{\n    compadd -- {list}\n    _files\n}}\n");
                script = script.replace(&format!(":({list})'"), &format!(":_taquin_words_{number}'"));
                script = script.replacen("\n_taquin() {", &format!("\n{function}\n_taquin() {{"), 1);
            }
        }
        Shell::Fish => {
            for (path, list) in takers {
                let seen = path[1..].iter().map(|name| format!("__fish_seen_subcommand_from {name}"));
                let seen = seen.collect::<Vec<_>>().join("; and ");
                script += &format!("complete -c taquin -n \"{seen}\" -a \"{list}\"\n");
            }
        }
        _ => (),
    }
    std::io::Write::write_all(&mut std::io::stdout(), script.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Adds files to the words of `_taquin`, after a command and where no option is begun.
const BASH_FILES: &str = r#"
_taquin_or_file() {
    _taquin "$@"
    if [[ ${COMP_CWORD} -gt 1 && "$2" != -* && ${#COMPREPLY[@]} -gt 0 ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=( $(compgen -f -- "$2") )
    fi
}
"#;

/// Writes one manual page for `taquin` and one for each of its commands.
pub(crate) fn pages(folder: &Path) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(screen::command(false), folder).with_context(|| folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
