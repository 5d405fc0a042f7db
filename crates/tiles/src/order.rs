//! The order in which the moves of a board are generated; the outputs of some programs show it. The compiler
//! specialises the generator of moves for each order that is a type; [`AnyOrder`] is chosen at run time.

use std::fmt::Debug;

use crate::cells::Cells;
use crate::geometry::{Cell, Direction, Geometry};

/// An order of the moves of a board.
pub trait Order: Copy + Debug + Default {
    /// The order of the blank's directions, or `None` if the successors ascend by the number that
    /// is read from their tiles.
    fn directions(self) -> Option<[Direction; 4]>;

    /// Whether they descend by that number instead.
    #[inline(always)]
    fn descends(self) -> bool {
        false
    }
}

/// The blank goes up, left, down, right.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpLeftDownRight;

/// The blank goes north, east, south, west.
#[derive(Clone, Copy, Debug, Default)]
pub struct NorthEastSouthWest;

/// The successors ascend by the number read from their tiles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ascending;

/// An order that is chosen at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnyOrder {
    /// The blank goes in these directions.
    Directions([Direction; 4]),
    /// The successors ascend by the number read from their tiles.
    #[default]
    Ascending,
    /// The successors descend by the number read from their tiles.
    Descending,
}

impl Order for UpLeftDownRight {
    #[inline(always)]
    fn directions(self) -> Option<[Direction; 4]> {
        Some(Direction::ALL)
    }
}

impl Order for NorthEastSouthWest {
    #[inline(always)]
    fn directions(self) -> Option<[Direction; 4]> {
        Some([Direction::Up, Direction::Right, Direction::Down, Direction::Left])
    }
}

impl Order for Ascending {
    #[inline(always)]
    fn directions(self) -> Option<[Direction; 4]> {
        None
    }
}

impl Order for AnyOrder {
    fn directions(self) -> Option<[Direction; 4]> {
        match self {
            AnyOrder::Directions(directions) => Some(directions),
            AnyOrder::Ascending | AnyOrder::Descending => None,
        }
    }
    fn descends(self) -> bool {
        self == AnyOrder::Descending
    }
}

/// The cells that touch one cell, each once, in an order of directions or ascending. Places beyond
/// `len` hold the cell itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Near {
    pub(crate) cells: [Cell; 4],
    pub(crate) len: u32,
}

impl Near {
    pub(crate) fn new(geometry: &Geometry, cell: Cell, directions: Option<[Direction; 4]>) -> Self {
        let mut near = Near { cells: [cell; 4], len: 0 };
        for direction in directions.unwrap_or(Direction::ALL) {
            if let Some(next) = geometry.neighbor(cell, direction)
                && !near.cells[..near.len as usize].contains(&next)
            {
                near.cells[near.len as usize] = next;
                near.len += 1;
            }
        }
        if directions.is_none() {
            near.cells[..near.len as usize].sort_unstable();
        }
        near
    }

    /// These cells with the successors' numbers ascending, given that the cells ascend.
    ///
    /// A tile that leaves a cell before the blank puts a zero into a higher digit, the more so the
    /// earlier the cell; those from behind the blank put themselves into its digit. So the former
    /// ascend by cell and come first, and the latter ascend by tile.
    #[inline(always)]
    pub(crate) fn ascending<S: Cells>(&self, blank: Cell, state: &S) -> [Cell; 4] {
        // Places beyond the length hold the blank itself, whose 0 - 1 is the largest key. The sign
        // of the difference is a mask, where a comparison would become an unpredictable branch.
        let key = |cell: Cell| {
            let before = (cell.wrapping_sub(blank).cast_signed() >> 31).cast_unsigned();
            u64::from(state.tile(cell).wrapping_sub(1) & !before) << 32 | u64::from(cell)
        };
        let [a, b, c, d] = self.cells.map(key);
        let (a, b) = (a.min(b), a.max(b));
        let (c, d) = (c.min(d), c.max(d));
        let (a, c) = (a.min(c), a.max(c));
        let (b, d) = (b.min(d), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        [a as u32, b as u32, c as u32, d as u32]
    }
}
