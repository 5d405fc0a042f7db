//! Lower bounds on the cost to the goal, computed incrementally.

use crate::puzzle::{Cost, Puzzle};

/// A lower bound on the cost from a state to the goal.
///
/// Invariants: `value` never exceeds the true cost, and stepping along a move gives the same memo
/// as starting afresh in the state that the move leads to.
pub trait Heuristic<P: Puzzle> {
    /// The value that is updated along the path: a number, or one number per table.
    type Memo: Copy;

    /// The memo of `state`, computed from scratch.
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// The memo of `after`, which `mv` has just led to, from the memo of the state before.
    fn step(&self, puzzle: &P, before: Self::Memo, after: &P::State, mv: P::Move) -> Self::Memo;

    /// The lower bound that a memo stands for.
    fn value(&self, memo: Self::Memo) -> Cost;
}

/// No knowledge: the bound is 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    type Memo = ();
    fn start(&self, _: &P, _: &P::State) {}
    fn step(&self, _: &P, (): (), _: &P::State, _: P::Move) {}
    fn value(&self, (): ()) -> Cost {
        0
    }
}

/// The larger of two bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Max<A, B>(pub A, pub B);

/// The sum of two bounds. Admissible only where they count disjoint costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum<A, B>(pub A, pub B);

macro_rules! compose {
    ($name:ident, $combine:expr) => {
        impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for $name<A, B> {
            type Memo = (A::Memo, B::Memo);
            fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
                (self.0.start(puzzle, state), self.1.start(puzzle, state))
            }
            fn step(&self, puzzle: &P, before: Self::Memo, after: &P::State, mv: P::Move) -> Self::Memo {
                (self.0.step(puzzle, before.0, after, mv), self.1.step(puzzle, before.1, after, mv))
            }
            fn value(&self, memo: Self::Memo) -> Cost {
                $combine(self.0.value(memo.0), self.1.value(memo.1))
            }
        }
    };
}
compose!(Max, std::cmp::Ord::max);
compose!(Sum, std::ops::Add::add);

impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for &H {
    type Memo = H::Memo;
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        (**self).start(puzzle, state)
    }
    fn step(&self, puzzle: &P, before: Self::Memo, after: &P::State, mv: P::Move) -> Self::Memo {
        (**self).step(puzzle, before, after, mv)
    }
    fn value(&self, memo: Self::Memo) -> Cost {
        (**self).value(memo)
    }
}
