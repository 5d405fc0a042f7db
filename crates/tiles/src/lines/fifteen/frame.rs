//! A goal on four by four cells, and positions seen from both ends of a solution.
//!
//! Take the rows (the columns are the same, transposed). The tiles in reading order without the blank are a string that
//! only vertical moves change: one tile is carried over three. In a string of labels some tiles are alike, so that there
//! are few enough strings for a table. See [`label`] for the labels.
//!
//! A solution backwards leads from the goal to the position in as many moves. The string from there has, at each place
//! of the goal, the label of the place where that tile is now. Upside down a board has the same distances, so two
//! tables for each kind of labels, for the blank in the third row and in the fourth, serve every goal and every position.

use super::build::{Entry, MOST};
use super::numbering::{Numbering, Text, stepped};
use crate::pattern::bytes::Bytes;
use crate::prefetch::prefetch;

/// How many kinds of labels there are.
pub(super) const KINDS: usize = 2;

/// The label of a place in a line: its square of two by two cells, or its line.
///
/// Cells of a square are near each other, and so are the strings that look like the goal if these are its labels; then
/// few strings are near any of them, and the others are far away. But they cannot tell a board from the goal whose tiles
/// are in the right squares; lines of both axes can.
#[inline(always)]
pub(super) fn label(kind: usize, line: usize, place: usize) -> Text {
    (if kind == 0 { line / 2 * 2 + place / 2 } else { line }) as Text
}

/// The first line of the two that have tables.
pub(super) const MIDDLE: usize = 2;

/// The label that three tiles have.
const RARE: Text = 3;

/// The tables of each kind, for both lines of the blank.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) numbering: Numbering,
    pub(super) bytes: [[Bytes; 2]; KINDS],
}

impl Tables {
    /// How many tiles have each label.
    pub(super) const COUNTS: [usize; 4] = [4, 4, 4, 3];

    /// The labels of the goal with the blank in line `home`, in order. The line of the blank lacks its last one.
    pub(super) fn goal(kind: usize, home: usize) -> Text {
        let places =
            (0..4).flat_map(|line| (0..4 - usize::from(line == home)).map(move |place| (line, place)));
        let text = (0..)
            .zip(places)
            .fold(0, |text, (at, (line, place))| text | label(kind, line, place) << (2 * at));
        renamed(kind, text, home)
    }
}

/// The string with its labels named so that three tiles have the last one: the line of the blank has three.
#[inline(always)]
fn renamed(kind: usize, text: Text, home: usize) -> Text {
    let high = text >> 1 & 0x5555_5555;
    if kind == 1 && home != RARE as usize { text ^ high } else { text }
}

/// The cell at a place of a line of an axis: 0 for rows, 1 for columns.
#[inline(always)]
pub(super) fn cell(axis: usize, line: usize, place: usize) -> usize {
    if axis == 0 { 4 * line + place } else { 4 * place + line }
}

/// What one axis knows of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct Home {
    labels: [Text; KINDS],
    /// The lowest bit of its label in the string from the goal, as it is and upside down.
    shifts: [u8; 2],
}

/// A goal whose blank is in the last half of the rows and of the columns.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    homes: [[Home; 16]; 2],
    /// The line of its blank, for each axis.
    pub(super) blank: [usize; 2],
    /// The goal, four bits a cell, the first cell lowest.
    pub(super) goal: u64,
}

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(super) board: u64,
    /// For each axis and kind the string to the goal, and the one from the goal, as it is and upside down.
    texts: [[[Text; 3]; KINDS]; 2],
    /// For each axis the line of the blank.
    pub(super) blank: [u8; 2],
    /// For each axis and kind what the table says of the string to the goal.
    pub(super) entries: [[Entry; KINDS]; 2],
    /// The number of the node before it among those of the same depth.
    pub(super) parent: u32,
}

/// The ends of a solution from which a string is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The string to the goal.
    Here,
    /// The string from the goal.
    Goal,
}

impl Frame {
    /// For the goal with these tiles.
    pub(super) fn new(goal: [u8; 16]) -> Self {
        let at = goal.iter().position(|&tile| tile == 0).expect("a goal has a blank");
        let blank = [at / 4, at % 4];
        let mut homes = [[Home::default(); 16]; 2];
        for axis in [0, 1] {
            let (home, gap) = (blank[axis], blank[1 - axis]);
            for (line, place) in (0..16).map(|number| (number / 4, number % 4)) {
                let tile = goal[cell(axis, line, place)];
                let within = place - usize::from(line == home && place > gap);
                let shift = |line: usize, home: usize| {
                    let before = 4 * line + within - usize::from(line > home);
                    2 * before as u8
                };
                homes[axis][usize::from(tile)] = Home {
                    labels: std::array::from_fn(|kind| label(kind, line, within)),
                    shifts: [shift(line, home), shift(3 - line, 3 - home)],
                };
            }
        }
        Frame { homes, blank, goal: packed(goal) }
    }

    /// The position with these tiles.
    pub(super) fn node(&self, tiles: [u8; 16]) -> Node {
        let at = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
        let blank = [at / 4, at % 4];
        let mut node = Node { board: packed(tiles), blank: blank.map(|line| line as u8), ..Node::default() };
        for axis in [0, 1] {
            let (row, gap) = (blank[axis], blank[1 - axis]);
            let mut before = 0;
            for (line, place) in (0..16).map(|number| (number / 4, number % 4)) {
                let tile = tiles[cell(axis, line, place)];
                if tile == 0 {
                    continue;
                }
                let home = self.homes[axis][usize::from(tile)];
                let within = place - usize::from(line == row && place > gap);
                for (kind, texts) in node.texts[axis].iter_mut().enumerate() {
                    texts[0] |= home.labels[kind] << (2 * before);
                    texts[1] |= label(kind, line, within) << home.shifts[0];
                    texts[2] |= label(kind, 3 - line, within) << home.shifts[1];
                }
                before += 1;
            }
        }
        node
    }

    /// The tile at the third place of the blank's line counts as one of the first square of its line if the blank is
    /// before it: notes that it does, or that it does no more.
    #[inline(always)]
    fn toggle(&self, node: &mut Node, axis: usize) {
        if node.blank[1 - axis] < 2 {
            let at = cell(axis, usize::from(node.blank[axis]), 2);
            let home = self.homes[axis][(node.board >> (4 * at) & 15) as usize];
            node.texts[axis][0][1] ^= 1 << home.shifts[0];
            node.texts[axis][0][2] ^= 1 << home.shifts[1];
        }
    }

    /// Moves the blank by one line.
    #[inline(always)]
    fn step(&self, node: &mut Node, axis: usize, down: bool) {
        let (line, place) = (usize::from(node.blank[axis]), usize::from(node.blank[1 - axis]));
        let next = if down { line + 1 } else { line - 1 };
        let (from, to) = (4 * cell(axis, next, place), 4 * cell(axis, line, place));
        let tile = node.board >> from & 15;
        node.board ^= tile << from | tile << to;
        let home = self.homes[axis][tile as usize];
        for (kind, texts) in node.texts[axis].iter_mut().enumerate() {
            texts[0] = stepped(texts[0], line, down, place);
            // Upside down the same bits of the label change.
            let change = label(kind, line, 0) ^ label(kind, next, 0);
            texts[1] ^= change << home.shifts[0];
            texts[2] ^= change << home.shifts[1];
        }
        node.blank[axis] = next as u8;
    }

    /// Visits what the moves across the lines of `axis` make of a position that bring the blank to one of `lines`, a
    /// set of bits. The entries are not looked up.
    #[inline(always)]
    pub(super) fn moves(&self, node: &Node, axis: usize, lines: u8, mut visit: impl FnMut(Node)) {
        let here = node.blank[axis];
        if lines & !(1 << here) == 0 {
            return;
        }
        let mut loose = *node;
        self.toggle(&mut loose, axis);
        for down in [false, true] {
            let mut moved = loose;
            let mut left = if down { lines >> here >> 1 } else { lines & ((1 << here) - 1) };
            while left != 0 {
                self.step(&mut moved, axis, down);
                let bit = if down { 1 } else { 1 << moved.blank[axis] };
                if left & bit != 0 {
                    let mut child = moved;
                    self.toggle(&mut child, axis);
                    visit(child);
                }
                left = if down { left >> 1 } else { left & !bit };
            }
        }
    }

    /// The table and the number of an entry for an axis, by the labels of a kind, seen from one end.
    #[inline(always)]
    fn spot<'a>(
        &self,
        tables: &'a Tables,
        node: &Node,
        axis: usize,
        (kind, end): Seen,
    ) -> (&'a [Entry], usize) {
        let (line, home) = (usize::from(node.blank[axis]), self.blank[axis]);
        let [to, plain, turned] = node.texts[axis][kind];
        let (text, goal, at) = match end {
            End::Here => (to, home, line),
            End::Goal if line < MIDDLE => (turned, 3 - line, 3 - home),
            End::Goal => (plain, line, home),
        };
        let table = &tables.bytes[kind][goal - MIDDLE];
        (table, tables.numbering.index(renamed(kind, text, goal), at))
    }

    /// Finds an entry, fetches it and says where it is.
    #[inline(always)]
    pub(super) fn fetch(&self, tables: &Tables, node: &Node, axis: usize, seen: Seen) -> u32 {
        let (table, number) = self.spot(tables, node, axis, seen);
        prefetch(table, number);
        number as u32
    }

    /// The entry with a number that [`Frame::fetch`] gave.
    #[inline(always)]
    pub(super) fn entry(
        &self,
        tables: &Tables,
        node: &Node,
        axis: usize,
        (kind, end): Seen,
        number: u32,
    ) -> Entry {
        let line = match end {
            End::Here => self.blank[axis],
            End::Goal => usize::from(node.blank[axis].max(3 - node.blank[axis])),
        };
        tables.bytes[kind][line - MIDDLE][number as usize]
    }
}

/// A kind of labels, and the end from which their string is read.
pub(super) type Seen = (usize, End);

/// All of them. Those that rule out most come first.
pub(super) const SEEN: [Seen; 2 * KINDS] = [(0, End::Here), (0, End::Goal), (1, End::Here), (1, End::Goal)];

/// The fewest moves that an entry tells of.
#[inline(always)]
pub(super) fn fewest(entry: Entry) -> u8 {
    entry & MOST
}

/// The places where moves can begin if `left` are left: none if that is too few.
#[inline(always)]
pub(super) fn places(entry: Entry, left: u8) -> u8 {
    match fewest(entry).cmp(&left) {
        std::cmp::Ordering::Less => 15,
        std::cmp::Ordering::Equal if left == 0 => 15,
        std::cmp::Ordering::Equal => entry >> 4,
        std::cmp::Ordering::Greater => 0,
    }
}

fn packed(tiles: [u8; 16]) -> u64 {
    (0..).zip(tiles).fold(0, |board, (cell, tile)| board | u64::from(tile) << (4 * cell))
}
