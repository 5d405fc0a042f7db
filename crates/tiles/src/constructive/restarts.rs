//! The time after the first solution: rounds that look for shorter ones.
//!
//! Every round builds a solution with more time, and shortens it. On a small board the whole solution is
//! one piece to be rewritten, with more nodes in every round, as long as that succeeds.
//!
//! Invariant: `best` is a complete solution at all times, so any limit may end the work.

use std::ops::ControlFlow;

use taquin_search::Limit;

use super::Options;
use super::budget::Budget;
use super::construction::Workspace;
use super::home_board::{HomeBoard, Spot};
use super::local_search::{LocalSearch, LocalSearchParameters};
use super::parameters::Parameters;
use super::population;
use super::rewrite::Rewrite;
use super::small_grid::{MOST_CELLS, SmallGrid};
use crate::board::Board;
use crate::geometry::{Direction, Geometry, Shape};
use crate::goal::GoalCells;

/// The work of building with a width of one, in multiples of the quick way's.
const WIDTH_WORK: u64 = 12;

/// The nodes kept in each level in the first round: of a small board, and when polishing.
const LEAST_WIDTH: usize = 64;
const POLISH_WIDTH: usize = 50;

/// The most nodes kept in each level, and about the bytes that each of them takes.
const MOST_WIDTH: usize = 1 << 17;
const NODE_BYTES: usize = 2048;

/// A pass of polishing that saves less than one in this many moves is the last.
const FRUITLESS: usize = 500;

/// Why the rounds are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All were made.
    Restarts,
    /// A limit was reached.
    Limit(Limit),
    /// There is no shorter solution.
    Shortest,
}

/// The rounds on one board.
#[derive(Debug)]
pub(super) struct Restarts<'a> {
    geometry: Geometry,
    state: HomeBoard,
    blank: u32,
    options: &'a Options,
    local_search: LocalSearch,
    tools: Workspace,
    work: Budget<'a>,
}

impl<'a> Restarts<'a> {
    pub(super) fn start(geometry: &Geometry, start: &Board, goal: &GoalCells, options: &'a Options) -> Self {
        Restarts {
            geometry: *geometry,
            state: HomeBoard::new(geometry, start, goal),
            blank: start.blank(),
            options,
            local_search: LocalSearch::new(*geometry),
            tools: Workspace::default(),
            work: Budget::start(&options.limits),
        }
    }

    /// The seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.work.seconds()
    }

    /// The work done so far.
    pub(super) fn done(&self) -> u64 {
        self.work.done()
    }

    /// Makes `best` shorter in all rounds, and calls `better` with the moves of every shorter one. The
    /// first solution took `quick` work.
    pub(super) fn improve(
        &mut self,
        best: &mut Vec<Direction>,
        quick: u64,
        better: &mut dyn FnMut(u64),
    ) -> End {
        if matches!(self.geometry.shape(), Shape::Line | Shape::Ring) {
            return End::Shortest;
        }
        for round in 0..self.options.rounds {
            let before = best.len();
            let flow = self.round(best, round, quick);
            if best.len() < before {
                better(best.len() as u64);
            }
            if let ControlFlow::Break(end) = flow {
                return end;
            }
        }
        End::Restarts
    }

    /// One round: on a small board the solution is rewritten as a whole while that succeeds.
    fn round(&mut self, best: &mut Vec<Direction>, round: u32, quick: u64) -> ControlFlow<End> {
        let small = self.geometry.cells() as usize <= MOST_CELLS;
        if small && self.rewrite(best, round)? {
            ControlFlow::Continue(())
        } else {
            self.build(best, round, quick)
        }
    }

    /// Rewrites the whole solution; says whether it is shorter then.
    fn rewrite(&mut self, best: &mut Vec<Direction>, round: u32) -> ControlFlow<End, bool> {
        let bytes = self.options.limits.memory.unwrap_or(usize::MAX);
        let most = MOST_WIDTH.min(bytes / NODE_BYTES).max(1);
        let width = (LEAST_WIDTH << round.min(20)).min(most);
        let frame = SmallGrid::new(&self.geometry, self.blank as usize);
        let salt = self.salt(round, 0);
        match self.local_search.rewriter().shorten(&frame, best, width, salt, &mut self.work) {
            Ok(Rewrite::Shorter(shorter)) => {
                *best = shorter;
                ControlFlow::Continue(true)
            }
            Ok(Rewrite::NotFound) => ControlFlow::Continue(false),
            Ok(Rewrite::Shortest) => ControlFlow::Break(End::Shortest),
            Err(limit) => ControlFlow::Break(End::Limit(limit)),
        }
    }

    /// Builds another solution and polishes it.
    fn build(&mut self, best: &mut Vec<Direction>, round: u32, quick: u64) -> ControlFlow<End> {
        let mut found = best.clone();
        let width = self.work.fitting(quick * WIDTH_WORK, 1 << round.min(20));
        if width > 0 {
            let (state, tools) = (self.state.clone(), &mut self.tools);
            let mut random = Parameters::random(self.options.seed, round.into());
            match population::build(state, width as usize, &mut random, tools, &mut self.work) {
                // Polishing can make up for a small difference only.
                Ok(moves) if moves.len() < best.len() + best.len() / 32 => found = moves,
                Ok(_) => {}
                Err(limit) => return ControlFlow::Break(End::Limit(limit)),
            }
        }
        let flow = self.polish(&mut found, round);
        if found.len() < best.len() {
            *best = found;
        }
        flow
    }

    /// Polishes until it does not pay.
    fn polish(&mut self, moves: &mut Vec<Direction>, round: u32) -> ControlFlow<End> {
        let blank = Spot::new(self.blank / self.geometry.cols(), self.blank % self.geometry.cols());
        for pass in 0.. {
            let width = POLISH_WIDTH << round.min(10);
            let style = LocalSearchParameters { piece: 50, stride: 10, width, salt: self.salt(round, pass) };
            let (shorter, limit) = self.local_search.pass(blank, moves, &style, &mut self.work);
            let gone = moves.len() - shorter.len();
            *moves = shorter;
            if let Some(limit) = limit {
                return ControlFlow::Break(End::Limit(limit));
            }
            if gone <= moves.len() / FRUITLESS {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// The tie-breaker in one pass of one round.
    fn salt(&self, round: u32, pass: u64) -> u64 {
        self.options.seed ^ (u64::from(round) << 32 | pass).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
