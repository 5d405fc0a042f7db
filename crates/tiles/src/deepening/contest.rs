//! Which tables suit a board, and from which end it is searched: for a single board, partitions of the same
//! mean value differ in the number of nodes by several times, and so do the two ends. Several approaches
//! search the same small bound, and the one that expands the fewest nodes continues.
//!
//! A backward search starts from the goal and looks for the start; its solutions are read from the end.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::host::Instant;
use taquin_search::{BoundCount, Cost, Estimate, Limit, Limits, Outcome, Progress, Stats};

use crate::automaton::Automaton;
use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::{NARROW, Partition, Pattern, Table, entries_for, grouped, most_tiles, runs};

use super::checkpoint::Checkpoint;
use super::engine::{Engine, Found, Options};
use super::plan::views;
use super::run::MARGIN;

/// The most views of a board that are worth their time: a third and a fourth save a third of the nodes, but each node
/// then takes twice as long.
const MOST_VIEWS: usize = 2;

/// The same on a board of more than [`NARROW`] cells, whose bounds grow faster.
const MOST_WIDE_VIEWS: usize = 4;

/// The most views of a board on `geometry`.
pub(super) fn most_views(geometry: Geometry) -> usize {
    if geometry.cells() > NARROW { MOST_WIDE_VIEWS } else { MOST_VIEWS }
}

/// The most expansions of the bound that approaches are compared by: less than a second each.
const TRIAL: u64 = 12_000_000;

/// The tiles of the largest patterns.
pub(super) const LARGEST: usize = 6;

/// The most placements of a pattern on a board of more than [`NARROW`] cells.
const MOST_PLACEMENTS: u64 = 1_500_000_000;

/// Sets of large partitions for boards whose blank belongs in cell `blank`, the best first. Each set gives two views,
/// if the board has them.
pub(super) fn large_partitions(geometry: Geometry, blank: u32) -> Vec<Vec<Partition>> {
    if geometry.cells() > NARROW {
        let tiles = most_tiles(geometry.cells(), LARGEST, MOST_PLACEMENTS);
        return vec![grouped(geometry, blank, tiles, MOST_WIDE_VIEWS)];
    }
    let entries = entries_for(geometry, blank).into_iter().map(|entry| entry.partition);
    let mut known: Vec<Partition> = entries.filter(|entry| largest(entry) == LARGEST).collect();
    if known.is_empty() {
        known.push(runs(geometry, blank, LARGEST));
    }
    if known.len() == 1 || known[0].view_count(blank) > 1 {
        return known.into_iter().map(|partition| vec![partition]).collect();
    }
    // No reflection keeps the blank's goal, so partitions go together in pairs.
    let pairs = (1..known.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs.map(|(first, second)| vec![known[first].clone(), known[second].clone()]).collect()
}

fn largest(partition: &Partition) -> usize {
    partition.patterns().iter().map(Pattern::len).max().unwrap_or(0)
}

/// What to search with, and from which end.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    pub(super) partitions: Vec<Partition>,
    backward: bool,
}

impl Approach {
    /// From the start, with these partitions.
    pub(super) fn forward(partitions: &[Partition]) -> Self {
        Approach { partitions: partitions.to_vec(), backward: false }
    }
}

/// A board and its goal.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    pub(super) geometry: Geometry,
    pub(super) start: &'a Board,
    pub(super) goal: &'a Board,
}

impl Ends<'_> {
    /// All approaches, beginning with those that use the partitions `first`.
    pub(super) fn approaches(&self, first: &[Partition]) -> Vec<Approach> {
        let from = |blank, backward| {
            let approach = move |partitions| Approach { partitions, backward };
            let partitions = if self.geometry.cells() > NARROW {
                // Patterns as large as those of the others: most of their tables are at hand.
                let tiles = first.iter().map(largest).max().unwrap_or(1);
                vec![grouped(self.geometry, blank, tiles, MOST_WIDE_VIEWS)]
            } else {
                large_partitions(self.geometry, blank)
            };
            partitions.into_iter().map(approach)
        };
        let mut all = vec![Approach::forward(first)];
        if self.geometry.cells() <= NARROW {
            all.extend(from(self.goal.blank(), false).filter(|approach| approach.partitions != first));
        }
        all.extend(from(self.start.blank(), true));
        all
    }

    /// The boards as an approach sees them: where it begins, and where it ends.
    fn seen_by(&self, approach: &Approach) -> (&Board, &Board) {
        if approach.backward { (self.goal, self.start) } else { (self.start, self.goal) }
    }

    /// The engine of an approach, for which all tables are at hand.
    pub(super) fn engine(
        &self,
        approach: &Approach,
        tables: &HashMap<Pattern, Arc<Table>>,
        automaton: &Arc<Automaton>,
    ) -> Result<Engine, Error> {
        let (_, goal) = self.seen_by(approach);
        let mut views = views(&approach.partitions, goal.blank(), tables);
        views.truncate(most_views(self.geometry));
        let engine = Engine::with_automaton(self.geometry, goal, views, Arc::clone(automaton))?;
        Ok(engine.made_of(&approach.partitions))
    }

    /// Solves the board by an approach; bounds beyond `last` are not begun.
    pub(super) fn solve(
        &self,
        approach: &Approach,
        engine: &Engine,
        options: &Options,
        last: Option<Cost>,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        let (start, _) = self.seen_by(approach);
        let mut found = engine.solve_up_to(start, options, last, progress)?;
        if approach.backward
            && let Outcome::Solved { moves, .. } = &mut found.report.outcome
        {
            moves.reverse();
            moves.iter_mut().for_each(|mv| std::mem::swap(&mut mv.from, &mut mv.to));
        }
        Ok(found)
    }

    /// The approach that searches a bound that has failed with the fewest expansions, by its place, and
    /// what the trials took. `None` if a limit is reached.
    pub(super) fn best(
        &self,
        rivals: &[(Approach, Engine)],
        checkpoint: &Checkpoint,
        options: &Options,
        progress: &mut dyn Progress,
    ) -> Result<(Result<usize, Limit>, Stats), Error> {
        let mut spent = Stats::default();
        let Some(trial) = trial(checkpoint) else { return Ok((Ok(0), spent)) };
        let bound = trial.bounds.last().map_or(0, |row| row.bound);
        let before = |count: fn(&BoundCount) -> u64| trial.bounds.iter().map(count).sum::<u64>();
        let before = (before(|row| row.expanded), before(|row| row.generated));
        let mut best = (u64::MAX, 0);
        let clock = Instant::now();
        for (place, (approach, engine)) in rivals.iter().enumerate() {
            let limits = Limits {
                nodes: Some(before.0.saturating_add(best.0).saturating_add(MARGIN)),
                time: options.limits.time.map(|most| most.saturating_sub(clock.elapsed())),
                ..options.limits.clone()
            };
            let own = Options { limits, resume: Some(trial.clone()), ..options.clone() };
            let lower_bound = checkpoint.bounds.last().map_or(0, |row| row.bound);
            let mut trial = Trial { progress, lower_bound, before: &spent };
            let found = self.solve(approach, engine, &own, Some(bound), &mut trial)?;
            let stats = &found.report.stats;
            let expanded = stats.expanded - before.0;
            spent.expanded += expanded;
            spent.generated += stats.generated - before.1;
            match found.report.outcome {
                Outcome::Stopped(Limit::Nodes) if found.report.lower_bound > bound && expanded < best.0 => {
                    best = (expanded, place);
                }
                Outcome::Stopped(Limit::Nodes) => (),
                Outcome::Stopped(limit) => return Ok((Err(limit), spent)),
                _ => unreachable!("a bound that has failed has no solution"),
            }
        }
        Ok((Ok(best.1), spent))
    }
}

/// A search for comparison, whose bounds are not those of the search that it is made for.
struct Trial<'a> {
    progress: &'a mut dyn Progress,
    /// What is proved.
    lower_bound: Cost,
    /// What the trials before took.
    before: &'a Stats,
}

impl Progress for Trial<'_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let Stats { expanded, generated, seconds, .. } = *stats;
        self.progress.estimate(&Estimate { lower_bound: self.lower_bound, ..Estimate::default() });
        self.progress.tick(&Stats {
            expanded: expanded + self.before.expanded,
            generated: generated + self.before.generated,
            seconds,
            ..Stats::default()
        })
    }
}

/// A search that is about to begin the last bound that has failed and is small enough for a trial.
fn trial(checkpoint: &Checkpoint) -> Option<Checkpoint> {
    let (_, failed) = checkpoint.bounds.split_last()?;
    let last = failed.iter().rposition(|row| row.expanded <= TRIAL)?;
    let mut bounds = failed[..=last].to_vec();
    bounds[last] = BoundCount { bound: bounds[last].bound, ..BoundCount::default() };
    Some(Checkpoint { tables: 0, bounds, finished: Vec::new(), ..checkpoint.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_of_the_24_puzzle_is_looked_up_in_two_ways() {
        let geometry = Geometry::new(5, 5, false);
        for blank in 0..25 {
            let sets = large_partitions(geometry, blank);
            for set in &sets {
                let views: usize = set.iter().map(|partition| partition.view_count(blank)).sum();
                assert!(views >= MOST_VIEWS, "{blank}: {views}");
                assert!(set.iter().all(|partition| largest(partition) == LARGEST));
            }
            let corner = [0, 4, 20, 24].contains(&blank);
            assert_eq!(sets.len(), if corner { 9 } else { sets.len().min(3) }, "{blank}");
        }
    }

    #[test]
    fn a_trial_is_the_last_failed_bound_that_is_small() {
        let row = |bound, expanded| BoundCount { bound, expanded, generated: 2 * expanded };
        let mut checkpoint = Checkpoint {
            instance: 7,
            tables: 8,
            bounds: vec![row(50, 10), row(52, TRIAL), row(54, 8 * TRIAL), row(56, 5)],
            finished: vec![true],
            seconds: 1.0,
        };
        let found = trial(&checkpoint).expect("two bounds are small");
        assert_eq!((found.instance, found.finished.len()), (7, 0));
        assert_eq!(found.bounds, [row(50, 10), row(52, 0)]);
        checkpoint.bounds.drain(..3);
        assert!(trial(&checkpoint).is_none(), "no bound has failed");
    }
}
