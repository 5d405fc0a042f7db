//! The parts of the slips: orders of moves, heuristics and rankings that no assignment asks for, each chosen at run
//! time, so that one compiled search serves all slips of a program.

use std::cell::Cell;

use taquin_search::{Cost, Heuristic, Puzzle, Ranking, SingleGoal, Weighted};
use taquin_tiles::heuristic::{Manhattan, Misplaced};
use taquin_tiles::{AnyOrder, Cells, Direction, Geometry, Move, Packed16, Tiles};

use crate::slip::Slip;

/// A 3x3 board on which moves may come in any order.
pub(crate) type AnyTiles = Tiles<Packed16, AnyOrder>;

/// The order of moves with a slip, `usual` without one.
pub(crate) fn order(slip: Option<Slip>, usual: AnyOrder) -> AnyOrder {
    use Direction::{Down, Left, Right, Up};
    match slip {
        Some(Slip::Descending) => AnyOrder::Descending,
        Some(Slip::UpDownLeftRight) => AnyOrder::Directions([Up, Down, Left, Right]),
        Some(Slip::LeftRightUpDown) => AnyOrder::Directions([Left, Right, Up, Down]),
        Some(Slip::UpLeftDownRight) => AnyOrder::Directions([Up, Left, Down, Right]),
        Some(Slip::UpRightDownLeft) => AnyOrder::Directions([Up, Right, Down, Left]),
        _ => usual,
    }
}

/// The 3x3 torus with a slip: of its edges, or of the order of its successors, which ascend without one.
pub(crate) fn torus(slip: Option<Slip>) -> AnyTiles {
    let geometry = Geometry::new(3, 3, slip != Some(Slip::NoWrap));
    let goal = taquin_tiles::Board::blank_last(3, 3);
    Tiles::ordered(geometry, &goal, order(slip, AnyOrder::Ascending)).expect("nine cells fit a word")
}

/// A heuristic for tiles: misplaced tiles, or what is taken for them.
pub(crate) enum Guess {
    Misplaced,
    /// The blank is taken for a tile.
    BlankCounted,
    Manhattan(Manhattan),
    Nothing,
}

impl Guess {
    /// The heuristic with a slip, misplaced tiles without one.
    pub(crate) fn new(slip: Option<Slip>, puzzle: &AnyTiles) -> Self {
        match slip {
            Some(Slip::BlankCounted) => Guess::BlankCounted,
            Some(Slip::OtherDistance) => Guess::Manhattan(Manhattan::new(puzzle)),
            Some(Slip::NoHeuristic) => Guess::Nothing,
            _ => Guess::Misplaced,
        }
    }
}

impl Heuristic<AnyTiles> for Guess {
    type Memo = Cost;

    fn start(&self, puzzle: &AnyTiles, state: &Packed16) -> Cost {
        match self {
            Guess::Misplaced => Misplaced.start(puzzle, state),
            Guess::BlankCounted => {
                Misplaced.start(puzzle, state) + Cost::from(state.blank() != puzzle.goal().blank())
            }
            Guess::Manhattan(manhattan) => manhattan.start(puzzle, state),
            Guess::Nothing => 0,
        }
    }

    fn step(&self, puzzle: &AnyTiles, before: Cost, after: &Packed16, mv: Move) -> Cost {
        match self {
            Guess::Misplaced => Misplaced.step(puzzle, before, after, mv),
            Guess::BlankCounted => {
                let off = |blank| Cost::from(blank != puzzle.goal().blank());
                Misplaced.step(puzzle, before - off(mv.to), after, mv) + off(mv.from)
            }
            Guess::Manhattan(manhattan) => manhattan.step(puzzle, before, after, mv),
            Guess::Nothing => 0,
        }
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

/// A heuristic that may be left out.
pub(crate) struct Perhaps<H>(pub(crate) Option<H>);

impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for Perhaps<H> {
    type Memo = Option<H::Memo>;

    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        self.0.as_ref().map(|heuristic| heuristic.start(puzzle, state))
    }

    fn step(&self, puzzle: &P, before: Self::Memo, after: &P::State, mv: P::Move) -> Self::Memo {
        self.0.as_ref().zip(before).map(|(heuristic, before)| heuristic.step(puzzle, before, after, mv))
    }

    fn value(&self, memo: Self::Memo) -> Cost {
        self.0.as_ref().zip(memo).map_or(0, |(heuristic, memo)| heuristic.value(memo))
    }
}

/// Which of two nodes of equal priority leaves first.
#[derive(Clone, Copy)]
pub(crate) enum Ties {
    /// The one that the open list returns first.
    List,
    FirstIn,
    LastIn,
    SmallestNumber,
    LargestNumber,
}

/// By g + h, or by h alone, and then as `ties` says, where a state has a number.
pub(crate) struct Rank<N> {
    weights: Weighted,
    ties: Ties,
    number: N,
    /// How many keys were made.
    count: Cell<u64>,
}

impl<N> Rank<N> {
    pub(crate) fn new(slip: Option<Slip>, ties: Ties, number: N) -> Self {
        let weights = if slip == Some(Slip::HeuristicAlone) { Weighted::GREEDY } else { Weighted::A_STAR };
        Rank { weights, ties, number, count: Cell::new(0) }
    }
}

impl<S, N: Fn(&S) -> u64> Ranking<S> for Rank<N> {
    type Key = (Cost, u64);

    fn key(&self, state: &S, g: Cost, h: Cost) -> Self::Key {
        self.count.set(self.count.get() + 1);
        let then = match self.ties {
            Ties::List => 0,
            Ties::FirstIn => self.count.get(),
            Ties::LastIn => u64::MAX - self.count.get(),
            Ties::SmallestNumber => (self.number)(state),
            Ties::LargestNumber => u64::MAX - (self.number)(state),
        };
        (self.weights.key(state, g, h), then)
    }

    fn reopens(&self) -> bool {
        Ranking::<S>::reopens(&self.weights)
    }

    fn lower_bound(&self, smallest: Self::Key) -> Option<Cost> {
        Ranking::<S>::lower_bound(&self.weights, smallest.0)
    }
}
