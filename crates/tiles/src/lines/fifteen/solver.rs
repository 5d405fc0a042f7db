//! Iterative deepening over moves of lines on a flat board of four by four.

use std::path::{Path, PathBuf};

use taquin_search::{
    Allows, Cost, Heuristic, Limit, Limits, Meter, Outcome, Progress, Report, Stats, Within, positions_within,
};

use super::build::build;
use super::frame::{Frame, MIDDLE, Node, SEEN, Seen, Tables, fewest};
use super::numbering::Numbering;
use super::probe::{Counts, Lists, Probe};
use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::lines::file::{self, Key};
use crate::metered::{Metered, Slide};
use crate::metric::Shortest;
use crate::packed::Packed25;
use crate::pattern::bytes::zeros;
use crate::puzzle::Move;

/// Finds shortest solutions in moves of lines, for one goal.
#[derive(Debug)]
pub(crate) struct Fifteen {
    /// Which axes are turned round, so that the blank of the goal is in the last half of both.
    turned: [bool; 2],
    frame: Frame,
    tables: Tables,
}

impl Fifteen {
    /// Whether it is for such boards.
    pub(crate) fn serves(geometry: &Geometry) -> bool {
        (geometry.rows(), geometry.cols(), geometry.is_torus()) == (4, 4, false)
    }

    /// Builds the tables on `threads` threads, but for those that are kept in `folder`.
    ///
    /// # Errors
    /// If a limit is reached before they are there.
    pub(crate) fn new(
        goal: &Board,
        threads: usize,
        limits: &Limits,
        folder: Option<&Path>,
    ) -> Result<Self, Limit> {
        let mut meter = Meter::start(limits);
        let numbering = Numbering::new(Tables::COUNTS);
        let len = 4 * numbering.count();
        let mut table = |kind: usize, home: usize| {
            let mut bytes = zeros(len);
            match folder.and_then(|folder| file::read(folder, key(kind, home), len)) {
                Some(kept) => bytes.copy_from_slice(&kept),
                None => {
                    let entries = build(&numbering, (Tables::goal(kind, home), home), threads, &mut meter)?;
                    bytes.iter_mut().zip(entries).for_each(|(byte, entry)| *byte = entry.into_inner());
                }
            }
            Ok(bytes)
        };
        let mut both = |kind: usize| Ok([table(kind, MIDDLE)?, table(kind, MIDDLE + 1)?]);
        let bytes = [both(0)?, both(1)?];
        let blank = [goal.blank() / 4, goal.blank() % 4];
        let turned = blank.map(|line| (line as usize) < MIDDLE);
        let frame = Frame::new(tiles(goal, turned));
        Ok(Fifteen { turned, frame, tables: Tables { numbering, bytes } })
    }

    /// The moves tile by tile between two positions that are one move apart.
    fn moves(&self, from: u64, to: u64) -> impl Iterator<Item = Move> + use<> {
        let blank = |board: u64| (0_i32..16).find(|cell| board >> (4 * cell) & 15 == 0).expect("a blank");
        let (from, to) = (blank(from), blank(to));
        let step = if (from - to) % 4 == 0 { 4 } else { 1 } * (to - from).signum();
        let turned = self.turned;
        let real = move |cell: i32| placed(cell as u32, turned);
        (0..(to - from) / step).map(move |count| {
            let cell = from + count * step;
            Move { from: real(cell + step), to: real(cell) }
        })
    }

    /// The fewest moves across the lines of an axis.
    fn rest(&self, node: &Node, axis: usize) -> u8 {
        let fewest = |seen: Seen| {
            let number = self.frame.fetch(&self.tables, node, axis, seen);
            fewest(self.frame.entry(&self.tables, node, axis, seen, number))
        };
        SEEN.into_iter().map(fewest).max().unwrap_or(0)
    }
}

/// The cell with some axes turned round.
fn placed(cell: u32, turned: [bool; 2]) -> u32 {
    cell ^ if turned[0] { 12 } else { 0 } ^ if turned[1] { 3 } else { 0 }
}

/// The tiles with some axes turned round.
fn tiles(board: &Board, turned: [bool; 2]) -> [u8; 16] {
    std::array::from_fn(|cell| board.tiles()[placed(cell as u32, turned) as usize] as u8)
}

/// The file of a table for the blank in line `home`.
fn key(kind: usize, home: usize) -> Key {
    Key { lines: 4, len: 4, torus: false, home, labels: 1 + kind as u32 }
}

impl Shortest for Fifteen {
    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut paths = Vec::new();
        for (kind, both) in self.tables.bytes.iter().enumerate() {
            for (home, bytes) in (MIDDLE..).zip(both) {
                paths.push(file::write(folder, key(kind, home), bytes)?);
            }
        }
        Ok(paths)
    }

    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move> {
        let mut meter = Meter::start(limits);
        let mut stats = Stats::default();
        let node = self.frame.node(tiles(start, self.turned));
        if node.board == self.frame.goal {
            let outcome = Outcome::Solved { moves: Vec::new(), cost: 0 };
            return Report { outcome, lower_bound: 0, stats };
        }
        let mut lists = Lists::default();
        let mut pause = |counts: &Counts, meter: &mut Meter<'_>| {
            (stats.expanded, stats.generated) = (counts.expanded, counts.generated);
            if meter.due(stats.expanded) {
                meter.check(stats.expanded, 0)?;
                if progress.tick(&stats).is_break() {
                    return Err(Limit::Cancelled);
                }
            }
            Ok(())
        };
        let mut counts = Counts::default();
        let least = value([self.rest(&node, 0), self.rest(&node, 1)], None).max(1);
        let mut length = least;
        let outcome = 'lengths: loop {
            for first in [0, 1] {
                let probe =
                    Probe { frame: &self.frame, tables: &self.tables, length: length as usize, first };
                let found = probe.run(node, &mut lists, &mut counts, &mut |counts| pause(counts, &mut meter));
                match found {
                    Err(limit) => break 'lengths Outcome::Stopped(limit),
                    Ok(Some(boards)) => {
                        let moves = boards.windows(2).flat_map(|pair| self.moves(pair[0], pair[1])).collect();
                        break 'lengths Outcome::Solved { moves, cost: length };
                    }
                    Ok(None) => {}
                }
            }
            length += 1;
        };
        (stats.expanded, stats.generated) = (counts.expanded, counts.generated);
        stats.seconds = meter.seconds();
        Report { outcome, lower_bound: length, stats }
    }

    fn positions_within(
        &self,
        puzzle: &Metered,
        start: &Board,
        bound: Cost,
        allows: &Allows<'_, Metered>,
        counted: (&Limits, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Within<Packed25>, Limit> {
        positions_within(puzzle, Packed25::from_board(start), self, bound, allows, counted, progress)
    }
}

/// The fewest moves from a position that needs at least `rest` moves across each axis and whose next move goes across
/// an axis other than `last`, if any.
fn value(rest: [u8; 2], last: Option<usize>) -> Cost {
    let [rows, cols] = rest.map(Cost::from);
    // The kinds alternate, so the rarer one is missing at one end at most.
    let (first, second) = match last {
        None => return (2 * rows.max(cols)).saturating_sub(Cost::from(rows != cols)),
        Some(0) => (cols, rows),
        Some(_) => (rows, cols),
    };
    if first > second { 2 * first - 1 } else { 2 * second }
}

/// A position, the fewest moves across each axis, and the axis that the last move went across.
pub(crate) type Memo = (Node, [u8; 2], Option<usize>);

impl Heuristic<Metered> for Fifteen {
    type Memo = Memo;

    fn start(&self, puzzle: &Metered, state: &Packed25) -> Memo {
        let node = self.frame.node(tiles(&puzzle.board(state), self.turned));
        (node, [0, 1].map(|axis| self.rest(&node, axis)), None)
    }

    fn step(&self, puzzle: &Metered, (node, mut rest, _): Memo, _: &Packed25, slide: Slide) -> Memo {
        let blank = placed(*puzzle.path(slide).last().expect("a move has a cell"), self.turned) as u8;
        let axis = usize::from(blank / 4 == node.blank[0]);
        let mut moved = node;
        self.frame.moves(&node, axis, 15, |child| {
            if child.blank == [blank / 4, blank % 4] {
                moved = child;
            }
        });
        rest[axis] = self.rest(&moved, axis);
        (moved, rest, Some(axis))
    }

    fn value(&self, (_, rest, last): Memo) -> Cost {
        value(rest, last)
    }
}
