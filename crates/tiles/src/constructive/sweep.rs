//! The first phase: all tiles come near their homes together, while the blank sweeps over the board.
//!
//! The blank goes from edge to edge, band after band, along the rows and along the columns in turn.
//! Each way is the cheapest across the band by the gain of its steps ([`Potential`]), a shortest path
//! among some thousand cells, and is then stretched over the tiles beside it that gain as well
//! ([`PathImprover`]). About five of six moves bring a tile nearer, where carrying tiles one by one takes
//! three to five moves for each step of a tile; and it stays so until the tiles are some two steps
//! from home.

use taquin_search::Limit;

use super::home_board::{HomeBoard, Spot, steps};
use super::path_improvement::PathImprover;
use super::position::Position;
use super::potential::Potential;
use super::region::{Region, Span, Step, StepCost};
use crate::geometry::Direction;

/// The number of cells along the way that are planned at once.
const SEGMENT: i64 = 160;

/// Costs are counted so that a move which gains nothing costs as much.
const EVEN: i64 = 16;

/// A step that would cost more counts as this.
const MOST: i64 = 15 * EVEN;

/// How to sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepParameters {
    /// How far the way may leave its band.
    pub(super) reach: u32,
    /// The distance between the bands.
    pub(super) band: u32,
    /// The first band.
    pub(super) offset: u32,
    /// What a move must gain, as a share of the mean distance, not to be a loss.
    pub(super) share: f64,
    /// The passes that stretch a way.
    pub(super) passes: u32,
}

/// Along which side a sweep goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Row,
    Col,
}

impl Axis {
    /// The place along the sweep and the place across it.
    #[inline]
    fn split(self, spot: Spot) -> (u32, u32) {
        match self {
            Axis::Row => (spot.col(), spot.row()),
            Axis::Col => (spot.row(), spot.col()),
        }
    }

    /// The lengths of the sides along and across.
    fn sides(self, state: &HomeBoard) -> (u32, u32) {
        self.split(Spot::new(state.rows(), state.cols()))
    }
}

/// The gain of a move that costs nothing, and the scale of the other costs.
struct SweepCost<'a> {
    pull: &'a Potential,
    price: i32,
    /// What a unit of gain costs, in 2^-20.
    scale: i64,
}

impl StepCost for SweepCost<'_> {
    #[inline(always)]
    fn cost(&self, step: Step) -> Option<u32> {
        let loss = (i64::from(self.price - self.pull.gain(step)) * self.scale) >> 20;
        Some(loss.clamp(0, MOST) as u32)
    }
}

/// The first phase, with the memory it uses again and again.
#[derive(Debug, Default)]
pub(super) struct Sweeper {
    region: Region,
    stretch: PathImprover,
    pull: Potential,
    path: Vec<Direction>,
}

impl Sweeper {
    /// Sweeps once over the rows and once over the columns. Nothing is gained on boards of fewer
    /// than three rows or columns.
    pub(super) fn sweep(
        &mut self,
        play: &mut Position<'_, '_, '_>,
        style: &SweepParameters,
    ) -> Result<(), Limit> {
        self.pull.survey(play.state);
        for axis in [Axis::Row, Axis::Col] {
            let (_, across) = axis.sides(play.state);
            let band = style.band.min(across);
            for (count, line) in (style.offset % band..across).step_by(band as usize).enumerate() {
                self.band(play, style, axis, line, count % 2 == 0);
                play.count(&mut self.region.visited)?;
            }
        }
        Ok(())
    }

    /// Goes along one band to its beginning, where that is not here, and to its end.
    fn band(
        &mut self,
        play: &mut Position<'_, '_, '_>,
        style: &SweepParameters,
        axis: Axis,
        line: u32,
        forward: bool,
    ) {
        let (along, _) = axis.sides(play.state);
        for leg in [false, true] {
            let here = i64::from(axis.split(play.state.blank()).0);
            // A joined side has no end to begin at: it is gone around in two legs.
            let (mut left, most) = match (play.state.is_torus(), forward == leg) {
                (true, _) => {
                    let half = i64::from(along.div_ceil(2));
                    (if forward { half } else { -half }, SEGMENT.min(i64::from(along / 2)))
                }
                (false, true) => (i64::from(along) - 1 - here, SEGMENT),
                (false, false) => (-here, SEGMENT),
            };
            while left != 0 {
                let ahead = left.clamp(-most, most);
                self.segment(play, style, axis, line, ahead);
                left -= ahead;
            }
        }
    }

    /// Goes `ahead` cells along the side and into the band.
    fn segment(
        &mut self,
        play: &mut Position<'_, '_, '_>,
        style: &SweepParameters,
        axis: Axis,
        band: u32,
        ahead: i64,
    ) {
        let state = &*play.state;
        let ((along, across), torus) = (axis.sides(state), state.is_torus());
        let (here, line) = axis.split(state.blank());
        let (here, line) = (i64::from(here), i64::from(line));
        let aside = signed(line, i64::from(band), across, torus);
        let goal = (here + ahead).rem_euclid(i64::from(along)) as u32;
        let mut reach = i64::from(style.reach);
        let wide = Span::around(line.min(line + aside), line.max(line + aside), reach, across, torus);
        if torus {
            reach = reach.min((i64::from(along) - ahead.abs() - 1) / 2);
        }
        let long = Span::around(here.min(here + ahead), here.max(here + ahead), reach, along, torus);
        match axis {
            Axis::Row => self.region.aim(state, wide, long),
            Axis::Col => self.region.aim(state, long, wide),
        }
        let (pull, price) = (&self.pull, self.pull.price(style.share));
        let cost_of = SweepCost { pull, price, scale: (EVEN << 20) / i64::from(price) };
        let half = (style.band / 2) as i32;
        let is_goal = |spot| {
            let (at, line) = axis.split(spot);
            at == goal && steps(line, band, across, torus) <= half
        };
        let found = self.region.cheapest(state, state.blank(), &cost_of, is_goal, &mut self.path);
        debug_assert!(found, "a rectangle is connected");
        let gain = |step| pull.gain(step);
        self.stretch.better(&self.region, state, gain, price, style.passes, &mut self.path);
        play.follow(&self.path);
    }
}

/// The signed steps from `a` to `b`.
fn signed(a: i64, b: i64, len: u32, joined: bool) -> i64 {
    let (direct, len) = (b - a, i64::from(len));
    if !joined {
        return direct;
    }
    let around = direct.rem_euclid(len);
    if around > len / 2 { around - len } else { around }
}
