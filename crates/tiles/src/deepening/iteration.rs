//! One bound of the deepening search: all roots under it, shared among threads, each of which keeps several
//! walks in progress.
//!
//! The answer does not depend on the threads: where several roots lead to the goal, the first of them in
//! the order of the roots is taken, and a walk is abandoned only for an earlier one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::automaton::Automaton;

use super::evaluator::Evaluator;
use super::named::Places;
use super::root::Root;
use super::walker::{Step, Walker};

/// How many walks a thread keeps in progress: enough to hide the latency of memory.
pub(crate) const WIDTH: usize = 2;

/// The most steps that a thread makes between two looks at the others.
pub(crate) const PACE: u32 = 1024;

/// What the threads of an iteration share.
pub(crate) struct Iteration<'a, P: Places, const VIEWS: usize> {
    pub(crate) evaluator: &'a Evaluator<'a, VIEWS>,
    pub(crate) automaton: &'a Automaton,
    pub(crate) bound: u32,
    pub(crate) roots: &'a [Root<P, VIEWS>],
    /// Roots that an earlier run has finished.
    pub(crate) finished: &'a [AtomicBool],
    next: AtomicUsize,
    /// The first root that is known to lead to the goal.
    best: AtomicUsize,
    solution: Mutex<Option<(usize, Vec<u8>)>>,
    pub(crate) expanded: AtomicU64,
    pub(crate) generated: AtomicU64,
    stop: AtomicBool,
    /// How many steps a thread makes between two looks at the others.
    pub(crate) pace: AtomicU32,
}

impl<'a, P: Places, const VIEWS: usize> Iteration<'a, P, VIEWS> {
    pub(crate) fn new(
        evaluator: &'a Evaluator<'a, VIEWS>,
        automaton: &'a Automaton,
        bound: u32,
        roots: &'a [Root<P, VIEWS>],
        finished: &'a [AtomicBool],
    ) -> Self {
        Iteration {
            evaluator,
            automaton,
            bound,
            roots,
            finished,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            solution: Mutex::new(None),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            pace: AtomicU32::new(PACE),
        }
    }

    /// Asks all threads to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The cells that the blank goes to, if the goal was reached.
    pub(crate) fn into_solution(self) -> Option<Vec<u8>> {
        self.into_numbered_solution().map(|(_, path)| path)
    }

    /// The same, with the number of the root that leads there.
    pub(crate) fn into_numbered_solution(self) -> Option<(usize, Vec<u8>)> {
        let found = self.solution.into_inner().expect("no walk panics");
        found.map(|(root, mut path)| {
            path.splice(0..0, self.roots[root].path.iter().copied());
            (root, path)
        })
    }

    /// The part of one thread. `look` is called from time to time.
    #[inline(always)]
    pub(crate) fn work(&self, look: &mut dyn FnMut(&Self)) {
        let mut lanes: Vec<(Walker<P, VIEWS>, usize)> = Vec::with_capacity(WIDTH);
        while lanes.len() < WIDTH {
            let Some(root) = self.next_root() else { break };
            let mut walker = Walker::new(self.evaluator);
            walker.begin(&self.roots[root], self.bound);
            lanes.push((walker, root));
        }
        let mut left = self.pace.load(Ordering::Relaxed);
        while !lanes.is_empty() {
            let mut lane = 0;
            while lane < lanes.len() {
                let (walker, root) = &mut lanes[lane];
                match walker.step(self.evaluator, self.automaton) {
                    Step::Walking => lane += 1,
                    ended => {
                        self.count(walker);
                        self.end(*root, ended, walker);
                        match self.next_root() {
                            Some(next) => {
                                *root = next;
                                walker.begin(&self.roots[next], self.bound);
                            }
                            None => drop(lanes.swap_remove(lane)),
                        }
                    }
                }
            }
            left -= 1;
            if left == 0 {
                lanes.iter_mut().for_each(|(walker, _)| self.count(walker));
                look(self);
                left = self.pace.load(Ordering::Relaxed);
                let best = self.best.load(Ordering::Relaxed);
                let stop = self.stop.load(Ordering::Relaxed);
                lanes.retain(|(_, root)| !stop && *root < best);
            }
        }
    }

    /// The next root that has to be walked.
    pub(super) fn next_root(&self) -> Option<usize> {
        loop {
            let root = self.next.fetch_add(1, Ordering::Relaxed);
            let wanted = root < self.roots.len() && root < self.best.load(Ordering::Relaxed);
            if !wanted || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if !self.finished[root].load(Ordering::Relaxed) {
                return Some(root);
            }
        }
    }

    #[cold]
    fn end(&self, root: usize, ended: Step, walker: &Walker<P, VIEWS>) {
        if ended == Step::Exhausted {
            self.finished[root].store(true, Ordering::Relaxed);
            return;
        }
        self.solved(root, walker.path());
    }

    /// Notes that `path` leads from a root to the goal.
    pub(super) fn solved(&self, root: usize, path: Vec<u8>) {
        let mut solution = self.solution.lock().expect("no walk panics");
        if solution.as_ref().is_none_or(|(known, _)| root < *known) {
            *solution = Some((root, path));
            self.best.fetch_min(root, Ordering::Relaxed);
        }
    }

    /// How many roots are not taken yet.
    pub(super) fn untaken(&self) -> usize {
        self.roots.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// Whether all roots are finished, and none leads to the goal.
    pub(super) fn has_failed(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.roots.len()
            && self.best.load(Ordering::Relaxed) == usize::MAX
            && self.finished.iter().all(|finished| finished.load(Ordering::Relaxed))
    }

    /// Whether the threads were asked to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether all roots before the first that leads to the goal are finished.
    pub(super) fn is_known(&self) -> bool {
        let end = self.best.load(Ordering::Relaxed).min(self.roots.len());
        self.finished[..end].iter().all(|finished| finished.load(Ordering::Relaxed))
    }

    fn count(&self, walker: &mut Walker<P, VIEWS>) {
        self.expanded.fetch_add(std::mem::take(&mut walker.expanded), Ordering::Relaxed);
        self.generated.fetch_add(std::mem::take(&mut walker.generated), Ordering::Relaxed);
    }
}
