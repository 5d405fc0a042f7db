//! The puzzle that a search works on.

use taquin_search::{Puzzle, Reversible, SingleGoal};

use super::kinds::{Arrangement, Kinds};
use crate::geometry::{Direction, Geometry};
use crate::puzzle::Move;

/// The puzzle of reaching a goal of `kinds`, with states of at most `N` cells. Moves come by the cell of the blank;
/// each blank goes up, left, down, right.
#[derive(Clone, Copy, Debug)]
pub struct Arranging<'a, const N: usize> {
    /// The kinds of tiles and the goals.
    pub kinds: &'a Kinds,
}

impl<const N: usize> Puzzle for Arranging<'_, N> {
    type State = Arrangement<N>;
    type Move = Move;
    type Moves = LabelMoves;

    fn moves(&self, state: &Arrangement<N>) -> LabelMoves {
        let mut ways = [0_u64; 4];
        for (cell, near) in self.kinds.near.iter().enumerate().filter(|(cell, _)| state.0[*cell] == 0) {
            let mut bits = self.kinds.ways[cell];
            for &from in near {
                let bit = bits & bits.wrapping_neg();
                bits ^= bit;
                if state.0[from as usize] != 0 {
                    ways[cell / 16] |= u64::from(bit) << (cell % 16 * 4);
                }
            }
        }
        LabelMoves { geometry: self.kinds.geometry(), ways }
    }

    #[inline]
    fn apply(&self, state: &mut Arrangement<N>, mv: Move) {
        state.0.swap(mv.from as usize, mv.to as usize);
    }

    fn is_goal(&self, state: &Arrangement<N>) -> bool {
        self.kinds.is_goal(&state.0)
    }
}

impl<const N: usize> Reversible for Arranging<'_, N> {
    fn inverse(&self, mv: Move) -> Move {
        Move { from: mv.to, to: mv.from }
    }
}

/// For goals of one arrangement, as [`Kinds::only_goal`] tells.
impl<const N: usize> SingleGoal for Arranging<'_, N> {
    fn goal(&self) -> Arrangement<N> {
        let mut state = Arrangement([0; N]);
        let goal = self.kinds.only_goal().expect("a goal of one arrangement");
        state.0[..goal.len()].copy_from_slice(&goal);
        state
    }
}

/// The moves of an arrangement.
#[derive(Clone, Copy, Debug)]
pub struct LabelMoves {
    geometry: Geometry,
    /// Four bits for each cell: the directions in which a blank there can go.
    ways: [u64; 4],
}

impl Iterator for LabelMoves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let (word, bits) = self.ways.iter_mut().enumerate().find(|(_, bits)| **bits != 0)?;
        let at = bits.trailing_zeros();
        *bits &= *bits - 1;
        let to = word as u32 * 16 + at / 4;
        let from = self.geometry.neighbor(to, Direction::ALL[at as usize % 4])?;
        Some(Move { from, to })
    }
}
