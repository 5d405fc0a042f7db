//! All levels of a space in two bits a position, from the start and then from all goals that were seen.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use taquin_search::{Cost, Limit, Limits, Meter, Progress, Stats};

use super::LevelRun;
use super::block::Block;
use super::worker::{NumberedSpace, Sample, Worker};
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::spaces::numbering::Numbering;
use crate::spaces::whole::{Pass, Smallest};

/// A whole space in two bits a position.
pub(crate) struct WholeFlood<'a, O, C> {
    space: NumberedSpace<'a, O, C>,
    threads: usize,
}

impl<'a, O: Word, C: Word> WholeFlood<'a, O, C> {
    /// The space of all positions that have numbers, of which none is left out; nothing is marked.
    pub(crate) fn new(blocks: &'a Blocks<O, C>, numbering: Numbering<C>, threads: usize) -> Self {
        WholeFlood { space: NumberedSpace::new(blocks, numbering), threads: threads.max(1) }
    }

    /// Makes these states level 0.
    pub(crate) fn begin(&self, sources: &[C]) {
        for &source in sources {
            assert!(self.space.mark_state(source, 0), "every position has a number");
        }
    }

    /// Makes all goals that were seen level 0, and forgets the rest.
    pub(crate) fn begin_with_goals(&self) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let prefix = next.fetch_add(1, Relaxed);
                if prefix >= self.space.numbering.prefixes.len() {
                    return;
                }
                self.keep_goals(prefix);
            }
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
    }

    fn keep_goals(&self, prefix: usize) {
        let NumberedSpace { blocks, numbering, marks, fresh, .. } = &self.space;
        let this = &numbering.prefixes[prefix];
        let words = numbering.filling.words(this.free);
        let mut some = false;
        for suffix in numbering.suffixes_of(prefix) {
            let block = numbering.block(prefix, suffix);
            let mut open: Option<Block<O, C>> = None;
            for word in 0..words {
                let (mut seen, mut goals) = (marks.seen(block, words, word), 0);
                while seen != 0 {
                    let number = 64 * word + seen.trailing_zeros() as usize;
                    let open = open.get_or_insert_with(|| Block::new(blocks, numbering, this, suffix));
                    let (state, ..) = open.position(&numbering.filling, number);
                    if blocks.reached(state) {
                        goals |= seen & seen.wrapping_neg();
                    }
                    seen &= seen - 1;
                }
                some |= goals != 0;
                marks.begin_again(block, words, word, goals);
            }
        }
        fresh[0][prefix].store(some, Relaxed);
        fresh[1][prefix].store(false, Relaxed);
    }

    /// Goes from level to level until one is empty or lies beyond `depth`. Goals are not listed, as they
    /// are marked.
    pub(crate) fn run(&self, depth: Cost, limits: &Limits, progress: &mut dyn Progress) -> Pass<C> {
        let mut search = LevelRun {
            threads: self.threads,
            bytes: self.space.numbering.bytes(),
            meter: Meter::start(limits),
            stats: Stats::default(),
            levels: vec![],
            progress,
        };
        let mut workers: Vec<Worker<O, C>> = (0..self.threads).map(|_| Worker::new(&self.space)).collect();
        let (mut farthest, mut nearest_goal) = (Smallest::default(), None);
        let is_left =
            |depth: Cost| self.space.fresh[depth as usize % 2].iter().any(|fresh| fresh.load(Relaxed));
        let mut stopped = None;
        while is_left(search.levels.len() as Cost) {
            let level = search.levels.len() as Cost;
            if level > depth {
                stopped = Some(Limit::Depth);
                break;
            }
            workers.iter_mut().for_each(|worker| worker.sample = Some(Sample::default()));
            search.progress.bound(level);
            if let Err(limit) = search.expand(&self.space, &mut workers, level) {
                stopped = Some(limit);
                break;
            }
            search.count(&workers);
            farthest = Smallest::default();
            for sample in workers.iter_mut().filter_map(|worker| worker.sample.take()) {
                sample.smallest.into_sorted().into_iter().for_each(|state| farthest.push(state));
                nearest_goal = nearest_goal.or((sample.goals > 0).then_some(level));
            }
        }
        Pass {
            levels: search.levels,
            stopped,
            farthest: farthest.into_sorted(),
            nearest_goal,
            goals: vec![],
            states: None,
            peak_bytes: search.bytes,
            seconds: search.meter.seconds(),
        }
    }
}
