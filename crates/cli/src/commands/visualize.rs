//! `taquin visualize`: the browser app on a puzzle's solution, playing.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::Context;
use taquin::Instance;
use taquin_web::Settings;

use crate::args::VisualizeArgs;
use crate::commands::serve::serve;
use crate::input;

pub(crate) fn run(args: &VisualizeArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance(&args.puzzle)?;
    let algorithm = args.method.algorithm.map(|algorithm| algorithm.name());
    let heuristic = args.method.heuristic.map(|heuristic| heuristic.name());
    show(&instance, algorithm, heuristic, args.no_open)
}

/// Opens the app on the solution of `instance`.
pub(crate) fn show(
    instance: &Instance,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    no_open: bool,
) -> anyhow::Result<ExitCode> {
    let text = instance.text().context("this position cannot be told as text")?;
    let mut place = format!("#/solve?p={}", encode(&text));
    for (name, value) in [("a", algorithm), ("h", heuristic)] {
        if let Some(value) = value {
            let _ = write!(place, "&{name}={}", encode(value));
        }
    }
    if instance.hints().torus {
        place.push_str("&torus=1");
    }
    place.push_str("&play=1");
    serve(&Settings::default(), &place, no_open)
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
