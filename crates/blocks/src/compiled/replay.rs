//! A solution piece by piece: which piece moves, and along which path.
//!
//! States do not distinguish interchangeable pieces; people do. Following the moves from the start restores
//! the identity of every piece.

use std::collections::HashMap;

use crate::compiled::atlas::{NOWHERE, SpotId};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::model::grid::{Cell, Direction};
use crate::model::problem::Problem;

/// One move of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the piece in the problem.
    pub piece: usize,
    /// Where its anchor was.
    pub from: Cell,
    /// Where its anchor is now.
    pub to: Cell,
    /// The row and the column of that, counted from 0.
    pub place: (usize, usize),
    /// The way it took, cell by cell; empty for a flight.
    pub path: Vec<Direction>,
}

/// Translates `moves` from the start into steps of pieces.
///
/// # Panics
/// If a move is not legal: then a search is broken, and no answer is better than a wrong one.
#[must_use]
pub fn replay<O: Word, C: Word>(blocks: &Blocks<O, C>, moves: &[Move]) -> Vec<Step> {
    replay_from(blocks, blocks.problem(), moves).expect("the start is a position of its puzzle")
}

/// Translates `moves` from the start of `position`, another description of the same puzzle, into steps of its pieces;
/// `None` if it is not a position of the puzzle.
///
/// # Panics
/// If a move is not legal.
#[must_use]
pub fn replay_from<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    position: &Problem,
    moves: &[Move],
) -> Option<Vec<Step>> {
    let mut state = blocks.state_of(position)?;
    let mut piece_on: HashMap<SpotId, usize> = HashMap::new();
    for piece in 0..position.pieces().len() {
        let spot = blocks.spot_of(blocks.kind_like(position, piece)?, position.anchor_of(piece));
        piece_on.insert(spot?, piece);
    }
    let tell = |&mv: &Move| {
        let mut legal = false;
        blocks.each_move(state, &mut |known, _| legal |= known == mv);
        assert!(legal, "a solution has only legal moves");
        let path = way(blocks, state, mv);
        let piece = piece_on.remove(&mv.from).expect("a piece stands where a move begins");
        piece_on.insert(mv.to, piece);
        state = blocks.moved(state, mv);
        let (from, to) = (blocks.anchor_at(mv.from), blocks.anchor_at(mv.to));
        Step { piece, from, to, place: position.grid().place(to), path }
    };
    Some(moves.iter().map(tell).collect())
}

/// Translates one move of a state into a step. The piece is the first of its kind, since a state does not distinguish
/// them.
#[must_use]
pub fn told<O: Word, C: Word>(blocks: &Blocks<O, C>, state: C, mv: Move) -> Step {
    let problem = blocks.problem();
    let kind = blocks.kind_at(mv.from);
    let piece = (0..problem.pieces().len()).find(|&piece| problem.kind_of(piece) == kind);
    let (from, to) = (blocks.anchor_at(mv.from), blocks.anchor_at(mv.to));
    Step {
        piece: piece.expect("every kind has a piece"),
        from,
        to,
        place: problem.grid().place(to),
        path: way(blocks, state, mv),
    }
}

/// A shortest way for the piece of `mv` past the others; empty if it has to fly.
fn way<O: Word, C: Word>(blocks: &Blocks<O, C>, state: C, mv: Move) -> Vec<Direction> {
    let entry = |spot: SpotId| &blocks.entries[usize::from(spot)];
    let room = blocks.empty(state).or(entry(mv.from).mask);
    let mut came: HashMap<SpotId, (SpotId, Direction)> = HashMap::new();
    let mut queue = std::collections::VecDeque::from([mv.from]);
    while let Some(at) = queue.pop_front() {
        for (direction, &to) in Direction::ALL.into_iter().zip(&entry(at).next) {
            let fresh = to != NOWHERE && to != mv.from && !came.contains_key(&to);
            if fresh && entry(to).mask.minus(room).is_empty() {
                came.insert(to, (at, direction));
                queue.push_back(to);
            }
        }
    }
    let mut path = vec![];
    let mut at = mv.to;
    while let Some(&(before, direction)) = came.get(&at) {
        path.push(direction);
        at = before;
    }
    path.reverse();
    path
}
