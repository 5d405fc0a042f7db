//! `taquin course`: the course programs, also when the binary is called by one of their names.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use taquin::picture::Film;
use taquin::{Hints, Instance, TilesInstance};
use taquin_courses::report::{REPORTED, report};
use taquin_courses::{Program, Settings, Solver};

use crate::args::CourseCommand;
use crate::stop;

/// The starts of every distance that a report measures.
const SAMPLES: usize = 20;

/// Runs the course program whose name this binary was called by, or that its first arguments name, if any. These
/// programs read their arguments themselves, and a parser for all other arguments would take a megabyte.
pub(crate) fn run_by_name() -> Option<ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (called, arguments) = words.split_first()?;
    let name = Path::new(called).file_stem().and_then(OsStr::to_str)?;
    if let Some(program) = Program::ALL.into_iter().find(|program| program.installed_name() == Some(name)) {
        return Some(start(program, arguments));
    }
    match arguments {
        [course, name, rest @ ..] if course == "course" => {
            Some(start(Program::by_name(name.to_str()?)?, rest))
        }
        _ => None,
    }
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
        CourseCommand::Report { program } => {
            let mut out = std::io::stdout().lock();
            let wanted = |known: &&Program| program.as_deref().is_none_or(|name| name == known.name());
            for (number, &program) in REPORTED.iter().filter(wanted).enumerate() {
                if number > 0 {
                    writeln!(out, "\n")?;
                }
                report(program, SAMPLES, &mut out)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        CourseCommand::Program(words) => {
            let name = words.first().and_then(|word| word.to_str()).unwrap_or_default();
            let known: Vec<&str> = Program::ALL.iter().map(|program| program.name()).collect();
            let program = Program::by_name(name).with_context(|| {
                format!("'{name}' is not a course program; there are {}", known.join(", "))
            })?;
            Ok(start(program, &words[1..]))
        }
    }
}

fn start(program: Program, arguments: &[OsString]) -> ExitCode {
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
    let terminal = out.is_terminal();
    let screen = (terminal && has_screen()).then_some(show as fn(&Solver) -> bool);
    let mut settings = Settings { terminal, screen, ..Settings::default() };
    settings.limits.cancel = Some(stop::on_interrupt());
    ExitCode::from(taquin_courses::run(program, arguments, &settings, &mut out, &mut err))
}

/// Whether a browser has somewhere to appear.
fn has_screen() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens a solution in the browser; says whether it could.
fn show(solver: &Solver) -> bool {
    film(solver).is_some_and(|film| super::visualize::open(&film, false).is_ok())
}

/// The solution of `solver`, ready to be shown.
fn film(solver: &Solver) -> Option<Film> {
    let instance = Instance::parse(&solver.initial().to_string(), &Hints::default()).ok()?;
    let steps = instance.of::<TilesInstance>()?.replay(solver.slides());
    instance.film_of(&steps.iter().map(|step| instance.motion(step)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use taquin_courses::visualizer::stages;
    use taquin_courses::{Board, Solver};

    use super::film;

    #[test]
    fn the_screen_shows_the_stages_of_the_solver() {
        // There is more than one shortest solution.
        let solver = Solver::new(Board::new([[8, 6, 7], [2, 5, 4], [3, 0, 1]]).unwrap()).unwrap();
        let film = film(&solver).unwrap();
        assert!(film.curve().map(u64::from).eq(stages(&solver).map(|stage| stage.manhattan)));
        let mut scene = film.scene.clone();
        for (shot, stage) in film.shots.iter().zip(stages(&solver).skip(1)) {
            scene.apply(&shot.motion);
            let tile = |piece: usize| (scene.pieces[piece].at.0 as usize, scene.pieces[piece].at.1 as usize);
            assert!((0..8).all(|piece| {
                let (row, col) = tile(piece);
                stage.board.tile_at(row, col) as usize == piece + 1
            }));
        }
    }
}
