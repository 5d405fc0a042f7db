//! The layers of one search, from the start to the goal.
//!
//! A layer is computed in three steps, each shared by all threads: the children of its positions are
//! generated and recorded in a set, duplicates are removed and the others counted by rank, and the best
//! ones, as many as the width allows, are written. The result is the same for any number of threads.

use std::ops::ControlFlow;

use taquin_search::Cost;

use super::closed::Closed;
use super::guide::{CELL_BITS, Child, Expansion, Gauge, Guide, Named};
use super::seen::Seen;

/// The positions of one layer, one after the other in every list.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) heads: Vec<Head>,
    /// The tiles by cell, the blank among them, and what the guide keeps behind them.
    pub(super) boards: Vec<u8>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Head {
    pub(super) hash: u64,
    pub(super) gauge: Gauge,
    pub(super) blank: u8,
    /// The cell that the blank came from.
    pub(super) came: u8,
}

/// The rank of a child that was found twice.
const TWICE: u32 = u32::MAX;

/// The most positions of a layer: the numbers of their children fit a word.
pub(super) const MOST_WIDTH: usize = 1 << 25;

/// How far ahead the places of children are asked for.
const AHEAD: usize = 12;

/// Layers of fewer positions are not worth a second thread.
const FEW: usize = 2_000;

/// The layers, whose memory is kept for the next search.
#[derive(Default)]
pub(super) struct Layers {
    layer: Layer,
    next: Layer,
    /// For every thread the children that it has found, and how many there are of each rank.
    found: Vec<(Vec<Child>, Vec<u32>)>,
    /// The positions of the layer that is made.
    seen: Seen,
    /// The positions of the layers before it.
    closed: Closed,
    /// For every layer and position the number that it had as a child.
    trail: Vec<Vec<u32>>,
    /// The last rank of the layer, if it was cut.
    last: Option<u32>,
    /// Whether some layer of the last search was cut.
    pub(super) is_cut: bool,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl Layers {
    /// The bytes that a position takes in a search of at most `moves` moves; `stride` of them are those of its guide.
    pub(super) fn bytes(stride: usize, moves: usize) -> usize {
        let kept = size_of::<Head>() + stride;
        let (children, seen) = (5 * size_of::<Child>() / 2, 8 * 8 + Closed::BYTES);
        2 * kept + children + seen + moves * size_of::<u32>()
    }

    /// The cells that the blank goes to on a way from `start` to the goal of fewer than `below` moves, if layers of at
    /// most `width` positions show one. `go_on` hears after every layer how many positions were expanded and
    /// generated; `None` if it says to stop.
    pub(super) fn run(
        &mut self,
        guide: &impl Guide,
        start: &Named,
        (width, below, threads): (usize, Cost, usize),
        go_on: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Option<Option<Vec<u8>>> {
        self.layer.resize(1, guide);
        let gauge = guide.start(start, &mut self.layer.boards);
        self.layer.heads[0] = Head { hash: 1, gauge, blank: start.blank, came: start.blank };
        self.last = None;
        self.trail.clear();
        self.is_cut = false;
        self.closed.clear(width);
        self.closed.enter(self.layer.heads[0].hash, 1);
        self.found.resize_with(threads.max(1), Default::default);
        for left in (0..below.saturating_sub(1)).rev() {
            self.expand(guide, left);
            self.cut(guide, width);
            if let Some(home) = self.layer.heads.iter().position(|head| guide.is_home(&head.gauge)) {
                return Some(Some(self.path(home)));
            }
            if go_on(self.expanded, self.generated).is_break() {
                return None;
            }
            if self.layer.heads.is_empty() {
                break;
            }
        }
        Some(None)
    }

    /// The way to a position of the last layer.
    fn path(&self, mut at: usize) -> Vec<u8> {
        let mut path = Vec::with_capacity(self.trail.len());
        for layer in self.trail.iter().rev() {
            path.push((layer[at] & ((1 << CELL_BITS) - 1)) as u8);
            at = (layer[at] >> CELL_BITS) as usize;
        }
        path.reverse();
        path
    }

    /// Finds the children of all positions from which at most `left` moves may lead to the goal.
    fn expand(&mut self, guide: &impl Guide, left: Cost) {
        let count = self.layer.heads.len();
        // A position has at most three children that are not its parent.
        self.seen.clear(3 * count);
        let Layers { layer, seen, closed, last, found, .. } = self;
        let expansion = Expansion { layer, seen, closed, left, last: *last };
        let threads = found.len();
        let range = |thread| count * thread / threads..count * (thread + 1) / threads;
        let works = found.iter_mut().enumerate().map(|(thread, (found, _))| {
            let (expansion, range) = (&expansion, range(thread));
            move || guide.expand(expansion, range, found)
        });
        self.generated += share(works, count).into_iter().sum::<u64>();
        self.expanded += count as u64;
    }

    /// Makes the best of the children the next layer.
    fn cut(&mut self, guide: &impl Guide, width: usize) {
        let seen = &self.seen;
        let total = self.found.iter().map(|(found, _)| found.len()).sum();
        share(self.found.iter_mut().map(|(found, counts)| move || count(found, seen, counts)), total);
        let (last, mut of_last) = last_rank(self.found.iter().map(|(_, counts)| &counts[..]), width);
        let is_cut = self.found.iter().any(|(_, counts)| counts.len() > last);
        self.is_cut |= is_cut;
        self.last = is_cut.then_some(last as u32);
        // Of the last rank the first ones are kept.
        let mut kept = |counts: &Vec<u32>| {
            let before: u32 = counts.iter().take(last).sum();
            let some = of_last.min(counts.get(last).map_or(0, |&count| count as usize));
            of_last -= some;
            (before as usize + some, some)
        };
        let kept: Vec<(usize, usize)> = self.found.iter().map(|(_, counts)| kept(counts)).collect();
        let total = kept.iter().map(|(kept, _)| kept).sum();
        self.next.resize(total, guide);
        let mut trail = vec![0; total];
        let parts = self.next.split(&mut trail, kept.iter().map(|(kept, _)| *kept), guide);
        let (layer, last) = (&self.layer, last as u32);
        // The start is the first layer.
        let (closed, number) = (&self.closed, self.trail.len() + 2);
        let works =
            parts.into_iter().zip(&self.found).zip(&kept).map(|((mut part, (found, _)), &(_, some))| {
                move || {
                    part.fill(guide, layer, found, (last, some));
                    part.heads.iter().for_each(|head| closed.enter(head.hash, number));
                }
            });
        share(works, total);
        self.trail.push(trail);
        std::mem::swap(&mut self.layer, &mut self.next);
    }
}

/// Does all `works`, each on a thread of its own where there is much to do; gives what came out in their order.
fn share<T: Send>(works: impl Iterator<Item = impl FnOnce() -> T + Send>, amount: usize) -> Vec<T> {
    if amount < FEW {
        return works.map(|work| work()).collect();
    }
    taquin_search::host::scope(|scope| {
        let workers: Vec<_> = works.map(|work| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no work panics")).collect()
    })
}

/// Strikes out the children that were found twice, and counts the others by rank.
fn count(found: &mut [Child], seen: &Seen, counts: &mut Vec<u32>) {
    counts.clear();
    for index in 0..found.len() {
        if let Some(later) = found.get(index + AHEAD) {
            seen.prefetch_place(later.place);
        }
        let child = &mut found[index];
        if seen.first(child.place) != child.number() + 1 {
            child.rank = TWICE;
            continue;
        }
        let rank = child.rank as usize;
        if rank >= counts.len() {
            counts.resize(rank + 1, 0);
        }
        counts[rank] += 1;
    }
}

/// The rank at which the first `width` of all that were counted end, and how many of that rank are among them.
fn last_rank<'a>(counts: impl Iterator<Item = &'a [u32]> + Clone, width: usize) -> (usize, usize) {
    let ranks = counts.clone().map(<[u32]>::len).max().unwrap_or(0);
    let mut room = width;
    for rank in 0..ranks {
        let count: usize =
            counts.clone().map(|counts| counts.get(rank).map_or(0, |&count| count as usize)).sum();
        if count > room {
            return (rank, room);
        }
        room -= count;
    }
    (ranks, 0)
}

impl Layer {
    fn resize(&mut self, count: usize, guide: &impl Guide) {
        self.heads.resize(count, Head::default());
        self.boards.resize(count * guide.stride(), 0);
    }

    /// Parts of these lengths, and of the layer's `trail`.
    fn split<'a>(
        &'a mut self,
        mut trail: &'a mut [u32],
        lengths: impl Iterator<Item = usize>,
        guide: &impl Guide,
    ) -> Vec<Slice<'a>> {
        fn cut<'a, T>(list: &mut &'a mut [T], length: usize) -> &'a mut [T] {
            list.split_off_mut(..length).expect("the lengths add up")
        }
        let (mut heads, mut boards) = (&mut self.heads[..], &mut self.boards[..]);
        let part = |length: usize| Slice {
            heads: cut(&mut heads, length),
            boards: cut(&mut boards, length * guide.stride()),
            trail: cut(&mut trail, length),
        };
        lengths.map(part).collect()
    }
}

/// A part of a layer, for one thread.
struct Slice<'a> {
    heads: &'a mut [Head],
    boards: &'a mut [u8],
    trail: &'a mut [u32],
}

impl Slice<'_> {
    /// Writes the positions of `found`, children of `layer`, with ranks below `last`, and `some` of that rank.
    fn fill(&mut self, guide: &impl Guide, layer: &Layer, found: &[Child], (last, mut some): (u32, usize)) {
        let kept = found.iter().filter(|child| {
            let is_last = child.rank == last && some > 0;
            some -= usize::from(is_last);
            child.rank < last || is_last
        });
        let stride = guide.stride();
        for (index, child) in kept.enumerate() {
            guide.complete(child, layer, &mut self.boards[index * stride..][..stride]);
            let &Child { hash, gauge, from: blank, .. } = child;
            let came = layer.heads[child.parent as usize].blank;
            self.heads[index] = Head { hash, gauge, blank, came };
            self.trail[index] = child.number();
        }
    }
}
