//! A rectangle of the board, seen through its own small coordinates, and the cheapest way of the
//! blank across it.
//!
//! On a torus the rectangle may lie across the edges; it never holds a cell twice.

use super::buckets::Buckets;
use super::slate::{Slate, Spot};
use crate::geometry::Direction;

/// No way leads here yet.
const FAR: u32 = u32::MAX;

/// A cell of the rectangle: its row and column there, in one number.
pub(super) type Local = u32;

/// The width in bits of the column in a [`Local`].
const SHIFT: u32 = 9;

/// The most rows or columns of the rectangle.
pub(super) const SPAN: u32 = 1 << SHIFT;

/// A part of one side: where it begins, and how many cells long it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) first: u32,
    pub(super) len: u32,
}

impl Part {
    /// The part from `low` to `high` inclusive with a margin, cut to the side `0..len`, which may be
    /// joined at its ends: then `low` and `high` may lie beyond them.
    pub(super) fn around(low: i64, high: i64, margin: i64, len: u32, joined: bool) -> Part {
        let (low, high, side) = (low - margin, high + margin, i64::from(len));
        let (low, high) =
            if joined { (low, high.min(low + side - 1)) } else { (low.max(0), high.min(side - 1)) };
        let most = i64::from(SPAN);
        Part { first: low.rem_euclid(side) as u32, len: (high - low + 1).clamp(1, most) as u32 }
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

/// The rectangle and the ways across it.
#[derive(Debug, Default)]
pub(super) struct Lens {
    rows: Vec<u32>,
    cols: Vec<u32>,
    distance: Vec<u32>,
    came: Vec<Direction>,
    open: Buckets,
    /// How many cells were reached, for the meter.
    pub(super) visited: u64,
}

impl Lens {
    /// Looks at these rows and columns.
    pub(super) fn aim(&mut self, slate: &Slate, rows: Part, cols: Part) {
        let fill = |places: &mut Vec<u32>, part: Part, len: u32| {
            places.clear();
            places.extend((part.first..part.first + part.len).map(|at| if at < len { at } else { at - len }));
        };
        fill(&mut self.rows, rows, slate.rows());
        fill(&mut self.cols, cols, slate.cols());
        self.distance.clear();
        self.distance.resize(self.rows.len() << SHIFT, FAR);
        self.came.resize(self.rows.len() << SHIFT, Direction::Up);
    }

    pub(super) fn size(&self) -> usize {
        self.rows.len() << SHIFT
    }

    /// The place of a cell on the board.
    #[inline]
    pub(super) fn spot(&self, local: Local) -> Spot {
        Spot::new(self.rows[(local >> SHIFT) as usize], self.cols[(local & (SPAN - 1)) as usize])
    }

    /// The cell of a place on the board, which lies within.
    pub(super) fn local(&self, spot: Spot, slate: &Slate) -> Local {
        let along = |at: u32, first: u32, len: u32| if at >= first { at - first } else { at + len - first };
        let row = along(spot.row(), self.rows[0], slate.rows());
        let col = along(spot.col(), self.cols[0], slate.cols());
        debug_assert!((row as usize) < self.rows.len() && (col as usize) < self.cols.len());
        row << SHIFT | col
    }

    /// The next cell in `direction`, if it lies within.
    #[inline]
    pub(super) fn next(&self, local: Local, direction: Direction) -> Option<Local> {
        let (row, col) = ((local >> SHIFT) as usize, (local & (SPAN - 1)) as usize);
        match direction {
            Direction::Up => (row > 0).then(|| local - SPAN),
            Direction::Left => (col > 0).then(|| local - 1),
            Direction::Down => (row + 1 < self.rows.len()).then_some(local + SPAN),
            Direction::Right => (col + 1 < self.cols.len()).then_some(local + 1),
        }
    }

    /// The step of the blank from one cell to the next.
    #[inline]
    pub(super) fn step(&self, slate: &Slate, from: Local, to: Local, direction: Direction) -> Step {
        let (from, to) = (self.spot(from), self.spot(to));
        Step { home: slate.home(to.row(), to.col()), from, to, direction }
    }

    /// Finds the cheapest way from `start` to a cell that `is_goal` and writes it to `path`. A step
    /// without a cost is not taken. Each tile may be met once only: the costs are those of the board
    /// as it stands, and a cheapest way enters no cell twice.
    pub(super) fn cheapest(
        &mut self,
        slate: &Slate,
        start: Spot,
        cost: impl Fn(Step) -> Option<u32>,
        is_goal: impl Fn(Spot) -> bool,
        path: &mut Vec<Direction>,
    ) -> bool {
        let start = self.local(start, slate);
        self.distance[start as usize] = 0;
        self.open.clear();
        self.open.push(0, start);
        while let Some((reached, here)) = self.open.pop() {
            if self.distance[here as usize] != reached {
                continue;
            }
            self.visited += 1;
            if is_goal(self.spot(here)) {
                self.retrace(start, here, path);
                return true;
            }
            for direction in Direction::ALL {
                let Some(next) = self.next(here, direction) else { continue };
                if self.distance[next as usize] <= reached {
                    continue;
                }
                let Some(cost) = cost(self.step(slate, here, next, direction)) else { continue };
                if reached + cost < self.distance[next as usize] {
                    self.distance[next as usize] = reached + cost;
                    self.came[next as usize] = direction;
                    self.open.push(reached + cost, next);
                }
            }
        }
        false
    }

    fn retrace(&self, start: Local, end: Local, path: &mut Vec<Direction>) {
        path.clear();
        let mut here = end;
        while here != start {
            let direction = self.came[here as usize];
            path.push(direction);
            here = self.next(here, super::slate::opposite(direction)).expect("the way came from within");
        }
        path.reverse();
    }
}
