//! A puzzle to solve: which family, which start, which goal.

use taquin_tiles::{Board, Direction, Geometry, GoalCells, Move, Solvability, solvability};

use crate::answer::Step;

/// A puzzle with its start and its goal.
#[derive(Clone, Debug)]
pub enum Instance {
    /// Sliding tiles.
    Tiles(TilesInstance),
}

/// Sliding tiles: a grid and two arrangements on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesInstance {
    /// The grid.
    pub geometry: Geometry,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
}

impl TilesInstance {
    /// Whether the goal can be reached, and why.
    #[must_use]
    pub fn solvability(&self) -> Solvability {
        solvability(&self.geometry, &self.start, &GoalCells::of(&self.goal))
    }

    /// Plays `moves` from the start and says which tile each of them moves where.
    ///
    /// # Panics
    /// If a move is not legal, or the moves do not end at the goal: then a search is broken, and no
    /// answer is better than a wrong one.
    #[must_use]
    pub fn replay(&self, moves: &[Move]) -> Vec<Step> {
        let mut board = self.start.clone();
        let steps = moves.iter().map(|&mv| self.step(&mut board, mv)).collect();
        assert!(board == self.goal, "a solution must end at the goal");
        steps
    }

    fn step(&self, board: &mut Board, Move { from, to }: Move) -> Step {
        assert_eq!(board.blank(), to, "a tile moves into the blank");
        let tile = board.tiles()[from as usize];
        // On a side of two cells both ways lead there; the one inside the board is the natural one.
        let inside = Geometry::new(self.geometry.rows(), self.geometry.cols(), false);
        let leads = |grid: &Geometry| {
            Direction::ALL.into_iter().find(|&direction| grid.neighbor(from, direction) == Some(to))
        };
        let direction =
            leads(&inside).or_else(|| leads(&self.geometry)).expect("a move joins two neighbours");
        board.slide(from);
        Step::Tile { tile, from, to, direction }
    }
}
