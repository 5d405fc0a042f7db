//! A position as a picture and a solution as a film: what a drawing needs to know, independent of the
//! puzzle family. Every picture (SVG, GIF, the exported page, the browser app) starts here.

use std::sync::Arc;

use super::colour::Colour;
use super::photo::Photo;

/// A row and a column, or a change of both. On a board that wraps they may lie outside of it.
pub type Place = (i32, i32);

/// What a cell of the board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Pieces stand here.
    Floor,
    /// Only some pieces may stand here.
    Gate,
    /// Outside of the board.
    Wall,
}

/// A piece: a tile or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What is written on it.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether the goal is about this piece.
    pub goal: bool,
    /// Where its anchor stands.
    pub at: Place,
    /// Its cells, seen from the anchor.
    pub shape: Vec<Place>,
}

impl Piece {
    /// The cells that it covers.
    pub fn cells(&self) -> impl Iterator<Item = Place> + '_ {
        self.shape.iter().map(|&(row, col)| (self.at.0 + row, self.at.1 + col))
    }
}

/// Where the goal wants a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The colour of the piece that is meant.
    pub colour: Colour,
    /// The cells that it must cover.
    pub cells: Vec<Place>,
}

/// A position, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// Whether the top joins the bottom, and whether the left side joins the right.
    pub wraps: (bool, bool),
    /// The cells in reading order.
    pub ground: Vec<Ground>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// What the goal asks for, where that is worth drawing.
    pub marks: Vec<Mark>,
    /// The picture on the pieces, where there is one.
    pub photo: Option<Cut>,
}

/// A picture that is cut up among the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The picture, which covers the board when every piece is where it belongs.
    pub photo: Arc<Photo>,
    /// Where every piece has its anchor then.
    pub places: Vec<Place>,
}

/// One piece travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The index of the piece in its scene.
    pub piece: usize,
    /// Its steps, one cell each; a flight is one longer step.
    pub path: Vec<Place>,
}

impl Scene {
    /// Moves a piece; around the edge where the board wraps.
    pub fn apply(&mut self, motion: &Motion) {
        let (wrap_rows, wrap_cols) = self.wraps;
        let (rows, cols) = (self.rows as i32, self.cols as i32);
        let at = &mut self.pieces[motion.piece].at;
        for step in &motion.path {
            *at = (at.0 + step.0, at.1 + step.1);
        }
        if wrap_rows {
            at.0 = at.0.rem_euclid(rows);
        }
        if wrap_cols {
            at.1 = at.1.rem_euclid(cols);
        }
    }

    /// The index of the piece that covers `place`, which lies on the board.
    #[must_use]
    pub fn piece_at(&self, place: Place) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.cells().any(|cell| self.on_board(cell) == place))
    }

    /// The place on the board that `place` is, seen around the edges.
    #[must_use]
    pub fn on_board(&self, (row, col): Place) -> Place {
        let fold = |at: i32, len: usize, wraps: bool| if wraps { at.rem_euclid(len as i32) } else { at };
        (fold(row, self.rows, self.wraps.0), fold(col, self.cols, self.wraps.1))
    }

    /// This position with a picture on its pieces, which is whole in `goal`, or here where there is none.
    #[must_use]
    pub fn with_photo(self, photo: Arc<Photo>, goal: Option<&Scene>) -> Scene {
        let places = goal.unwrap_or(&self).pieces.iter().map(|piece| piece.at).collect();
        Scene { photo: Some(Cut { photo, places }), ..self }
    }

    /// The cells that are not walls.
    #[must_use]
    pub fn floor(&self) -> Vec<Place> {
        self.cells_of(|ground| ground != Ground::Wall)
    }

    /// The cells outside of the board.
    #[must_use]
    pub fn walls(&self) -> Vec<Place> {
        self.cells_of(|ground| ground == Ground::Wall)
    }

    /// The gates.
    #[must_use]
    pub fn gates(&self) -> Vec<Place> {
        self.cells_of(|ground| ground == Ground::Gate)
    }

    fn cells_of(&self, wanted: impl Fn(Ground) -> bool) -> Vec<Place> {
        let place = |index: usize| ((index / self.cols) as i32, (index % self.cols) as i32);
        (0..self.ground.len()).filter(|&index| wanted(self.ground[index])).map(place).collect()
    }
}

/// One move of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// What moves.
    pub motion: Motion,
    /// The move in words.
    pub words: String,
    /// The gauge after the move.
    pub gauge: u32,
    /// The colour of the piece after the move, if that changes.
    pub colour: Option<Colour>,
}

/// A solution, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// What it shows.
    pub title: String,
    /// What the gauge measures, such as the Manhattan distance.
    pub gauge: String,
    /// The gauge before the first move.
    pub first: u32,
    /// The position before the first move.
    pub scene: Scene,
    /// The moves.
    pub shots: Vec<Shot>,
}

impl Film {
    /// The gauge before the first move and after every one.
    pub fn curve(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(self.first).chain(self.shots.iter().map(|shot| shot.gauge))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A film on a 2 x 3 board with a tile, an upright block and, where `wraps`, a way around.
    pub(crate) fn film(wraps: bool) -> Film {
        let piece = |label: &str, at, shape: &[Place]| Piece {
            label: label.into(),
            colour: Colour::of_block(0, false),
            goal: label == "A",
            at,
            shape: shape.to_vec(),
        };
        let shot = |path: &[Place], gauge| Shot {
            motion: Motion { piece: 0, path: path.to_vec() },
            words: "A moves".into(),
            gauge,
            colour: None,
        };
        Film {
            title: "A <test> & more".into(),
            gauge: "distance".into(),
            first: 2,
            scene: Scene {
                rows: 2,
                cols: 3,
                wraps: (wraps, wraps),
                ground: vec![Ground::Floor; 6],
                pieces: vec![piece("A", (0, 0), &[(0, 0)]), piece("b", (0, 1), &[(0, 0), (1, 0)])],
                marks: vec![Mark { colour: Colour::of_block(0, true), cells: vec![(1, 0)] }],
                photo: None,
            },
            shots: if wraps {
                vec![shot(&[(0, -1)], 1), shot(&[(1, 0)], 0)]
            } else {
                vec![shot(&[(1, 0)], 1), shot(&[(-1, 0)], 0)]
            },
        }
    }

    #[test]
    fn a_piece_comes_back_around_the_edge() {
        let film = film(true);
        let mut scene = film.scene.clone();
        scene.apply(&film.shots[0].motion);
        assert_eq!(scene.pieces[0].at, (0, 2));
        assert_eq!(scene.piece_at((0, 2)), Some(0));
        assert_eq!(scene.piece_at((1, 1)), Some(1));
        assert_eq!(scene.piece_at((0, 0)), None);
    }
}
