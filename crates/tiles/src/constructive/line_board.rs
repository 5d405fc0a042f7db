//! Boards whose cells form a line or a ring. Only the direction can be chosen, so the solution is the
//! shortest.

use super::move_sink::MoveSink;
use crate::board::Board;
use crate::geometry::{Cell, Direction, Geometry, Shape};
use crate::goal::GoalCells;

/// How many places the blank must go forward, or back if less than none, on a line or a ring that can
/// be solved; nothing on any other board.
pub(super) fn steps(geometry: &Geometry, start: &Board, goal: &GoalCells) -> Option<i64> {
    match geometry.shape() {
        Shape::Line => Some(i64::from(goal.cell(0)) - i64::from(start.blank())),
        Shape::Ring => Some(around(geometry, start, goal)),
        Shape::Bipartite | Shape::Odd => None,
    }
}

/// The same on a ring of n cells, the shorter way.
///
/// With every step the blank takes the next place and the next of the n - 1 tiles after it: so the
/// number of steps is known modulo n and modulo n - 1.
fn around(geometry: &Geometry, start: &Board, goal: &GoalCells) -> i64 {
    let cells = i64::from(geometry.cells());
    let place = |cell: Cell| i64::from(geometry.around(cell));
    let (from, to) = (place(start.blank()), place(goal.cell(0)));
    // The tile that must come first after the blank, and how many come before it now.
    let tile_at = |offset: i64| start.tiles()[geometry.around(((from + offset) % cells) as u32) as usize];
    let first = (to + 1) % cells;
    let before = (1..cells).position(|offset| place(goal.cell(tile_at(offset))) == first);
    let before = before.expect("every place but the blank's has a tile") as i64;
    let steps = (to - from).rem_euclid(cells);
    let forward = steps + cells * (before - steps).rem_euclid(cells - 1);
    let back = cells * (cells - 1) - forward;
    if forward <= back { forward } else { -back }
}

/// Goes a number of places forward, or back if it is negative.
pub(super) fn walk(geometry: &Geometry, start: Cell, steps: i64, sink: &mut MoveSink<'_>) {
    let cells = i64::from(geometry.cells());
    let mut here = start;
    for _ in 0..steps.abs() {
        let place = i64::from(geometry.around(here)) + steps.signum();
        let next = geometry.around(place.rem_euclid(cells) as u32);
        let toward = |&direction: &Direction| geometry.neighbor(here, direction) == Some(next);
        sink.push(Direction::ALL.into_iter().find(toward).expect("neighbours on the ring touch"));
        here = next;
    }
}
