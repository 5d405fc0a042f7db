//! The sliding-tile puzzle: a grid, a goal and an order of moves, over either form of state.

use taquin_search::{Puzzle, Reversible, SingleGoal};

use crate::board::Board;
use crate::cells::{Cells, TABLED, tabled};
use crate::error::Error;
use crate::geometry::{Cell, Geometry};
use crate::order::{Near, Order, UpLeftDownRight};

/// The tile in cell `from` moves into the blank cell `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell that the tile leaves; the blank is there afterwards.
    pub from: Cell,
    /// The cell of the blank, where the tile arrives.
    pub to: Cell,
}

/// The puzzle of reaching one arrangement on a grid, with states of the form `S` and moves in the
/// order `O`.
#[derive(Clone, Debug)]
pub struct Tiles<S, O = UpLeftDownRight> {
    geometry: Geometry,
    goal: S,
    near: Box<[Near; TABLED]>,
    order: O,
}

impl<S: Cells, O: Order> Tiles<S, O> {
    /// The puzzle of reaching `goal` on the grid `geometry`.
    ///
    /// # Errors
    /// If the goal does not have the size of the grid, or more cells than the state can hold.
    pub fn new(geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        Self::ordered(geometry, goal, O::default())
    }

    /// The same with moves in the order that `order` says.
    ///
    /// # Errors
    /// As of [`Tiles::new`].
    pub fn ordered(geometry: Geometry, goal: &Board, order: O) -> Result<Self, Error> {
        fits::<S>(&geometry, goal)?;
        let mut near = Box::new([Near::default(); TABLED]);
        if tabled::<S>() {
            (0..geometry.cells())
                .for_each(|cell| near[cell as usize] = Near::new(&geometry, cell, order.directions()));
        }
        Ok(Tiles { geometry, goal: S::from_board(goal), near, order })
    }

    /// The grid.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The goal, borrowed.
    #[inline(always)]
    pub(crate) fn goal_state(&self) -> &S {
        &self.goal
    }

    /// The state that stands for `board`.
    ///
    /// # Errors
    /// If the board does not have the size of the grid.
    pub fn state(&self, board: &Board) -> Result<S, Error> {
        fits::<S>(&self.geometry, board)?;
        Ok(S::from_board(board))
    }

    /// The board that `state` stands for.
    #[must_use]
    pub fn board(&self, state: &S) -> Board {
        let tiles = (0..self.geometry.cells()).map(|cell| state.tile(cell)).collect();
        Board::from_permutation(self.geometry.rows(), self.geometry.cols(), state.blank(), tiles)
    }

    #[inline(always)]
    fn near(&self, blank: Cell) -> Near {
        if tabled::<S>() {
            self.near[blank as usize % TABLED]
        } else {
            Near::new(&self.geometry, blank, self.order.directions())
        }
    }
}

fn fits<S: Cells>(geometry: &Geometry, board: &Board) -> Result<(), Error> {
    geometry.expect_size(board)?;
    if geometry.cells() > S::MAX_CELLS {
        return Err(Error::TooLarge { cells: geometry.cells(), most: S::MAX_CELLS });
    }
    Ok(())
}

impl<S: Cells, O: Order> Puzzle for Tiles<S, O> {
    type State = S;
    type Move = Move;
    type Moves = Moves;

    const MAX_MOVES: u32 = 4;

    #[inline(always)]
    fn moves(&self, state: &S) -> Moves {
        let blank = state.blank();
        let near = self.near(blank);
        let mut from =
            if self.order.directions().is_none() { near.ascending(blank, state) } else { near.cells };
        if self.order.descends() {
            from[..near.len as usize].reverse();
        }
        Moves { from, to: blank, left: near.len }
    }

    #[inline(always)]
    fn moves_in_any_order(&self, state: &S) -> Moves {
        let near = self.near(state.blank());
        Moves { from: near.cells, to: state.blank(), left: near.len }
    }

    #[inline(always)]
    fn apply(&self, state: &mut S, mv: Move) {
        state.slide(mv.from, mv.to);
    }

    #[inline(always)]
    fn is_goal(&self, state: &S) -> bool {
        *state == self.goal
    }

    fn heap_bytes(&self, state: &S) -> usize {
        state.heap_bytes()
    }
}

impl<S: Cells, O: Order> Reversible for Tiles<S, O> {
    #[inline(always)]
    fn inverse(&self, mv: Move) -> Move {
        Move { from: mv.to, to: mv.from }
    }
}

impl<S: Cells, O: Order> SingleGoal for Tiles<S, O> {
    fn goal(&self) -> S {
        self.goal.clone()
    }
}

/// The moves of one board, in the puzzle's order.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    from: [Cell; 4],
    to: Cell,
    left: u32,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        // Shifting instead of indexing keeps the cells in registers.
        self.left = self.left.checked_sub(1)?;
        let [from, b, c, d] = self.from;
        self.from = [b, c, d, d];
        Some(Move { from, to: self.to })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::goal::GoalCells;
    use crate::order::{AnyOrder, Ascending, NorthEastSouthWest};
    use crate::packed::{Packed16, Packed25};
    use crate::random::RandomBoards;

    fn froms<O: Order>(geometry: Geometry, tiles: &[u32]) -> Vec<Cell> {
        let board = Board::new(geometry.rows(), geometry.cols(), tiles).unwrap();
        let puzzle = Tiles::<Packed16, O>::new(geometry, &board).unwrap();
        let small: Vec<Move> = puzzle.moves(&puzzle.state(&board).unwrap()).collect();
        let large: Vec<Move> = Tiles::<Board, O>::new(geometry, &board).unwrap().moves(&board).collect();
        assert_eq!(small, large);
        let order = O::default().directions().map_or(AnyOrder::Ascending, AnyOrder::Directions);
        let chosen = Tiles::<Packed16, AnyOrder>::ordered(geometry, &board, order).unwrap();
        assert!(chosen.moves(&chosen.state(&board).unwrap()).eq(small.iter().copied()));
        small.iter().map(|mv| mv.from).collect()
    }

    #[test]
    fn moves_come_in_the_order_of_the_directions() {
        let flat = Geometry::new(3, 3, false);
        let tiles = [1, 2, 3, 4, 0, 5, 6, 7, 8];
        assert_eq!(froms::<UpLeftDownRight>(flat, &tiles), [1, 3, 7, 5]);
        assert_eq!(froms::<NorthEastSouthWest>(flat, &tiles), [1, 5, 7, 3]);
        let corner = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(froms::<UpLeftDownRight>(flat, &corner), [3, 1]);
        assert_eq!(froms::<UpLeftDownRight>(Geometry::new(3, 3, true), &corner), [6, 2, 3, 1]);
    }

    #[test]
    fn both_ways_around_a_side_of_two_are_one_move() {
        let tiles = [1, 2, 3, 4, 5, 0];
        assert_eq!(froms::<UpLeftDownRight>(Geometry::new(2, 3, true), &tiles).len(), 3);
        assert_eq!(froms::<UpLeftDownRight>(Geometry::new(1, 6, true), &tiles).len(), 2);
        assert_eq!(froms::<UpLeftDownRight>(Geometry::new(1, 2, true), &[0, 1]).len(), 1);
        assert_eq!(froms::<UpLeftDownRight>(Geometry::new(1, 1, true), &[0]).len(), 0);
    }

    #[test]
    fn successors_ascend_by_number() {
        for (rows, cols, torus) in [(3, 3, true), (3, 3, false), (2, 4, true), (4, 2, false), (3, 2, true)] {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_last(rows, cols);
            let puzzle = Tiles::<Packed16, Ascending>::new(geometry, &goal).unwrap();
            let down = Tiles::<Packed16, _>::ordered(geometry, &goal, AnyOrder::Descending).unwrap();
            let mut state = puzzle.goal();
            for step in 0..2000 {
                let successors: Vec<_> =
                    puzzle.moves(&state).map(|mv| puzzle.successor(&state, mv)).collect();
                assert!(successors.is_sorted());
                let mut falling: Vec<_> = down.moves(&state).map(|mv| down.successor(&state, mv)).collect();
                falling.reverse();
                assert_eq!(falling, successors);
                state = successors[(step * step / 7 + step) % successors.len()];
            }
        }
    }

    #[test]
    fn both_forms_of_state_walk_alike() {
        for (rows, cols, torus) in [(4, 5, false), (5, 5, true), (1, 7, true), (5, 4, true)] {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_first(rows, cols);
            let small = Tiles::<Packed25, Ascending>::new(geometry, &goal).unwrap();
            let large = Tiles::<Board, Ascending>::new(geometry, &goal).unwrap();
            let (mut packed, mut board) = (small.goal(), large.goal());
            for step in 0..500 {
                let moves: Vec<Move> = small.moves(&packed).collect();
                assert_eq!(moves, large.moves(&board).collect::<Vec<_>>());
                let mv = moves[step * step % 11 % moves.len()];
                let before = packed;
                small.apply(&mut packed, mv);
                large.apply(&mut board, mv);
                assert_eq!(small.board(&packed), board);
                assert_eq!(small.successor(&packed, small.inverse(mv)), before);
            }
        }
    }

    proptest! {
        #[test]
        fn undoing_every_move_restores_the_board(
            (rows, cols, torus) in (1u32..6, 1u32..6, any::<bool>()),
            seed in any::<u64>(),
            choices in prop::collection::vec(0usize..12, 0..60),
        ) {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_last(rows, cols);
            let puzzle = Tiles::<Packed25, NorthEastSouthWest>::new(geometry, &goal).unwrap();
            let start = RandomBoards::new(geometry, GoalCells::of(&goal), seed).next().unwrap();
            let mut state = puzzle.state(&start).unwrap();
            let mut made = Vec::new();
            for choice in choices {
                let moves: Vec<Move> = puzzle.moves(&state).collect();
                if let Some(&mv) = moves.get(choice % moves.len().max(1)) {
                    puzzle.apply(&mut state, mv);
                    made.push(mv);
                }
            }
            for mv in made.into_iter().rev() {
                let back = puzzle.inverse(mv);
                prop_assert!(puzzle.moves(&state).any(|mv| mv == back));
                puzzle.apply(&mut state, back);
            }
            prop_assert_eq!(puzzle.board(&state), start);
        }
    }

    #[test]
    fn a_board_must_fit_the_grid_and_the_state() {
        let geometry = Geometry::new(4, 5, false);
        let goal = Board::blank_last(4, 5);
        let error = Tiles::<Packed16>::new(geometry, &goal).unwrap_err();
        assert_eq!(error, Error::TooLarge { cells: 20, most: 16 });
        assert!(Tiles::<Packed25>::new(geometry, &Board::blank_last(5, 4)).is_err());
    }

    #[test]
    fn a_flat_2x2_has_twelve_states() {
        let puzzle = Tiles::<Packed16>::new(Geometry::new(2, 2, false), &Board::blank_last(2, 2)).unwrap();
        let mut seen = HashSet::from([puzzle.goal()]);
        let mut open = vec![puzzle.goal()];
        while let Some(state) = open.pop() {
            open.extend(
                puzzle.moves(&state).map(|mv| puzzle.successor(&state, mv)).filter(|&s| seen.insert(s)),
            );
        }
        assert_eq!(seen.len(), 12);
    }
}
