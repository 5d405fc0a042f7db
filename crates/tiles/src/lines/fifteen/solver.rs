//! Iterative deepening over moves of lines on a flat board of four by four.

use std::path::{Path, PathBuf};

use taquin_search::{Cost, Heuristic, Limit, Limits, Meter, Outcome, Progress, Report, Stats};

use super::build::build;
use super::pair::Pair;
use super::probe::{Counts, Lists, Probe};
use super::tables::{Labels, MIDDLE, Tables, fewest};
use crate::board::Board;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::lines::file::{self, Key};
use crate::lines::guided::{Tabled, alternating};
use crate::metered::Metered;
use crate::packed::Packed25;
use crate::paths::Slide;
use crate::pattern::bytes::zeros;
use crate::puzzle::Move;

/// Finds shortest solutions in moves of lines, for one goal.
#[derive(Debug)]
pub(crate) struct Fifteen {
    goal: [u8; 16],
    tables: Tables,
}

impl Fifteen {
    /// Whether it is for such boards.
    pub(crate) fn serves(geometry: &Geometry) -> bool {
        (geometry.rows(), geometry.cols(), geometry.is_torus()) == (4, 4, false)
    }

    /// Builds the tables on `threads` threads, but for those that are kept in `folder`: large ones for `many` boards if
    /// there is memory for them, small ones else.
    ///
    /// # Errors
    /// If a limit is reached before they are there.
    pub(crate) fn new(
        board: &Board,
        threads: usize,
        limits: &Limits,
        folder: Option<&Path>,
        many: bool,
    ) -> Result<Self, Limit> {
        let mut meter = Meter::start(limits);
        let kept = |folder: &Path| (MIDDLE..4).all(|home| file::is_kept(folder, key(Labels::FINE, home)));
        let room = limits.memory.is_none_or(|most| 2 * 4 * Labels::FINE.numbering().count() <= most);
        let fine = room && (many || folder.is_some_and(kept));
        let labels = if fine { Labels::FINE } else { Labels::COARSE };
        let numbering = labels.numbering();
        let len = 4 * numbering.count();
        meter.check(0, 2 * len)?;
        let mut table = |home: usize| {
            let Some(kept) = folder.and_then(|folder| file::read(folder, key(labels, home), len)) else {
                return build(&numbering, (labels.goal(home), home), threads, &mut meter);
            };
            let mut bytes = zeros(len);
            bytes.copy_from_slice(&kept);
            Ok(bytes)
        };
        let bytes = [table(MIDDLE)?, table(MIDDLE + 1)?];
        Ok(Fifteen { goal: tiles(board), tables: Tables { labels, numbering, bytes } })
    }

    /// The fewest moves across the lines of an axis.
    fn rest(&self, pair: &Pair, axis: usize) -> u8 {
        let entry = |end: usize| self.tables.entry(pair.fetch(&self.tables, end, axis));
        fewest(entry(0)).max(fewest(entry(1)))
    }
}

/// The tiles of a board.
fn tiles(board: &Board) -> [u8; 16] {
    std::array::from_fn(|cell| board.tiles()[cell] as u8)
}

/// The moves tile by tile between two positions that are one move apart.
fn moves(from: u64, to: u64) -> impl Iterator<Item = Move> {
    let blank = |board: u64| (0_i32..16).find(|cell| board >> (4 * cell) & 15 == 0).expect("a blank");
    let (from, to) = (blank(from), blank(to));
    let step = if (from - to) % 4 == 0 { 4 } else { 1 } * (to - from).signum();
    (0..(to - from) / step).map(move |count| {
        let cell = from + count * step;
        Move { from: (cell + step) as u32, to: cell as u32 }
    })
}

/// The file of a table for the blank in line `home`.
fn key(labels: Labels, home: usize) -> Key {
    Key { lines: 4, len: 4, torus: false, home, labels: if labels == Labels::FINE { 1 } else { 2 } }
}

impl Tabled for Fifteen {
    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let tables = (MIDDLE..).zip(&self.tables.bytes);
        tables.map(|(home, bytes)| file::write(folder, key(self.tables.labels, home), bytes)).collect()
    }

    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move> {
        let mut meter = Meter::start(limits);
        let mut stats = Stats::default();
        let pair = Pair::new(&self.tables.labels, tiles(start), self.goal);
        if pair.ends[0].cells == pair.ends[1].cells {
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
        let mut length = alternating([0, 1].map(|axis| self.rest(&pair, axis)), None).max(1);
        let outcome = 'lengths: loop {
            let probe = Probe { tables: &self.tables, length: length as usize };
            for axis in [0, 1] {
                let mut pause = |counts: &Counts| pause(counts, &mut meter);
                match probe.run(pair, axis, &mut lists, &mut counts, &mut pause) {
                    Err(limit) => break 'lengths Outcome::Stopped(limit),
                    Ok(Some(boards)) => {
                        let moves = boards.windows(2).flat_map(|pair| moves(pair[0], pair[1])).collect();
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
}

/// A position and the goal, the fewest moves across each axis, and the axis that the last move went across.
pub(crate) type Memo = (Pair, [u8; 2], Option<usize>);

impl Heuristic<Metered> for Fifteen {
    type Memo = Memo;

    fn start(&self, puzzle: &Metered, state: &Packed25) -> Memo {
        let pair = Pair::new(&self.tables.labels, tiles(&puzzle.board(state)), self.goal);
        (pair, [0, 1].map(|axis| self.rest(&pair, axis)), None)
    }

    fn step(&self, puzzle: &Metered, (pair, mut rest, _): Memo, _: &Packed25, slide: Slide) -> Memo {
        let blank = *puzzle.path(slide).last().expect("a move has a cell") as u8;
        let blank = [blank / 4, blank % 4];
        let axis = usize::from(blank[0] == pair.ends[0].blank[0]);
        let mut moved = pair;
        pair.moves(&self.tables.labels, (0, axis), 1 << blank[axis], |child| moved = child);
        rest[axis] = self.rest(&moved, axis);
        (moved, rest, Some(axis))
    }

    fn value(&self, (_, rest, last): Memo) -> Cost {
        alternating(rest, last)
    }
}
