//! Sliding blocks: the programs `blocks` and `gnome` of their crate measure themselves, in the release
//! profile.

use std::process::Command;

use super::table::{Table, Target};
use crate::shell::{Result, root};

/// The usual measurements.
pub fn run() -> Result {
    measure("blocks")
}

/// The large levels of GNOME Klotski: half an hour, and twelve gigabytes.
pub fn gnome() -> Result {
    measure("gnome")
}

/// Makes a table of the lines that an example prints: what, value, unit, most, times of a plain search.
fn measure(name: &'static str) -> Result {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--quiet", "--package", "taquin-blocks", "--example", name]);
    let output =
        cargo.current_dir(root()).output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("the bench of {name} failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut table = Table::new(name);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, value, unit, most, plain] = fields[..] else {
            return Err(format!("'{line}' is no figure"));
        };
        let value = value.parse().map_err(|_| format!("'{value}' is no number"))?;
        table.row_beside(what, value, unit, most.parse().ok().map(Target::AtMost), plain.parse().ok());
    }
    table.save()
}
