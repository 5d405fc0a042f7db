//! What the slips are made of: orders of moves, heuristics and rankings that no assignment asks for.

use std::cell::Cell;

use taquin_search::{Cost, Heuristic, Ranking, SingleGoal};
use taquin_tiles::{Cells, Direction, Move, Order, Tiles};

/// A heuristic that takes the blank for a tile: it adds 1 where the blank is off its goal cell.
pub(crate) struct BlankCounted<H>(pub(crate) H);

impl<S: Cells, O: Order, H: Heuristic<Tiles<S, O>>> Heuristic<Tiles<S, O>> for BlankCounted<H> {
    type Memo = (H::Memo, Cost);

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> Self::Memo {
        (self.0.start(puzzle, state), Self::of_blank(puzzle, state))
    }

    fn step(&self, puzzle: &Tiles<S, O>, before: Self::Memo, after: &S, mv: Move) -> Self::Memo {
        (self.0.step(puzzle, before.0, after, mv), Self::of_blank(puzzle, after))
    }

    fn value(&self, memo: Self::Memo) -> Cost {
        self.0.value(memo.0) + memo.1
    }
}

impl<H> BlankCounted<H> {
    fn of_blank<S: Cells, O: Order>(puzzle: &Tiles<S, O>, state: &S) -> Cost {
        Cost::from(state.blank() != puzzle.goal().blank())
    }
}

/// By f and then by the number of the state.
pub(crate) struct SmallestNumber;

impl<S: Ord + Copy> Ranking<S> for SmallestNumber {
    type Key = (Cost, S);
    fn key(&self, state: &S, g: Cost, h: Cost) -> Self::Key {
        (g + h, *state)
    }
}

/// By f and then by the order of insertion.
#[derive(Default)]
pub(crate) struct FirstIn(Cell<u64>);

impl<S> Ranking<S> for FirstIn {
    type Key = (Cost, u64);
    fn key(&self, _: &S, g: Cost, h: Cost) -> Self::Key {
        self.0.set(self.0.get() + 1);
        (g + h, self.0.get())
    }
}

macro_rules! order {
    ($name:ident, $about:literal, $($direction:ident),+) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name;
        impl Order for $name {
            const DIRECTIONS: Option<[Direction; 4]> = Some([$(Direction::$direction),+]);
        }
    };
}
order!(UpDownLeftRight, "The blank goes up, down, left, right.", Up, Down, Left, Right);
order!(LeftRightUpDown, "The blank goes left, right, up, down.", Left, Right, Up, Down);
