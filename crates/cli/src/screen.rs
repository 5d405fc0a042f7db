//! Where standard output goes: a terminal with a width and colours, or a pipe that gets plain text.

use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ColorChoice;
use taquin::picture::Palette;
use taquin::render::Screen;

/// What the arguments say about colours.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Keeps what the arguments say about colours, once for the whole program.
pub(crate) fn choose(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// The terminal that standard output leads to; `None` if output is to be plain. Asking for colours always makes
/// anything a terminal.
pub(crate) fn screen() -> Option<Screen> {
    let asked = CHOICE.get().copied().unwrap_or_default() == ColorChoice::Always;
    let dumb = variable("TERM").is_some_and(|term| term == "dumb");
    let terminal = std::io::stdout().is_terminal() && !dumb;
    let width = variable("COLUMNS").and_then(|width| width.parse().ok());
    let width = width.or_else(|| crossterm::terminal::size().ok().map(|(width, _)| usize::from(width)));
    (terminal || asked)
        .then(|| Screen { width: width.filter(|&width| width > 0).unwrap_or(80), palette: palette() })
}

/// The colours to draw with on a terminal.
pub(crate) fn palette() -> Palette {
    let colours = match CHOICE.get().copied().unwrap_or_default() {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => variable("NO_COLOR").is_none(),
    };
    let all = variable("COLORTERM").is_some_and(|depth| ["truecolor", "24bit"].contains(&depth.as_str()));
    match (colours, all) {
        (false, _) => Palette::Plain,
        (true, false) => Palette::Few,
        (true, true) => Palette::All,
    }
}

/// A variable of the environment that is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
