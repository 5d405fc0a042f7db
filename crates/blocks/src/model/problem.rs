//! A sliding-block puzzle as a description: board, pieces, goal and metric.
//!
//! Every format reads into a [`Problem`]; the engine is compiled from it.

use crate::error::Error;
use crate::model::grid::{Cell, Grid, Ground};
use crate::model::metric::Metric;
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// A piece as a format describes it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is called in pictures.
    pub name: char,
    /// The cells it covers at the start.
    pub cells: Vec<Cell>,
    /// How it may move.
    pub motion: Motion,
    /// Pieces of the same shape, motion and label are interchangeable.
    pub label: u32,
}

/// A condition of the goal: a piece of the same kind as `piece` covers exactly `cells`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The index of any piece of the kind that is meant.
    pub piece: usize,
    /// The cells it must cover.
    pub cells: Vec<Cell>,
}

/// What interchangeable pieces have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Their shape.
    pub shape: Shape,
    /// How they may move.
    pub motion: Motion,
    /// Distinguishes them from others of the same shape and motion.
    pub label: u32,
}

/// A validated puzzle.
///
/// Invariants: no piece overlaps another, stands on a wall or, without leave, on a gate; every
/// target has the shape of its kind and lies on ground where that kind may stand.
#[derive(Clone, Debug)]
pub struct Problem {
    grid: Grid,
    metric: Metric,
    pieces: Vec<Piece>,
    kinds: Vec<Kind>,
    kind_of: Vec<usize>,
    anchors: Vec<Cell>,
    goal: Vec<(usize, Cell)>,
}

impl Problem {
    /// A puzzle from its parts.
    ///
    /// # Errors
    /// Where a piece or a target does not fit, with its row and column.
    pub fn new(grid: Grid, metric: Metric, pieces: Vec<Piece>, targets: &[Target]) -> Result<Problem, Error> {
        let mut problem =
            Problem { grid, metric, pieces, kinds: vec![], kind_of: vec![], anchors: vec![], goal: vec![] };
        problem.sort_into_kinds()?;
        for target in targets {
            problem.add_target(target)?;
        }
        problem.goal.sort_unstable();
        problem.goal.dedup();
        problem.check_goal_overlap()?;
        Ok(problem)
    }

    /// A board and kinds of pieces, without any piece: the universe of all positions that have any
    /// number of them. The goal names kinds and anchors, which must be places for them.
    #[must_use]
    pub fn universe(grid: Grid, metric: Metric, kinds: Vec<Kind>, goal: Vec<(usize, Cell)>) -> Problem {
        Problem { grid, metric, pieces: vec![], kinds, kind_of: vec![], anchors: vec![], goal }
    }

    fn sort_into_kinds(&mut self) -> Result<(), Error> {
        let mut owner: Vec<Option<char>> = vec![None; self.grid.rows() * self.grid.cols()];
        for piece in &self.pieces {
            for &cell in &piece.cells {
                self.check_ground(cell, piece.motion, piece.name)?;
                if let Some(other) = owner[cell.index()].replace(piece.name) {
                    return Err(self.error(cell, format!("pieces {other} and {} overlap", piece.name)));
                }
            }
            let (shape, anchor) = Shape::of(&self.grid, &piece.cells);
            let kind = Kind { shape, motion: piece.motion, label: piece.label };
            if kind.motion.flies && kind.shape.size() > 1 {
                return Err(
                    self.error(anchor, format!("piece {} flies, but is not a single cell", piece.name))
                );
            }
            let index = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            self.kind_of.push(index);
            self.anchors.push(anchor);
        }
        Ok(())
    }

    fn add_target(&mut self, target: &Target) -> Result<(), Error> {
        let kind = self.kind_of[target.piece];
        let piece = &self.pieces[target.piece];
        for &cell in &target.cells {
            self.check_ground(cell, piece.motion, piece.name)?;
        }
        let (shape, anchor) = Shape::of(&self.grid, &target.cells);
        if shape != self.kinds[kind].shape {
            let problem = format!("the goal of piece {} has not the shape of the piece", piece.name);
            return Err(self.error(anchor, problem));
        }
        self.goal.push((kind, anchor));
        Ok(())
    }

    fn check_goal_overlap(&self) -> Result<(), Error> {
        let mut taken = vec![false; self.grid.rows() * self.grid.cols()];
        for &(kind, anchor) in &self.goal {
            for cell in self.cells_of(kind, anchor) {
                if std::mem::replace(&mut taken[cell.index()], true) {
                    return Err(self.error(cell, "two pieces overlap in the goal".into()));
                }
            }
        }
        Ok(())
    }

    fn check_ground(&self, cell: Cell, motion: Motion, name: char) -> Result<(), Error> {
        match self.grid.ground(cell) {
            Ground::Wall => Err(self.error(cell, format!("piece {name} stands on a wall"))),
            Ground::Gate if !motion.gates => {
                Err(self.error(cell, format!("piece {name} stands on a gate, which it may not")))
            }
            Ground::Floor | Ground::Gate => Ok(()),
        }
    }

    fn error(&self, cell: Cell, problem: String) -> Error {
        let (row, column) = self.grid.place(cell);
        Error::Grid { row: row + 1, column: column + 1, problem }
    }

    /// The board.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What counts as one move.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The same puzzle under another metric.
    #[must_use]
    pub fn with_metric(mut self, metric: Metric) -> Self {
        self.metric = metric;
        self
    }

    /// The pieces where they stand at the start.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Puts a piece where the caller knows that it fits.
    pub(crate) fn place(&mut self, piece: usize, anchor: Cell, cells: Vec<Cell>) {
        self.anchors[piece] = anchor;
        self.pieces[piece].cells = cells;
    }

    /// The kinds of pieces, in the order in which the pieces bring them in.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of the piece with this index.
    #[must_use]
    pub fn kind_of(&self, piece: usize) -> usize {
        self.kind_of[piece]
    }

    /// The anchor of the piece with this index.
    #[must_use]
    pub fn anchor_of(&self, piece: usize) -> Cell {
        self.anchors[piece]
    }

    /// The goal: for each entry, a piece of that kind has its anchor there.
    #[must_use]
    pub fn goal(&self) -> &[(usize, Cell)] {
        &self.goal
    }

    /// The cells of a piece of `kind` whose anchor is at `anchor`, which must be a place for it.
    ///
    /// # Panics
    /// If the piece does not fit there.
    #[must_use]
    pub fn cells_of(&self, kind: usize, anchor: Cell) -> Vec<Cell> {
        self.kinds[kind].shape.cells_at(&self.grid, anchor).expect("the piece fits there")
    }
}
