//! One end of a search: the board that its layers lead to, and the tables that guide them there.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::host::Instant;
use taquin_search::{Limits, Progress, Stats};

use super::guide::{Named, VIEWS};
use super::network::Network;
use crate::board::Board;
use crate::deepening::{Tables, add_tables};
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::pattern::{Lookup, Partition, grouped};

/// The most tiles of a pattern.
const MOST_TILES: usize = 5;

/// The partitions that are built; a search looks up [`VIEWS`] of them.
const PARTITIONS: usize = 2 * VIEWS;

/// The lookups of several partitions.
pub(super) type Lookups = Arc<[Vec<Lookup>]>;

/// A board that layers lead to, with tables for it.
pub(super) struct End {
    geometry: Geometry,
    pub(super) goal: Board,
    /// The tiles of the patterns, and the lookups of every partition.
    tables: Option<(usize, Lookups)>,
    /// The network for this goal, where there is one.
    network: Option<Network>,
}

impl End {
    pub(super) fn new(geometry: Geometry, goal: Board) -> Self {
        let network = Network::new(geometry, goal.blank());
        End { geometry, goal, tables: None, network }
    }

    /// An end on the same grid for another goal. Tables depend only on the cell of the blank there, so that those of
    /// `before` may serve.
    pub(super) fn instead(before: Option<End>, geometry: Geometry, goal: Board) -> Self {
        match before.filter(|end| end.goal.blank() == goal.blank()) {
            Some(end) => End { goal, ..end },
            None => End::new(geometry, goal),
        }
    }

    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// A board, its tiles named by their goal cells.
    pub(super) fn named(&self, board: &Board) -> Named {
        Named::new(board, &GoalCells::of(&self.goal))
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
        let partitions = grouped(self.geometry, self.goal.blank(), most, PARTITIONS);
        let clock = Instant::now();
        let tables = add_tables(at_hand.clone(), self.geometry, &partitions, threads, &mut || {
            let late = limits.time.is_some_and(|time| clock.elapsed() >= time) || limits.is_cancelled();
            if late { ControlFlow::Break(()) } else { progress.tick(&Stats::default()) }
        })?;
        let lookups = |partition: &Partition| partition.lookups(|pattern| tables.get(&pattern).cloned());
        partitions.iter().map(lookups).collect()
    }
}
