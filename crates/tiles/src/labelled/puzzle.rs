//! The puzzle that a search works on.

use taquin_search::{Puzzle, Reversible, SingleGoal};

use super::kinds::{Arrangement, Kinds};
use crate::paths::{Paths, Slide, Sliding};

/// The puzzle of reaching a goal of `kinds`, with states of at most `N` cells. Moves come by the cell of the blank;
/// each blank goes up, left, down, right, and each way as far as the metric lets it.
#[derive(Clone, Copy, Debug)]
pub struct Arranging<'a, const N: usize> {
    /// The kinds of tiles, the goals and what counts as one move.
    pub kinds: &'a Kinds,
}

impl<'a, const N: usize> Puzzle for Arranging<'a, N> {
    type State = Arrangement<N>;
    type Move = Slide;
    type Moves = LabelMoves<'a>;

    fn moves(&self, state: &Arrangement<N>) -> LabelMoves<'a> {
        let mut blanks = 0;
        for (cell, &kind) in state.0.iter().enumerate().take(self.kinds.cells()) {
            blanks |= u64::from(kind == 0) << cell;
        }
        LabelMoves::new(&self.kinds.paths, blanks)
    }

    #[inline]
    fn apply(&self, state: &mut Arrangement<N>, slide: Slide) {
        self.kinds.paths.singles(slide).for_each(|mv| state.0.swap(mv.from as usize, mv.to as usize));
    }

    fn is_goal(&self, state: &Arrangement<N>) -> bool {
        self.kinds.is_goal(&state.0)
    }
}

impl<const N: usize> Sliding for Arranging<'_, N> {
    fn paths(&self) -> &Paths {
        &self.kinds.paths
    }
}

impl<const N: usize> Reversible for Arranging<'_, N> {
    fn inverse(&self, slide: Slide) -> Slide {
        self.kinds.paths.inverse(slide)
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
pub struct LabelMoves<'a> {
    paths: &'a Paths,
    /// The blanks, one bit each.
    blanks: u64,
    /// Those whose moves are yet to come.
    left: u64,
    /// The number of the next path of the first of them.
    number: usize,
}

impl<'a> LabelMoves<'a> {
    /// The moves where the blanks have one bit each.
    pub(super) fn new(paths: &'a Paths, blanks: u64) -> Self {
        LabelMoves { paths, blanks, left: blanks, number: 0 }
    }
}

impl Iterator for LabelMoves<'_> {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        while self.left != 0 {
            let blank = self.left.trailing_zeros();
            if let Some(number) = self.paths.next(blank, self.number, self.blanks) {
                self.number = number + 1;
                return Some(Slide { blank, number: number as u32 });
            }
            self.left &= self.left - 1;
            self.number = 0;
        }
        None
    }
}
