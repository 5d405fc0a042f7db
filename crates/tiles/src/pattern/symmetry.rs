//! The symmetries of a board: a table serves every board that a symmetry maps to it.

use crate::geometry::Geometry;

use super::space::{Cells, elements};

/// A permutation of the cells that keeps neighbours neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry {
    image: [u8; 64],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    #[must_use]
    pub fn identity() -> Self {
        Symmetry { image: std::array::from_fn(|cell| cell as u8) }
    }

    /// Reflections and rotations, and on a torus their combinations with all shifts; the one that
    /// changes nothing comes first. The board has at most 64 cells.
    #[must_use]
    pub fn all(geometry: Geometry) -> Vec<Symmetry> {
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let shifts = if geometry.is_torus() { (rows, cols) } else { (1, 1) };
        let mut all = vec![Symmetry::identity()];
        for transpose in [false, true].into_iter().take(if rows == cols { 2 } else { 1 }) {
            for turn in 0..4 * shifts.0 * shifts.1 {
                let (flip, down, right) = (turn % 4, turn / 4 % shifts.0, turn / 4 / shifts.0);
                let mut symmetry = Symmetry::identity();
                for cell in 0..rows * cols {
                    let (mut row, mut col) = (cell / cols, cell % cols);
                    if transpose {
                        (row, col) = (col, row);
                    }
                    row = (if flip & 1 == 1 { rows - 1 - row } else { row } + down) % rows;
                    col = (if flip & 2 == 2 { cols - 1 - col } else { col } + right) % cols;
                    symmetry.image[cell as usize] = (row * cols + col) as u8;
                }
                if !all.contains(&symmetry) {
                    all.push(symmetry);
                }
            }
        }
        all
    }

    /// Where a cell goes.
    #[inline(always)]
    #[must_use]
    pub fn image(&self, cell: u32) -> u32 {
        u32::from(self.image[cell as usize & 63])
    }

    /// Where a set of cells goes.
    #[must_use]
    pub fn image_of_set(&self, set: Cells) -> Cells {
        elements(set).fold(0, |image, cell| image | 1 << self.image(cell))
    }

    /// First this, then `next`.
    #[must_use]
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry { image: std::array::from_fn(|cell| next.image[self.image[cell] as usize]) }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let mut inverse = *self;
        for (cell, &image) in self.image.iter().enumerate() {
            inverse.image[image as usize] = cell as u8;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    #[test]
    fn neighbours_stay_neighbours() {
        let grids =
            [(4, 4, false, 8), (3, 4, false, 4), (3, 3, true, 72), (4, 4, true, 128), (2, 3, true, 12)];
        for (rows, cols, torus, count) in grids {
            let geometry = Geometry::new(rows, cols, torus);
            let all = Symmetry::all(geometry);
            assert_eq!(all.len(), count, "{geometry:?}");
            for symmetry in all {
                assert_eq!(symmetry.then(&symmetry.inverse()), Symmetry::identity());
                for cell in 0..geometry.cells() {
                    for next in Direction::ALL.into_iter().filter_map(|way| geometry.neighbor(cell, way)) {
                        let images = (symmetry.image(cell), symmetry.image(next));
                        assert_eq!(geometry.distance(images.0, images.1), 1);
                    }
                }
            }
        }
    }
}
