//! The tables of an axis: labels, entries, and where they are.
//!
//! Take the rows (the columns are the same, transposed). The tiles in reading order without the blank are a string that
//! only vertical moves change: one tile is carried over three. In a string of labels some tiles are alike, so that there
//! are few enough strings for a table. Upside down a board has the same distances, so two tables, for goals with the blank
//! in the third row and in the fourth, serve every goal.

use super::build::{Entry, MOST};
use super::numbering::{BITS, LABELS, Numbering, Text};
use crate::pattern::bytes::Bytes;
use crate::prefetch::prefetch;

/// The first line of the two that have tables.
pub(super) const MIDDLE: usize = 2;

/// The labels of the left and the right half of each line.
///
/// Tiles with the same label are near each other in the goal, and so are the strings that look like it; then few strings
/// are near any of them, and the others are far away. Both last lines have the same label on the right, so that a blank
/// at the end of either leaves as many tiles of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labels([[Text; 2]; 4]);

impl Labels {
    /// Squares and halves of a square: 94,594,500 strings for each row of the blank, for many boards.
    pub(super) const FINE: Labels = Labels([[0, 1], [2, 1], [3, 4], [3, 4]]);

    /// Squares: 15,765,750 strings, for a few boards or little memory.
    pub(super) const COARSE: Labels = Labels([[0, 1], [0, 1], [2, 3], [2, 3]]);

    /// The label of a tile in a half of a line.
    #[inline(always)]
    pub(super) fn of(&self, line: usize, half: usize) -> Text {
        self.0[line][half]
    }

    /// The labels of the goal with the blank in line `home`, in order. The line of the blank lacks its last one.
    pub(super) fn goal(&self, home: usize) -> Text {
        let places =
            (0..4).flat_map(|line| (0..4 - usize::from(line == home)).map(move |place| (line, place)));
        (0..).zip(places).fold(0, |text, (at, (line, place))| text | self.of(line, place / 2) << (BITS * at))
    }

    /// The numbers of all strings.
    pub(super) fn numbering(&self) -> Numbering {
        let mut counts = [0; LABELS];
        self.0.iter().flatten().for_each(|&label| counts[label as usize] += 2);
        counts[self.of(3, 1) as usize] -= 1;
        Numbering::new(counts)
    }
}

/// The tables for both lines of the blank.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) labels: Labels,
    pub(super) numbering: Numbering,
    pub(super) bytes: [Bytes; 2],
}

/// Where an entry is: the number of its table, and its number there.
pub(super) type Spot = (u8, u32);

impl Tables {
    /// Where the entry of a string with the blank in line `line` is, for a goal with the blank in line `home`. It is
    /// fetched from memory.
    #[inline(always)]
    pub(super) fn fetch(&self, text: Text, line: usize, home: usize) -> Spot {
        let table = home - MIDDLE;
        let number = self.numbering.index(text, line);
        prefetch(&self.bytes[table], number);
        (table as u8, number as u32)
    }

    /// The entry that was fetched.
    #[inline(always)]
    pub(super) fn entry(&self, (table, number): Spot) -> Entry {
        self.bytes[usize::from(table)][number as usize]
    }
}

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
