//! A rectangle of the board, seen through its own small coordinates, and the cheapest way of the
//! blank across it.
//!
//! On a torus the rectangle may lie across the edges; it never holds a cell twice. A wall of one cell
//! stands around it, so that a step needs no look at the edges: to the right of every row, where it
//! serves the next row on its left as well, above and below.

use super::buckets::Buckets;
use super::home_board::{BLANK, HomeBoard, Spot, opposite};
use crate::geometry::Direction;

/// No way leads here yet.
const FAR: u32 = u32::MAX;

/// The place of the wall on the board.
const NOWHERE: Spot = BLANK;

/// A cell of the rectangle or of the wall: its number, counted row by row.
pub(super) type Local = u32;

/// A part of one side: where it begins, and how many cells long it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) len: u32,
}

impl Span {
    /// The part from `low` to `high` inclusive with a margin, cut to the side `0..len`, which may be
    /// joined at its ends: then `low` and `high` may lie beyond them.
    pub(super) fn around(low: i64, high: i64, margin: i64, len: u32, joined: bool) -> Span {
        let (low, high, side) = (low - margin, high + margin, i64::from(len));
        let (low, high) =
            if joined { (low, high.min(low + side - 1)) } else { (low.max(0), high.min(side - 1)) };
        Span { first: low.rem_euclid(side) as u32, len: (high - low + 1).max(1) as u32 }
    }

    /// The places on a side of `len` cells.
    fn places(self, len: u32) -> impl Iterator<Item = u32> {
        (self.first..self.first + self.len).map(move |at| if at < len { at } else { at - len })
    }
}

/// One step of the blank: the tile with this home goes from `to` to `from`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) home: Spot,
    pub(super) from: Spot,
    pub(super) to: Spot,
    pub(super) direction: Direction,
}

/// What the steps of a way cost. A trait and not a closure, for it must be inlined where it is used.
pub(super) trait StepCost {
    /// The cost of a step; nothing where it must not be taken.
    fn cost(&self, step: Step) -> Option<u32>;
}

/// One cell seen through the region: its place on the board and the home of its tile.
#[derive(Clone, Copy, Debug)]
struct Visited {
    spot: Spot,
    home: Spot,
}

/// The rectangle and the ways across it.
#[derive(Debug)]
pub(super) struct Region {
    rows: Span,
    cols: Span,
    /// From a cell to the one below it.
    stride: u32,
    seen: Vec<Visited>,
    /// The cost of the way to each cell; nothing is cheaper than the wall.
    distance: Vec<u32>,
    came: Vec<Direction>,
    open: Buckets,
    /// How many cells were reached, for the meter.
    pub(super) visited: u64,
}

impl Default for Region {
    fn default() -> Self {
        let none = Span { first: 0, len: 0 };
        Region {
            rows: none,
            cols: none,
            stride: 1,
            seen: Vec::new(),
            distance: Vec::new(),
            came: Vec::new(),
            open: Buckets::default(),
            visited: 0,
        }
    }
}

impl Region {
    /// Looks at these rows and columns.
    pub(super) fn aim(&mut self, state: &HomeBoard, rows: Span, cols: Span) {
        (self.rows, self.cols, self.stride) = (rows, cols, cols.len + 1);
        let wall = Visited { spot: NOWHERE, home: NOWHERE };
        let above = self.stride as usize;
        self.seen.clear();
        self.distance.clear();
        self.seen.resize(above, wall);
        self.distance.resize(above, 0);
        for row in rows.places(state.rows()) {
            let see = |col| Visited { spot: Spot::new(row, col), home: state.home(row, col) };
            self.seen.extend(cols.places(state.cols()).map(see));
            self.seen.push(wall);
            self.distance.resize(self.seen.len() - 1, FAR);
            self.distance.push(0);
        }
        self.seen.resize(self.seen.len() + above, wall);
        self.distance.resize(self.seen.len(), 0);
        self.came.resize(self.seen.len(), Direction::Up);
    }

    pub(super) fn size(&self) -> usize {
        self.seen.len()
    }

    /// The cell of a place on the board, which lies within.
    pub(super) fn local(&self, spot: Spot, state: &HomeBoard) -> Local {
        let along = |at: u32, first: u32, len: u32| if at >= first { at - first } else { at + len - first };
        let row = along(spot.row(), self.rows.first, state.rows());
        let col = along(spot.col(), self.cols.first, state.cols());
        debug_assert!(row < self.rows.len && col < self.cols.len);
        (row + 1) * self.stride + col
    }

    /// The next cell in `direction`, which may be one of the wall.
    #[inline(always)]
    pub(super) fn next(&self, local: Local, direction: Direction) -> Local {
        match direction {
            Direction::Up => local - self.stride,
            Direction::Left => local - 1,
            Direction::Down => local + self.stride,
            Direction::Right => local + 1,
        }
    }

    /// Whether a cell belongs to the wall.
    #[inline(always)]
    pub(super) fn is_wall(&self, local: Local) -> bool {
        self.seen[local as usize].spot == NOWHERE
    }

    /// The step of the blank from one cell to the next.
    #[inline(always)]
    pub(super) fn step(&self, from: Local, to: Local, direction: Direction) -> Step {
        let Visited { spot, home } = self.seen[to as usize];
        Step { home, from: self.seen[from as usize].spot, to: spot, direction }
    }

    /// Finds the cheapest way from `start` to a cell that `is_goal` and writes it to `path`. A step
    /// without a cost is not taken. Each tile may be met once only: the costs are those of the board
    /// as it stands, and a cheapest way enters no cell twice.
    pub(super) fn cheapest(
        &mut self,
        state: &HomeBoard,
        start: Spot,
        cost_of: &impl StepCost,
        is_goal: impl Fn(Spot) -> bool,
        path: &mut Vec<Direction>,
    ) -> bool {
        let start = self.local(start, state);
        self.distance[start as usize] = 0;
        self.open.clear();
        self.open.push(0, start);
        while let Some((reached, here)) = self.open.pop() {
            if self.distance[here as usize] != reached {
                continue;
            }
            self.visited += 1;
            if is_goal(self.seen[here as usize].spot) {
                self.retrace(start, here, path);
                return true;
            }
            // One after the other, so that the compiler knows the direction in each.
            self.relax(here, reached, Direction::Up, cost_of);
            self.relax(here, reached, Direction::Left, cost_of);
            self.relax(here, reached, Direction::Down, cost_of);
            self.relax(here, reached, Direction::Right, cost_of);
        }
        false
    }

    /// Goes from a cell to the next if that is the cheapest way there so far.
    #[inline(always)]
    fn relax(&mut self, here: Local, reached: u32, ahead: Direction, cost_of: &impl StepCost) {
        let next = self.next(here, ahead);
        let known = self.distance[next as usize];
        if known <= reached {
            return;
        }
        let Some(cost) = cost_of.cost(self.step(here, next, ahead)) else { return };
        if reached + cost < known {
            self.distance[next as usize] = reached + cost;
            self.came[next as usize] = ahead;
            self.open.push(reached + cost, next);
        }
    }

    fn retrace(&self, start: Local, end: Local, path: &mut Vec<Direction>) {
        path.clear();
        let mut here = end;
        while here != start {
            let direction = self.came[here as usize];
            path.push(direction);
            here = self.next(here, opposite(direction));
        }
        path.reverse();
    }
}
