//! A deepening search whose subtrees are walked elsewhere: by other processes, on other machines.
//!
//! [`Subtrees`] splits bound after bound and gives the subtrees out in shares, as they are asked for;
//! [`Engine::walk`] walks a share. A subtree is named by the way of the blank from the start, so those
//! who walk need not have the same tables as the one who splits. The answer does not depend on who
//! walks what: where several subtrees lead to the goal, the first of them in their order is taken.

use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::{Cost, Estimate, Limit, Stats};

use crate::board::Board;
use crate::error::Error;

use super::checkpoint::Checkpoint;
use super::dispatch::{with_views, work};
use super::engine::{Engine, Found, Options};
use super::evaluator::Evaluator;
use super::iteration::Iteration;
use super::root::Root;
use super::run::Run;

/// Some subtrees of a bound, to be walked by somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The bound.
    pub bound: Cost,
    /// The number of each subtree, and the cells that the blank goes to on its way there.
    pub roots: Vec<(usize, Vec<u8>)>,
}

/// What became of a share.
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

/// The cells that the blank goes to.
type Path = Vec<u8>;

/// The search for one board, whose subtrees are walked elsewhere.
pub struct Subtrees<'a> {
    engine: &'a Engine,
    start: Board,
    run: Run<'a>,
    /// The ways to the subtrees of the bound that is being searched.
    paths: Vec<Path>,
    /// The first subtree that was not given out yet.
    next: usize,
    solution: Option<(usize, Path)>,
}

impl Engine {
    /// The search for one board, to be shared out; `None` if the goal cannot be reached.
    ///
    /// # Errors
    /// If the board does not have the size of the grid, or the checkpoint is of another search.
    pub fn subtrees<'a>(
        &'a self,
        start: &Board,
        options: &'a Options,
    ) -> Result<Option<Subtrees<'a>>, Error> {
        self.geometry.expect_size(start)?;
        if !self.is_solvable(start) {
            return Ok(None);
        }
        let resumed = self.resumed(start, options)?;
        let first = with_views!(self.views.len(), self.first(start, options.least));
        let run = Run::new(first, options, resumed);
        let mut subtrees =
            Subtrees { engine: self, start: start.clone(), run, paths: Vec::new(), next: 0, solution: None };
        subtrees.split()?;
        Ok(Some(subtrees))
    }

    fn first<const VIEWS: usize>(&self, start: &Board, least: Cost) -> Cost {
        self.begin_at(&Evaluator::<VIEWS>::new(self.geometry, &self.views), start, least)
    }

    /// The ways to the subtrees of the bound that is due, and to the goal if that is found on the side.
    fn paths<const VIEWS: usize>(
        &self,
        start: &Board,
        run: &mut Run<'_>,
    ) -> Result<(Vec<Path>, Option<Path>), Error> {
        let evaluator = Evaluator::<VIEWS>::new(self.geometry, &self.views);
        let root = Root::new(&evaluator, &self.automaton, self.named(start));
        let (roots, solution) = run.open(&evaluator, &self.automaton, &root)?;
        Ok((roots.into_iter().map(|root| root.path).collect(), solution))
    }

    /// Walks a share of the search for `start`, on the calling thread, until `stop` is set.
    #[must_use]
    pub fn walk(&self, start: &Board, share: &Share, stop: &AtomicBool) -> Walked {
        with_views!(self.views.len(), self.walk_share(start, share, stop))
    }

    fn walk_share<const VIEWS: usize>(&self, start: &Board, share: &Share, stop: &AtomicBool) -> Walked {
        let Share { bound, roots } = share;
        let evaluator = Evaluator::<VIEWS>::new(self.geometry, &self.views);
        let first = Root::new(&evaluator, &self.automaton, self.named(start));
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
        let iteration = Iteration::<VIEWS>::new(&evaluator, &self.automaton, *bound, &own, &flags);
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

impl Subtrees<'_> {
    /// The next subtrees, `most` of them at most; `None` if there is nothing to give out now.
    pub fn share(&mut self, most: usize) -> Option<Share> {
        let end = self.solution.as_ref().map_or(self.paths.len(), |(root, _)| *root);
        let mut roots = Vec::new();
        while self.next < end && roots.len() < most {
            if !self.run.checkpoint.finished[self.next] {
                roots.push((self.next, self.paths[self.next].clone()));
            }
            self.next += 1;
        }
        (!roots.is_empty()).then(|| Share { bound: self.run.current().0, roots })
    }

    /// How many subtrees of this bound were not given out yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.paths.len() - self.next
    }

    /// Takes what became of a share; a bound without a solution is followed by the next one.
    ///
    /// # Errors
    /// Never with a share of this search.
    pub fn take(&mut self, walked: Walked) -> Result<(), Error> {
        if walked.bound != self.run.current().0 {
            return Ok(());
        }
        let row = self.run.checkpoint.bounds.last_mut().expect("a bound has begun");
        row.expanded += walked.expanded;
        row.generated += walked.generated;
        for root in walked.finished {
            if let Some(finished) = self.run.checkpoint.finished.get_mut(root) {
                *finished = true;
            }
        }
        if let Some((root, path)) = walked.solution
            && self.solution.as_ref().is_none_or(|(known, _)| root < *known)
        {
            self.solution = Some((root, path));
        }
        if self.solution.is_none() && self.run.checkpoint.finished.iter().all(|&finished| finished) {
            self.next_bound();
            self.split()?;
        }
        Ok(())
    }

    /// Whether the first solution is known: that of the first subtree which has one.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let before = self.solution.as_ref().map(|(root, _)| &self.run.checkpoint.finished[..*root]);
        before.is_some_and(|before| before.iter().all(|&finished| finished))
    }

    /// How far the search has come.
    #[must_use]
    pub fn estimate(&self) -> (Estimate, Stats) {
        let done = self.run.checkpoint.finished.iter().filter(|&&done| done).count();
        self.run.estimate_after(done, (0, 0))
    }

    /// The limit of the options that is reached, if there is one.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.run.limit(self.run.stats().expanded)
    }

    /// Where the search could be taken up again if it ended now.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { seconds: self.run.seconds(), ..self.run.checkpoint.clone() }
    }

    /// The end of the search: solved if it is, else stopped by `limit`.
    #[must_use]
    pub fn end(self, limit: Limit) -> Found {
        match &self.solution {
            Some((_, path)) if self.is_solved() => {
                let moves = self.engine.moves(&self.start, path);
                self.run.solved(moves)
            }
            _ => self.run.stopped(limit),
        }
    }

    fn next_bound(&mut self) {
        self.run.next_bound(if self.engine.geometry.is_bipartite() { 2 } else { 1 });
    }

    /// Splits the bound that is due, or the first one after it that has subtrees.
    fn split(&mut self) -> Result<(), Error> {
        loop {
            let engine = self.engine;
            let opened = with_views!(engine.views.len(), engine.paths(&self.start, &mut self.run));
            let (paths, solution) = opened?;
            // Whatever is found before the first subtree is walked counts as found there.
            self.solution = solution.map(|path| (0, path));
            (self.paths, self.next) = (paths, 0);
            if self.solution.is_some() || self.run.checkpoint.finished.iter().any(|finished| !finished) {
                return Ok(());
            }
            self.next_bound();
        }
    }
}

#[cfg(test)]
mod tests {

    use taquin_search::Outcome;

    use super::*;
    use crate::deepening::samples::{engine, random_boards};
    use crate::geometry::Geometry;

    const GROUPS: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]];

    /// Walks all shares, the last given out first, up to `most` of them.
    fn walk_all(subtrees: &mut Subtrees<'_>, others: &Engine, most: usize) {
        let go_on = AtomicBool::new(false);
        let mut walks = 0;
        while !subtrees.is_solved() && walks < most {
            let shares: Vec<Share> = std::iter::from_fn(|| subtrees.share(2)).take(3).collect();
            for share in shares.iter().rev() {
                let walked = others.walk(&subtrees.start.clone(), share, &go_on);
                subtrees.take(walked).expect("a share of this search");
                walks += 1;
            }
        }
    }

    #[test]
    fn shares_walked_elsewhere_give_the_answer_of_one_search() {
        let geometry = Geometry::new(3, 4, false);
        let goal = Board::blank_last(3, 4);
        let splits = engine(geometry, &goal, &GROUPS);
        let walks = engine(geometry, &goal, &[&[0, 1, 4, 5, 8], &[2, 3, 6, 7], &[9, 10]]);
        let options = Options::default();
        for board in random_boards(geometry, 8) {
            let alone = splits.solve(&board, &options, &mut ());
            let alone = alone.expect("a board of the right size").report;
            let Some(mut subtrees) = splits.subtrees(&board, &options).expect("a board of the right size")
            else {
                assert_eq!(alone.outcome, Outcome::Unsolvable);
                continue;
            };
            walk_all(&mut subtrees, &splits, usize::MAX);
            assert_eq!(subtrees.end(Limit::Cancelled).report.outcome, alone.outcome);
            // Other tables lead to a solution that may be another one, but is as short.
            let mut subtrees = splits.subtrees(&board, &options).unwrap().expect("solvable");
            walk_all(&mut subtrees, &walks, usize::MAX);
            assert_eq!(subtrees.end(Limit::Cancelled).report.lower_bound, alone.lower_bound);
        }
    }

    #[test]
    fn a_search_goes_on_from_its_checkpoint_shared_or_alone() {
        let geometry = Geometry::new(3, 4, false);
        let engine = engine(geometry, &Board::blank_last(3, 4), &GROUPS);
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let alone = |options: &Options| {
            let found = engine.solve(&hard, options, &mut ());
            found.expect("a board of the right size").report
        };
        let whole = alone(&Options::default());
        let mut options = Options::default();
        let mut stops = 0;
        loop {
            let mut subtrees = engine.subtrees(&hard, &options).unwrap().expect("solvable");
            walk_all(&mut subtrees, &engine, 1);
            if subtrees.is_solved() {
                assert_eq!(subtrees.end(Limit::Cancelled).report.outcome, whole.outcome);
                break;
            }
            let checkpoint = subtrees.checkpoint();
            let found = subtrees.end(Limit::Cancelled);
            assert_eq!(found.report.outcome, Outcome::Stopped(Limit::Cancelled));
            assert!(found.report.lower_bound <= whole.lower_bound);
            options.resume = Some(checkpoint.to_string().parse().expect("its own text"));
            stops += 1;
        }
        assert!(stops > 1);
        assert_eq!(alone(&options).outcome, whole.outcome);
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
