//! The `taquin` command: reads the arguments, runs a command and returns its exit code.
//!
//! It is a library, so that it can be compiled while the engine still is; the binary only links it. Called by the
//! name of a course program (through a link that `taquin course link` makes), the binary is that program.

mod args;
mod commands;
mod input;
mod machines;
mod memory;
mod progress;
mod screen;
mod stop;
mod terminal;

use std::process::ExitCode;

/// Runs the command that the arguments of the process ask for.
#[must_use]
#[expect(clippy::print_stderr, reason = "the one place that tells a person what went wrong")]
pub fn main() -> ExitCode {
    stop::install();
    if let Some(code) = commands::course::run_by_name() {
        return code;
    }
    let cli = args::parse();
    screen::choose(cli.color);
    match commands::run(cli.command) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taquin: {}", printable(&format!("{error:#}")));
            ExitCode::from(exit::USAGE)
        }
    }
}

/// A message without characters that would act on a terminal, wherever they came from.
fn printable(message: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    message.chars().map(shown).collect()
}

/// A reader that closes the pipe has seen enough; that is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// The exit codes, the same for every command.
mod exit {
    /// Solved, or simply done.
    pub(crate) const SOLVED: u8 = 0;
    /// Proven unsolvable.
    pub(crate) const UNSOLVABLE: u8 = 1;
    /// Bad input or usage.
    pub(crate) const USAGE: u8 = 2;
    /// Stopped at a limit or by Ctrl-C.
    pub(crate) const STOPPED: u8 = 3;
}
