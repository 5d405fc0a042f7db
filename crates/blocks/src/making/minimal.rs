//! Minimal puzzles: no piece can be removed without making them easier.
//!
//! Removing a piece that is not in the goal keeps every solution valid, so a puzzle never gets harder by
//! it; it gets easier or stays as hard.

use crate::compiled::atlas::SpotId;
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;

/// The spot of a piece that can be taken from `state` without making it easier, given whether the
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
