//! `taquin visualize`: a puzzle's solution in the browser, playing.
//!
//! The app opens at an address that contains the puzzle. A puzzle that is too long for an address is solved
//! here, and its solution is opened as a page in a file.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context, bail};
use taquin::Instance;
use taquin::picture::{self, Film};
use taquin_web::Settings;

use crate::args::VisualizeArgs;
use crate::commands::serve::serve;
use crate::commands::solve;
use crate::progress::ProgressLine;
use crate::{exit, input, stop};

/// The longest address that every browser takes.
const LONGEST_ADDRESS: usize = 2000;
/// The most cells of a board that a page can show.
const MOST_CELLS: usize = 1 << 16;

pub(crate) fn run(args: &VisualizeArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance(&args.puzzle)?;
    match address(&instance, args) {
        Some(address) => serve(&Settings::default(), &address, args.no_open),
        None => show(&instance, args),
    }
}

/// The place in the app where the solution plays; `None` if it would be too long.
fn address(instance: &Instance, args: &VisualizeArgs) -> Option<String> {
    let mut place = format!("#/solve?p={}", encode(&instance.text()?));
    let algorithm = args.method.algorithm.map(|algorithm| algorithm.name());
    let heuristic = args.method.heuristic.map(|heuristic| heuristic.name());
    for (name, value) in [("a", algorithm), ("h", heuristic)] {
        if let Some(value) = value {
            let _ = write!(place, "&{name}={}", encode(value));
        }
    }
    if instance.hints().torus {
        place.push_str("&torus=1");
    }
    place.push_str("&play=1");
    (place.len() <= LONGEST_ADDRESS).then_some(place)
}

/// Solves `instance` and opens its solution.
fn show(instance: &Instance, args: &VisualizeArgs) -> anyhow::Result<ExitCode> {
    let limits = taquin::Limits { cancel: Some(stop::on_interrupt()), ..taquin::Limits::default() };
    let answer = {
        let mut line = ProgressLine::search();
        taquin::solve(instance, &solve::plan(&args.method, limits)?, &mut line)?
    };
    match instance.film(&answer) {
        Some(film) => open(&film, args.no_open).map(|()| ExitCode::from(exit::SOLVED)),
        None => {
            taquin::render::outcome(&mut std::io::stderr(), instance, &answer)?;
            Ok(ExitCode::from(solve::code(&answer)))
        }
    }
}

/// Writes a page that plays `film` and opens it in the browser.
pub(crate) fn open(film: &Film, no_open: bool) -> anyhow::Result<()> {
    let cells = film.scene.ground.len();
    if cells > MOST_CELLS {
        bail!("boards of at most {MOST_CELLS} cells can be shown, and this one has {cells}");
    }
    let path = std::env::temp_dir().join(format!("taquin-{:016x}.html", name_of_its_own()));
    let name = || path.display().to_string();
    let mut file = File::create_new(&path).with_context(name)?;
    file.write_all(picture::page(film).as_bytes()).with_context(name)?;
    writeln!(std::io::stderr(), "taquin: {}", path.display())?;
    if !no_open {
        open::that_detached(&path).context("no browser could be opened; open the file yourself")?;
    }
    Ok(())
}

/// A number that no other run has.
fn name_of_its_own() -> u64 {
    use std::hash::BuildHasher;
    std::hash::RandomState::new().hash_one(std::process::id())
}

/// Text as it may stand in the query of an address.
fn encode(text: &str) -> String {
    let mut safe = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'/' => {
                safe.push(char::from(byte))
            }
            b' ' => safe.push('+'),
            _ => drop(write!(safe, "%{byte:02X}")),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn text_survives_an_address() {
        assert_eq!(encode("1 2/3 0\n#é"), "1+2/3+0%0A%23%C3%A9");
    }
}
