//! A bound whose subtrees are also searched by other processes, on other machines.
//!
//! The threads of a search and its [`Crew`] take subtrees of one bound from the same list. A crew takes
//! them in [`Share`]s, has each searched by [`Engine::walk`] somewhere, and returns the results. A subtree
//! is identified by the path of the blank from the start, so a walk may use other tables than the search.
//! The answer does not depend on which process searches which subtree: where several subtrees lead to the
//! goal, the first of them in their order is taken.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::Cost;

use crate::board::Board;
use crate::geometry::Geometry;

use super::checkpoint::fingerprint;
use super::dispatch::{with_views, work};
use super::engine::Engine;
use super::evaluator::Evaluator;
use super::iteration::Iteration;
use super::named::Places;
use super::root::Root;

/// Some subtrees of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The bound.
    pub bound: Cost,
    /// The number of each subtree, and the cells that the blank goes to on its way there.
    pub roots: Vec<(usize, Vec<u8>)>,
}

/// The result of a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The bound.
    pub bound: Cost,
    /// The numbers of the subtrees in which there is nothing under the bound.
    pub finished: Vec<usize>,
    /// The first subtree that leads to the goal, and the cells that the blank goes to from the start.
    pub solution: Option<(usize, Vec<u8>)>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
}

/// The search as a description from which a crew can make its own engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quest {
    /// The grid.
    pub geometry: Geometry,
    /// Where the walks begin: the start, or the goal of a search that goes backwards.
    pub start: Board,
    /// Where they end.
    pub goal: Board,
    /// The cells of each pattern of each partition whose tables the search uses.
    pub partitions: Vec<Vec<Vec<u32>>>,
}

impl Quest {
    /// A number that identifies the board and its goal.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self.geometry, &self.start, &self.goal)
    }
}

/// The subtrees of one bound that are not taken yet.
pub trait Shares: Sync {
    /// The next subtrees, at most `most` of them; `None` if there are none.
    fn share(&self, most: usize) -> Option<Share>;

    /// How many subtrees are not taken yet.
    fn left(&self) -> usize;

    /// Receives the result of a share.
    fn take(&self, walked: Walked);

    /// Whether this bound is decided, or the search was stopped.
    fn is_over(&self) -> bool;
}

/// Walkers beyond the threads of this process.
pub trait Crew: fmt::Debug + Send + Sync {
    /// Walks subtrees of one bound of a search, until there are none left and all that were taken are given
    /// back, or the bound is over.
    fn walk(&self, quest: &Quest, shares: &dyn Shares);
}

impl<P: Places, const VIEWS: usize> Shares for Iteration<'_, P, VIEWS> {
    fn share(&self, most: usize) -> Option<Share> {
        let roots = std::iter::from_fn(|| self.next_root()).take(most);
        let roots: Vec<_> = roots.map(|root| (root, self.roots[root].path.clone())).collect();
        (!roots.is_empty()).then_some(Share { bound: self.bound, roots })
    }

    fn left(&self) -> usize {
        self.untaken()
    }

    fn take(&self, walked: Walked) {
        let Walked { bound, finished, solution, expanded, generated } = walked;
        if bound != self.bound {
            return;
        }
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.generated.fetch_add(generated, Ordering::Relaxed);
        for root in finished {
            if let Some(finished) = self.finished.get(root) {
                finished.store(true, Ordering::Relaxed);
            }
        }
        if let Some((root, path)) = solution
            && let Some(rest) = self.roots.get(root).and_then(|own| path.strip_prefix(&own.path[..]))
        {
            self.solved(root, rest.to_vec());
        }
    }

    fn is_over(&self) -> bool {
        self.is_stopped() || self.is_known()
    }
}

impl Engine {
    /// What this engine searches from `start`.
    pub(super) fn quest(&self, start: &Board) -> Quest {
        let cells = |partition: &crate::pattern::Partition| {
            partition.patterns().iter().map(|pattern| pattern.cells().collect()).collect()
        };
        Quest {
            geometry: self.geometry,
            start: start.clone(),
            goal: self.goal.clone(),
            partitions: self.partitions.iter().map(cells).collect(),
        }
    }

    /// Walks a share of the search for `start`, on the calling thread, until `stop` is set.
    #[must_use]
    pub fn walk(&self, start: &Board, share: &Share, stop: &AtomicBool) -> Walked {
        with_views!(self, self.walk_share(start, share, stop))
    }

    fn walk_share<P: Places, const VIEWS: usize>(
        &self,
        start: &Board,
        share: &Share,
        stop: &AtomicBool,
    ) -> Walked {
        let Share { bound, roots } = share;
        let evaluator = Evaluator::<VIEWS>::new(self.geometry, &self.views);
        let first = Root::<P, VIEWS>::new(&evaluator, &self.automaton, self.named(start));
        // Better tables than those that split the bound may cut a subtree off as a whole.
        let (mut numbers, mut own, mut finished) = (Vec::new(), Vec::new(), Vec::new());
        for (number, path) in roots {
            match first.descend(&evaluator, &self.automaton, *bound, path) {
                Some(root) => {
                    numbers.push(*number);
                    own.push(root);
                }
                None => finished.push(*number),
            }
        }
        let flags: Vec<AtomicBool> = own.iter().map(|_| AtomicBool::new(false)).collect();
        let iteration = Iteration::<P, VIEWS>::new(&evaluator, &self.automaton, *bound, &own, &flags);
        work(&iteration, &mut |iteration| {
            if stop.load(Ordering::Relaxed) {
                iteration.stop();
            }
        });
        let expanded = iteration.expanded.load(Ordering::Relaxed);
        let generated = iteration.generated.load(Ordering::Relaxed);
        let solution = iteration.into_numbered_solution().map(|(root, path)| (numbers[root], path));
        finished.extend(
            numbers.iter().zip(flags).filter(|(_, done)| done.load(Ordering::Relaxed)).map(|(&root, _)| root),
        );
        Walked { bound: *bound, finished, solution, expanded, generated }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use taquin_search::Outcome;

    use super::*;
    use crate::deepening::engine::Options;
    use crate::deepening::samples::{engine, random_boards};

    const GROUPS: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]];

    /// Walks everything in shares of two, the last taken first, with an engine of its own.
    #[derive(Debug)]
    struct Others {
        engine: Mutex<Engine>,
        shares: AtomicBool,
    }

    impl Crew for Others {
        fn walk(&self, quest: &Quest, shares: &dyn Shares) {
            let engine = self.engine.lock().expect("one at a time");
            while !shares.is_over() {
                let taken: Vec<Share> = std::iter::from_fn(|| shares.share(2)).take(3).collect();
                if taken.is_empty() {
                    return;
                }
                self.shares.store(true, Ordering::Relaxed);
                for share in taken.iter().rev() {
                    shares.take(engine.walk(&quest.start, share, &AtomicBool::new(false)));
                }
            }
        }
    }

    #[test]
    fn a_crew_gives_the_answer_of_one_search() {
        let geometry = Geometry::new(3, 4, false);
        let goal = Board::blank_last(3, 4);
        let search = engine(geometry, &goal, &GROUPS);
        let alone = Options::default();
        for groups in [&GROUPS[..], &[&[0, 1, 4, 5, 8], &[2, 3, 6, 7], &[9, 10]]] {
            let others = std::sync::Arc::new(Others {
                engine: Mutex::new(engine(geometry, &goal, groups)),
                shares: AtomicBool::new(false),
            });
            let together = Options { crew: Some(others.clone()), crew_from: 0, ..Options::default() };
            let mut boards = random_boards(geometry, 8);
            let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
            boards.push(hard.clone());
            for board in boards {
                let solve = |options| search.solve(&board, options, &mut ()).expect("the right size").report;
                let (one, many) = (solve(&alone), solve(&together));
                assert_eq!(one.lower_bound, many.lower_bound);
                assert_eq!(
                    matches!(one.outcome, Outcome::Solved { .. }),
                    matches!(many.outcome, Outcome::Solved { .. })
                );
            }
            // On a busy machine the crew may wake up when all is done.
            let mut tries = 0..100;
            while !others.shares.load(Ordering::Relaxed) && tries.next().is_some() {
                search.solve(&hard, &together, &mut ()).expect("the right size");
            }
            assert!(others.shares.load(Ordering::Relaxed), "the crew has had something to do");
        }
    }

    #[test]
    fn a_walk_that_is_stopped_tells_what_it_has_finished() {
        let geometry = Geometry::new(3, 4, false);
        let engine = engine(geometry, &Board::blank_last(3, 4), &GROUPS);
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let share = Share { bound: 49, roots: vec![(7, Vec::new())] };
        let walked = engine.walk(&hard, &share, &AtomicBool::new(true));
        assert_eq!((walked.finished, walked.solution), (Vec::new(), None));
        assert!(walked.expanded > 0);
    }
}
