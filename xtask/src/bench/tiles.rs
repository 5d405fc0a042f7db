//! Sliding tiles: the program `bench` of their crate measures itself, in the release profile, and this
//! prints one row for each of its lines, with the ratio to the seconds of the run before.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::table::{Records, number};
use crate::shell::{Result, root};

/// All rows but those that take hours.
pub fn run() -> Result {
    measure("tiles", &[])
}

/// Korf's fifty 24-puzzles on two threads, ten minutes each at most.
pub fn korf50() -> Result {
    measure("korf50", &["korf50"])
}

/// The forms in which pattern tables can be kept, beside each other.
pub fn forms() -> Result {
    measure("forms", &["forms"])
}

fn measure(name: &'static str, arguments: &[&str]) -> Result {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--quiet", "--package", "taquin-tiles", "--example", "tiles", "--"]);
    cargo.args(arguments).current_dir(root()).stdout(Stdio::piped());
    let mut child = cargo.spawn().map_err(|error| format!("cannot start cargo: {error}"))?;
    let mut records = Records::new(name);
    let [nodes, seconds, rate, memory] = ["nodes", "seconds", "nodes/s", "memory"];
    println!(
        "{:<58} {nodes:>13} {seconds:>9} {rate:>10} {memory:>10}  {:<24} {:>10}",
        "", "target", "last run"
    );
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line = line.map_err(|error| error.to_string())?;
        let row = Row::parse(&line).ok_or_else(|| format!("'{line}' is no row"))?;
        row.print(&records);
        for (column, value) in row.columns() {
            records.keep(&format!("{}: {column}", row.what), value);
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("the bench of tiles failed: {status}"));
    }
    records.save()
}

/// One line of the program.
struct Row<'a> {
    what: &'a str,
    nodes: f64,
    seconds: f64,
    bytes: f64,
    targets: Vec<Target<'a>>,
}

/// The target of a column.
struct Target<'a> {
    column: &'a str,
    at_least: bool,
    value: f64,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [what, nodes, seconds, bytes, targets] = fields[..] else { return None };
        let target = |word: &'a str| {
            let (at_least, sign) = if word.contains(">=") { (true, ">=") } else { (false, "<=") };
            let (column, value) = word.split_once(sign)?;
            Some(Target { column, at_least, value: value.parse().ok()? })
        };
        Some(Row {
            what,
            nodes: nodes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            bytes: bytes.parse().ok()?,
            targets: targets.split_whitespace().map(target).collect::<Option<_>>()?,
        })
    }

    fn columns(&self) -> [(&'static str, f64); 4] {
        let rate = if self.seconds > 0.0 { self.nodes / self.seconds } else { 0.0 };
        [("nodes", self.nodes), ("seconds", self.seconds), ("rate", rate), ("memory", self.bytes)]
    }

    fn print(&self, records: &Records) {
        let [nodes, seconds, rate, bytes] = self.columns().map(|(_, value)| value);
        let of = |column: &str| self.columns().into_iter().find(|(name, _)| *name == column);
        let mut targets = Vec::new();
        let mut missed = "";
        for Target { column, at_least, value } in &self.targets {
            let Some((_, measured)) = of(column) else { continue };
            let sign = if *at_least { ">=" } else { "<=" };
            targets.push(format!("{column} {sign} {}", scaled(*value)));
            let reached = if *at_least { measured >= *value } else { measured <= *value };
            missed = if reached { missed } else { "  MISSED" };
        }
        let ratio = records.before(&format!("{}: seconds", self.what)).filter(|&before| before > 0.0);
        let ratio = ratio.map_or(String::new(), |before| format!("x {:.2}", seconds / before));
        println!(
            "{:<58} {nodes:>13} {:>9} {:>10} {:>10}  {:<24} {ratio:>10}{missed}",
            self.what,
            number(seconds),
            scaled(rate),
            scaled(bytes),
            targets.join(", "),
        );
    }
}

/// A number in thousands, millions or thousands of millions.
fn scaled(value: f64) -> String {
    match value {
        1e9.. => format!("{:.2} G", value / 1e9),
        1e6.. => format!("{:.1} M", value / 1e6),
        1e4.. => format!("{:.0} k", value / 1e3),
        _ => number(value),
    }
}
