//! Two positions, the ends of the part of a solution that is still missing.
//!
//! A solution read backwards leads from the goal to the start in as many moves, so both ends have a string: the string
//! of one end has, in its own order, the labels of the cells where its tiles are at the other end. A move at one end
//! carries a tile in its own string, and changes labels in the other.

use super::build::Entry;
use super::numbering::{BITS, Text, stepped};
use super::tables::{Labels, MIDDLE, Spot, Tables};

/// The cell at a place of a line of an axis: 0 for rows, 1 for columns.
#[inline(always)]
fn cell(axis: usize, line: usize, place: usize) -> usize {
    if axis == 0 { 4 * line + place } else { 4 * place + line }
}

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct End {
    /// The tile in each cell, four bits each, the first cell lowest.
    pub(super) cells: u64,
    /// The cell of each tile, likewise.
    places: u64,
    /// For each axis the line of the blank.
    pub(super) blank: [u8; 2],
    /// For each axis the string, as it is and upside down.
    texts: [[Text; 2]; 2],
    /// For each axis what the table says of the string.
    pub(super) entries: [Entry; 2],
}

impl End {
    fn new(tiles: [u8; 16]) -> Self {
        let mut end = End::default();
        for (cell, &tile) in tiles.iter().enumerate() {
            end.cells |= u64::from(tile) << (4 * cell);
            end.places |= (cell as u64) << (4 * tile);
        }
        let blank = (end.places & 15) as u8;
        end.blank = [blank / 4, blank % 4];
        end
    }

    /// The tile at a place of a line.
    #[inline(always)]
    fn tile(&self, axis: usize, line: usize, place: usize) -> u64 {
        self.cells >> (4 * cell(axis, line, place)) & 15
    }

    /// Notes, as it is and upside down, that the label of a tile has changed by these bits.
    #[inline]
    fn relabel(&mut self, axis: usize, tile: u64, changes: [Text; 2]) {
        let cell = (self.places >> (4 * tile) & 15) as usize;
        let (line, place) = if axis == 0 { (cell / 4, cell % 4) } else { (cell % 4, cell / 4) };
        let (home, gap) = (usize::from(self.blank[axis]), usize::from(self.blank[1 - axis]));
        let before = |line: usize, home: usize| {
            let (tile, blank) = (4 * line + place, 4 * home + gap);
            BITS * (tile - usize::from(tile > blank))
        };
        self.texts[axis][0] ^= changes[0] << before(line, home);
        self.texts[axis][1] ^= changes[1] << before(3 - line, 3 - home);
    }
}

/// Both ends, and how they were reached.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(super) ends: [End; 2],
    /// The axis of the next move.
    pub(super) next: u8,
    /// The number of the pair before it among those of the same depth.
    pub(super) parent: u32,
}

impl Pair {
    /// The start and the goal, with these tiles. No entry is looked up.
    pub(super) fn new(labels: &Labels, start: [u8; 16], goal: [u8; 16]) -> Self {
        let mut pair = Pair { ends: [start, goal].map(End::new), ..Pair::default() };
        for (own, axis) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let other = pair.ends[1 - own];
            for number in 0..16 {
                let (line, place) = (number / 4, number % 4);
                let tile = other.tile(axis, line, place);
                if tile == 0 {
                    continue;
                }
                let (home, gap) = (usize::from(other.blank[axis]), usize::from(other.blank[1 - axis]));
                let half = (place - usize::from(line == home && place > gap)) / 2;
                pair.ends[own].relabel(axis, tile, [line, 3 - line].map(|line| labels.of(line, half)));
            }
        }
        pair
    }

    /// The tile at the third place of the blank's line counts as one of the left half if the blank is before it: notes
    /// that it does, or that it does no more.
    #[inline]
    fn toggle(&mut self, labels: &Labels, own: usize, axis: usize) {
        let end = &self.ends[own];
        if end.blank[1 - axis] < 2 {
            let line = usize::from(end.blank[axis]);
            let tile = end.tile(axis, line, 2);
            let changes = [line, 3 - line].map(|line| labels.of(line, 0) ^ labels.of(line, 1));
            self.ends[1 - own].relabel(axis, tile, changes);
        }
    }

    /// Moves the blank of one end by one line.
    #[inline]
    fn step(&mut self, labels: &Labels, own: usize, axis: usize, down: bool) {
        let end = &mut self.ends[own];
        let (line, place) = (usize::from(end.blank[axis]), usize::from(end.blank[1 - axis]));
        let next = if down { line + 1 } else { line - 1 };
        let tile = end.tile(axis, next, place);
        let (from, to) = (cell(axis, next, place), cell(axis, line, place));
        end.cells ^= tile << (4 * from) | tile << (4 * to);
        end.places ^= ((from ^ to) as u64) << (4 * tile);
        let [plain, turned] = end.texts[axis];
        end.texts[axis] = [stepped(plain, line, down, place), stepped(turned, 3 - line, !down, place)];
        end.blank[axis] = next as u8;
        let half = place / 2;
        let changes = [(line, next), (3 - line, 3 - next)]
            .map(|(line, next)| labels.of(line, half) ^ labels.of(next, half));
        self.ends[1 - own].relabel(axis, tile, changes);
    }

    /// Visits what the moves of one end across the lines of `axis` make of a pair that bring its blank to one of `lines`,
    /// a set of bits. The entries are not looked up.
    #[inline(always)]
    pub(super) fn moves(
        &self,
        labels: &Labels,
        (own, axis): (usize, usize),
        lines: u8,
        mut visit: impl FnMut(Pair),
    ) {
        let here = self.ends[own].blank[axis];
        if lines & !(1 << here) == 0 {
            return;
        }
        let mut loose = *self;
        loose.toggle(labels, own, axis);
        for down in [false, true] {
            let mut moved = loose;
            let mut left = if down { lines >> here >> 1 } else { lines & ((1 << here) - 1) };
            while left != 0 {
                moved.step(labels, own, axis, down);
                let bit = if down { 1 } else { 1 << moved.ends[own].blank[axis] };
                if left & bit != 0 {
                    let mut child = moved;
                    child.toggle(labels, own, axis);
                    visit(child);
                }
                left = if down { left >> 1 } else { left & !bit };
            }
        }
    }

    /// Fetches the entry of one end for an axis, and says where it is.
    #[inline(always)]
    pub(super) fn fetch(&self, tables: &Tables, own: usize, axis: usize) -> Spot {
        let line = usize::from(self.ends[own].blank[axis]);
        let home = usize::from(self.ends[1 - own].blank[axis]);
        let [plain, turned] = self.ends[own].texts[axis];
        if home < MIDDLE { tables.fetch(turned, 3 - line, 3 - home) } else { tables.fetch(plain, line, home) }
    }
}
