//! The way between two states whose distance is known: breadth-first from both until they meet.

use taquin_search::{Cost, Limit, Limits};

use crate::blocks::{Blocks, Move};
use crate::levels::{End, Levels, explore_within};
use crate::symmetry::Symmetries;
use crate::word::Word;

/// The moves from one state to another that is `distance` moves away.
///
/// # Errors
/// The limit that is reached; half of the memory is for each side.
///
/// # Panics
/// If the states are farther apart.
pub(crate) fn way_between<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    (from, to): (C, C),
    distance: Cost,
    limits: &Limits,
) -> Result<Vec<Move>, Limit> {
    let none = Symmetries::none();
    let limits = Limits { memory: limits.memory.map(|bytes| bytes / 2), ..limits.clone() };
    let half = |source: C, depth: Cost| -> Result<Levels<C>, Limit> {
        let found = explore_within(blocks, &none, [source], depth, &limits, (), |_| false);
        match found.end {
            End::Stopped(limit) if limit != Limit::Depth => Err(limit),
            _ => Ok(found.levels),
        }
    };
    let near = distance / 2;
    let (forth, back) = (half(from, near)?, half(to, distance - near)?);
    let mut meeting = back.level(distance - near).to_vec();
    meeting.sort_unstable();
    let meets = |state: &&C| meeting.binary_search(state).is_ok();
    let middle = *forth.level(near).iter().find(meets).expect("both sides reach the middle");
    let mut moves = forth.path(blocks, &none, from, middle);
    let undone = back.path(blocks, &none, to, middle).into_iter().rev();
    moves.extend(undone.map(|mv| Move { from: mv.to, to: mv.from }));
    Ok(moves)
}
