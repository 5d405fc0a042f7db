//! The measurements of `docs/performance.md`. Each module measures one part of the house and prints
//! one table; results are kept in `target/bench/` so that the next run can compare.

mod blocks;
mod courses;
mod load;
mod process;
mod space;
mod table;

use crate::shell::Result;

/// One named group of measurements.
type Bench = (&'static str, fn() -> Result);

const BENCHES: &[Bench] =
    &[("blocks", blocks::run), ("courses", courses::run), ("load", load::run), ("space", space::run)];

/// Runs the benches named, or all of them.
pub fn run(names: &[&str]) -> Result {
    let known: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("no bench is called '{unknown}'; there are: {}", known.join(", ")));
    }
    for (name, body) in BENCHES.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        println!("== {name}");
        body()?;
    }
    Ok(())
}
