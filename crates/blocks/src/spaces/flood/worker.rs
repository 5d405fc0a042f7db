//! One thread's share of a level: the blocks of some prefixes, expanded position by position.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use taquin_search::Cost;

use super::block::{Block, Lead, NONE};
use super::marks::{Marks, Place};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::spaces::filling::Filling;
use crate::spaces::numbering::Numbering;
use crate::spaces::whole::Smallest;

/// Some words of a plane of the blocks of one prefix, numbered through all of them.
pub(super) struct Piece {
    pub(super) prefix: usize,
    pub(super) begin: usize,
    pub(super) end: usize,
}

/// A prefix with more words than this is shared by several threads.
const WORDS: usize = 1 << 10;

/// What all threads share.
pub(super) struct NumberedSpace<'a, O, C> {
    pub(super) blocks: &'a Blocks<O, C>,
    pub(super) numbering: Numbering<C>,
    pub(super) marks: Marks,
    /// All words of the marks, as threads share them.
    pub(super) pieces: Vec<Piece>,
    /// By the parity of a level, then by prefix: whether it may have positions of the level.
    pub(super) fresh: [Vec<AtomicBool>; 2],
}

impl<'a, O: Word, C: Word> NumberedSpace<'a, O, C> {
    /// A space of which nothing is marked.
    pub(super) fn new(blocks: &'a Blocks<O, C>, numbering: Numbering<C>) -> Self {
        let nothing = || (0..numbering.prefixes.len()).map(|_| AtomicBool::new(false)).collect();
        let (marks, fresh) = (Marks::new(numbering.words()), [nothing(), nothing()]);
        let pieces = (0..numbering.prefixes.len()).flat_map(|prefix| {
            let words = numbering.filling.words(numbering.prefixes[prefix].free);
            let all = numbering.suffixes_of(prefix).len() * words;
            (0..all).step_by(WORDS).map(move |begin| Piece { prefix, begin, end: (begin + WORDS).min(all) })
        });
        let pieces = pieces.collect();
        NumberedSpace { blocks, numbering, marks, pieces, fresh }
    }

    /// The prefix of a position and the place of its bits; `None` if it has no number.
    fn locate(&self, state: C) -> Option<(usize, Place)> {
        let (numbering, filling) = (&self.numbering, &self.numbering.filling);
        let (prefix, suffix) = numbering.find(self.blocks, state)?;
        let mut cover = numbering.prefixes[prefix].cover;
        numbering.each_suffix_spot(suffix, |spot| cover |= numbering.covers[usize::from(spot)]);
        let free = filling.all() & !cover;
        let taken =
            filling.group.as_ref().map_or(0, |group| state.slice(group.first.into(), group.len).number());
        let number = Filling::number(filling.numbered(taken, free), &Filling::places(free));
        let words = filling.words(numbering.prefixes[prefix].free);
        Some((prefix, Place { block: numbering.block(prefix, suffix), words, number }))
    }

    /// Marks a state as one of the level `depth`; whether it has a number.
    pub(super) fn mark_state(&self, state: C, depth: Cost) -> bool {
        let Some((prefix, place)) = self.locate(state) else { return false };
        self.mark(prefix, place, depth);
        true
    }

    #[inline]
    fn mark(&self, prefix: usize, place: Place, depth: Cost) {
        if self.marks.mark(place, depth) {
            self.fresh[depth as usize % 2][prefix].store(true, Relaxed);
        }
    }
}

/// One thread.
pub(super) struct Worker<'a, O, C> {
    space: &'a NumberedSpace<'a, O, C>,
    /// By destination: where the last move there led, kept while one block is expanded.
    leads: Vec<Lead>,
    stamp: u32,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The state before the goal, and the move that reaches it.
    goal: Option<(C, Move)>,
    /// A summary of each level, if the whole space is counted.
    pub(super) sample: Option<Sample<C>>,
}

/// A summary of the positions that a thread has expanded in one level.
#[derive(Default)]
pub(super) struct Sample<C> {
    pub(super) smallest: Smallest<C>,
    pub(super) goals: u64,
}

impl<'a, O: Word, C: Word> Worker<'a, O, C> {
    pub(super) fn new(space: &'a NumberedSpace<'a, O, C>) -> Self {
        let leads = vec![Lead::nowhere(0, 0); space.blocks.entries.len()];
        Worker { space, leads, stamp: 0, expanded: 0, generated: 0, goal: None, sample: None }
    }

    /// Expands the positions of a piece that are of the level `depth`, up to the goal.
    pub(super) fn expand_piece(&mut self, piece: &Piece, depth: Cost) -> Option<(C, Move)> {
        let numbering = &self.space.numbering;
        let words = numbering.filling.words(numbering.prefixes[piece.prefix].free);
        let suffixes = numbering.suffixes_of(piece.prefix);
        let mut at = piece.begin;
        while at < piece.end && self.goal.is_none() {
            let (suffix, first) = (suffixes.start + at / words, at % words);
            let end = words.min(first + piece.end - at);
            self.expand_block(piece.prefix, suffix, first..end, depth);
            at += end - first;
        }
        self.goal.take()
    }

    /// Expands a state that has no number.
    pub(super) fn expand_alone(&mut self, state: C, depth: Cost) -> Option<(C, Move)> {
        self.expanded += 1;
        let (space, mut goal) = (self.space, None);
        space.blocks.each_move(state, &mut |mv, after| {
            self.generated += 1;
            if space.blocks.reached(after) {
                goal = goal.or(Some((state, mv)));
            } else {
                space.mark_state(after, depth + 1);
            }
        });
        goal
    }

    fn expand_block(&mut self, prefix: usize, suffix: usize, range: Range<usize>, depth: Cost) {
        let numbering = &self.space.numbering;
        let this = &numbering.prefixes[prefix];
        let words = numbering.filling.words(this.free);
        let block = numbering.block(prefix, suffix);
        let mut open: Option<Block<O, C>> = None;
        for word in range {
            let mut level = self.space.marks.take(block, words, word, depth);
            while level != 0 {
                let number = 64 * word + level.trailing_zeros() as usize;
                level &= level - 1;
                if open.is_none() {
                    self.stamp += 1;
                    open = Some(Block::new(self.space.blocks, numbering, this, suffix));
                }
                if let Some(open) = &open {
                    self.expand_position(open, prefix, Place { block, words, number }, depth);
                }
            }
        }
    }

    #[inline]
    fn expand_position(&mut self, open: &Block<O, C>, prefix: usize, place: Place, depth: Cost) {
        let space = self.space;
        let (blocks, numbering) = (space.blocks, &space.numbering);
        let filling = &numbering.filling;
        let (state, empty, numbered) = open.position(filling, place.number);
        let range = filling.group.as_ref().map_or(0..0, |group| group.first..group.first + group.len as u16);
        self.expanded += 1;
        let seeks = self.sample.is_none();
        if let Some(sample) = &mut self.sample {
            sample.smallest.push(state);
            sample.goals += u64::from(blocks.reached(state));
        }
        let (leads, stamp) = (&mut self.leads, self.stamp);
        let (generated, goal) = (&mut self.generated, &mut self.goal);
        blocks.each_move_into(state, empty, |mv, after| {
            *generated += 1;
            if seeks && goal.is_none() && blocks.reached(after) {
                *goal = Some((state, mv));
            }
            if range.contains(&mv.from) {
                let moved = numbered ^ 1 << (mv.from - range.start) ^ 1 << (mv.to - range.start);
                let number = Filling::number(moved, &open.places);
                return space.mark(prefix, Place { number, ..place }, depth + 1);
            }
            let lead = &mut leads[usize::from(mv.to)];
            if lead.stamp != stamp || lead.from != mv.from {
                *lead = open.lead(blocks, numbering, stamp, mv, after);
            }
            if lead.block == NONE {
                return;
            }
            let (vacated, taken) =
                (numbering.covers[usize::from(mv.from)], numbering.covers[usize::from(mv.to)]);
            let moved = filling.after(numbered, vacated, taken);
            let number = Filling::number(moved, &lead.places);
            space.mark(lead.prefix, Place { block: lead.block, words: lead.words, number }, depth + 1);
        });
    }
}
