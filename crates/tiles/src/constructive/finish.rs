//! The second phase: the tiles go home line by line, from the edges inwards, and what is home is not
//! touched again. The last rectangle, with the home of the blank in it, is solved exactly.
//!
//! Lines are filled to and fro, so that the blank is always near, and a few tiles at a time
//! ([`Window`]). The last two cells of a line are always filled together: one cell alone between
//! filled ones could not be reached any more.
//!
//! On a torus the first line cuts the rows open, and the columns are joined until the last rows. If a side
//! is odd, a path around it changes the parity, which is invariant on a flat board; so the parity is
//! corrected before the last path around is closed.

use std::ops::Range;

use taquin_search::Limit;

use super::exact::{self, Exact, Puzzle};
use super::frozen::{Frozen, Line};
use super::home_board::{BLANK, HomeBoard, Spot};
use super::position::Position;
use super::transport::{Transport, TransportRules, displacement};
use super::window::{MOST_TILES, Window, WindowParameters};
use crate::geometry::Direction;

/// The sides of the last rectangle.
const LAST: u32 = 3;

/// A tile this near to its home fits into the window.
const NEAR: i64 = 3;

/// How to finish.
#[derive(Clone, Copy, Debug)]
pub(super) struct FinishParameters {
    /// How many tiles are brought home together, at most [`MOST_TILES`].
    pub(super) group: u32,
    pub(super) window: WindowParameters,
}

/// The second phase, with the memory it uses again and again.
#[derive(Debug, Default)]
pub(super) struct Finisher {
    window: Window,
    transport: Transport,
    path: Vec<Direction>,
}

/// How far the second phase has come.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    frozen: Frozen,
    last_rows: Range<u32>,
    last_cols: Range<u32>,
}

impl Progress {
    /// Begins the second phase: nothing is home for good.
    pub(super) fn begin(play: &mut Position<'_, '_, '_>) -> Self {
        let (rows, cols, torus) = (play.state.rows(), play.state.cols(), play.state.is_torus());
        play.state.index();
        if torus && cols % 2 == 0 && rows % 2 == 1 && play.state.is_odd() {
            go_around(play, Direction::Down, rows);
        }
        let home = play.state.blank_home();
        Progress {
            frozen: Frozen { rows: 0..rows, cols: 0..cols, around: torus, line: None },
            last_rows: last(home.row(), rows),
            last_cols: last(home.col(), cols),
        }
    }
}

impl Finisher {
    /// Fills the next line and returns true, or solves the rest and returns false if there is none.
    pub(super) fn line(
        &mut self,
        progress: &mut Progress,
        play: &mut Position<'_, '_, '_>,
        style: &FinishParameters,
    ) -> Result<bool, Limit> {
        let Progress { frozen, last_rows, last_cols } = progress;
        let (rows, cols) = (frozen.rows.clone(), frozen.cols.clone());
        if rows == *last_rows
            && std::mem::take(&mut frozen.around)
            && cols.end % 2 == 1
            && play.state.is_odd()
        {
            go_around(play, Direction::Right, cols.end);
        }
        let (row, col, rest) = if rows != *last_rows {
            let (row, rest) = peel(&rows, last_rows);
            (row, cols.clone(), (rest, cols))
        } else if cols != *last_cols {
            let (col, rest) = peel(&cols, last_cols);
            (rows.clone(), col, (rows, rest))
        } else {
            end(play, frozen);
            return Ok(false);
        };
        let (first, last) = (Spot::new(row.start, col.start), Spot::new(row.end - 1, col.end - 1));
        let line = nearer_end(play.state, first, last);
        self.fill(frozen, line, play, style)?;
        (frozen.rows, frozen.cols) = rest;
        Ok(true)
    }

    /// Fills one line and leaves no line in the frozen.
    fn fill(
        &mut self,
        frozen: &mut Frozen,
        line: Line,
        play: &mut Position<'_, '_, '_>,
        style: &FinishParameters,
    ) -> Result<(), Limit> {
        let mut filled = 0;
        while filled < line.len {
            frozen.line = Some((line, filled));
            let left = line.len - filled;
            let mut size = portion(style.group, left);
            let homes: [Spot; MOST_TILES] =
                std::array::from_fn(|place| line.spot(filled + (place as u32).min(left - 1)));
            while !self.place(frozen, &homes[..size as usize], play, style.window) {
                size = portion(size - 1, left);
            }
            filled += size;
            play.count(&mut self.window.expanded)?;
            play.count(self.transport.visited())?;
        }
        frozen.line = None;
        Ok(())
    }

    /// Brings the tiles with these homes home. With more than two it may fail.
    fn place(
        &mut self,
        frozen: &Frozen,
        homes: &[Spot],
        play: &mut Position<'_, '_, '_>,
        mut style: WindowParameters,
    ) -> bool {
        let care = TransportRules { frozen, group: homes, worth: style.worth };
        for attempt in 0..8 {
            if homes.iter().all(|&home| play.state.find(home) == home) {
                return true;
            }
            for &home in homes {
                self.transport.bring(play, care, home, NEAR);
            }
            self.gather(play, care);
            if self.window.solve(play.state, frozen, homes, style, &mut self.path) {
                play.follow(&self.path);
                return true;
            }
            if homes.len() > 2 {
                return false;
            }
            // Two tiles can be brought home within any window that holds a little more than them.
            style.nodes = usize::MAX;
            style.margin = 1 + attempt % 3;
        }
        panic!("two tiles fit into a window and can be brought home there");
    }

    /// Brings the blank near one of the tiles of the group or its home.
    fn gather(&mut self, play: &mut Position<'_, '_, '_>, care: TransportRules<'_>) {
        let state = &*play.state;
        let far = |spot: &Spot| {
            let (rows, cols) = displacement(state, care.frozen, state.blank(), *spot);
            rows.abs().max(cols.abs())
        };
        let spots = care.group.iter().flat_map(|&home| [home, state.find(home)]);
        let nearest = spots.min_by_key(far).expect("there are tiles");
        self.transport.fetch(play, care, nearest, 2, None);
    }
}

/// Solves the rectangle within the frozen part.
fn end(play: &mut Position<'_, '_, '_>, frozen: &Frozen) {
    let state = &*play.state;
    let (height, width) = (frozen.rows.len(), frozen.cols.len());
    let cell = |spot: Spot| {
        let (row, col) = (spot.row() - frozen.rows.start, spot.col() - frozen.cols.start);
        row as usize * width + col as usize
    };
    let mut goals = [0; exact::MOST_CELLS];
    for row in frozen.rows.clone() {
        for col in frozen.cols.clone() {
            let home = match state.home(row, col) {
                BLANK => state.blank_home(),
                home => home,
            };
            goals[cell(Spot::new(row, col))] = cell(home) as u8;
        }
    }
    let puzzle = Puzzle { height, width, goals, blank: cell(state.blank()) };
    play.follow(Exact::new(puzzle).solve());
}

/// How many of the `left` cells to fill at once: all, or a number that leaves more than one.
fn portion(group: u32, left: u32) -> u32 {
    match left {
        ..=2 => left,
        _ if group >= left => left,
        _ if left - group == 1 => group - 1,
        _ => group.max(1),
    }
}

/// One line off the end of a side that is not yet in its last place, and what remains.
fn peel(side: &Range<u32>, last: &Range<u32>) -> (Range<u32>, Range<u32>) {
    if side.start < last.start {
        (side.start..side.start + 1, side.start + 1..side.end)
    } else {
        (side.end - 1..side.end, side.start..side.end - 1)
    }
}

/// The place of the last rectangle along a side: around the home of the blank.
fn last(blank: u32, side: u32) -> Range<u32> {
    let len = side.min(LAST);
    let first = blank.saturating_sub(1).min(side - len);
    first..first + len
}

/// The line between two cells, from that which is nearer to the blank.
fn nearer_end(state: &HomeBoard, a: Spot, b: Spot) -> Line {
    let blank = state.blank();
    let far = |spot: Spot| spot.row().abs_diff(blank.row()) + spot.col().abs_diff(blank.col());
    let len = b.row() - a.row() + b.col() - a.col() + 1;
    match (far(a) <= far(b), a.row() == b.row()) {
        (true, true) => Line { first: a, along: Direction::Right, len },
        (true, false) => Line { first: a, along: Direction::Down, len },
        (false, true) => Line { first: b, along: Direction::Left, len },
        (false, false) => Line { first: b, along: Direction::Up, len },
    }
}

/// Takes the blank once around a joined side: with an odd side that is an odd permutation.
fn go_around(play: &mut Position<'_, '_, '_>, direction: Direction, side: u32) {
    for _ in 0..side {
        play.go(direction);
    }
}
