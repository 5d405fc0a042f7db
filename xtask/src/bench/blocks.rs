//! Sliding blocks: the program `bench` of their crate measures itself, in the release profile.

use std::process::Command;

use super::table::{Table, Target};
use crate::shell::{Result, root};

pub fn run() -> Result {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--quiet", "--package", "taquin-blocks", "--example", "bench"]);
    let output =
        cargo.current_dir(root()).output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("the bench of blocks failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut table = Table::new("blocks");
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, value, unit, most] = fields[..] else { return Err(format!("'{line}' is no figure")) };
        let value = value.parse().map_err(|_| format!("'{value}' is no number"))?;
        table.row(what, value, unit, most.parse().ok().map(Target::AtMost));
    }
    table.save()
}
