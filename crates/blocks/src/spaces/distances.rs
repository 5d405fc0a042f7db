//! The distance to the goal of every state of a component, in memory and in a file.
//!
//! A file contains, little-endian: `TAQBLOCK`; the version; the length of a text and the text, which is the puzzle as
//! a plain picture; the size of a state and the number of states; the states, ascending; the distance of each in two
//! bytes, with all bits set where the goal cannot be reached; the CRC-32 of everything before it.

use std::io::{self, Write};

use taquin_search::Cost;

use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::error::Error;
use crate::format::{picture, plain};
use crate::model::problem::Problem;
use crate::search::levels::Levels;
use crate::search::sort::sort;

const MAGIC: &[u8; 8] = b"TAQBLOCK";
/// Raised with every change of the format.
const VERSION: u32 = 1;
/// What stands for a goal out of reach.
const NEVER: u16 = u16::MAX;

/// The distance to the goal of every state of a component, so that any of them is answered at once.
#[derive(Clone, Debug)]
pub struct Distances<C> {
    /// The states in order, and for each its distance; `Cost::MAX` where the goal is out of reach.
    states: Vec<C>,
    distances: Vec<Cost>,
}

impl<C: Word> Distances<C> {
    /// The distances of a component whose goals are level 0 of `levels`; on `threads` threads.
    #[must_use]
    pub fn new(levels: &Levels<C>, threads: usize) -> Self {
        Self::of_levels(levels, |depth| depth, threads)
    }

    /// The distances of a component without any goal, whatever its `levels` were counted from.
    #[must_use]
    pub fn never(levels: &Levels<C>, threads: usize) -> Self {
        Self::of_levels(levels, |_| Cost::MAX, threads)
    }

    fn of_levels(levels: &Levels<C>, distance: impl Fn(Cost) -> Cost, threads: usize) -> Self {
        let mut pairs: Vec<(C, Cost)> = Vec::with_capacity(levels.states().len());
        for depth in 0..levels.counts().len() as Cost {
            pairs.extend(levels.level(depth).iter().map(|&state| (state, distance(depth))));
        }
        sort(&mut pairs, threads);
        let (states, distances) = pairs.into_iter().unzip();
        Distances { states, distances }
    }

    /// The distance of `state`; `None` if it is not of the component or cannot reach the goal.
    #[must_use]
    pub fn of(&self, state: C) -> Option<Cost> {
        let at = self.states.binary_search(&state).ok()?;
        Some(self.distances[at]).filter(|&distance| distance != Cost::MAX)
    }

    /// The states with their distances; `None` if the goal is out of reach.
    pub fn all(&self) -> impl Iterator<Item = (C, Option<Cost>)> + '_ {
        let known = |&distance: &Cost| Some(distance).filter(|&distance| distance != Cost::MAX);
        self.states.iter().copied().zip(self.distances.iter().map(known))
    }

    /// A move that brings `state` nearer to the goal; `None` at the goal or where it is out of reach.
    #[must_use]
    pub fn next<O: Word>(&self, blocks: &Blocks<O, C>, state: C) -> Option<Move> {
        let here = self.of(state)?;
        let mut best = None;
        blocks.each_move(state, &mut |mv, after| {
            if best.is_none() && self.of(after).is_some_and(|there| there < here) {
                best = Some(mv);
            }
        });
        best
    }
}

impl<C: Word> Distances<C> {
    /// Writes the file.
    ///
    /// # Errors
    /// Those of `out`; also where a picture cannot show the start, or a distance takes more than two
    /// bytes.
    pub fn write<O: Word>(&self, blocks: &Blocks<O, C>, out: &mut dyn Write) -> io::Result<()> {
        let text = picture::write(blocks.problem())
            .ok_or_else(|| io::Error::other("a piece stands on a gate, which a picture cannot show"))?;
        let width = blocks.state_bits().div_ceil(8);
        let mut sum = Sum { out, hasher: crc32fast::Hasher::new() };
        sum.write(MAGIC)?;
        sum.write(&VERSION.to_le_bytes())?;
        sum.write(&(text.len() as u32).to_le_bytes())?;
        sum.write(text.as_bytes())?;
        sum.write(&(width as u32).to_le_bytes())?;
        sum.write(&(self.states.len() as u64).to_le_bytes())?;
        for state in &self.states {
            let bytes: Vec<u8> = (0..width).map(|at| state.slice(8 * at, 8).number() as u8).collect();
            sum.write(&bytes)?;
        }
        for &distance in &self.distances {
            let short = if distance == Cost::MAX { Some(NEVER) } else { u16::try_from(distance).ok() };
            let short = short.filter(|&short| short != NEVER || distance == Cost::MAX);
            sum.write(&short.ok_or_else(|| io::Error::other("a distance above 65,534"))?.to_le_bytes())?;
        }
        let check = sum.hasher.finalize();
        out.write_all(&check.to_le_bytes())
    }
}

/// A writer that keeps the checksum of what went through it.
struct Sum<'a> {
    out: &'a mut dyn Write,
    hasher: crc32fast::Hasher,
}

impl Sum<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }
}

/// The content of a file of distances, from which positions are answered without unpacking it.
#[derive(Clone, Debug)]
pub struct SavedDistances {
    problem: Problem,
    bytes: Vec<u8>,
    width: usize,
    count: usize,
    /// Where the states begin.
    states: usize,
}

impl SavedDistances {
    /// Reads the content of a file.
    ///
    /// # Errors If it is not such a file, or damaged.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Error> {
        let damaged = |what: &str| Error::Distances(what.to_string());
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("this is not a file of distances of blocks"));
        }
        let number = |at: usize, len: usize| -> Option<usize> {
            let field = bytes.get(at..at.checked_add(len)?)?;
            usize::try_from(field.iter().rev().fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte))).ok()
        };
        let short = || damaged("the file is cut short");
        if number(8, 4).ok_or_else(short)? != VERSION as usize {
            return Err(damaged("the file is of another version"));
        }
        let (body, check) = bytes.split_at_checked(bytes.len() - 4).ok_or_else(short)?;
        if crc32fast::hash(body).to_le_bytes() != check {
            return Err(damaged("the file is cut short or damaged"));
        }
        let len = number(12, 4).ok_or_else(short)?;
        let end = 16_usize.checked_add(len).ok_or_else(short)?;
        let text = bytes.get(16..end).and_then(|text| std::str::from_utf8(text).ok()).ok_or_else(short)?;
        let problem = plain::parse(text)?;
        let (width, count) = (number(end, 4).ok_or_else(short)?, number(end + 4, 8).ok_or_else(short)?);
        let states = end + 12;
        let size = width.checked_add(2).and_then(|size| size.checked_mul(count));
        if size.and_then(|size| size.checked_add(states + 4)) != Some(bytes.len()) {
            return Err(short());
        }
        Ok(SavedDistances { problem, bytes, width, count, states })
    }

    /// The puzzle whose component it is.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// How many positions it answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it answers none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many positions there are at each distance from the goal.
    #[must_use]
    pub fn levels(&self) -> Vec<u64> {
        let mut levels = Vec::new();
        let distances = &self.bytes[self.states + self.count * self.width..][..2 * self.count];
        for distance in distances.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)) {
            if distance != NEVER {
                levels.resize(levels.len().max(usize::from(distance) + 1), 0);
                levels[usize::from(distance)] += 1;
            }
        }
        levels
    }

    fn state<C: Word>(&self, index: usize) -> C {
        let bytes = &self.bytes[self.states + index * self.width..][..self.width];
        bytes.iter().enumerate().fold(C::default(), |state, (at, &byte)| {
            if 8 * at < C::BITS { state.or(C::spelled(byte.into(), 8 * at)) } else { state }
        })
    }

    /// The distance of `state`, a state of the file's own puzzle: `None` if it is not of the component,
    /// `Some(None)` if the goal is out of reach.
    #[must_use]
    #[allow(clippy::option_option, reason = "two questions, two answers")]
    pub fn of<C: Word>(&self, state: C) -> Option<Option<Cost>> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            let found: C = self.state(middle);
            if found == state {
                let at = self.states + self.count * self.width + 2 * middle;
                let distance = u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]);
                return Some((distance != NEVER).then_some(distance.into()));
            }
            if found < state { low = middle + 1 } else { high = middle }
        }
        None
    }

    /// The moves from `state` to the goal: `None` if it is not of the component, `Some(None)` if the goal
    /// is out of reach.
    #[must_use]
    #[allow(clippy::option_option, reason = "two questions, two answers")]
    pub fn solution<O: Word, C: Word>(&self, blocks: &Blocks<O, C>, state: C) -> Option<Option<Vec<Move>>> {
        let Some(mut left) = self.of(state)? else { return Some(None) };
        let (mut state, mut moves) = (state, vec![]);
        while left > 0 {
            let mut nearer = None;
            blocks.each_move(state, &mut |mv, after| {
                if nearer.is_none() && self.of(after) == Some(Some(left - 1)) {
                    nearer = Some((mv, after));
                }
            });
            // Only a file that was not written by this program has no nearer successor.
            let (mv, after) = nearer?;
            moves.push(mv);
            (state, left) = (after, left - 1);
        }
        Some(Some(moves))
    }
}
