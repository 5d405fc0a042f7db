//! What a space must provide to be enumerated beyond memory: a division into windows, each worked on by one
//! thread or process at a time (delayed duplicate detection, Korf 2004).
//!
//! A level advances in two passes. First every window is *expanded*: successors that may lie in other
//! windows are sent there, sorted, as segments. Then every window *advances*: what was sent to it and the
//! successors of its own positions, minus what is known, are its part of the new level. Moves can be
//! undone, so the last two levels are all that has to be known.

use taquin_search::Limit;

use crate::error::Error;
use crate::segment::Segment;

/// Sends successors to the window they belong to.
pub type Send<'a> = &'a mut dyn FnMut(usize, Segment);

/// Reads the segment of a level, given its distance, that lies in a window.
pub type Read<'a> = &'a mut dyn FnMut(usize) -> Result<Segment, Error>;

/// A space that can be enumerated window by window.
pub trait Realm: std::marker::Send + Sync {
    /// A description of the space in bytes that no other space has.
    fn describe(&self) -> Vec<u8>;

    /// The name of the space.
    fn name(&self) -> String;

    /// How many positions there are, if that is known beforehand.
    fn size(&self) -> Option<u128>;

    /// How finely to divide it, so that a window is processed in about `bytes` bytes, if that is known, and there are
    /// at least `least` windows, if possible.
    fn fineness(&self, bytes: usize, least: usize) -> usize;

    /// How many windows a division has.
    fn windows(&self, fineness: usize) -> usize;

    /// Divides it, ready to be worked on.
    fn divide(&self, fineness: usize) -> Box<dyn Division + '_>;

    /// How often all windows are read when the whole space is gathered.
    fn rounds(&self) -> usize;

    /// Whether some of its positions may be goals ([`Division::goals`]), so that a second pass counts the
    /// distances to the nearest of them. Where the origin is the only goal there is nothing to add.
    fn has_goals(&self) -> bool {
        false
    }
}

/// A space divided into windows.
pub trait Division: std::marker::Send + Sync {
    /// Level 0: its only window that is not empty, and what is there.
    fn origin(&self) -> (usize, Segment);

    /// Whether a level of `count` positions is swept by words, with `room` bytes to do it in.
    fn is_dense(&self, count: u64, room: usize) -> bool;

    /// The bytes that a window of a dense level takes, beside what is read and written.
    fn sweep_bytes(&self) -> usize;

    /// Sends the successors of the positions of one window at distance `depth` to where they belong,
    /// holding about `room` bytes of them at most.
    fn expand(&self, depth: usize, window: usize, level: &Segment, dense: bool, room: usize, send: Send<'_>);

    /// The part of the level at distance `depth` that lies in one window: from what has been `sent`
    /// to it and the two levels before, with about `room` bytes to sort in.
    ///
    /// # Errors
    /// The memory limit, if that room cannot be had.
    fn advance(
        &self,
        depth: usize,
        window: usize,
        levels: [&Segment; 2],
        sent: &[Segment],
        dense: bool,
        room: usize,
    ) -> Result<Segment, Limit>;

    /// The goals among the positions of a window.
    fn goals(&self, _level: &Segment) -> Segment {
        Segment::default()
    }

    /// The first positions of one window at distance `depth`, at most `most`, in one line each.
    fn lines(&self, depth: usize, window: usize, level: &Segment, most: usize) -> Vec<String>;

    /// What a [`Gatherer`] receives of one window in one round, from all its `levels`.
    ///
    /// # Errors
    /// The errors of `read`.
    fn extract(&self, round: usize, window: usize, levels: usize, read: Read<'_>) -> Result<Vec<u8>, Error>;
}

/// Receives a whole space, after all its levels have been found and kept.
pub trait Gatherer {
    /// Begins, with the division and the counts of all levels.
    ///
    /// # Errors
    /// If nothing can be written.
    fn begin(&mut self, fineness: usize, counts: &[u64]) -> Result<(), Error>;

    /// Receives what was extracted of one window; windows come in order, round by round.
    ///
    /// # Errors
    /// If it cannot be written.
    fn take(&mut self, round: usize, window: usize, bytes: Vec<u8>) -> Result<(), Error>;

    /// Ends, when all have come.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end(&mut self) -> Result<(), Error>;
}

/// Gathers nothing.
impl Gatherer for () {
    fn begin(&mut self, _: usize, _: &[u64]) -> Result<(), Error> {
        Ok(())
    }

    fn take(&mut self, _: usize, _: usize, _: Vec<u8>) -> Result<(), Error> {
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
