//! A board of any size: the form that is read and written, and the state of boards that are too large for
//! one machine word.
//!
//! Invariant: the tiles are a permutation of 0 to R x C - 1, and `blank` is the cell of tile 0.

use crate::bits::BitSet;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::{Cell, Geometry};

/// A tile; 0 is the blank.
pub type Tile = u32;

/// An arrangement of the tiles on R x C cells.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u32,
    cols: u32,
    blank: Cell,
    tiles: Box<[Tile]>,
}

impl Board {
    /// The board with these tiles in reading order.
    ///
    /// # Errors
    /// If a side is not 1 to [`Geometry::MAX_SIDE`], or the tiles are not a permutation of 0 to
    /// `rows * cols - 1`.
    pub fn new(rows: u32, cols: u32, tiles: impl Into<Box<[Tile]>>) -> Result<Self, Error> {
        let tiles = tiles.into();
        let sides = 1..=Geometry::MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(Error::Side { rows: rows.into(), cols: cols.into() });
        }
        let cells = rows * cols;
        if tiles.len() != cells as usize {
            return Err(Error::Count { rows, cols, found: tiles.len() });
        }
        let mut seen = BitSet::new(cells);
        let mut repeated = None;
        let mut blank = 0;
        for (cell, &tile) in (0..).zip(&*tiles) {
            if tile >= cells {
                return Err(Error::Range { tile, largest: cells - 1 });
            }
            if !seen.insert(tile) {
                repeated = repeated.or(Some(tile));
            }
            if tile == 0 {
                blank = cell;
            }
        }
        match repeated {
            Some(tile) => Err(Error::Repeated { tile, missing: seen.first_missing() }),
            None => Ok(Board { rows, cols, blank, tiles }),
        }
    }

    /// The board whose tiles are known to be a permutation with the blank at `blank`.
    pub(crate) fn from_permutation(rows: u32, cols: u32, blank: Cell, tiles: Box<[Tile]>) -> Self {
        debug_assert_eq!(tiles[blank as usize], 0);
        Board { rows, cols, blank, tiles }
    }

    /// 1, 2, 3 ... with the blank in the last cell.
    ///
    /// # Panics
    /// If a side is not 1 to [`Geometry::MAX_SIDE`].
    #[must_use]
    pub fn blank_last(rows: u32, cols: u32) -> Self {
        let cells = Geometry::new(rows, cols, false).cells();
        let tiles = (1..cells).chain([0]).collect();
        Board { rows, cols, blank: cells - 1, tiles }
    }

    /// 1, 2, 3 ... clockwise around the edge and inwards, with the blank at the end.
    ///
    /// # Panics
    /// If a side is not 1 to [`Geometry::MAX_SIDE`].
    #[must_use]
    pub fn spiral(rows: u32, cols: u32) -> Self {
        let cells = Geometry::new(rows, cols, false).cells();
        let mut tiles = vec![0; cells as usize].into_boxed_slice();
        let (mut top, mut bottom, mut left, mut right) = (0, rows, 0, cols);
        let mut way = Vec::with_capacity(cells as usize);
        while top < bottom && left < right {
            let last = (bottom - 1, right - 1);
            way.extend((left..right).map(|col| (top, col)));
            way.extend((top + 1..bottom).map(|row| (row, last.1)));
            if top < last.0 && left < last.1 {
                way.extend((left..last.1).rev().map(|col| (last.0, col)));
                way.extend((top + 1..last.0).rev().map(|row| (row, left)));
            }
            (top, bottom, left, right) = (top + 1, last.0, left + 1, last.1);
        }
        for (tile, (row, col)) in (1..cells).zip(&way) {
            tiles[(row * cols + col) as usize] = tile;
        }
        let &(row, col) = way.last().expect("a board has a cell");
        Board { rows, cols, blank: row * cols + col, tiles }
    }

    /// 0, 1, 2, 3 ...: the blank in the first cell.
    ///
    /// # Panics
    /// If a side is not 1 to [`Geometry::MAX_SIDE`].
    #[must_use]
    pub fn blank_first(rows: u32, cols: u32) -> Self {
        let cells = Geometry::new(rows, cols, false).cells();
        Board { rows, cols, blank: 0, tiles: (0..cells).collect() }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The tiles in reading order.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles, by value.
    pub(crate) fn into_tiles(self) -> Box<[Tile]> {
        self.tiles
    }

    /// The cell of the blank.
    #[must_use]
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// Slides the tile of cell `from` into the blank. The caller knows that the cells touch.
    #[inline]
    pub fn slide(&mut self, from: Cell) {
        self.tiles.swap(from as usize, self.blank as usize);
        self.blank = from;
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles.chunks(self.cols as usize)).finish()
    }
}

impl Cells for Board {
    const MAX_CELLS: u32 = Geometry::MAX_SIDE * Geometry::MAX_SIDE;

    fn from_board(board: &Board) -> Self {
        board.clone()
    }
    #[inline]
    fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell as usize]
    }
    #[inline]
    fn blank(&self) -> Cell {
        self.blank
    }
    #[inline]
    fn slide(&mut self, from: Cell, to: Cell) {
        debug_assert_eq!(to, self.blank);
        self.slide(from);
    }
    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_permutations_of_the_right_size_are_boards() {
        assert_eq!(Board::new(2, 2, [1, 2, 3, 0]).unwrap(), Board::blank_last(2, 2));
        assert_eq!(Board::new(0, 2, []), Err(Error::Side { rows: 0, cols: 2 }));
        assert_eq!(Board::new(40000, 2, []), Err(Error::Side { rows: 40000, cols: 2 }));
        assert_eq!(Board::new(2, 2, [1, 2, 0]), Err(Error::Count { rows: 2, cols: 2, found: 3 }));
        assert_eq!(Board::new(2, 2, [1, 2, 4, 0]), Err(Error::Range { tile: 4, largest: 3 }));
        assert_eq!(Board::new(2, 2, [1, 1, 2, 0]), Err(Error::Repeated { tile: 1, missing: 3 }));
        assert_eq!(Board::new(1, 1, [0]).unwrap().blank(), 0);
    }
}
