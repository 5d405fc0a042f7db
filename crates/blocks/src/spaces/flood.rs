//! Breadth-first search of a whole space in two bits a position.
//!
//! Where the positions of a piece set have numbers (see `numbering`), two bits record for each whether it
//! was seen and whether its level is the one to expand, so that spaces of tens of billions of positions fit
//! into memory (Cooperman and Finkelstein, 1992; Korf's two-bit search, 2008). The bits give the distance
//! to the goal but not the path; a bidirectional search then recovers the path.

mod block;
pub(crate) mod marks;
mod whole;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use taquin_search::{BoundCount, Cost, Limit, Limits, Meter, Outcome, Progress, Report, Stats};

pub(crate) use self::whole::WholeFlood;
use self::worker::{NumberedSpace, Piece, Worker};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::exits::exits;
use crate::compiled::word::Word;
use crate::search::middle::way_between;
use crate::spaces::numbering::Numbering;

/// Levels are expanded by one thread where the one before was smaller than this.
const SMALL: u64 = 1 << 12;

/// A whole space is larger than memory, or has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// How far the goal is, and how many positions lie at each distance from the start.
#[derive(Clone, Debug)]
pub struct Flood {
    /// The positions at each distance that was expanded; the last one up to the goal.
    pub levels: Vec<u64>,
    /// How many positions have a number, whether they are within reach or not.
    pub positions: u64,
    /// The report.
    pub report: Report<Move>,
}

/// Searches level by level from the start to the goal, on `threads` threads. The answer does not depend on their
/// number.
///
/// # Errors
/// If the positions cannot be numbered, or take more memory than `limits` allow.
pub fn flood<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    threads: usize,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<Flood, TooLarge> {
    let most = limits.memory.unwrap_or(usize::MAX);
    let numbering = Numbering::new(blocks, &exits(blocks), most, usize::MAX).ok_or(TooLarge)?;
    let positions = numbering.positions();
    let mut search = LevelRun {
        threads,
        bytes: numbering.bytes(),
        meter: Meter::start(limits),
        stats: Stats::default(),
        levels: vec![],
        progress,
    };
    let start = blocks.start();
    let (outcome, lower_bound) = if blocks.reached(start) {
        (Outcome::Solved { moves: vec![], cost: 0 }, 0)
    } else {
        // The table is freed before the path is searched for.
        let ended = search.levels_to_goal(blocks, numbering);
        let cost = search.levels.len() as Cost;
        match ended {
            Err(limit) => (Outcome::Stopped(limit), cost + 1),
            Ok(None) => (Outcome::Unsolvable, Cost::MAX),
            Ok(Some((before, last))) => match way_between(blocks, (start, before), cost - 1, limits) {
                Err(limit) => (Outcome::Stopped(limit), cost),
                Ok(way) => {
                    let moves = way.into_iter().chain([last]).collect();
                    (Outcome::Solved { moves, cost }, cost)
                }
            },
        }
    };
    let mut stats = search.stats;
    stats.seconds = search.meter.seconds();
    stats.peak_bytes = search.bytes;
    let report = Report { outcome, lower_bound, stats };
    Ok(Flood { levels: search.levels, positions, report })
}

/// A state, and the move from it that reaches the goal.
type Last<C> = (C, Move);

struct LevelRun<'a> {
    threads: usize,
    bytes: usize,
    meter: Meter<'a>,
    stats: Stats,
    levels: Vec<u64>,
    progress: &'a mut dyn Progress,
}

impl LevelRun<'_> {
    /// Expands level after level until one of them leads to the goal.
    fn levels_to_goal<O: Word, C: Word>(
        &mut self,
        blocks: &Blocks<O, C>,
        numbering: Numbering<C>,
    ) -> Result<Option<Last<C>>, Limit> {
        let space = NumberedSpace::new(blocks, numbering);
        let mut workers: Vec<Worker<O, C>> = (0..self.threads.max(1)).map(|_| Worker::new(&space)).collect();
        let mut goal = None;
        // A start from which the goal is one move away may have no number.
        if !space.mark_state(blocks.start(), 0) {
            self.progress.bound(0);
            goal = workers[0].expand_alone(blocks.start(), 0);
            self.count(&workers);
        }
        while goal.is_none() {
            let depth = self.levels.len() as Cost;
            self.progress.bound(depth);
            goal = self.expand(&space, &mut workers, depth)?;
            if self.count(&workers) == 0 {
                self.levels.pop();
                return Ok(None);
            }
        }
        Ok(goal)
    }

    /// Ends a level: how many positions it had.
    fn count<O: Word, C: Word>(&mut self, workers: &[Worker<O, C>]) -> u64 {
        let sum = |count: fn(&Worker<O, C>) -> u64| workers.iter().map(count).sum::<u64>();
        let (all, generated) = (sum(|worker| worker.expanded), sum(|worker| worker.generated));
        let before = self.levels.iter().sum::<u64>();
        let bound = BoundCount {
            bound: self.levels.len() as Cost,
            expanded: all - before,
            generated: generated - self.stats.generated,
        };
        self.levels.push(bound.expanded);
        self.stats.largest_open = self.stats.largest_open.max(bound.expanded as usize);
        self.stats.bounds.push(bound);
        (self.stats.expanded, self.stats.generated) = (all, generated);
        bound.expanded
    }

    /// Expands one level. Of several moves that reach the goal the one of the first piece is taken, so that the order
    /// of the threads does not matter.
    fn expand<O: Word, C: Word>(
        &mut self,
        space: &NumberedSpace<O, C>,
        workers: &mut [Worker<O, C>],
        depth: Cost,
    ) -> Result<Option<Last<C>>, Limit> {
        let fresh = &space.fresh[depth as usize % 2];
        let share = Share {
            pieces: &space.pieces,
            fresh,
            next: AtomicUsize::new(0),
            expanded: AtomicU64::new(self.stats.expanded),
            end: AtomicUsize::new(usize::MAX),
            goal: Mutex::new(None),
        };
        let (own, others) = workers.split_first_mut().expect("there is a worker");
        // The level is hardly larger than a few of the one before.
        let few = self.levels.last().is_none_or(|&count| count < SMALL);
        let others = if few { &mut [] } else { others };
        let ended = taquin_search::host::scope(|scope| {
            for worker in others {
                scope.spawn(|| share.work(worker, depth, || Ok(())));
            }
            share.work(own, depth, || self.look(share.expanded.load(Relaxed)))
        });
        fresh.iter().for_each(|fresh| fresh.store(false, Relaxed));
        ended?;
        let goal = share.goal.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(goal.map(|(_, last)| last))
    }

    /// Checks the limits from time to time, and reports the counts.
    fn look(&mut self, expanded: u64) -> Result<(), Limit> {
        if !self.meter.due(expanded) {
            return Ok(());
        }
        let stats = Stats { expanded, seconds: self.meter.seconds(), ..self.stats.clone() };
        self.meter.check(expanded, self.bytes)?;
        if self.progress.tick(&stats).is_break() { Err(Limit::Cancelled) } else { Ok(()) }
    }
}

/// One level as the threads share it.
struct Share<'a, C> {
    pieces: &'a [Piece],
    /// By prefix: whether it has positions to expand.
    fresh: &'a [AtomicBool],
    /// The next piece that no thread has taken.
    next: AtomicUsize,
    expanded: AtomicU64,
    /// The first piece that leads to the goal; those after it do not matter.
    end: AtomicUsize,
    goal: Mutex<Option<(usize, Last<C>)>>,
}

impl<C: Word> Share<'_, C> {
    /// Takes piece after piece, asking `look` in between.
    fn work<O: Word>(
        &self,
        worker: &mut Worker<O, C>,
        depth: Cost,
        mut look: impl FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        loop {
            let index = self.next.fetch_add(1, Relaxed);
            if index >= self.pieces.len() || index > self.end.load(Relaxed) {
                return Ok(());
            }
            let piece = &self.pieces[index];
            if !self.fresh[piece.prefix].load(Relaxed) {
                continue;
            }
            let before = worker.expanded;
            if let Some(last) = worker.expand_piece(piece, depth) {
                let mut goal = self.goal.lock().unwrap_or_else(PoisonError::into_inner);
                if goal.is_none_or(|(first, _)| index < first) {
                    *goal = Some((index, last));
                    self.end.fetch_min(index, Relaxed);
                }
            }
            self.expanded.fetch_add(worker.expanded - before, Relaxed);
            if let Err(limit) = look() {
                self.end.store(0, Relaxed);
                return Err(limit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::atlas::Scope;
    use crate::compiled::compile::{Task, compile};
    use crate::compiled::replay::replay;
    use crate::model::metric::Metric;
    use crate::search::solve::solve;
    use crate::{Symmetries, catalogue, explore, format};

    /// Both ways through a space, for comparison.
    struct Both;

    impl Task for Both {
        type Output = ();
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) {
            let limits = Limits::default();
            let usual = solve(blocks, &limits, &mut ());
            let none = Symmetries::none();
            let whole = explore(blocks, &none, [blocks.start()], &limits, &mut (), |_| false).levels;
            let answers = [1, 3].map(|threads| {
                let found = flood(blocks, threads, &limits, &mut ()).expect("it has numbers");
                assert_eq!(found.report.lower_bound, usual.lower_bound);
                match &found.report.outcome {
                    Outcome::Solved { moves, cost } => {
                        assert_eq!(found.levels.len(), *cost as usize);
                        assert_eq!(replay(blocks, moves).len(), *cost as usize);
                        let end = moves.iter().fold(blocks.start(), |state, &mv| blocks.moved(state, mv));
                        assert!(blocks.reached(end));
                    }
                    outcome => {
                        assert_eq!((outcome, &usual.outcome), (&Outcome::Unsolvable, &Outcome::Unsolvable));
                        assert_eq!(found.levels, whole.counts());
                    }
                }
                found.report.outcome
            });
            assert_eq!(answers[0], answers[1]);
        }
    }

    #[test]
    fn floods_agree_with_the_usual_search() {
        for name in
            ["klotski", "pennant", "only-18-steps", "hughes", "simplicity", "moving-day", "baltic-sea"]
        {
            for metric in Metric::ALL {
                let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(metric);
                // Outside of its walls a level has no end of positions, unless a move crosses it at once.
                if name != "only-18-steps" || metric == Metric::Finger {
                    compile(&problem, Scope::Reachable, Both).expect("it fits");
                }
            }
        }
        for text in ["ab.\ncd.\ngoal: ba./cd.", "aa..\nbcde\ngoal: ..../aa..", "ab\nc.\ngoal: .a/b."] {
            let problem = format::parse(text).expect("a puzzle");
            compile(&problem, Scope::Reachable, Both).expect("it fits");
        }
    }

    #[test]
    fn a_space_that_does_not_fit_is_refused() {
        struct Refused;
        impl Task for Refused {
            type Output = bool;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> bool {
                let limits = Limits { memory: Some(1000), ..Limits::default() };
                flood(blocks, 1, &limits, &mut ()).is_err()
            }
        }
        let problem = catalogue::find("klotski").expect("a named puzzle").problem();
        assert_eq!(compile(&problem, Scope::Reachable, Refused), Ok(true));
    }
}
