//! Windows: the parts of a space that are worked on one at a time, each by one thread or process.
//!
//! A window is all positions whose heads begin with the same few digits. A move that changes none of
//! these stays in its window; with short rows that is nearly every move.

use std::ops::Range;

use crate::segment::Number;
use crate::space::Space;

/// The division of a space into windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Windows {
    /// How many digits the heads of a window share.
    prefix: usize,
    /// How many windows there are.
    count: usize,
    /// How many blocks each of them has.
    blocks: usize,
}

impl Windows {
    /// The windows that share `prefix` digits.
    pub(crate) fn new(space: &Space, prefix: usize) -> Self {
        let prefix = prefix.min(space.heads().split());
        let count = space.heads().prefixes(prefix);
        Windows { prefix, count, blocks: space.heads().blocks() / count }
    }

    /// The fewest windows of which none takes more than `bytes` of working memory, or the nearest division to that;
    /// and at least `least` windows, if possible.
    pub(crate) fn fitting(space: &Space, bytes: usize, least: usize) -> Self {
        let all = (0..=space.heads().split()).map(|prefix| Windows::new(space, prefix));
        let fits =
            |windows: &Windows| windows.count >= least && windows.working_bytes(space) <= bytes as u128;
        let finest = Windows::new(space, usize::MAX);
        // Finer windows would cost more in files and messages than they save.
        let bearable = |windows: &Windows| windows.count <= 1 << 12;
        all.filter(bearable).find(fits).unwrap_or_else(|| {
            let coarser = (0..=finest.prefix).rev().map(|prefix| Windows::new(space, prefix));
            coarser.into_iter().find(bearable).unwrap_or(finest)
        })
    }

    /// The bytes of three dense half levels of one window: the working memory of a dense level.
    pub(crate) fn working_bytes(&self, space: &Space) -> u128 {
        let planes = space.halves().iter().map(Vec::len).max().unwrap_or(0);
        3 * 8 * planes as u128 * self.blocks as u128 * space.heads().block() as u128
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many digits the heads of a window share.
    pub(crate) fn prefix(&self) -> usize {
        self.prefix
    }

    /// The window of a block.
    pub(crate) fn of(&self, block: usize) -> usize {
        block / self.blocks
    }

    /// The blocks of a window.
    pub(crate) fn blocks(&self, window: usize) -> Range<usize> {
        window * self.blocks..(window + 1) * self.blocks
    }

    /// The first number of a window in one half.
    pub(crate) fn start(&self, space: &Space, half: usize, window: usize) -> Number {
        (window * self.blocks) as Number * space.stride(half) as Number * 64
    }
}
