//! One file for each command.

mod analyse;
#[cfg(feature = "cluster")]
pub(crate) mod cluster;
mod compare;
pub(crate) mod course;
mod enumerate;
mod export;
mod generate;
mod generate_blocks;
#[cfg(target_os = "linux")]
mod grade;
mod info;
mod manual;
mod moves;
mod play;
mod puzzles;
mod render;
mod serve;
mod solutions;
mod solve;
mod step;
mod survey;
pub(crate) mod tables;
mod trace;
mod visualize;

use std::process::ExitCode;

use crate::args::Command;

/// Runs one command.
pub(crate) fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Apply(args) => moves::apply(&args),
        Command::Check(args) => moves::check(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Survey(args) => survey::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Enumerate(args) => enumerate::run(&args),
        Command::Tables(command) => tables::run(command),
        #[cfg(feature = "cluster")]
        Command::Cluster(command) => cluster::run(&command),
        Command::Puzzles(command) => puzzles::run(command),
        Command::Serve(args) => serve::run(&args),
        Command::Visualize(args) => visualize::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Course(command) => course::run(&command),
        #[cfg(target_os = "linux")]
        Command::Grade(args) => grade::run(&args),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::pages(&folder),
    }
}
