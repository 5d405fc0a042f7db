//! The grid as the kernels see it: at most 25 cells, flat or torus, neighbours by direction, distances,
//! and the symmetries under which a pattern table can serve several patterns.

use taquin_tiles::{Direction, Geometry};

use crate::error::Error;

/// The most cells of a board on the GPU: 24 of them fill two words of 60 bits, the last is implied.
pub const MAX_CELLS: usize = 25;

/// Directions of the blank in the order of [`Direction::ALL`]; `k ^ 2` is the opposite of `k`.
pub(crate) const DIRECTIONS: usize = 4;

/// A grid of at most [`MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid(Geometry);

/// A symmetry of the grid, as the image of each cell.
pub(crate) type Symmetry = Vec<u8>;

impl Grid {
    /// The grid of `geometry`.
    ///
    /// # Errors
    /// If it has more than [`MAX_CELLS`] cells, or fewer than two rows or columns.
    pub(crate) fn new(geometry: Geometry) -> Result<Self, Error> {
        let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
        if rows < 2 || cols < 2 || rows.saturating_mul(cols) > MAX_CELLS {
            return Err(Error::Board { rows, cols });
        }
        Ok(Grid(geometry))
    }

    /// The geometry that it was made from.
    pub(crate) fn geometry(&self) -> Geometry {
        self.0
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.0.rows() as usize
    }

    /// The number of columns.
    pub(crate) fn cols(&self) -> usize {
        self.0.cols() as usize
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.0.cells() as usize
    }

    /// Whether the edges are joined.
    pub(crate) fn is_torus(&self) -> bool {
        self.0.is_torus()
    }

    /// The unit by which the lengths of solutions differ: two moves, but one on a torus with an odd side, around
    /// which a tile comes home with the other parity.
    pub(crate) fn unit(&self) -> u32 {
        if self.0.is_bipartite() { 2 } else { 1 }
    }

    /// The cell next to `cell` in direction `k`.
    pub(crate) fn neighbor(&self, cell: usize, k: usize) -> Option<usize> {
        self.0.neighbor(cell as u32, Direction::ALL[k]).map(|cell| cell as usize)
    }

    /// All cells next to `cell`.
    pub(crate) fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (0..DIRECTIONS).filter_map(move |k| self.neighbor(cell, k))
    }

    /// What the number of a cell changes by in direction `k`, where the step is not around the edge.
    pub(crate) fn delta(&self, k: usize) -> i64 {
        let length = if k.is_multiple_of(2) { self.cols() as i64 } else { 1 };
        if k < 2 { -length } else { length }
    }

    /// How many steps of [`Grid::delta`] the step from `cell` in direction `k` is: one, or around the edge
    /// all but one of the others back.
    pub(crate) fn steps(&self, cell: usize, k: usize) -> i64 {
        let to = self.neighbor(cell, k).expect("a step inside the grid") as i64;
        (to - cell as i64) / self.delta(k)
    }

    /// The Manhattan distance between two cells.
    pub(crate) fn distance(&self, a: usize, b: usize) -> usize {
        self.0.distance(a as u32, b as u32) as usize
    }

    /// The symmetries that keep straight lines straight, so all of a flat grid: eight of a square, four of
    /// another rectangle, the identity first.
    pub(crate) fn symmetries(&self) -> Vec<Symmetry> {
        let (rows, cols) = (self.rows(), self.cols());
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
        for (rows, cols, torus, count) in [(5, 5, false, 8), (3, 4, false, 4), (4, 4, true, 8)] {
            let grid = Grid::new(Geometry::new(rows, cols, torus)).unwrap();
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
    fn a_step_around_the_edge_goes_back() {
        let torus = Grid::new(Geometry::new(3, 4, true)).unwrap();
        let steps = |cell| [0, 1, 2, 3].map(|k| torus.steps(cell, k));
        assert_eq!(steps(0), [-2, -3, 1, 1]);
        assert_eq!(steps(5), [1; 4]);
        assert_eq!(steps(11), [1, 1, -2, -3]);
    }

    #[test]
    fn other_boards_are_refused() {
        for (rows, cols, torus) in [(5, 6, false), (6, 6, true), (1, 9, false)] {
            assert!(Grid::new(Geometry::new(rows, cols, torus)).is_err());
        }
    }
}
