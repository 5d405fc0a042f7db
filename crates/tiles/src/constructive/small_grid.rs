//! A small rectangle of cells, with tables of neighbours and distances.

use crate::geometry::{Direction, Geometry};

/// The most cells of the rectangle.
pub(super) const MOST_CELLS: usize = 64;

/// Where no cell is.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A rectangle and the place of the blank in it.
#[derive(Clone, Debug)]
pub(super) struct SmallGrid {
    cells: usize,
    blank: usize,
    bipartite: bool,
    next: [[u8; 4]; MOST_CELLS],
    steps: [[u8; MOST_CELLS]; MOST_CELLS],
}

impl SmallGrid {
    /// The cells of a small grid, with the blank in one of them.
    pub(super) fn new(grid: &Geometry, blank: usize) -> Self {
        let cells = grid.cells() as usize;
        let mut frame = SmallGrid {
            cells,
            blank,
            bipartite: grid.is_bipartite(),
            next: [[NOWHERE; 4]; MOST_CELLS],
            steps: [[0; MOST_CELLS]; MOST_CELLS],
        };
        for cell in 0..cells {
            for direction in Direction::ALL {
                let next = grid.neighbor(cell as u32, direction);
                frame.next[cell][direction as usize] = next.map_or(NOWHERE, |next| next as u8);
            }
        }
        // Row by row and column by column: this is done for every piece of a solution.
        let width = grid.cols();
        let along = |a: u32, b: u32, len: u32| {
            let direct = a.abs_diff(b);
            if grid.is_torus() { direct.min(len - direct) } else { direct }
        };
        for a_row in 0..grid.rows() {
            for b_row in 0..grid.rows() {
                let rows = along(a_row, b_row, grid.rows());
                for a_col in 0..width {
                    let to = &mut frame.steps[(a_row * width + a_col) as usize][(b_row * width) as usize..];
                    for (b_col, steps) in (0..width).zip(to) {
                        *steps = (rows + along(a_col, b_col, width)) as u8;
                    }
                }
            }
        }
        frame
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Where the blank is.
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// Whether every way between two cells is as odd as any other.
    pub(super) fn is_bipartite(&self) -> bool {
        self.bipartite
    }

    /// The cell next to another, or [`NOWHERE`].
    #[inline(always)]
    pub(super) fn next(&self, cell: usize, direction: Direction) -> u8 {
        self.next[cell][direction as usize]
    }

    /// The fewest steps between two cells.
    #[inline(always)]
    pub(super) fn steps(&self, a: usize, b: usize) -> u16 {
        self.steps[a][b].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_say_what_the_grid_says() {
        for (rows, cols, torus) in [(3, 5, false), (8, 8, true), (2, 32, true), (1, 9, false)] {
            let grid = Geometry::new(rows, cols, torus);
            let frame = SmallGrid::new(&grid, 0);
            for a in 0..grid.cells() {
                for b in 0..grid.cells() {
                    assert_eq!(u32::from(frame.steps(a as usize, b as usize)), grid.distance(a, b));
                }
                for direction in Direction::ALL {
                    let next = grid.neighbor(a, direction).map_or(NOWHERE, |next| next as u8);
                    assert_eq!(frame.next(a as usize, direction), next);
                }
            }
        }
    }
}
