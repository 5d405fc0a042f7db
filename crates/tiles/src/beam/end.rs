//! One end of a search: the board that its layers lead to, and tables for it.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::host::Instant;
use taquin_search::{Limits, Progress, Stats};

use super::guide::VIEWS;
use crate::board::Board;
use crate::deepening::{Tables, add_tables};
use crate::geometry::Geometry;
use crate::pattern::{Lookup, Partition, grouped};

/// The most tiles of a pattern.
const MOST_TILES: usize = 5;

/// The lookups of several partitions.
pub(super) type Lookups = Arc<[Vec<Lookup>]>;

/// The tables for searches that lead to a board.
pub(super) struct End {
    geometry: Geometry,
    pub(super) goal: Board,
    /// The partitions that are built.
    partitions: usize,
    /// The tiles of the patterns, and the lookups of every partition.
    tables: Option<(usize, Lookups)>,
}

impl End {
    /// No tables yet. Those that only tell a lower bound are fewer than those that guide a search, so that it can
    /// choose among them.
    pub(super) fn new(geometry: Geometry, goal: Board, guides: bool) -> Self {
        let partitions = if guides { 2 * VIEWS } else { VIEWS };
        End { geometry, goal, partitions, tables: None }
    }

    /// An end on the same grid for another goal. Tables depend only on the cell of the blank there, so that those of
    /// `before` may serve.
    pub(super) fn instead(before: Option<End>, geometry: Geometry, goal: Board) -> Self {
        match before.filter(|end| end.goal.blank() == goal.blank()) {
            Some(end) => End { goal, ..end },
            None => End::new(geometry, goal, true),
        }
    }

    /// The lookups of every partition, built if they are not there or too small. The tables of one partition have at
    /// most `states` states. `None` if the search was stopped meanwhile, or there is no room for them.
    pub(super) fn prepare(
        &mut self,
        states: u64,
        at_hand: &Tables,
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Lookups> {
        let most = self.tiles(states, limits)?;
        if self.tables.as_ref().is_none_or(|(tiles, _)| *tiles < most) {
            let lookups = self.build(most, at_hand, limits, threads, progress)?;
            self.tables = Some((most, lookups.into()));
        }
        self.tables.as_ref().map(|(_, lookups)| lookups.clone())
    }

    /// The most tiles of a pattern whose tables have at most `states` states and fit in memory.
    fn tiles(&self, states: u64, limits: &Limits) -> Option<usize> {
        let cells = u64::from(self.geometry.cells());
        // A quarter of the memory for each end, the other half for the layers.
        let room = limits.memory.map_or(u64::MAX, |memory| memory as u64 / 4);
        let fits = |tiles: &usize| {
            let placements = (0..*tiles as u64).map(|tile| cells - tile).product::<u64>();
            let tables = cells.div_ceil(*tiles as u64);
            // A bit for each placement in every table, and as much again for the one that is built.
            placements * tables <= states && placements / 8 * (tables + 2) <= room
        };
        (1..=MOST_TILES.min(cells as usize - 1)).rev().find(fits)
    }

    /// Builds the tables of partitions into patterns of at most `most` tiles: groups of cells, and their images.
    fn build(
        &self,
        most: usize,
        at_hand: &Tables,
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Vec<Vec<Lookup>>> {
        let partitions = grouped(self.geometry, self.goal.blank(), most, self.partitions);
        let clock = Instant::now();
        let tables = add_tables(at_hand.clone(), self.geometry, &partitions, threads, &mut || {
            let late = limits.time.is_some_and(|time| clock.elapsed() >= time) || limits.is_cancelled();
            if late { ControlFlow::Break(()) } else { progress.tick(&Stats::default()) }
        })?;
        let lookups = |partition: &Partition| partition.lookups(|pattern| tables.get(&pattern).cloned());
        partitions.iter().map(lookups).collect()
    }
}
