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

use super::engine::{Engine, Found, Options, Watch};
use super::warm::Warm;

/// A step of the plan: which partitions, and after how many expansions to go on to the next step.
struct Stage {
    partitions: Vec<Partition>,
    nodes: Option<u64>,
    /// Whether the tables come from a store.
    stored: bool,
}

/// The expansions after which larger tables are built: about a second.
const PATIENCE: u64 = 1_000_000;

/// The longest sequences of moves that the automaton looks at where it is made in no time.
const SHORT: u32 = 10;

/// The longest sequences of moves that the automaton looks at. On 5 x 5 it takes a fifteenth of a second
/// to make, and saves a twelfth of the nodes.
#[must_use]
pub fn longest_sequence(geometry: Geometry) -> u32 {
    match geometry.cells() {
        _ if geometry.is_torus() => 6,
        ..16 => SHORT,
        _ => 12,
    }
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
        ..=16 if !quick.is_empty() => vec![Stage { partitions: quick, nodes: None, stored: false }],
        ..=16 => vec![Stage { partitions: made(6), nodes: None, stored: false }],
        _ => {
            let large = known(&["6-6-6-6"]);
            let large = if large.is_empty() { made(6) } else { large };
            vec![
                Stage { partitions: made(4), nodes: Some(PATIENCE), stored: false },
                Stage { partitions: large, nodes: None, stored: false },
            ]
        }
    }
}

/// The stages for boards with the tables at hand, which take the place of those that are built wherever
/// they are better.
fn plan(geometry: Geometry, blank: u32, warm: Option<&Warm>) -> Vec<Stage> {
    let cold = stages(geometry, blank);
    let Some(warm) = warm else { return cold };
    let mean = |partition: &Partition| {
        let mut entries = entries_for(geometry, blank).into_iter();
        entries.find(|entry| entry.partition == *partition).map_or(0.0, |entry| entry.mean)
    };
    let built = cold.last().and_then(|stage| stage.partitions.iter().map(mean).max_by(f64::total_cmp));
    if built.is_some_and(|built| built > warm.mean) {
        return cold;
    }
    vec![Stage { partitions: warm.partitions.clone(), nodes: None, stored: true }]
}

/// Those stages for which there is room.
fn plan_within(geometry: Geometry, blank: u32, warm: Option<&Warm>, limits: &Limits) -> Vec<Stage> {
    let mut stages = plan(geometry, blank, warm);
    if let Some(most) = limits.memory {
        stages.retain(|stage| stage.stored || stage.bytes(geometry) <= most);
    }
    stages
}

/// The partitions whose tables are built first: in well under a second.
#[must_use]
pub fn quick_partitions(geometry: Geometry, blank: u32) -> Vec<Partition> {
    stages(geometry, blank).swap_remove(0).partitions
}

impl Stage {
    /// Its tables: those at hand, or built now. `None` if `go_on` says no.
    fn tables(
        &self,
        geometry: Geometry,
        warm: Option<&Warm>,
        threads: usize,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<HashMap<Pattern, Arc<Table>>> {
        match warm {
            Some(warm) if self.stored => Some(warm.tables.clone()),
            _ => build_tables(geometry, &self.partitions, threads, go_on),
        }
    }

    fn engine(
        &self,
        geometry: Geometry,
        goal: &Board,
        tables: &HashMap<Pattern, Arc<Table>>,
    ) -> Result<Engine, Error> {
        let longest = longest_sequence(geometry);
        // A stage that is soon over does not pay for a large automaton.
        let longest = if self.nodes.is_some() { longest.min(SHORT) } else { longest };
        Engine::new(geometry, goal, views(&self.partitions, goal.blank(), tables), longest)
    }

    /// The bytes of its tables, and of the largest frontier while they are built.
    fn bytes(&self, geometry: Geometry) -> usize {
        let mut patterns: Vec<Pattern> = self.partitions.iter().flat_map(Partition::tables).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let size = |pattern: &Pattern| {
            let space = Space::new(geometry, pattern.len());
            (Table::bytes(&space), Builder::bytes(&space) - Table::bytes(&space))
        };
        let (tables, beside): (Vec<usize>, Vec<usize>) = patterns.iter().map(size).unzip();
        tables.iter().sum::<usize>() + beside.into_iter().max().unwrap_or(0)
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

/// An engine for many boards with one goal: with the tables from a store, or with small ones that are
/// built at once. `None` if `go_on` says no.
///
/// # Errors
/// If the goal does not have the size of the grid.
pub fn engine(
    geometry: Geometry,
    goal: &Board,
    warm: Option<&Warm>,
    threads: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Engine>, Error> {
    let stage = plan(geometry, goal.blank(), warm).swap_remove(0);
    let Some(tables) = stage.tables(geometry, warm, threads, go_on) else { return Ok(None) };
    stage.engine(geometry, goal, &tables).map(Some)
}

/// An engine for a single hard board: with the best tables that `limits` leave room for. `None` if
/// there is room for none, or `go_on` says no.
///
/// # Errors
/// If the goal does not have the size of the grid.
pub fn engine_for_one(
    geometry: Geometry,
    goal: &Board,
    warm: Option<&Warm>,
    threads: usize,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Engine>, Error> {
    let stages = plan_within(geometry, goal.blank(), warm, limits);
    let Some(stage) = stages.last() else { return Ok(None) };
    let Some(tables) = stage.tables(geometry, warm, threads, go_on) else { return Ok(None) };
    stage.engine(geometry, goal, &tables).map(Some)
}

/// Solves a board of 2 to 25 cells with the fewest moves, with the tables from a store where they are
/// better than those that are built in memory at once.
///
/// # Errors
/// If a board does not have the size of the grid, or a checkpoint is of another one.
pub fn solve(
    geometry: Geometry,
    start: &Board,
    goal: &Board,
    warm: Option<&Warm>,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Result<Found, Error> {
    let clock = Instant::now();
    let limits = &options.limits;
    let mut stages = plan_within(geometry, goal.blank(), warm, limits);
    if options.resume.is_some() {
        // What the first stages are for is done.
        stages.drain(..stages.len().saturating_sub(1));
    }
    let mut found = Found { report: stopped(Limit::Memory), checkpoint: options.resume.clone() };
    found.report.lower_bound = options.least;
    for (index, stage) in stages.iter().enumerate() {
        let rest = |most: u64| most.saturating_sub(found.report.stats.expanded);
        let patience = if index + 1 < stages.len() { stage.nodes } else { None };
        let nodes = [limits.nodes.map(rest), patience].into_iter().flatten().min();
        let own = Limits { nodes, ..limits.clone() };
        let Some(tables) = stage.tables(geometry, warm, options.threads, &mut || go_on(&own, clock)) else {
            let limit = if is_cancelled(&own) { Limit::Cancelled } else { Limit::Time };
            found.report.outcome = Outcome::Stopped(limit);
            break;
        };
        let engine = stage.engine(geometry, goal, &tables)?;
        let time = limits.time.map(|most| most.saturating_sub(clock.elapsed()));
        // The search has what its tables leave.
        let bytes: usize = tables.values().map(|table| table.size()).sum();
        let own = Limits { time, memory: own.memory.map(|most| most.saturating_sub(bytes)), ..own };
        let least = found.report.lower_bound;
        let own = Options { limits: own, least, ..options.clone() };
        let before = found.report.stats;
        found = engine.solve(start, &own, watch)?;
        let stats = &mut found.report.stats;
        stats.expanded += before.expanded;
        stats.generated += before.generated;
        stats.peak_bytes = before.peak_bytes.max(stats.peak_bytes + bytes);
        let asked = limits.nodes.is_some_and(|most| stats.expanded >= most);
        if asked || found.report.outcome != Outcome::Stopped(Limit::Nodes) {
            break;
        }
    }
    found.report.stats.seconds = clock.elapsed().as_secs_f64();
    Ok(found)
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
                let options = Options { threads: 2, ..Options::default() };
                let found =
                    solve(geometry, &board, &goal, None, &options, &mut |_| ControlFlow::Continue(()));
                let report = found.expect("boards of the right size").report;
                let solved = matches!(report.outcome, Outcome::Solved { .. });
                assert_eq!(solved, solvability(&geometry, &board, &GoalCells::of(&goal)).is_solvable());
            }
        }
    }
}
