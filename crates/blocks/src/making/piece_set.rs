//! A board and the number of pieces of each shape on it.
//!
//! The first piece is the goal piece. A set of pieces becomes one puzzle for each place that this piece may
//! have to reach, except places that are images of each other.

use std::str::FromStr;

use crate::compiled::symmetry::board_symmetries;
use crate::error::Error;
use crate::format::picture::spare_names;
use crate::model::grid::{Cell, Grid};
use crate::model::metric::Metric;
use crate::model::problem::{Piece, Problem, Target};
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// Some pieces of one shape.
///
/// As text: a shape, `2x1` or a picture such as `XX/X.`, after `3*` if there are three of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCount {
    /// How many there are.
    pub count: usize,
    /// What they look like.
    pub shape: Shape,
}

impl FromStr for PieceCount {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let Some((count, shape)) = text.split_once('*') else {
            return Ok(PieceCount { count: 1, shape: text.parse()? });
        };
        let wanted = |count: &usize| (1..=Grid::MOST_CELLS).contains(count);
        match count.trim().parse::<usize>().ok().filter(wanted) {
            Some(count) => Ok(PieceCount { count, shape: shape.parse()? }),
            None => Err(Error::Text {
                line: 1,
                column: 1,
                expected: "how many pieces, as in 3*2x1".into(),
                found: format!("'{count}'"),
            }),
        }
    }
}

/// A board and the pieces that are to stand on it, the goal piece first.
#[derive(Clone, Debug)]
pub struct PieceSet {
    grid: Grid,
    /// The shape of each piece.
    shapes: Vec<Shape>,
}

impl PieceSet {
    /// Pieces for a board.
    ///
    /// # Errors
    /// If there is no piece, or the board has too few cells for all of them.
    pub fn new(grid: Grid, pieces: &[PieceCount]) -> Result<Self, Error> {
        let cells = pieces.iter().map(|some| some.count.saturating_mul(some.shape.size()));
        if cells.fold(0_usize, usize::saturating_add) > grid.cells().count() {
            return Err(Error::Crowded);
        }
        let shapes: Vec<Shape> =
            pieces.iter().flat_map(|some| std::iter::repeat_n(&some.shape, some.count)).cloned().collect();
        if shapes.is_empty() { Err(Error::TooFewPieces) } else { Ok(PieceSet { grid, shapes }) }
    }

    /// The puzzle for each place of the goal piece, or only for that whose upper left corner is at
    /// `goal`. Its start is any position with the goal piece in its place.
    ///
    /// # Errors
    /// If the pieces do not fit on the board.
    pub fn problems(&self, metric: Metric, goal: Option<Cell>) -> Result<Vec<Problem>, Error> {
        let shape = &self.shapes[0];
        let mut known: Vec<Vec<Cell>> = vec![];
        let mut problems = vec![];
        for anchor in self.grid.cells() {
            let Some(mut cells) = shape.cells_at(&self.grid, anchor) else { continue };
            cells.sort_unstable();
            if goal.is_some_and(|corner| corner != self.corner(&cells)) || known.contains(&cells) {
                continue;
            }
            known.extend(self.images(&cells));
            let mut places = vec![cells];
            if self.fill(&self.shapes[1..], &mut places) {
                problems.push(self.problem(metric, places)?);
            }
        }
        if problems.is_empty() { Err(Error::Crowded) } else { Ok(problems) }
    }

    /// The upper left corner of the rectangle around `cells`.
    fn corner(&self, cells: &[Cell]) -> Cell {
        let places = || cells.iter().map(|&cell| self.grid.place(cell));
        let row = places().map(|place| place.0).min().expect("a piece has cells");
        let col = places().map(|place| place.1).min().expect("a piece has cells");
        self.grid.cell(row, col)
    }

    /// The images of `cells` under the reflections and rotations that preserve the set of pieces.
    fn images(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let kinds = |mut shapes: Vec<Shape>| {
            let first = shapes.remove(0);
            shapes.sort_unstable();
            (first, shapes)
        };
        let own = kinds(self.shapes.clone());
        let mut images = vec![];
        for map in board_symmetries(&self.grid) {
            let mapped = |cells: &[Cell]| cells.iter().map(|cell| map.to[cell.index()]).collect::<Vec<_>>();
            let turned = |shape: &Shape| {
                let mut places = self.grid.cells().filter_map(|anchor| shape.cells_at(&self.grid, anchor));
                places.next().map(|cells| Shape::of(&self.grid, &mapped(&cells)).0)
            };
            let turned: Option<Vec<Shape>> = self.shapes.iter().map(turned).collect();
            if turned.map(kinds).as_ref() == Some(&own) {
                let mut image = mapped(cells);
                image.sort_unstable();
                images.push(image);
            }
        }
        images
    }

    fn problem(&self, metric: Metric, places: Vec<Vec<Cell>>) -> Result<Problem, Error> {
        let target = Target { piece: 0, cells: places[0].clone() };
        let pieces = places.into_iter().zip(spare_names()).enumerate();
        let pieces = pieces.map(|(index, (cells, name))| {
            // The goal piece is itself, whatever the others look like.
            Piece { name, cells, motion: Motion::FREE, label: u32::from(index == 0) }
        });
        Problem::new(self.grid.clone(), metric, pieces.collect(), &[target])
    }

    /// Finds a place for each of `shapes` beside the pieces that are there.
    fn fill(&self, shapes: &[Shape], places: &mut Vec<Vec<Cell>>) -> bool {
        let Some((shape, rest)) = shapes.split_first() else { return true };
        for anchor in self.grid.cells() {
            let Some(cells) = shape.cells_at(&self.grid, anchor) else { continue };
            if places.iter().flatten().any(|cell| cells.contains(cell)) {
                continue;
            }
            places.push(cells);
            if self.fill(rest, places) {
                return true;
            }
            places.pop();
        }
        false
    }
}
