//! The measurements of `docs/performance.md`. Each module measures one part of the project and prints one
//! table; results are kept in `target/bench/` for comparison with the next run.

mod blocks;
mod courses;
mod load;
mod near;
pub mod process;
mod space;
pub mod table;
mod terminal;
mod tiles;

use crate::shell::Result;

/// One named group of measurements.
type Bench = (&'static str, fn() -> Result);

const BENCHES: &[Bench] = &[
    ("blocks", blocks::run),
    ("courses", courses::run),
    ("load", load::run),
    ("near", near::run),
    ("space", space::run),
    ("terminal", terminal::run),
    ("tiles", tiles::run),
];

/// Those that take minutes or hours, and run only where they are named.
const LONG: &[Bench] = &[("gnome", blocks::gnome), ("korf50", tiles::korf50), ("forms", tiles::forms)];

/// Runs the benches named, or all that are not long. `near --boards FILE [--limit-time TIME]` measures boards of a file.
pub fn run(names: &[&str]) -> Result {
    if let ["near", "--boards", file, rest @ ..] = names {
        return match rest {
            [] => near::boards(file, "10s"),
            ["--limit-time", time] => near::boards(file, time),
            _ => Err("after the file of boards comes nothing, or --limit-time and a time".into()),
        };
    }
    let known: Vec<&str> = BENCHES.iter().chain(LONG).map(|(name, _)| *name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("no bench is called '{unknown}'; there are: {}", known.join(", ")));
    }
    let asked = BENCHES.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
    for (name, body) in asked.chain(LONG.iter().filter(|(name, _)| names.contains(name))) {
        println!("== {name}");
        body()?;
    }
    Ok(())
}
