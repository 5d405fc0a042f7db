//! The table that a bench prints: the task, the figure, the target, and the previous run.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::shell::{Result, root};

/// The target of a figure.
#[derive(Clone, Copy)]
pub enum Target {
    /// Not more than this.
    AtMost(f64),
    /// Not less than this.
    AtLeast(f64),
}

/// The figures of one bench, kept in a file, and those of the run before.
pub struct Records {
    name: &'static str,
    before: Map<String, Value>,
    figures: Map<String, Value>,
}

impl Records {
    /// No figure yet; those of the last run are read for comparison.
    pub fn new(name: &'static str) -> Self {
        let before = std::fs::read_to_string(path(name)).ok();
        let before = before.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Records { name, before, figures: Map::new() }
    }

    /// What the last run gave.
    pub fn before(&self, what: &str) -> Option<f64> {
        self.before.get(what).and_then(Value::as_f64)
    }

    /// Adds a figure.
    pub fn keep(&mut self, what: &str, value: f64) {
        self.figures.insert(what.to_string(), json!(value));
    }

    /// Keeps the figures for the next run; the file is written to a temporary file and renamed.
    pub fn save(self) -> Result {
        let path = path(self.name);
        let beside = path.with_extension("part");
        let text = Value::Object(self.figures).to_string();
        std::fs::create_dir_all(path.parent().expect("in a folder"))
            .and_then(|()| std::fs::write(&beside, text))
            .and_then(|()| std::fs::rename(&beside, &path))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// A bench whose rows have one figure each.
pub struct Table(Records);

impl Table {
    /// An empty table.
    pub fn new(name: &'static str) -> Self {
        println!("{:<58} {:>16} {:>16} {:>10}", "", "measured", "target", "last run");
        Table(Records::new(name))
    }

    /// Adds a figure and prints its row.
    pub fn row(&mut self, what: &str, value: f64, unit: &str, target: Option<Target>) {
        self.row_beside(what, value, unit, target, None);
    }

    /// The same, with how many times longer a plain program takes.
    pub fn row_beside(
        &mut self,
        what: &str,
        value: f64,
        unit: &str,
        target: Option<Target>,
        plain: Option<f64>,
    ) {
        let (to_reach, reached) = match target {
            None => (String::new(), true),
            Some(Target::AtMost(most)) => (format!("<= {}", number(most)), value <= most),
            Some(Target::AtLeast(least)) => (format!(">= {}", number(least)), value >= least),
        };
        let ratio = match self.0.before(what) {
            Some(before) if before != 0.0 => format!("x {:.2}", value / before),
            _ => String::new(),
        };
        let missed = if reached { "" } else { "  MISSED" };
        let plain = plain.map_or(String::new(), |times| format!("  plain: {} x", number(times)));
        println!(
            "{what:<58} {:>16} {to_reach:>16} {ratio:>10}{plain}{missed}",
            format!("{} {unit}", number(value))
        );
        self.0.keep(what, value);
    }

    /// Keeps the figures for the next run.
    pub fn save(self) -> Result {
        self.0.save()
    }
}

fn path(name: &str) -> PathBuf {
    root().join("target/bench").join(name).with_extension("json")
}

/// Three significant digits for small numbers, none after the point for large ones.
pub fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_string(),
        ..0.01 => format!("{value:.5}"),
        ..1.0 => format!("{value:.3}"),
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}
