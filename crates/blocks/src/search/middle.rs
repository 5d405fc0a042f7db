//! The path between two states whose distance is known: breadth-first from both until they meet, always on
//! the side with fewer states to expand.
//!
//! The path to a state from which the goal is one move away leads through no exit (see `exits`), or the
//! goal would be nearer; so exits are not entered, beyond which there are far too many positions.

use taquin_search::{Cost, Limit, Limits};

use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::exits::exits;
use crate::compiled::symmetry::Symmetries;
use crate::compiled::word::Word;
use crate::search::levels::Exploration;

/// The moves from one state to another that is `distance` moves away, on a path without exits.
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
    let [mut forth, mut back] = [from, to].map(|end| {
        let mut search = Exploration::start(blocks, &none, [end], &limits);
        search.barred = exits(blocks);
        search
    });
    while forth.levels.depth() + back.levels.depth() < distance {
        let smaller = if forth.frontier_len() <= back.frontier_len() { &mut forth } else { &mut back };
        smaller.expand_level(blocks, &none, &mut (), &|_| false)?;
    }
    let (forth, back) = (forth.levels, back.levels);
    let mut meeting = back.level(back.depth()).to_vec();
    meeting.sort_unstable();
    let meets = |state: &&C| meeting.binary_search(state).is_ok();
    let middle = *forth.level(forth.depth()).iter().find(meets).expect("both sides reach the middle");
    let mut moves = forth.path(blocks, &none, from, middle);
    let undone = back.path(blocks, &none, to, middle).into_iter().rev();
    moves.extend(undone.map(|mv| Move { from: mv.to, to: mv.from }));
    Ok(moves)
}
