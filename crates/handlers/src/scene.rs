//! Positions and solutions as the page draws them.

use serde::{Deserialize, Serialize};
use taquin::picture;

/// A position, drawn.
#[derive(Debug, Serialize)]
pub(crate) struct Scene {
    /// The drawing; each piece is a group with its index as `data-piece`.
    svg: String,
    rows: usize,
    cols: usize,
    /// Whether the top joins the bottom, and whether the left side joins the right.
    wraps: (bool, bool),
    pieces: Vec<Piece>,
    /// The cells outside of the board.
    walls: Vec<(i32, i32)>,
}

/// A piece of a position.
#[derive(Debug, Serialize)]
pub(crate) struct Piece {
    label: String,
    /// Its colour, as in `#d9480f`.
    colour: String,
    /// Whether the goal is about it.
    goal: bool,
    /// The row and the column of its anchor.
    at: (i32, i32),
    /// Its cells, seen from the anchor.
    shape: Vec<(i32, i32)>,
}

impl From<&picture::Piece> for Piece {
    fn from(piece: &picture::Piece) -> Self {
        Piece {
            label: piece.label.clone(),
            colour: piece.colour.to_string(),
            goal: piece.goal,
            at: piece.at,
            shape: piece.shape.clone(),
        }
    }
}

/// A position for a small picture, without a drawing of its own.
#[derive(Debug, Serialize)]
pub(crate) struct Sketch {
    rows: usize,
    cols: usize,
    pieces: Vec<Piece>,
    /// The cells outside of the board.
    walls: Vec<(i32, i32)>,
    /// For every cell the index of the piece that covers it, or -1.
    cells: Vec<i32>,
}

impl From<&picture::Scene> for Sketch {
    fn from(scene: &picture::Scene) -> Self {
        Sketch {
            rows: scene.rows,
            cols: scene.cols,
            pieces: scene.pieces.iter().map(Piece::from).collect(),
            walls: scene.walls(),
            cells: grid(scene),
        }
    }
}

impl From<&picture::Scene> for Scene {
    fn from(scene: &picture::Scene) -> Self {
        Scene {
            svg: picture::still(scene),
            rows: scene.rows,
            cols: scene.cols,
            wraps: scene.wraps,
            pieces: scene.pieces.iter().map(Piece::from).collect(),
            walls: scene.walls(),
        }
    }
}

/// One piece travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Motion {
    /// The index of the piece.
    pub(crate) piece: usize,
    /// Its steps as changes of row and column; a flight is one long step.
    pub(crate) path: Vec<(i32, i32)>,
}

impl From<Motion> for picture::Motion {
    fn from(Motion { piece, path }: Motion) -> Self {
        picture::Motion { piece, path }
    }
}

/// A solution, ready to be played.
#[derive(Debug, Serialize)]
pub(crate) struct Film {
    title: String,
    /// What the gauge measures.
    gauge: String,
    /// The gauge before the first move.
    first: u32,
    scene: Scene,
    shots: Vec<Shot>,
}

/// One move of a solution.
#[derive(Debug, Serialize)]
pub(crate) struct Shot {
    piece: usize,
    path: Vec<(i32, i32)>,
    /// The move in words.
    words: String,
    /// The gauge after the move.
    gauge: u32,
}

impl From<&picture::Film> for Film {
    fn from(film: &picture::Film) -> Self {
        let shot = |shot: &picture::Shot| Shot {
            piece: shot.motion.piece,
            path: shot.motion.path.clone(),
            words: shot.words.clone(),
            gauge: shot.gauge,
        };
        Film {
            title: film.title.clone(),
            gauge: film.gauge.clone(),
            first: film.first,
            scene: Scene::from(&film.scene),
            shots: film.shots.iter().map(shot).collect(),
        }
    }
}

/// Which piece covers each cell, in reading order: its index, or -1.
pub(crate) fn grid(scene: &picture::Scene) -> Vec<i32> {
    let mut cells = vec![-1; scene.rows * scene.cols];
    for (index, piece) in scene.pieces.iter().enumerate() {
        for cell in piece.cells() {
            let (row, col) = scene.on_board(cell);
            cells[row as usize * scene.cols + col as usize] = index as i32;
        }
    }
    cells
}
