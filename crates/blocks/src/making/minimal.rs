//! Minimal puzzles: no piece can be removed without making them easier.
//!
//! If a piece that is not in the goal is removed, every solution stays valid, so the puzzle gets easier or stays as
//! hard.

use crate::compiled::atlas::SpotId;
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;

/// The spot of a piece that can be removed from `state` without making it easier, where the closure says whether the
/// rest is easier; `None` if `state` is minimal.
pub(crate) fn needless_piece<O: Word, C: Word, E>(
    blocks: &Blocks<O, C>,
    state: C,
    mut easier: impl FnMut(C) -> Result<bool, E>,
) -> Result<Option<SpotId>, E> {
    let mut spots = vec![];
    blocks.each_spot(state, |spot| spots.push(spot));
    for spot in spots.into_iter().filter(|&spot| !blocks.wanted(spot)) {
        if !easier(blocks.without(state, spot))? {
            return Ok(Some(spot));
        }
    }
    Ok(None)
}
