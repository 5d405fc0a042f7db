//! Solving one board without being told how: small tables that are built at once, and larger ones
//! only once it is seen that they are needed.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use taquin_search::{Limit, Limits, Outcome, Report, Stats};

use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::{Builder, Lookup, Partition, Pattern, Space, Table, entries_for, runs};
use crate::puzzle::Move;

use super::engine::{Engine, Options, Watch};

/// A step of the plan: which partitions, and after how many expansions to go on to the next step.
struct Stage {
    partitions: Vec<Partition>,
    nodes: Option<u64>,
}

/// The expansions after which larger tables are built: about a second.
const PATIENCE: u64 = 1_000_000;

/// The longest sequences of moves that the automaton looks at.
#[must_use]
pub fn longest_sequence(geometry: Geometry) -> u32 {
    if geometry.is_torus() { 6 } else { 10 }
}

fn stages(geometry: Geometry, blank: u32) -> Vec<Stage> {
    let known = |names: &[&str]| {
        let mut entries = entries_for(geometry, blank);
        entries.retain(|entry| names.contains(&entry.name));
        entries.into_iter().map(|entry| entry.partition).collect::<Vec<_>>()
    };
    let made = |most| vec![runs(geometry, blank, most)];
    let quick = known(&["6-6-3", "6-6-3b"]);
    match geometry.cells() {
        ..=16 if !quick.is_empty() => vec![Stage { partitions: quick, nodes: None }],
        ..=16 => vec![Stage { partitions: made(6), nodes: None }],
        _ => {
            let large = known(&["6-6-6-6", "6-6-6-6b"]);
            let large = if large.is_empty() { made(6) } else { large };
            vec![
                Stage { partitions: made(4), nodes: Some(PATIENCE) },
                Stage { partitions: large, nodes: None },
            ]
        }
    }
}

/// The partitions whose tables are built first: in well under a second.
#[must_use]
pub fn quick_partitions(geometry: Geometry, blank: u32) -> Vec<Partition> {
    stages(geometry, blank).swap_remove(0).partitions
}

impl Stage {
    /// The bytes of its tables, and of the largest frontier while they are built.
    fn bytes(&self, geometry: Geometry) -> usize {
        let mut patterns: Vec<Pattern> = self.partitions.iter().flat_map(Partition::tables).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let size = |pattern: &Pattern| Table::bytes(&Space::new(geometry, pattern.len()));
        let sizes: Vec<usize> = patterns.iter().map(size).collect();
        sizes.iter().sum::<usize>() + sizes.iter().max().map_or(0, |largest| 4 * largest / 3)
    }
}

/// Builds the tables of some partitions in memory, each once. `None` if `go_on` says no.
pub fn build_tables(
    geometry: Geometry,
    partitions: &[Partition],
    threads: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<HashMap<Pattern, Arc<Table>>> {
    let mut builders: HashMap<usize, Builder> = HashMap::new();
    let mut tables = HashMap::new();
    for pattern in partitions.iter().flat_map(Partition::tables) {
        if tables.contains_key(&pattern) {
            continue;
        }
        let builder = builders
            .entry(pattern.len())
            .or_insert_with(|| Builder::new(Arc::new(Space::new(geometry, pattern.len()))));
        let table = builder.build(pattern, threads, &mut |_| go_on())?;
        tables.insert(pattern, Arc::new(table));
    }
    Some(tables)
}

/// All views of some partitions, from tables that are at hand.
#[must_use]
pub fn views(
    partitions: &[Partition],
    blank: u32,
    tables: &HashMap<Pattern, Arc<Table>>,
) -> Vec<Vec<Lookup>> {
    let views = partitions.iter().filter_map(|partition| partition.views(blank, |p| tables.get(&p).cloned()));
    views.flatten().collect()
}

/// Solves a board of 2 to 25 cells with the fewest moves, on `threads` threads, with tables that are
/// built in memory.
///
/// # Errors
/// If a board does not have the size of the grid.
pub fn solve(
    geometry: Geometry,
    start: &Board,
    goal: &Board,
    threads: usize,
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Result<Report<Move>, Error> {
    let clock = Instant::now();
    let mut stages = stages(geometry, goal.blank());
    if let Some(most) = limits.memory {
        stages.retain(|stage| stage.bytes(geometry) <= most);
    }
    let mut report = stopped(Limit::Memory);
    for (index, stage) in stages.iter().enumerate() {
        let rest = |most: u64| most.saturating_sub(report.stats.expanded);
        let patience = if index + 1 < stages.len() { stage.nodes } else { None };
        let nodes = [limits.nodes.map(rest), patience].into_iter().flatten().min();
        let time = limits.time.map(|most| most.saturating_sub(clock.elapsed()));
        let own = Limits { nodes, time, ..limits.clone() };
        let Some(tables) = build_tables(geometry, &stage.partitions, threads, &mut || go_on(&own, clock))
        else {
            report.outcome =
                Outcome::Stopped(if is_cancelled(&own) { Limit::Cancelled } else { Limit::Time });
            break;
        };
        let views = views(&stage.partitions, goal.blank(), &tables);
        let engine = Engine::new(geometry, goal, views, longest_sequence(geometry))?;
        let time = limits.time.map(|most| most.saturating_sub(clock.elapsed()));
        let options =
            Options { threads, limits: Limits { time, ..own }, least: report.lower_bound, resume: None };
        let found = engine.solve(start, &options, watch)?.report;
        let before = report.stats;
        report = found;
        report.stats.expanded += before.expanded;
        report.stats.generated += before.generated;
        let bytes: usize = tables.values().map(|table| table.size()).sum();
        report.stats.peak_bytes = before.peak_bytes.max(report.stats.peak_bytes + bytes);
        let asked = limits.nodes.is_some_and(|most| report.stats.expanded >= most);
        if asked || report.outcome != Outcome::Stopped(Limit::Nodes) {
            break;
        }
    }
    report.stats.seconds = clock.elapsed().as_secs_f64();
    Ok(report)
}

fn stopped(limit: Limit) -> Report<Move> {
    Report { outcome: Outcome::Stopped(limit), lower_bound: 0, stats: Stats::default() }
}

fn is_cancelled(limits: &Limits) -> bool {
    limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

fn go_on(limits: &Limits, since: Instant) -> ControlFlow<()> {
    let late = limits.time.is_some_and(|most| since.elapsed() >= most);
    if late || is_cancelled(limits) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deepening::samples::random_boards;
    use crate::goal::GoalCells;
    use crate::parity::solvability;

    #[test]
    fn boards_of_all_shapes_are_solved() {
        for (rows, cols, torus) in
            [(1, 2, false), (1, 5, true), (2, 3, false), (3, 3, true), (2, 5, false), (3, 4, false)]
        {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_last(rows, cols);
            for board in random_boards(geometry, 3) {
                let report =
                    solve(geometry, &board, &goal, 2, &Limits::default(), &mut |_| ControlFlow::Continue(()));
                let solved =
                    matches!(report.expect("boards of the right size").outcome, Outcome::Solved { .. });
                assert_eq!(solved, solvability(&geometry, &board, &GoalCells::of(&goal)).is_solvable());
            }
        }
    }
}
