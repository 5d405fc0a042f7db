//! The flat grid as the kernels see it: at most 25 cells, neighbours by direction, distances, and
//! the symmetries under which a pattern table can serve several patterns.

use taquin_tiles::{Direction, Geometry};

use crate::error::Error;

/// The most cells of a board on the GPU: 24 of them fill two words of 60 bits, the last is implied.
pub const MAX_CELLS: usize = 25;

/// Directions of the blank in the order of [`Direction::ALL`]; `k ^ 2` is the opposite of `k`.
pub(crate) const DIRECTIONS: usize = 4;

/// A flat grid of at most [`MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    rows: usize,
    cols: usize,
}

/// A symmetry of the grid, as the image of each cell.
pub(crate) type Symmetry = Vec<u8>;

impl Grid {
    /// The grid of `geometry`.
    ///
    /// # Errors
    /// If it is a torus or has more than [`MAX_CELLS`] cells, or fewer than two rows or columns.
    pub(crate) fn new(geometry: Geometry) -> Result<Self, Error> {
        let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
        if geometry.is_torus() || rows < 2 || cols < 2 || rows.saturating_mul(cols) > MAX_CELLS {
            return Err(Error::Board { rows, cols, torus: geometry.is_torus() });
        }
        Ok(Grid { rows, cols })
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// The cell next to `cell` in direction `k`.
    pub(crate) fn neighbor(&self, cell: usize, k: usize) -> Option<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        match Direction::ALL[k] {
            Direction::Up => (row > 0).then(|| cell - self.cols),
            Direction::Left => (col > 0).then(|| cell - 1),
            Direction::Down => (row + 1 < self.rows).then(|| cell + self.cols),
            Direction::Right => (col + 1 < self.cols).then(|| cell + 1),
        }
    }

    /// All cells next to `cell`.
    pub(crate) fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (0..DIRECTIONS).filter_map(move |k| self.neighbor(cell, k))
    }

    /// The Manhattan distance between two cells.
    pub(crate) fn distance(&self, a: usize, b: usize) -> usize {
        (a / self.cols).abs_diff(b / self.cols) + (a % self.cols).abs_diff(b % self.cols)
    }

    /// All symmetries of the grid: eight of a square, four of another rectangle, the identity first.
    pub(crate) fn symmetries(&self) -> Vec<Symmetry> {
        let (rows, cols) = (self.rows, self.cols);
        let mut all = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != cols {
                continue;
            }
            for (flip_rows, flip_cols) in [(false, false), (true, false), (false, true), (true, true)] {
                all.push(
                    (0..rows * cols)
                        .map(|cell| {
                            let (mut row, mut col) = (cell / cols, cell % cols);
                            if flip_rows {
                                row = rows - 1 - row;
                            }
                            if flip_cols {
                                col = cols - 1 - col;
                            }
                            if transpose {
                                std::mem::swap(&mut row, &mut col);
                            }
                            (row * cols + col) as u8
                        })
                        .collect(),
                );
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_neighbours() {
        for (rows, cols, count) in [(5, 5, 8), (3, 4, 4)] {
            let grid = Grid::new(Geometry::new(rows, cols, false)).unwrap();
            let all = grid.symmetries();
            assert_eq!(all.len(), count);
            for image in &all {
                for a in 0..grid.cells() {
                    for b in grid.neighbors(a) {
                        assert_eq!(grid.distance(image[a].into(), image[b].into()), 1);
                    }
                }
            }
        }
    }

    #[test]
    fn other_boards_are_refused() {
        for (rows, cols, torus) in [(5, 6, false), (4, 4, true), (1, 9, false)] {
            assert!(Grid::new(Geometry::new(rows, cols, torus)).is_err());
        }
    }
}
