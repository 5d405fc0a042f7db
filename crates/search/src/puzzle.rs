//! What a search needs to know about a puzzle.

use std::hash::Hash;

/// The cost of a move or of a path.
pub type Cost = u32;

/// A puzzle: its states, the moves between them and its goal.
///
/// One value describes one instance (geometry, rules, goal); states are small and cheap to clone.
pub trait Puzzle {
    /// A position. Equal positions are equal states.
    type State: Clone + Eq + Hash;
    /// A move. It carries both ends, so that it can be undone and drawn.
    type Move: Copy + Eq + std::fmt::Debug;
    /// The moves of one state; owned, so that a stack frame can hold it.
    type Moves: Iterator<Item = Self::Move>;

    /// The most moves that any state has. The smaller it is, the tighter nodes can be packed.
    const MAX_MOVES: u32 = 256;

    /// The moves that are possible in `state`, in an order that the puzzle documents.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// The same moves in any order, whichever is fastest.
    #[inline(always)]
    fn moves_in_any_order(&self, state: &Self::State) -> Self::Moves {
        self.moves(state)
    }

    /// Makes `mv`, which must be one of `moves(state)`.
    fn apply(&self, state: &mut Self::State, mv: Self::Move);

    /// Whether `state` satisfies the goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What `mv` costs; at least 1.
    fn cost(&self, _mv: Self::Move) -> Cost {
        1
    }

    /// The bytes that `state` owns beyond its own size, for the memory limit.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }

    /// The state after `mv`.
    fn successor(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.apply(&mut next, mv);
        next
    }
}

/// A puzzle whose every move can be undone.
pub trait Reversible: Puzzle {
    /// The move that undoes `mv`, at the same cost.
    fn inverse(&self, mv: Self::Move) -> Self::Move;
}

/// A reversible puzzle whose goal is exactly one state.
pub trait SingleGoal: Reversible {
    /// The one state for which `is_goal` holds.
    fn goal(&self) -> Self::State;
}
