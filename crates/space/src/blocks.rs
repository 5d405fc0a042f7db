//! A space of blocks, window by window: a state belongs to the window that its hash names.
//!
//! There is no numbering that all puzzles of blocks share, so a segment contains the packed states
//! themselves, ascending: each is written as its difference from the one before, up to the highest byte
//! that differs. A move may lead to a position of the same level; so both of the last two levels have to be
//! known.

use std::sync::Arc;

use taquin_blocks::format::picture;
use taquin_blocks::{Blocks, Problem, Scope, Task, Word, compile};
use taquin_search::Limit;

use crate::buffers::Buffers;
use crate::error::Error;
use crate::merge::merge;
use crate::realm::{Division, Read, Realm, Send};
use crate::segment::Segment;

/// Everything that can be reached from the start of a puzzle of blocks.
///
/// # Errors
/// If the puzzle is too large.
pub fn block_realm(problem: &Problem) -> Result<Arc<dyn Realm>, taquin_blocks::Error> {
    struct Own;
    impl Task for Own {
        type Output = Arc<dyn Realm>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Arc<dyn Realm> {
            Arc::new(BlockRealm { blocks: blocks.clone() })
        }
    }
    compile(problem, Scope::Reachable, Own)
}

/// The states of every level, from what a [`crate::Gatherer`] has received of all windows.
#[must_use]
pub fn block_levels<C: Word>(gathered: &[Vec<u8>]) -> Vec<Vec<C>> {
    let mut levels = Vec::new();
    for mut bytes in gathered.iter().map(Vec::as_slice) {
        let mut depth = 0;
        while let Some((len, rest)) = bytes.split_first_chunk() {
            let (segment, rest) = rest.split_at(u64::from_le_bytes(*len) as usize);
            if depth == levels.len() {
                levels.push(Vec::new());
            }
            levels[depth].extend(States::<C>::new(segment));
            depth += 1;
            bytes = rest;
        }
    }
    levels
}

struct BlockRealm<O, C> {
    blocks: Blocks<O, C>,
}

/// The beginning of the description of a space of blocks, which no board of tiles has.
const MARK: u32 = u32::MAX;
/// The number of windows: enough for each of them to fit into memory, few enough to be kept in files.
const WINDOWS: usize = 256;

impl<O: Word, C: Word> Realm for BlockRealm<O, C> {
    fn describe(&self) -> Vec<u8> {
        [&MARK.to_le_bytes(), format!("{:?}", self.blocks.problem()).as_bytes()].concat()
    }

    fn name(&self) -> String {
        let (line, metric) = (picture::start_line(self.blocks.problem()), self.blocks.metric());
        format!("{line}, metric {metric}, checksum {:08x}", crc32fast::hash(&self.describe()))
    }

    fn size(&self) -> Option<u128> {
        None
    }

    fn fineness(&self, _: usize, least: usize) -> usize {
        least.max(WINDOWS).next_power_of_two().ilog2() as usize
    }

    fn windows(&self, fineness: usize) -> usize {
        1 << fineness.min(30)
    }

    fn divide(&self, fineness: usize) -> Box<dyn Division + '_> {
        Box::new(Divided { blocks: &self.blocks, windows: self.windows(fineness) })
    }

    fn rounds(&self) -> usize {
        1
    }

    fn has_goals(&self) -> bool {
        !self.blocks.problem().goal().is_empty()
    }
}

struct Divided<'a, O, C> {
    blocks: &'a Blocks<O, C>,
    windows: usize,
}

impl<O: Word, C: Word> Divided<'_, O, C> {
    fn window(&self, state: C) -> usize {
        // The top bits are mixed best.
        ((u128::from(state.mixed()) * self.windows as u128) >> 64) as usize
    }
}

impl<O: Word, C: Word> Division for Divided<'_, O, C> {
    fn origin(&self) -> (usize, Segment) {
        let start = self.blocks.start();
        let mut writer = Writer::new(self.blocks.state_bits());
        writer.push(start);
        (self.window(start), writer.segment)
    }

    fn is_dense(&self, _: u64, _: usize) -> bool {
        false
    }

    fn sweep_bytes(&self) -> usize {
        0
    }

    fn expand(&self, _: usize, _: usize, level: &Segment, _: bool, room: usize, send: Send<'_>) {
        let mut write = |window: usize, states: &[C]| {
            let mut writer = Writer::new(self.blocks.state_bits());
            states.iter().for_each(|&state| writer.push(state));
            send(window, writer.segment);
        };
        let mut buffers = Buffers::new(self.windows, room);
        for state in States::<C>::new(&level.bytes) {
            self.blocks.each_move(state, &mut |_, after| buffers.push(self.window(after), after, &mut write));
        }
        buffers.finish(&mut write);
    }

    fn advance(
        &self,
        _: usize,
        _: usize,
        levels: [&Segment; 2],
        sent: &[Segment],
        _: bool,
        room: usize,
    ) -> Result<Segment, Limit> {
        let mut writer = Writer::new(self.blocks.state_bits());
        let lists = || sent.iter().map(|segment| States::<C>::new(&segment.bytes)).collect();
        let known = levels.map(|segment| States::new(&segment.bytes)).into();
        merge(&lists, known, (room / 2 / size_of::<C>()).max(1024), |state| writer.push(state));
        Ok(writer.segment)
    }

    fn goals(&self, level: &Segment) -> Segment {
        let mut writer = Writer::new(self.blocks.state_bits());
        let goals = States::<C>::new(&level.bytes).filter(|&state| self.blocks.reached(state));
        goals.for_each(|state| writer.push(state));
        writer.segment
    }

    fn lines(&self, _: usize, _: usize, level: &Segment, most: usize) -> Vec<String> {
        let states = States::<C>::new(&level.bytes).take(most);
        states.map(|state| picture::one_line(self.blocks, state)).collect()
    }

    /// Its part of every level, each with its length in front.
    fn extract(&self, _: usize, _: usize, levels: usize, read: Read<'_>) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        for depth in 0..levels {
            let segment = read(depth)?;
            bytes.extend((segment.bytes.len() as u64).to_le_bytes());
            bytes.extend(segment.bytes);
        }
        Ok(bytes)
    }
}

/// Writes states down, in ascending order.
struct Writer<C> {
    segment: Segment,
    last: C,
    /// The bytes of a state.
    width: usize,
}

impl<C: Word> Writer<C> {
    fn new(bits: usize) -> Self {
        Writer { segment: Segment::default(), last: C::default(), width: bits.div_ceil(8).max(1) }
    }

    fn push(&mut self, state: C) {
        let differs = state.xor(self.last);
        let byte = |at: usize| differs.slice(8 * at, 8).number() as u8;
        let len = (1..self.width).rev().find(|&at| byte(at) != 0).map_or(1, |at| at + 1);
        // A state has no more than 256 bytes.
        self.segment.bytes.push((len - 1) as u8);
        self.segment.bytes.extend((0..len).map(byte));
        self.segment.count += 1;
        self.last = state;
    }
}

/// The states of a segment.
struct States<'a, C> {
    bytes: &'a [u8],
    last: C,
}

impl<'a, C: Word> States<'a, C> {
    fn new(bytes: &'a [u8]) -> Self {
        States { bytes, last: C::default() }
    }
}

impl<C: Word> Iterator for States<'_, C> {
    type Item = C;

    fn next(&mut self) -> Option<C> {
        let (&len, rest) = self.bytes.split_first()?;
        let (bytes, rest) = rest.split_at(usize::from(len) + 1);
        self.bytes = rest;
        for (at, &byte) in bytes.iter().enumerate() {
            self.last = self.last.xor(C::spelled(byte.into(), 8 * at));
        }
        Some(self.last)
    }
}
