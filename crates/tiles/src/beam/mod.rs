//! Near solutions of boards of up to 64 cells by beam search: breadth-first layers, each cut to its most promising
//! positions (`layers`), first narrow ones, then wider ones while there is time.
//!
//! Positions are ranked by pattern tables (`guide`): the sums of several partitions, whose mean also
//! measures how much the tiles are in each other's way, and the number of pairs of rows and columns that
//! are out of order.

mod closed;
mod guide;
mod layers;
mod seen;

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Limits, Progress, Stats};

use self::guide::{Guide, Named, VIEWS, WEIGHTS};
use self::layers::{Layers, MOST_WIDTH};
use crate::board::Board;
use crate::deepening::{Tables, add_tables};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::goal::GoalCells;
use crate::pattern::{Lookup, MOST_CELLS, Partition, grouped};
use crate::puzzle::Move;

/// The states of the tables of one partition that are built for a moment's search, and for a longer one.
const QUICK_STATES: u64 = 40_000_000;
const MANY_STATES: u64 = 450_000_000;

/// A search of this time is a longer one.
const LONG: Duration = Duration::from_secs(5);

/// The most tiles of a pattern.
const MOST_TILES: usize = 5;

/// The positions of the first layers, and how much wider the next ones are.
const FIRST_WIDTH: usize = 256;
const WIDER: usize = 4;

/// The most bytes of the layers where no limit is set.
const MOST_BYTES: usize = 6 << 30;

/// Solves boards that share their size and their goal; the tables that were built for one are there for the next.
pub struct Beam {
    geometry: Geometry,
    goal: Board,
    /// The tiles of the patterns, and the partitions' tables.
    views: Option<(usize, Vec<Vec<Lookup>>)>,
    /// Tables that need not be built.
    at_hand: Tables,
    layers: Layers,
}

/// What a beam has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The moves of a solution that is shorter than the one known before, if there is one.
    pub moves: Option<Vec<Move>>,
    /// No solution has fewer moves.
    pub lower_bound: Cost,
    /// The work that it took.
    pub stats: Stats,
}

impl Beam {
    /// Boards on `geometry` with this goal; `None` if they are too large, or all in one row.
    #[must_use]
    pub fn new(geometry: Geometry, goal: &Board) -> Option<Self> {
        let fits = geometry.cells() as usize <= MOST_CELLS && geometry.rows().min(geometry.cols()) > 1;
        fits.then(|| Beam {
            geometry,
            goal: goal.clone(),
            views: None,
            at_hand: Tables::new(),
            layers: Layers::default(),
        })
    }

    /// Sees to it that the tables for searches within `limits` are there: those `at_hand`, and others that are built
    /// now. Gives all that guide the search, by pattern; `None` if it was stopped meanwhile, or there is no room.
    pub fn prepare(
        &mut self,
        at_hand: &Tables,
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Tables> {
        self.at_hand = at_hand.clone();
        let views = self.views(limits, threads, progress)?;
        let tables = views.into_iter().flatten().map(|lookup| (lookup.table.pattern(), lookup.table));
        Some(tables.collect())
    }

    /// Looks for a solution of fewer than `below` moves, where none has fewer than `least`, on `threads` threads, as
    /// long as the limits allow and there is one that may be shorter. `progress` is told of every one that is found.
    ///
    /// # Errors
    /// If the start does not have the size of the grid.
    pub fn solve(
        &mut self,
        start: &Board,
        (least, mut below): (Cost, Cost),
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        self.geometry.expect_size(start)?;
        let clock = Instant::now();
        let mut found = Found { moves: None, lower_bound: least, stats: Stats::default() };
        let Some(views) = self.views(limits, threads, progress) else { return Ok(found) };
        let mut guide = Guide::new(self.geometry, &views);
        let mut others = WEIGHTS[1..].iter();
        let named = Named::new(start, &GoalCells::of(&self.goal));
        found.lower_bound = guide.lower_bound(&named).max(least);
        let memory = limits.memory.map_or(MOST_BYTES, |memory| memory / 2);
        let mut width = FIRST_WIDTH;
        let layers = &mut self.layers;
        (layers.expanded, layers.generated) = (0, 0);
        while found.lower_bound < below {
            let most = (memory / Layers::bytes(&guide, below as usize)).min(MOST_WIDTH);
            if width > most {
                break;
            }
            let (began, before) = (Instant::now(), layers.generated);
            let path = layers.run(&guide, &named, (width, below, threads), &mut |expanded, generated| {
                let late = limits.time.is_some_and(|time| clock.elapsed() >= time)
                    || limits.nodes.is_some_and(|nodes| generated >= nodes)
                    || limits.is_cancelled();
                let stats = Stats { expanded, generated, ..Stats::default() };
                if late { ControlFlow::Break(()) } else { progress.tick(&stats) }
            });
            let Some(path) = path else { break };
            if let Some(path) = path {
                below = path.len() as Cost;
                progress.solution(below, found.lower_bound);
                found.moves = Some(moves(self.geometry, start, &self.goal, &path));
            }
            let time = limits.time.map(|time| time.saturating_sub(clock.elapsed()).as_secs_f64());
            let time = time.map_or(f64::MAX, |left| left / began.elapsed().as_secs_f64().max(1e-6));
            let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(layers.generated) as f64);
            let nodes = nodes.map_or(f64::MAX, |left| left / (layers.generated - before).max(1) as f64);
            let left = time.min(nodes);
            if let Some(wider) = wider(width, left, most) {
                width = wider;
                continue;
            }
            // What is left suffices for as wide a search, or a narrower one, by other weights.
            let Some(&weights) = others.next() else { break };
            guide.weights = weights;
            width = (width as f64 * (0.85 * left).min(1.0)) as usize;
            if width < FIRST_WIDTH {
                break;
            }
        }
        let seconds = clock.elapsed().as_secs_f64();
        found.stats =
            Stats { expanded: layers.expanded, generated: layers.generated, seconds, ..Stats::default() };
        Ok(found)
    }

    /// The tables that guide the search, built if they are not there or too small for a search of this time. `None`
    /// if the search was stopped meanwhile, or there is no room for them.
    fn views(
        &mut self,
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Vec<Vec<Lookup>>> {
        let is_long = limits.time.is_some_and(|time| time >= LONG) && limits.nodes.is_none();
        let states = if is_long { MANY_STATES } else { QUICK_STATES };
        let cells = u64::from(self.geometry.cells());
        let room = limits.memory.map_or(u64::MAX, |memory| memory as u64 / 2);
        let fits = |tiles: &usize| {
            let placements = (0..*tiles as u64).map(|tile| cells - tile).product::<u64>();
            let tables = cells.div_ceil(*tiles as u64);
            // A bit for each placement in every table, and as much again for the one that is built.
            placements * tables <= states && placements / 8 * (tables + 2) <= room
        };
        let most = (1..=MOST_TILES.min(cells as usize - 1)).rev().find(fits)?;
        if self.views.as_ref().is_none_or(|(tiles, _)| *tiles < most) {
            self.views = Some((most, self.build(most, limits, threads, progress)?));
        }
        self.views.as_ref().map(|(_, views)| views.clone())
    }

    /// Builds the tables of partitions into patterns of at most `most` tiles: groups of cells, and their images.
    fn build(
        &self,
        most: usize,
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Vec<Vec<Lookup>>> {
        let (geometry, blank) = (self.geometry, self.goal.blank());
        let partitions = grouped(geometry, blank, most, VIEWS);
        let clock = Instant::now();
        let tables = add_tables(self.at_hand.clone(), geometry, &partitions, threads, &mut || {
            let late = limits.time.is_some_and(|time| clock.elapsed() >= time) || limits.is_cancelled();
            if late { ControlFlow::Break(()) } else { progress.tick(&Stats::default()) }
        })?;
        let lookups = |partition: &Partition| partition.lookups(|pattern| tables.get(&pattern).cloned());
        partitions.iter().map(lookups).collect()
    }
}

/// The width after `width`, where there is room for searches that take `left` times as long as the last one
/// together, and for `most` positions; `None` if that is not much wider.
fn wider(width: usize, left: f64, most: usize) -> Option<usize> {
    // If one more search fits after the next, take that; else one that takes all that is left.
    let next = if left >= (WIDER * (WIDER + 1)) as f64 {
        (WIDER * width) as f64
    } else {
        width as f64 * left * 0.85
    };
    let next = (next as usize).min(most);
    (next as f64 >= 1.3 * width as f64).then_some(next)
}

/// The moves of the tiles along which the blank goes from `start` through the cells of `path`, made again on a board
/// of their own: they reach `goal`.
fn moves(geometry: Geometry, start: &Board, goal: &Board, path: &[u8]) -> Vec<Move> {
    let mut board = start.clone();
    let make = |&from: &u8| {
        let (from, to) = (u32::from(from), board.blank());
        assert!(geometry.distance(from, to) == 1, "a tile slides into the blank beside it");
        board.slide(from);
        Move { from, to }
    };
    let moves = path.iter().map(make).collect();
    assert!(board == *goal, "a solution leads to the goal");
    moves
}

#[cfg(test)]
mod tests {
    use taquin_search::Outcome;

    use super::*;
    use crate::deepening::{Boards, Options};
    use crate::random::RandomBoards;

    fn boards(geometry: Geometry, goal: &Board, count: usize) -> Vec<Board> {
        RandomBoards::new(geometry, GoalCells::of(goal), 7).take(count).collect()
    }

    /// Wide layers see a shortest solution, narrow ones none that is shorter, on flat boards and on a torus, and the
    /// lower bound is one.
    #[test]
    fn wide_layers_see_a_shortest_solution() {
        let shuffled = Board::new(3, 3, [3, 1, 2, 6, 0, 4, 8, 7, 5]).expect("a permutation");
        for (goal, torus) in [
            (Board::blank_last(3, 3), false),
            (Board::blank_first(2, 4), false),
            (shuffled, false),
            (Board::blank_last(3, 3), true),
            (Board::blank_last(2, 3), true),
        ] {
            let geometry = Geometry::new(goal.rows(), goal.cols(), torus);
            let mut exact = Boards::new(geometry, &goal, None, Vec::new()).expect("of that size");
            let mut beam = Beam::new(geometry, &goal).expect("a small board");
            for board in boards(geometry, &goal, 20) {
                let report = exact.solve(&board, &Options::default(), &mut ()).expect("of that size");
                let Outcome::Solved { cost, .. } = report.outcome else { panic!("solvable") };
                let mut solve = |nodes| {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    beam.solve(&board, (0, 200), &limits, 1, &mut ()).expect("of that size")
                };
                let Found { moves, lower_bound, .. } = solve(2_000_000);
                assert_eq!(moves.expect("there is one").len(), cost as usize, "{board:?}");
                assert!(lower_bound <= cost);
                assert!(solve(1_000).moves.is_none_or(|moves| moves.len() >= cost as usize));
            }
        }
    }

    #[test]
    fn threads_do_not_change_what_is_found() {
        for side in [5, 6] {
            let (geometry, goal) = (Geometry::new(side, side, false), Board::blank_last(side, side));
            // Enough for layers that are shared by threads.
            let limits = Limits { nodes: Some(1_200_000), ..Limits::default() };
            let board = boards(geometry, &goal, 1).remove(0);
            let mut beam = Beam::new(geometry, &goal).expect("small enough");
            let mut solve = |threads| {
                let found = beam.solve(&board, (0, 1000), &limits, threads, &mut ()).expect("of that size");
                (found.moves.expect("a board of that size"), found.stats.expanded)
            };
            assert!(solve(1) == solve(3));
        }
    }

    #[test]
    fn layers_grow_into_what_is_left() {
        assert_eq!(wider(256, f64::MAX, MOST_WIDTH), Some(1024));
        assert_eq!(wider(1000, 10.0, MOST_WIDTH), Some(8500));
        assert_eq!(wider(1000, 100.0, 3000), Some(3000));
        assert_eq!(wider(1000, 1.2, MOST_WIDTH), None);
        assert_eq!(wider(1000, 100.0, 1000), None);
    }

    #[test]
    fn boards_too_large_or_in_one_row_have_none() {
        assert!(Beam::new(Geometry::new(9, 9, false), &Board::blank_last(9, 9)).is_none());
        assert!(Beam::new(Geometry::new(1, 9, false), &Board::blank_last(1, 9)).is_none());
        assert!(Beam::new(Geometry::new(8, 8, false), &Board::blank_last(8, 8)).is_some());
    }
}
