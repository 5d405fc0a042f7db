//! The tables that a search begins with if the caller chooses none: small ones that are built at once, and
//! larger ones only when they turn out to be needed.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use taquin_search::{Ask, Limits, host};

use crate::automaton::Automaton;
use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::{
    Builder, Cells, Lookup, NARROW, Partition, Pattern, PatternSpace, Table, entries_for, grouped,
    most_tiles, runs,
};

use super::contest::{LARGEST, large_partitions, most_views};
use super::engine::Engine;
use super::warm::Warm;

/// Tables by pattern.
pub type Tables = HashMap<Pattern, Arc<Table>>;

/// A step of the plan: which partitions, and after how many expansions to go on to the next step.
pub(super) struct Stage {
    pub(super) partitions: Vec<Partition>,
    pub(super) nodes: Option<u64>,
    /// Whether the tables come from a store.
    stored: bool,
}

/// The expansions after which larger tables are built: about a second.
const PATIENCE: u64 = 1_000_000;

/// The same for boards of up to 16 cells, whose larger tables are built in a quarter of a second.
const SHORT_PATIENCE: u64 = 400_000;

/// The most placements of a pattern in the first stages of a board of more than [`NARROW`] cells, and the expansions
/// after which the next one begins: tables that are built in a moment, and in a few seconds.
const WIDE_STAGES: [(u64, u64); 2] = [(16_000_000, PATIENCE), (60_000_000, 30_000_000)];

/// The placements that are added to a table in a second, and the expansions that are made meanwhile.
const PLACEMENTS_A_SECOND: f64 = 1e8;
const NODES_A_SECOND: f64 = 4e6;

/// The part of the time, or of the expansions, that may go into building tables.
const BUILDING: u64 = 4;

/// The most tables that are built at the same time.
const MOST_LANES: usize = 2;

/// How long to sleep while others build tables.
const PAUSE: Duration = Duration::from_millis(1);

/// The longest sequences of moves in an automaton that is built in a moment.
const SHORT: u32 = 10;

/// The longest sequences of moves in the automaton. On 5 x 5 it is built in a fifteenth of a second, and saves a
/// twelfth of the nodes.
#[must_use]
pub fn longest_sequence(geometry: Geometry) -> u32 {
    match geometry.cells() {
        _ if geometry.is_torus() => 6,
        ..16 => SHORT,
        cells if cells > NARROW => SHORT,
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
        ..=16 if !quick.is_empty() => vec![
            Stage { partitions: known(&["5-5-5"]), nodes: Some(SHORT_PATIENCE), stored: false },
            Stage { partitions: quick, nodes: None, stored: false },
        ],
        ..=16 => vec![Stage { partitions: made(6), nodes: None, stored: false }],
        cells if cells > NARROW => {
            let large = large_partitions(geometry, blank).swap_remove(0);
            let mut stages = Vec::new();
            for (placements, nodes) in WIDE_STAGES {
                let tiles = most_tiles(cells, LARGEST, placements);
                let partitions = grouped(geometry, blank, tiles, most_views(geometry));
                if partitions != large {
                    stages.push(Stage { partitions, nodes: Some(nodes), stored: false });
                }
            }
            stages.dedup_by(|next: &mut Stage, stage| {
                let is_same = next.partitions == stage.partitions;
                stage.nodes = if is_same { next.nodes } else { stage.nodes };
                is_same
            });
            stages.push(Stage { partitions: large, nodes: None, stored: false });
            stages
        }
        _ => vec![
            Stage { partitions: made(4), nodes: Some(PATIENCE), stored: false },
            Stage {
                partitions: large_partitions(geometry, blank).swap_remove(0),
                nodes: None,
                stored: false,
            },
        ],
    }
}

/// The stages for boards with the tables at hand, which replace tables that would be built if they are better.
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

/// The stages for which there is memory and, on large boards, time to build the tables that are not `at_hand`.
pub(super) fn plan_within(
    geometry: Geometry,
    blank: u32,
    warm: Option<&Warm>,
    at_hand: &Tables,
    limits: &Limits,
) -> Vec<Stage> {
    let mut stages = plan(geometry, blank, warm);
    if let Some(most) = limits.memory {
        stages.retain(|stage| stage.stored || bytes(geometry, &stage.partitions) <= most);
    }
    if geometry.cells() > NARROW && stages.len() > 1 {
        let late = |stage: &Stage| !stage.stored && stage.takes_long(at_hand, limits);
        let count = stages.iter().skip(1).take_while(|stage| !late(stage)).count();
        stages.truncate(1 + count);
        // Larger tables that are there need no smaller ones before them.
        let ready = stages.iter().rposition(|stage| stage.missing(at_hand) == 0);
        stages.drain(..ready.unwrap_or(0));
    }
    stages
}

/// The partitions whose tables are built in well under a second, for more than one board.
#[must_use]
pub fn quick_partitions(geometry: Geometry, blank: u32) -> Vec<Partition> {
    for_many(geometry, stages(geometry, blank)).map_or_else(Vec::new, |stage| stage.partitions)
}

/// The stage that many boards begin with: the tables of the first pay for all of them up to 16 cells.
pub(super) fn for_many(geometry: Geometry, mut stages: Vec<Stage>) -> Option<Stage> {
    let last = stages.len().checked_sub(1)?;
    Some(stages.swap_remove(if geometry.cells() <= 16 { last } else { 0 }))
}

impl Stage {
    /// A stage that is not given up, with tables that are built.
    pub(super) fn of(partitions: Vec<Partition>) -> Self {
        Stage { partitions, nodes: None, stored: false }
    }

    /// The placements of all its tables that are not `at_hand`.
    fn missing(&self, at_hand: &Tables) -> u64 {
        let patterns: BTreeSet<Pattern> = self.partitions.iter().flat_map(Partition::tables).collect();
        let cells = self.partitions.first().map_or(0, |partition| u64::from(partition.geometry().cells()));
        let placements =
            |pattern: &Pattern| (0..pattern.len() as u64).map(|tile| cells - tile).product::<u64>();
        let missing = patterns.iter().filter(|pattern| !at_hand.contains_key(pattern));
        missing.map(placements).sum()
    }

    /// Whether building those of its tables that are not `at_hand` takes too much of the limits.
    fn takes_long(&self, at_hand: &Tables, limits: &Limits) -> bool {
        let seconds = (BUILDING * self.missing(at_hand)) as f64 / PLACEMENTS_A_SECOND;
        limits.time.is_some_and(|time| seconds > time.as_secs_f64())
            || limits.nodes.is_some_and(|nodes| seconds * NODES_A_SECOND > nodes as f64)
    }

    /// Its tables: those of the store, those `at_hand`, or built now and then at hand. `None` if `go_on`
    /// says no.
    pub(super) fn tables(
        &self,
        geometry: Geometry,
        warm: Option<&Warm>,
        threads: usize,
        at_hand: &mut Tables,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Tables> {
        if let Some(warm) = warm.filter(|_| self.stored) {
            return Some(warm.tables.clone());
        }
        *at_hand = add_tables(std::mem::take(at_hand), geometry, &self.partitions, threads, go_on)?;
        let own = self.partitions.iter().flat_map(Partition::tables);
        Some(own.map(|pattern| (pattern, Arc::clone(&at_hand[&pattern]))).collect())
    }

    /// The automaton that it searches with.
    pub(super) fn automaton(&self, geometry: Geometry) -> Automaton {
        let longest = longest_sequence(geometry);
        // A stage that is soon over does not pay for a large automaton.
        Automaton::new(geometry, if self.nodes.is_some() { longest.min(SHORT) } else { longest })
    }

    /// Its engine, made with its automaton.
    pub(super) fn engine(
        &self,
        geometry: Geometry,
        goal: &Board,
        tables: &Tables,
        automaton: Arc<Automaton>,
    ) -> Result<Engine, Error> {
        let mut views = views(&self.partitions, goal.blank(), tables);
        if geometry.cells() > 16 && self.nodes.is_none() {
            views.truncate(most_views(geometry));
        }
        Ok(Engine::with_automaton(geometry, goal, views, automaton)?.made_of(&self.partitions))
    }
}

/// The bytes of the tables of some partitions, and of the largest frontiers while they are built.
pub(super) fn bytes<'a>(geometry: Geometry, partitions: impl IntoIterator<Item = &'a Partition>) -> usize {
    let patterns: BTreeSet<Pattern> = partitions.into_iter().flat_map(Partition::tables).collect();
    let sizes: BTreeSet<usize> = patterns.iter().map(Pattern::len).collect();
    let spaces: HashMap<usize, PatternSpace> =
        sizes.into_iter().map(|size| (size, PatternSpace::new(geometry, size))).collect();
    let tables: usize = patterns.iter().map(|pattern| Table::bytes(&spaces[&pattern.len()])).sum();
    let beside = spaces.values().map(|space| Builder::bytes(space) - Table::bytes(space));
    tables + lanes(geometry, MOST_LANES, patterns.len()) * beside.max().unwrap_or(0)
}

/// Builds the tables of some partitions in memory, each once. `None` if `go_on` says no.
pub fn build_tables(
    geometry: Geometry,
    partitions: &[Partition],
    threads: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Tables> {
    add_tables(HashMap::new(), geometry, partitions, threads, go_on)
}

/// Adds the tables of some partitions to those at hand. `None` if `go_on` says no.
pub(crate) fn add_tables<'a>(
    mut tables: Tables,
    geometry: Geometry,
    partitions: impl IntoIterator<Item = &'a Partition>,
    threads: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Tables> {
    let patterns: BTreeSet<Pattern> = partitions.into_iter().flat_map(Partition::tables).collect();
    let missing: Vec<Pattern> =
        patterns.into_iter().filter(|pattern| !tables.contains_key(pattern)).collect();
    let mut sizes: Vec<usize> = missing.iter().map(Pattern::len).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let builder = |tiles| (tiles, Builder::new(Arc::new(PatternSpace::new(geometry, tiles))));
    let builders: HashMap<usize, Builder> = sizes.into_iter().map(builder).collect();
    // Threads wait for each other at every distance, so several tables at once keep them busier.
    let lanes = lanes(geometry, threads, missing.len());
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let lane = |number: usize, go_on: &mut dyn FnMut() -> ControlFlow<()>| {
        let threads = threads.max(1) / lanes + usize::from(number < threads % lanes);
        let mut built = Vec::new();
        while let Some(&pattern) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            match builders[&pattern.len()].build(pattern, threads, &mut Ask(&mut *go_on)) {
                Some(table) => built.push((pattern, Arc::new(table))),
                None => stop.store(true, Ordering::Relaxed),
            }
        }
        built
    };
    let mut ask = |stop: &AtomicBool| {
        if go_on().is_break() {
            stop.store(true, Ordering::Relaxed);
        }
        halt(stop)
    };
    host::scope(|scope| {
        let (lane, stop) = (&lane, &stop);
        let others: Vec<_> =
            (1..lanes).map(|number| scope.spawn(move || lane(number, &mut || halt(stop)))).collect();
        tables.extend(lane(0, &mut || ask(stop)));
        while others.iter().any(|other| !other.is_finished()) && ask(stop).is_continue() {
            host::sleep(PAUSE);
        }
        others.into_iter().for_each(|other| tables.extend(other.join().expect("no builder panics")));
    });
    (!stop.into_inner()).then_some(tables)
}

/// Breaks once `stop` is set.
fn halt(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// How many of `tables` tables are built at the same time.
fn lanes(geometry: Geometry, threads: usize, tables: usize) -> usize {
    // The frontiers of large boards take too much memory for more than one.
    let most = if geometry.cells() > NARROW { 1 } else { MOST_LANES };
    most.min(threads).min(tables).max(1)
}

/// All different views of some partitions, from tables that are at hand.
#[must_use]
pub fn views(partitions: &[Partition], blank: u32, tables: &Tables) -> Vec<Vec<Lookup>> {
    let views = partitions.iter().filter_map(|partition| partition.views(blank, |p| tables.get(&p).cloned()));
    let mut known = BTreeSet::new();
    let mut is_new = |view: &Vec<Lookup>| {
        let mut tiles: Vec<Cells> = view.iter().map(Lookup::tiles).collect();
        tiles.sort_unstable();
        known.insert(tiles)
    };
    views.flatten().filter(|view| is_new(view)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles of the largest patterns of each stage.
    fn tiles(geometry: Geometry, limits: &Limits) -> Vec<usize> {
        let blank = geometry.cells() - 1;
        let stages = plan_within(geometry, blank, None, &Tables::new(), limits);
        let patterns =
            |stage: &Stage| stage.partitions.iter().flat_map(|one| one.patterns().to_vec()).collect();
        let most = |patterns: Vec<Pattern>| patterns.iter().map(Pattern::len).max().unwrap_or(0);
        stages.iter().map(|stage| most(patterns(stage))).collect()
    }

    #[test]
    fn large_boards_have_tables_that_are_worth_their_time() {
        let square = |side| Geometry::new(side, side, false);
        assert_eq!(tiles(square(6), &Limits::default()), [4, 5, 6]);
        assert_eq!(tiles(square(7), &Limits::default()), [4, 5]);
        assert_eq!(tiles(square(8), &Limits::default()), [4, 5]);
        let limited = |time| Limits { time: Some(Duration::from_secs(time)), ..Limits::default() };
        assert_eq!(tiles(square(6), &limited(1)), [4]);
        assert_eq!(tiles(square(6), &limited(30)), [4, 5]);
        assert_eq!(tiles(square(6), &limited(600)), [4, 5, 6]);
        assert_eq!(tiles(square(6), &Limits { nodes: Some(1_000_000), ..Limits::default() }), [4]);
        assert_eq!(tiles(square(6), &Limits { memory: Some(200 << 20), ..Limits::default() }), [4, 5]);
    }

    #[test]
    fn views_of_partitions_that_are_images_of_each_other_are_there_once() {
        let geometry = Geometry::new(6, 6, false);
        let partitions = grouped(geometry, 35, 2, 4);
        let tables = build_tables(geometry, &partitions, 1, &mut || ControlFlow::Continue(()));
        let views = views(&partitions, 35, &tables.expect("nothing stops it"));
        assert!(views.len() >= partitions.len());
        let mut sets: Vec<Vec<Cells>> =
            views.iter().map(|view| view.iter().map(Lookup::tiles).collect()).collect();
        sets.iter_mut().for_each(|set| set.sort_unstable());
        sets.sort_unstable();
        assert!(sets.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
