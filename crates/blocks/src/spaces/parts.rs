//! All components of a piece set, on all threads: positions that a move joins are united (a disjoint-set
//! forest, Galler and Fischer 1964, whose links are changed by compare and exchange alone).
//!
//! Invariant: a link leads to a smaller position. So there are no cycles, the root of a component is its
//! smallest state, and the order of the unions does not matter.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

use taquin_search::{Limit, Limits, Meter};

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;

/// One component of a piece set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component<C> {
    /// Its smallest state.
    pub first: C,
    /// How many states it has.
    pub states: u64,
    /// How many of them satisfy the goal.
    pub goals: u64,
}

/// All components of the piece set, the largest first, on `threads` threads; `None` if a limit was reached.
#[must_use]
pub fn components<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    threads: usize,
    limits: &Limits,
) -> Option<Vec<Component<C>>> {
    // Its state, its link and the number of its component.
    let each = size_of::<C>() + 2 * size_of::<AtomicU32>();
    let most = (limits.memory.unwrap_or(usize::MAX) / each).min(u32::MAX as usize);
    let mut all = vec![];
    let counts: Vec<usize> = blocks.atlas.groups.iter().map(|group| group.start.len()).collect();
    let mut meter = Meter::start(limits);
    let listed = blocks.each_placement_of(&counts, C::default(), blocks.floor, |state, _| {
        all.push(state);
        let seen = all.len() as u64;
        let stop = all.len() > most || meter.due(seen) && meter.check(seen, 0).is_err();
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if listed.is_break() {
        return None;
    }
    crate::search::sort::sort(&mut all, threads);
    let mut parts = parts(blocks, &all, threads, limits).ok()?;
    parts.sort_by_key(|part| std::cmp::Reverse(part.states));
    Some(parts)
}

/// The components of `all`, which are ascending and closed under moves, by their smallest states.
pub(crate) fn parts<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    all: &[C],
    threads: usize,
    limits: &Limits,
) -> Result<Vec<Component<C>>, Limit> {
    let forest = Forest { links: (0..all.len() as u32).map(AtomicU32::new).collect() };
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |look: &mut dyn FnMut(u64) -> Result<(), Limit>| -> Result<(), Limit> {
        while !stop.load(Relaxed) {
            let begin = next.fetch_add(CHUNK, Relaxed);
            if begin >= all.len() {
                break;
            }
            for at in begin..(begin + CHUNK).min(all.len()) {
                // A move can be undone, so it is enough to look at those that lead upwards.
                blocks.each_move(all[at], &mut |_, after| {
                    if after > all[at] {
                        let other = all[at..].binary_search(&after).expect("moves keep the piece set");
                        forest.unite(at as u32, (at + other) as u32);
                    }
                });
            }
            look(begin as u64)?;
        }
        Ok(())
    };
    let mut meter = Meter::start(limits);
    let threads = if all.len() < SMALL { 1 } else { threads.max(1) };
    let ended = taquin_search::host::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work(&mut |_| Ok(())));
        }
        let ended = work(&mut |seen| if meter.due(seen) { meter.check(seen, 0) } else { Ok(()) });
        stop.store(ended.is_err(), Relaxed);
        ended
    });
    ended?;
    let mut parts: Vec<Component<C>> = vec![];
    // By root: the number of its part. A root comes before all others of its component.
    let mut number = vec![0_u32; all.len()];
    for (at, &state) in all.iter().enumerate() {
        let root = forest.root(at as u32) as usize;
        if root == at {
            number[at] = parts.len() as u32;
            parts.push(Component { first: state, states: 0, goals: 0 });
        }
        let part = &mut parts[number[root] as usize];
        part.states += 1;
        part.goals += u64::from(blocks.reached(state));
    }
    Ok(parts)
}

/// The number of states between two checks of the limits.
const CHUNK: usize = 1 << 10;
/// Fewer states than this are not worth another thread.
const SMALL: usize = 1 << 14;

/// Disjoint sets of numbers: each has a link to a smaller one of its set, or to itself.
struct Forest {
    links: Vec<AtomicU32>,
}

impl Forest {
    fn link(&self, at: u32) -> u32 {
        self.links[at as usize].load(Relaxed)
    }

    /// The smallest number of a set, once all are united; links are halved on the way.
    fn root(&self, mut at: u32) -> u32 {
        loop {
            let (next, after) = (self.link(at), self.link(self.link(at)));
            if next == at {
                return at;
            }
            if after != next {
                let _ = self.links[at as usize].compare_exchange(next, after, Relaxed, Relaxed);
            }
            at = after;
        }
    }

    fn unite(&self, one: u32, other: u32) {
        loop {
            let (one, other) = (self.root(one), self.root(other));
            let (low, high) = (one.min(other), one.max(other));
            // Fails where another thread has united the higher one meanwhile.
            if low == high || self.links[high as usize].compare_exchange(high, low, Relaxed, Relaxed).is_ok()
            {
                return;
            }
        }
    }
}
