//! Carries one tile a long way: the blank moves in front of it, the tile steps into the blank, and so on.
//! The paths of the blank are the cheapest, including their effect on other tiles.

use super::frozen::Frozen;
use super::home_board::{HomeBoard, Spot, opposite};
use super::position::Position;
use super::region::{Region, Step, StepCost};
use crate::geometry::{Direction, Geometry};

/// The cost of a step that brings no tile nearer to its home or farther from it.
const MOVE: i32 = 16;

/// The additional cost of a step that moves a tile which is being brought home.
const DISTURB: i32 = 48;

/// The blank goes no further than this in one search.
const LEG: i64 = 200;

/// The rules for the paths of the blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct TransportRules<'a> {
    /// Where it may go.
    pub(super) frozen: &'a Frozen,
    /// The homes of the tiles that should not be moved.
    pub(super) group: &'a [Spot],
    /// What it is worth to bring any other tile a step nearer, in sixteenths of a move.
    pub(super) worth: i32,
}

/// What the steps of the blank cost on its way.
struct TransportCost<'a> {
    state: &'a HomeBoard,
    care: TransportRules<'a>,
    avoid: Option<Spot>,
}

impl StepCost for TransportCost<'_> {
    fn cost(&self, step: Step) -> Option<u32> {
        let frozen = self.care.frozen;
        if !frozen.is_free(step.to) || Some(step.to) == self.avoid {
            return None;
        }
        let far = |at: Spot| frozen.distance(self.state, at, step.home);
        let disturb = if self.care.group.contains(&step.home) { DISTURB } else { 0 };
        Some((MOVE + disturb - self.care.worth * (far(step.to) - far(step.from))) as u32)
    }
}

/// The transport, with the memory it uses again and again.
#[derive(Debug, Default)]
pub(super) struct Transport {
    region: Region,
    path: Vec<Direction>,
}

impl Transport {
    /// The cells looked at since the count was last taken.
    pub(super) fn visited(&mut self) -> &mut u64 {
        &mut self.region.visited
    }

    /// Carries the tile with this home until it is at most `near` rows and columns away from it.
    pub(super) fn bring(
        &mut self,
        play: &mut Position<'_, '_, '_>,
        care: TransportRules<'_>,
        home: Spot,
        near: i64,
    ) {
        loop {
            let state = &*play.state;
            let at = state.find(home);
            let (rows, cols) = displacement(state, care.frozen, at, home);
            let vertical = if rows < 0 { Direction::Up } else { Direction::Down };
            let sideways = if cols < 0 { Direction::Left } else { Direction::Right };
            let way = |direction| care.frozen.distance(state, state.blank(), state.step(at, direction));
            let direction = match (rows.abs() > near, cols.abs() > near) {
                (false, false) => return,
                (true, false) => vertical,
                (false, true) => sideways,
                (true, true) if way(vertical) <= way(sideways) => vertical,
                (true, true) => sideways,
            };
            let ahead = state.step(at, direction);
            self.fetch(play, care, ahead, 0, Some(at));
            play.go(opposite(direction));
        }
    }

    /// Brings the blank within `near` rows and columns of `goal`, not over the cell `avoid`.
    pub(super) fn fetch(
        &mut self,
        play: &mut Position<'_, '_, '_>,
        care: TransportRules<'_>,
        goal: Spot,
        near: i64,
        avoid: Option<Spot>,
    ) {
        loop {
            let blank = play.state.blank();
            let (rows, cols) = displacement(play.state, care.frozen, blank, goal);
            if rows.abs() <= near && cols.abs() <= near {
                return;
            }
            if rows.abs().max(cols.abs()) > LEG {
                let leg = shifted(play.state, blank, rows.clamp(-LEG, LEG), cols.clamp(-LEG, LEG));
                self.route(play.state, care, leg, 2, avoid);
            } else {
                self.route(play.state, care, goal, near, avoid);
            }
            play.follow(&self.path);
        }
    }

    /// Finds the cheapest way, in a rectangle that grows until there is one.
    fn route(
        &mut self,
        state: &HomeBoard,
        care: TransportRules<'_>,
        goal: Spot,
        near: i64,
        avoid: Option<Spot>,
    ) {
        let frozen = care.frozen;
        let cost_of = TransportCost { state, care, avoid };
        let is_goal = |spot: Spot| {
            let (rows, cols) = displacement(state, frozen, spot, goal);
            rows.abs() <= near && cols.abs() <= near
        };
        let mut margin = 2;
        loop {
            let (rows, cols) = frozen.frame(state, [state.blank(), goal].into_iter(), margin);
            self.region.aim(state, rows, cols);
            if self.region.cheapest(state, state.blank(), &cost_of, is_goal, &mut self.path) {
                return;
            }
            assert!(margin <= Geometry::MAX_SIDE, "the free cells are connected");
            margin *= 2;
        }
    }
}

/// The signed rows and columns from a tile to its home. A tile on the line that is being filled goes
/// along it, for the other way around is barred.
pub(super) fn displacement(state: &HomeBoard, frozen: &Frozen, at: Spot, home: Spot) -> (i64, i64) {
    let rows = i64::from(home.row()) - i64::from(at.row());
    let direct = i64::from(home.col()) - i64::from(at.col());
    (rows, if frozen.is_on_line(at) { direct } else { frozen.columns(state, at, home) })
}

/// The cell at an offset of rows and columns, which lies on the board.
fn shifted(state: &HomeBoard, spot: Spot, rows: i64, cols: i64) -> Spot {
    let col = (i64::from(spot.col()) + cols).rem_euclid(state.cols().into());
    Spot::new((i64::from(spot.row()) + rows) as u32, col as u32)
}
