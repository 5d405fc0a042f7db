//! The time after the first solution: rounds that build better ones and polish them.

use taquin_search::Limit;

use super::polish::{PolishStyle, Polisher};
use super::runner::Tools;
use super::slate::{Slate, Spot};
use super::style::Style;
use super::winners;
use super::work::Work;
use super::{NearOptions, NearProgress};
use crate::board::Board;
use crate::geometry::{Direction, Geometry, Shape};
use crate::goal::GoalCells;

/// The work of building with a width of one, in multiples of the quick way's.
const WIDTH_WORK: u64 = 12;

/// The nodes kept in each level when polishing in the first round.
const POLISH_WIDTH: usize = 50;

/// A pass of polishing that takes away less than one move of so many is the last.
const FRUITLESS: usize = 500;

/// The rounds on one board.
#[derive(Debug)]
pub(super) struct Rounds<'a> {
    geometry: Geometry,
    slate: Slate,
    blank: Spot,
    options: &'a NearOptions,
    polisher: Polisher,
    tools: Tools,
    work: Work<'a>,
}

impl<'a> Rounds<'a> {
    pub(super) fn start(
        geometry: &Geometry,
        start: &Board,
        goal: &GoalCells,
        options: &'a NearOptions,
    ) -> Self {
        let work = Work::start(&options.limits);
        Rounds {
            geometry: *geometry,
            slate: Slate::new(geometry, start, goal),
            blank: Spot::new(start.blank() / geometry.cols(), start.blank() % geometry.cols()),
            options,
            polisher: Polisher::new(*geometry),
            tools: Tools::default(),
            work,
        }
    }

    /// The seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.work.seconds()
    }

    /// The shortest solution found in all rounds, and the limit that ended them. The first one took
    /// `quick` work.
    pub(super) fn improve(
        &mut self,
        first: Vec<Direction>,
        quick: u64,
        progress: &mut dyn FnMut(NearProgress),
    ) -> (Vec<Direction>, Option<Limit>) {
        let mut best = first;
        if matches!(self.geometry.shape(), Shape::Line | Shape::Ring) {
            return (best, None);
        }
        for round in 0..self.options.rounds {
            let (found, limit) = self.round(&best, round, quick);
            if found.len() < best.len() {
                best = found;
                progress(NearProgress { len: best.len() as u64, seconds: self.seconds() });
            }
            if limit.is_some() {
                return (best, limit);
            }
        }
        (best, None)
    }

    /// One round: a solution that may be better than `best`.
    fn round(&mut self, best: &[Direction], round: u32, quick: u64) -> (Vec<Direction>, Option<Limit>) {
        let mut found = best.to_vec();
        let width = self.work.fitting(quick * WIDTH_WORK, 1 << round.min(20));
        if width > 0 {
            let (slate, tools) = (self.slate.clone(), &mut self.tools);
            let mut random = Style::random(self.options.seed, round.into());
            match winners::build(slate, width as usize, &mut random, tools, &mut self.work) {
                // Polishing makes up for a little, not for more.
                Ok(moves) if moves.len() < best.len() + best.len() / 32 => found = moves,
                Ok(_) => {}
                Err(limit) => return (found, Some(limit)),
            }
        }
        let limit = self.polish(&mut found, round);
        (found, limit)
    }

    /// Polishes until it does not pay.
    fn polish(&mut self, moves: &mut Vec<Direction>, round: u32) -> Option<Limit> {
        for pass in 0.. {
            let style = PolishStyle {
                piece: 50,
                stride: 10,
                width: POLISH_WIDTH << round.min(10),
                salt: self.options.seed ^ (u64::from(round) << 32 | pass).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            };
            let (shorter, limit) = self.polisher.pass(self.blank, moves, &style, &mut self.work);
            let gone = moves.len() - shorter.len();
            *moves = shorter;
            if limit.is_some() || gone < moves.len() / FRUITLESS {
                return limit;
            }
        }
        None
    }
}
