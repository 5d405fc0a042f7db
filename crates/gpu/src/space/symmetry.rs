//! The symmetries of a grid that fix a cell: those of the graph of its neighbours.
//!
//! They can be more than those of a rectangle. The torus of 4 x 4 cells is a hypercube, and a cell of it has
//! 24 of them.

use crate::grid::{Grid, Symmetry};

/// All symmetries of the graph that fix `cell`, the identity first.
pub(super) fn fixing(grid: Grid, cell: usize) -> Vec<Symmetry> {
    let mut order = vec![cell];
    for at in 0.. {
        let Some(&next) = order.get(at) else { break };
        for neighbor in grid.neighbors(next) {
            if !order.contains(&neighbor) {
                order.push(neighbor);
            }
        }
    }
    let mut search = Automorphisms { grid, order, image: vec![None; grid.cells()], found: Vec::new() };
    search.image[cell] = Some(cell);
    search.extend(1);
    search.found.sort();
    search.found
}

/// A search for symmetries that grows them cell by cell, breadth-first from the fixed one.
struct Automorphisms {
    grid: Grid,
    order: Vec<usize>,
    image: Vec<Option<usize>>,
    found: Vec<Symmetry>,
}

impl Automorphisms {
    /// Finds all symmetries that extend the images of the first `known` cells of the order.
    fn extend(&mut self, known: usize) {
        let Some(&cell) = self.order.get(known) else {
            self.found.push(self.image.iter().map(|to| to.expect("all are known") as u8).collect());
            return;
        };
        for to in 0..self.grid.cells() {
            let free = !self.image.contains(&Some(to));
            let adjacent = |a: usize, b: usize| self.grid.neighbors(a).any(|other| other == b);
            let keeps = |&before: &usize| {
                self.image[before].is_some_and(|image| adjacent(cell, before) == adjacent(to, image))
            };
            if free && self.order[..known].iter().all(keeps) {
                self.image[cell] = Some(to);
                self.extend(known + 1);
                self.image[cell] = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin_tiles::Geometry;

    use super::*;

    #[test]
    fn a_cell_of_a_hypercube_has_24() {
        for (rows, cols, torus, cell, count) in [
            (4, 4, true, 5, 24),
            (3, 3, true, 0, 8),
            (3, 5, true, 7, 4),
            (3, 5, false, 14, 1),
            (3, 5, false, 7, 4),
            (4, 4, false, 15, 2),
            (2, 4, true, 0, 6),
        ] {
            let grid = Grid::new(Geometry::new(rows, cols, torus)).unwrap();
            let all = fixing(grid, cell);
            assert_eq!(all.len(), count, "{rows} x {cols}");
            assert!(all[0].iter().zip(0..).all(|(&image, cell)| image == cell));
        }
    }
}
