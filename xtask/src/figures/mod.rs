//! `cargo xtask figures`: the measured figures of `docs/figures.toml` as tables in README.md and docs/, and as a plot.
//!
//! A page has a table between `<!-- figures NAME -->` and `<!-- /figures -->`. `peers` is the comparison with other
//! programs; any other name is a table of the file.

mod plot;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::shell::{Result, root};

const OPEN: &str = "<!-- figures ";
const CLOSE: &str = "<!-- /figures -->";
const PLOT: &str = "docs/pictures/figures.svg";

/// The whole file.
#[derive(Deserialize)]
struct Figures {
    machines: std::collections::BTreeMap<String, String>,
    table: Vec<Table>,
}

/// Figures that one command prints, unless a figure names another.
#[derive(Deserialize)]
struct Table {
    name: String,
    command: String,
    machine: String,
    date: String,
    figure: Vec<Figure>,
}

/// One measured figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    work: String,
    measured: String,
    nodes: Option<String>,
    memory: Option<String>,
    plain: Option<String>,
    command: Option<String>,
    machine: Option<String>,
    peer: Option<Peer>,
}

/// The best result of others for the same work.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Peer {
    task: String,
    measured: String,
    by: String,
    machine: String,
    ours: f64,
    theirs: f64,
}

impl Peer {
    /// How many times better Taquin is; below 1 the others are better.
    fn times(&self) -> f64 {
        self.theirs / self.ours
    }
}

/// Writes every table and the plot.
pub fn write() -> Result {
    for (path, text) in pages(&read()?)? {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The figures of the project.
/// When the figures of every table were measured: the name of the table and the day.
pub fn dates() -> Result<Vec<(String, String)>> {
    Ok(read()?.table.into_iter().map(|table| (table.name, table.date)).collect())
}

fn read() -> Result<Figures> {
    let figures: Figures = toml::from_str(&text(&root().join("docs/figures.toml"))?)
        .map_err(|error| format!("docs/figures.toml: {error}"))?;
    for table in &figures.table {
        let rows = table.figure.iter().filter_map(|figure| figure.machine.as_ref());
        for machine in rows.chain([&table.machine]) {
            if !figures.machines.contains_key(machine) {
                return Err(format!("docs/figures.toml: no machine is called '{machine}'"));
            }
        }
    }
    Ok(figures)
}

/// Every file that shows figures, as it should be.
fn pages(figures: &Figures) -> Result<Vec<(PathBuf, String)>> {
    let mut found = vec![(root().join(PLOT), plot::draw(&figures.peers()))];
    let mut files = vec![root().join("README.md")];
    let docs = fs::read_dir(root().join("docs")).map_err(|error| format!("docs: {error}"))?;
    files.extend(
        docs.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "md")),
    );
    files.sort();
    for path in files {
        let old = text(&path)?;
        let new = figures.fill(&old).map_err(|error| format!("{}: {error}", path.display()))?;
        if old.contains(OPEN) {
            found.push((path, new));
        }
    }
    Ok(found)
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

impl Figures {
    /// `page` with its tables updated.
    fn fill(&self, page: &str) -> Result<String> {
        let mut new = String::new();
        let mut rest = page;
        while let Some(at) = rest.find(OPEN) {
            let (name, after) =
                rest[at + OPEN.len()..].split_once(" -->").ok_or("a comment about figures has no end")?;
            let end = after.find(CLOSE).ok_or_else(|| format!("the table '{name}' has no end: {CLOSE}"))?;
            write!(new, "{}{OPEN}{name} -->\n{}", &rest[..at], self.table(name)?).expect("text");
            rest = &after[end..];
        }
        Ok(new + rest)
    }

    /// The table `name` in Markdown.
    fn table(&self, name: &str) -> Result<String> {
        if name == "peers" {
            return Ok(self.peer_table());
        }
        let table = self.table.iter().find(|table| table.name == name);
        table
            .map(|table| self.own_table(table))
            .ok_or_else(|| format!("docs/figures.toml has no table '{name}'"))
    }

    /// Every figure with a peer, the largest lead first.
    fn peers(&self) -> Vec<(&Table, &Figure, &Peer)> {
        let all = self.table.iter().flat_map(|table| table.figure.iter().map(move |figure| (table, figure)));
        let mut peers: Vec<_> =
            all.filter_map(|(table, figure)| Some((table, figure, figure.peer.as_ref()?))).collect();
        peers.sort_by(|a, b| b.2.times().total_cmp(&a.2.times()));
        peers
    }

    fn peer_table(&self) -> String {
        let mut text = String::from(
            "| task | Taquin | on | best other | on | by |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for (table, figure, peer) in self.peers() {
            let machine = short(&self.machines[figure.machine.as_ref().unwrap_or(&table.machine)]);
            writeln!(
                text,
                "| {} | {} | {machine} | {} | {} | {} |",
                peer.task, figure.measured, peer.measured, peer.machine, peer.by
            )
            .expect("text");
        }
        text
    }

    fn own_table(&self, table: &Table) -> String {
        let columns: [Column; 5] = [
            ("measured", |figure| Some(&figure.measured)),
            ("nodes", |figure| figure.nodes.as_ref()),
            ("memory", |figure| figure.memory.as_ref()),
            ("a plain search takes", |figure| figure.plain.as_ref()),
            ("command", |figure| figure.command.as_ref()),
        ];
        let shown: Vec<&Column> = columns
            .iter()
            .filter(|(_, cell)| table.figure.iter().any(|figure| cell(figure).is_some()))
            .collect();
        let mut text = String::from("| work |");
        shown.iter().for_each(|(title, _)| write!(text, " {title} |").expect("text"));
        writeln!(text, "\n| --- |{}", " --- |".repeat(shown.len())).expect("text");
        for figure in &table.figure {
            write!(text, "| {} |", figure.work).expect("text");
            for (title, cell) in &shown {
                match cell(figure) {
                    Some(command) if *title == "command" => write!(text, " `{command}` |"),
                    Some(value) => write!(text, " {value} |"),
                    None => write!(text, " |"),
                }
                .expect("text");
            }
            text.push('\n');
        }
        let machine = &self.machines[&table.machine];
        writeln!(
            text,
            "\nPrinted by `{}`{} on {machine}, last on {}.",
            table.command,
            unless(&shown),
            table.date
        )
        .expect("text");
        text
    }
}

/// The title of a column, and what stands in it.
type Column = (&'static str, fn(&Figure) -> Option<&String>);

/// What the line below a table adds if some rows name their own command.
fn unless(shown: &[&Column]) -> &'static str {
    if shown.iter().any(|(title, _)| *title == "command") { " unless the row says otherwise," } else { "" }
}

/// A machine without the details in brackets.
fn short(machine: &str) -> &str {
    machine.split(" (").next().unwrap_or(machine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_show_the_figures() {
        for (path, text) in pages(&read().unwrap()).unwrap() {
            let shown = fs::read_to_string(&path).unwrap_or_default();
            assert!(shown == text, "{} is not what `cargo xtask figures` writes", path.display());
        }
    }
}
