//! One level of a breadth-first search, over bit arrays of one bit a position.
//!
//! Every move leads from one half of the planes to the other, and back. So the neighbours of level d
//! are exactly the levels d - 1 and d + 1, both in the other half; and that half holds level d - 1.
//! It becomes level d + 1 in place, word for word: what is collected from level d, less what is there.
//! No list of the positions seen is needed, threads write to blocks of their own and read what none
//! of them writes.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use taquin_search::Limit;

use crate::head::{At, Digits, is_odd};
use crate::pull::{Block, Level, Pull, inner_parity};
use crate::segment::Segment;
use crate::space::{Position, Space};
use crate::tail::Word;

/// The levels of one half of the planes.
pub(crate) struct Half {
    pub(crate) words: Vec<Word>,
    /// Which blocks hold anything.
    pub(crate) live: Vec<bool>,
    pub(crate) planes: usize,
    /// Which half it is.
    number: usize,
    /// The first block that it has; usually all blocks are there, or those of one window.
    first: usize,
}

impl Half {
    /// An empty level in these blocks, or `None` if there is no memory for it.
    pub(crate) fn new(space: &Space, number: usize, blocks: Range<usize>) -> Option<Self> {
        let len = blocks.len().checked_mul(space.stride(number))?;
        // Reserved, freed and allocated as zeros, which the system provides when a page is first used: filling this
        // much memory here would take longer than a limit allows.
        Vec::<Word>::new().try_reserve_exact(len).ok()?;
        let words = vec![0; len];
        let planes = space.halves()[number].len();
        Some(Half { words, live: vec![false; blocks.len()], planes, number, first: blocks.start })
    }

    /// Adds a position.
    pub(crate) fn insert(&mut self, space: &Space, position: Position) {
        self.words[space.word(position, self.first)] |= 1 << position.bit;
        self.live[position.at.block - self.first] = true;
    }

    /// Adds the positions of a segment whose numbers begin where the half does.
    pub(crate) fn add(&mut self, space: &Space, segment: &Segment) {
        let stride = space.stride(self.number);
        segment.add_to(&mut self.words, |word| self.live[word / stride] = true);
    }

    /// Every position of the level.
    pub(crate) fn positions(&self, space: &Space) -> impl Iterator<Item = Position> {
        let len = space.heads().block();
        let stride = self.planes * len;
        let live = (0..self.live.len()).filter(|&block| self.live[block]);
        live.flat_map(move |block| block * stride..(block + 1) * stride).flat_map(move |word| {
            let plane = space.halves()[self.number][word % stride / len];
            let at = At { block: self.first + word / stride, inner: word % len };
            let set = move |&bit: &u32| self.words[word] >> bit & 1 == 1;
            (0..Word::BITS).filter(set).map(move |bit| Position { plane, at, bit })
        })
    }

    pub(crate) fn level(&self) -> Level<'_> {
        Level { words: &self.words, live: &self.live, planes: self.planes, first: self.first }
    }
}

/// The tables that sweep a space, prepared once.
pub(crate) struct Sweep<'a> {
    space: &'a Space,
    /// For each half its planes in order: whether they are odd, and what they collect.
    plans: [Vec<(bool, Vec<Pull>)>; 2],
    /// The parity of the heads of a block, for blocks that are even and odd.
    parity: [Vec<bool>; 2],
    /// An empty block of one plane.
    zeros: Vec<Word>,
}

/// Called before each level and between blocks, with the part of the level that is done and the positions found in
/// it.
pub(crate) type Between<'a> = &'a mut dyn FnMut(f64, u64) -> Result<(), Limit>;

impl<'a> Sweep<'a> {
    pub(crate) fn new(space: &'a Space) -> Self {
        let mut plans = [Vec::new(), Vec::new()];
        for (plane, pulls) in space.planes().iter().zip(Pull::plan(space)) {
            plans[plane.half].push((plane.odd, pulls));
        }
        let even = inner_parity(space.heads());
        let odd = even.iter().map(|odd| !odd).collect();
        Sweep { space, plans, parity: [even, odd], zeros: vec![0; space.heads().block()] }
    }

    /// Turns `half` from level d - 1 into level d + 1, given level d. Returns the positions of the new
    /// level.
    ///
    /// # Errors The limit that `between`, called by this thread, returned; `half` is then unusable.
    pub(crate) fn run(
        &self,
        half: &mut Half,
        level: Level<'_>,
        threads: usize,
        between: Between<'_>,
    ) -> Result<u64, Limit> {
        between(0.0, 0)?;
        let heads = self.space.heads();
        let blocks = heads.blocks();
        let number = half.number;
        // A board of one cell has no planes in its other half.
        let stride = self.space.stride(number).max(1);
        // Some hundred jobs a thread: enough to end together, few enough not to wait for the lock.
        let batch = (blocks / threads / 128).clamp(1, 128);
        let jobs = half.words.chunks_mut(batch * stride).zip(half.live.chunks_mut(batch));
        let jobs = Mutex::new((0..).step_by(batch).zip(jobs));
        let stop = AtomicBool::new(false);
        let found = AtomicU64::new(0);
        let work = |between: &mut dyn FnMut(f64, u64) -> Result<(), Limit>| {
            let mut words = vec![0; heads.block()];
            while !stop.load(Ordering::Relaxed) {
                let job = jobs.lock().expect("no thread panics with the lock held").next();
                let Some((first, (targets, live))) = job else { break };
                let mut count = 0;
                for ((block, target), live) in (first..).zip(targets.chunks_exact_mut(stride)).zip(live) {
                    let new = self.block(number, block, level, target, &mut words);
                    *live = new > 0;
                    count += new;
                }
                let found = found.fetch_add(count, Ordering::Relaxed) + count;
                between((first + batch).min(blocks) as f64 / blocks as f64, found)
                    .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
            Ok(())
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..threads.min(blocks) {
                scope.spawn(|| work(&mut |_, _| Ok(())));
            }
            work(between)
        })?;
        Ok(found.into_inner())
    }

    /// The same for one block of the plan's half.
    fn block(
        &self,
        half: usize,
        number: usize,
        level: Level<'_>,
        target: &mut [Word],
        words: &mut [Word],
    ) -> u64 {
        let digits = self.space.heads().digits(At { block: number, inner: 0 });
        let mut count = 0;
        for (slot, target) in target.chunks_exact_mut(words.len()).enumerate() {
            words.fill(0);
            self.collect(half, slot, number, &digits, level, words);
            for (new, old) in words.iter().zip(target) {
                *old = new & !*old;
                count += u64::from(old.count_ones());
            }
        }
        count
    }

    /// Adds to the words of one block and plane what one move leads to from `level`.
    #[inline]
    pub(crate) fn collect(
        &self,
        half: usize,
        slot: usize,
        number: usize,
        digits: &Digits,
        level: Level<'_>,
        words: &mut [Word],
    ) {
        let (plane_odd, pulls) = &self.plans[half][slot];
        let odd = &self.parity[usize::from(is_odd(digits) ^ plane_odd)];
        let block = Block { heads: self.space.heads(), number, digits: *digits, odd, zeros: &self.zeros };
        for pull in pulls {
            pull.collect(&block, level, words);
        }
    }
}
