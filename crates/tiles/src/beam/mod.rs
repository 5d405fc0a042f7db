//! Near solutions of boards of up to 64 cells by beam search: breadth-first layers, each cut to its most promising
//! positions (`layers`).
//!
//! A guide ranks the positions (`guide`). Where a network was trained for boards of this size (`network`), its estimate
//! is the rank (`by_network`). Elsewhere pattern tables are looked up (`by_tables`, `lookups`): the sums of several
//! partitions, whose mean also measures how much the tiles are in each other's way, and the number of pairs of rows and
//! columns that are out of order.
//!
//! A wider search finds only slightly shorter solutions: all positions of its later layers descend from few positions
//! of the first ones, so that early mistakes last. So searches become ever wider, with tables from both ends (`end`),
//! and then parts of the best solution are searched again, ranked a little differently (`runs`).

mod by_network;
mod by_tables;
mod closed;
mod end;
mod guide;
mod layers;
mod lookups;
mod network;
mod products;
mod runs;
mod seen;
mod shares;

use taquin_search::host::{self, Instant};
use taquin_search::{Cost, Limits, Progress, Stats};

use self::end::End;
use self::guide::VIEWS;
use self::layers::Layers;
use self::network::Network;
use self::runs::Runs;
use crate::board::Board;
use crate::deepening::Tables;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::MOST_CELLS;
use crate::puzzle::Move;

/// The states of the tables of one partition that are built for a moment's search, and for a longer one.
const QUICK_STATES: u64 = 40_000_000;
const MANY_STATES: u64 = 450_000_000;

/// A search of this time is a longer one.
const LONG: std::time::Duration = std::time::Duration::from_secs(5);

/// The states of tables for the start, for every second that is left: building them takes about a fifth of the time.
const STATES_A_SECOND: f64 = 6e7;

/// Solves boards that share their size and their goal; the tables that were built for one are there for the next.
pub struct Beam {
    geometry: Geometry,
    networks: Vec<Network>,
    goal: End,
    /// The start of the last board, with tables for searches from the goal.
    start: Option<End>,
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
        fits.then(|| {
            let networks = Network::all(geometry);
            let guides = !networks.iter().any(|network| network.blank() == goal.blank());
            let goal = End::new(geometry, goal.clone(), guides);
            let (start, at_hand, layers) = (None, Tables::new(), Layers::default());
            Beam { geometry, networks, goal, start, at_hand, layers }
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
        let lookups = self.goal.prepare(states(limits), &self.at_hand, limits, threads, progress)?;
        let tables = lookups.iter().take(VIEWS).flatten();
        Some(tables.map(|lookup| (lookup.table.pattern(), lookup.table.clone())).collect())
    }

    /// Looks for a solution of fewer than `below` moves, where none has fewer than `least`, on `threads` threads, as
    /// long as the limits allow and there is one that may be shorter. `progress` is told of every one that is found.
    ///
    /// # Errors
    /// If the start does not have the size of the grid.
    pub fn solve(
        &mut self,
        start: &Board,
        (least, below): (Cost, Cost),
        limits: &Limits,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Result<Found, Error> {
        self.geometry.expect_size(start)?;
        let clock = Instant::now();
        let found = Found { moves: None, lower_bound: least, stats: Stats::default() };
        let lookups = self.goal.prepare(states(limits), &self.at_hand, limits, threads, progress);
        let has_network = self.networks.iter().any(|network| network.blank() == self.goal.goal.blank());
        if lookups.is_none() && !has_network {
            return Ok(found);
        }
        let ends = (start, &self.goal.goal);
        let (layers, networks, how) = (&mut self.layers, &self.networks[..], (limits, threads));
        let mut runs = Runs::new(self.geometry, layers, ends, networks, (found, below), how);
        if let Some(lookups) = lookups {
            runs.take(false, lookups);
        }
        // A network needs no help from the other end, for which tables would have to be built.
        let is_over = runs.first(false, progress).is_break();
        if !is_over && !has_network && !host::IS_SMALL {
            let left = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
            let most = left.map_or(u64::MAX, |left| (left.as_secs_f64() * STATES_A_SECOND) as u64);
            let rest = Limits { time: left, ..limits.clone() };
            let end = End::instead(self.start.take(), self.geometry, start.clone());
            let end = self.start.insert(end);
            if let Some(lookups) =
                end.prepare(states(limits).min(most), &self.at_hand, &rest, threads, progress)
            {
                runs.take(true, lookups);
                let _ = runs.first(true, progress);
            }
        }
        let mut found = runs.finish(progress);
        if limits.memory.is_some() {
            self.start = None;
        }
        found.stats.seconds = clock.elapsed().as_secs_f64();
        Ok(found)
    }
}

/// The states of the tables of one partition for a search within these limits.
fn states(limits: &Limits) -> u64 {
    let is_long = limits.time.is_some_and(|time| time >= LONG) && limits.nodes.is_none();
    if is_long { MANY_STATES } else { QUICK_STATES }
}

#[cfg(test)]
mod tests {
    use taquin_search::Outcome;

    use super::*;
    use crate::deepening::{Boards, Options};
    use crate::goal::GoalCells;
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
    fn boards_too_large_or_in_one_row_have_none() {
        assert!(Beam::new(Geometry::new(9, 9, false), &Board::blank_last(9, 9)).is_none());
        assert!(Beam::new(Geometry::new(1, 9, false), &Board::blank_last(1, 9)).is_none());
        assert!(Beam::new(Geometry::new(8, 8, false), &Board::blank_last(8, 8)).is_some());
    }
}
