//! The project's own commands: `cargo xtask test` runs everything that must pass,
//! `cargo xtask bench` measures what `docs/performance.md` reports.

mod attack;
mod bench;
mod book;
mod browser;
mod build_time;
#[cfg(test)]
mod commands;
mod cross;
#[cfg(test)]
mod dependencies;
mod dist;
mod edition;
mod figures;
mod fuzz;
mod gpu;
mod installs;
mod metadata;
#[cfg(test)]
mod platforms;
mod programs;
mod python;
mod release;
mod shell;
mod site;
mod subcommands;
mod suite;
mod test;
mod tools;

use std::process::ExitCode;

use test::Options;

const USAGE: &str = "\
usage: cargo xtask test           every check and every test, as CI runs it
                   --quick        only what takes a minute once it is built; installs nothing
                   --no-install   without what needs something that is not installed
       cargo xtask dist [binaries] [wheels]  release files with checksums, in target/artefacts
       cargo xtask package        every crate packaged and built from its package, in order
       cargo xtask release VERSION [--no-test] [--no-artefacts]  a whole release, up to the upload
       cargo xtask bench [NAME…]  the measurements of docs/performance.md (all, or those named)
       cargo xtask bench near --boards FILE [--limit-time TIME]  near solutions of the boards of a file
       cargo xtask figures        the tables and the plot of docs/figures.toml, in README.md and docs/
       cargo xtask book           docs/ as a book in target/book
       cargo xtask build-time     what a first build of the binary costs, crate by crate
       cargo xtask gpu            the GPU crate alone, its kernels through CUDA's compiler
       cargo xtask browser        the browser app alone: types checked, pages driven in Chromium
       cargo xtask site           the app without a server: a folder for any static host
       cargo xtask screenshots    the pictures of the app in docs/pictures
       cargo xtask installs       what the documentation says to install, installed and tried out
       cargo xtask python         the Python package alone: its wheel built, installed and tested
       cargo xtask fuzz [SECONDS] the fuzz targets, each for SECONDS (default 300)
       cargo xtask attack [NAME…] the attacks of docs/security.md (all, or the sections named)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", flags @ ..] => Options::read(flags).and_then(|options| test::run_all(&options)),
        ["bench", names @ ..] => bench::run(names),
        ["build-time"] => build_time::run(),
        ["figures"] => figures::write(),
        ["book"] => book::make(),
        ["gpu"] => gpu::test(),
        ["browser"] => browser::test(),
        ["site"] => site::build(),
        ["screenshots"] => browser::screenshots(),
        ["installs"] => installs::run_all(),
        ["python"] => tools::install(python::NEEDS).and_then(|()| python::test()),
        ["dist", names @ ..] => dist::make(names),
        ["package"] => release::package(),
        ["release", version, flags @ ..] => release::make(version, flags),
        ["attack", names @ ..] => attack::run(names),
        ["fuzz"] => fuzz(300),
        ["fuzz", seconds] => {
            seconds.parse().map_err(|_| format!("'{seconds}' is not a number of seconds")).and_then(fuzz)
        }
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn fuzz(seconds: u32) -> shell::Result {
    tools::install(&[tools::CXX]).and_then(|()| fuzz::run(seconds))
}
