//! Minimal puzzles: those of which no piece can be taken away without making them easier.
//!
//! A solution stays one when a piece that the goal does not ask for is taken away, so a puzzle never
//! gets harder by that. It gets easier if the piece was in the way, or stays as hard.

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
