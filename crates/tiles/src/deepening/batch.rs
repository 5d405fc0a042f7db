//! Many boards at once: every thread keeps several in progress, each in a walk of its own, and answers are
//! delivered in the order of the boards.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::host::Instant;
use taquin_search::{BoundCount, Cost, Limit, Limits, Outcome, Report, Stats};

use crate::board::Board;
use crate::puzzle::Move;

use super::boards::Deliver;
use super::dispatch::{look_ahead, with_views, work_batch};
use super::engine::{Engine, unsolvable};
use super::evaluator::Evaluator;
use super::iteration::WIDTH;
use super::lookahead::{self, Lookahead};
use super::named::Places;
use super::root::Root;
use super::walker::{Step, Walker};

/// How many steps a thread makes between two looks at the limits.
const PACE: u32 = 1024;

/// What the threads of a batch share.
pub(crate) struct Batch<'a, P: Places, const VIEWS: usize> {
    engine: &'a Engine,
    evaluator: Evaluator<'a, VIEWS>,
    limits: &'a Limits,
    boards: Mutex<&'a mut Numbered<'a>>,
    answers: Mutex<Answers<'a>>,
    ended: AtomicBool,
    places: PhantomData<P>,
}

/// The boards that are still to come, numbered.
type Numbered<'a> = dyn Iterator<Item = (usize, Board)> + Send + 'a;

/// Answers that wait for those before them.
struct Answers<'a> {
    next: usize,
    waiting: BTreeMap<usize, (Board, Report<Move>)>,
    deliver: &'a mut Deliver<'a>,
}

/// A board in progress.
struct Lane<P: Places, const VIEWS: usize> {
    number: usize,
    board: Board,
    root: Root<P, VIEWS>,
    walker: Walker<P, VIEWS>,
    bounds: Vec<BoundCount>,
    clock: Instant,
}

impl Engine {
    /// Solves all `boards`, each of which has the size of the grid, with the fewest moves, each within
    /// `limits`, on `threads` threads.
    ///
    /// # Panics
    /// If a board has another size.
    pub fn solve_all(
        &self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        threads: usize,
        limits: &Limits,
        deliver: &mut Deliver<'_>,
    ) {
        with_views!(self, self.share(boards, threads, limits, deliver));
    }

    fn share<P: Places, const VIEWS: usize>(
        &self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        threads: usize,
        limits: &Limits,
        deliver: &mut Deliver<'_>,
    ) {
        let mut boards = boards.enumerate();
        let mut deliver = |board: Board, report: Report<Move>| deliver(board, report);
        let batch = Batch::<P, VIEWS> {
            engine: self,
            evaluator: Evaluator::new(self.geometry, &self.views),
            limits,
            boards: Mutex::new(&mut boards),
            answers: Mutex::new(Answers { next: 0, waiting: BTreeMap::new(), deliver: &mut deliver }),
            ended: AtomicBool::new(false),
            places: PhantomData,
        };
        taquin_search::host::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work_batch(&batch));
            }
            work_batch(&batch);
        });
    }
}

impl<P: Places, const VIEWS: usize> Batch<'_, P, VIEWS> {
    /// The part of one thread.
    #[inline(always)]
    pub(crate) fn work(&self) {
        let mut lanes: Vec<_> = std::iter::from_fn(|| self.take(None)).take(WIDTH).collect();
        let mut lookahead = Lookahead::new(&self.evaluator);
        let mut left = PACE;
        while !lanes.is_empty() {
            let mut index = 0;
            while index < lanes.len() {
                let lane = &mut lanes[index];
                let step = lane.walker.step(&self.evaluator, &self.engine.automaton);
                if step == Step::Walking || self.carry_on(lane, step, &mut lookahead) {
                    index += 1;
                } else {
                    let ended = lanes.swap_remove(index);
                    lanes.extend(self.take(Some(ended.walker)));
                }
            }
            left -= 1;
            if left == 0 {
                left = PACE;
                self.look(&mut lanes);
            }
        }
    }

    /// Begins the next board, with the memory of a walk that has ended.
    fn take(&self, walker: Option<Walker<P, VIEWS>>) -> Option<Lane<P, VIEWS>> {
        let mut walker = walker.unwrap_or_else(|| Walker::new(&self.evaluator));
        while !self.ended.load(Ordering::Relaxed) {
            let (number, board) = self.boards.lock().expect("no reader panics").next()?;
            self.engine.geometry.expect_size(&board).expect("a board of the right size");
            if !self.engine.is_solvable(&board) {
                self.answer(number, board, unsolvable());
                continue;
            }
            let clock = Instant::now();
            let root = Root::new(&self.evaluator, &self.engine.automaton, self.engine.named(&board));
            let bound = root.f();
            walker.begin(&root, bound);
            let bounds = vec![BoundCount { bound, ..BoundCount::default() }];
            return Some(Lane { number, board, root, walker, bounds, clock });
        }
        None
    }

    /// Handles the end of a walk. True if the board continues with the next bound.
    #[cold]
    fn carry_on(
        &self,
        lane: &mut Lane<P, VIEWS>,
        step: Step,
        lookahead: &mut Lookahead<'_, P, VIEWS>,
    ) -> bool {
        lane.count();
        if step == Step::Solved {
            self.solved(lane, lane.walker.path());
            return false;
        }
        let bound = lane.bound() + if self.engine.geometry.is_bipartite() { 2 } else { 1 };
        lane.bounds.push(BoundCount { bound, ..BoundCount::default() });
        if let Some(path) = self.look_ahead(lane, lookahead) {
            self.solved(lane, path);
            return false;
        }
        lane.walker.begin(&lane.root, bound);
        true
    }

    /// Looks for a solution under a bound that will take long.
    fn look_ahead(
        &self,
        lane: &mut Lane<P, VIEWS>,
        lookahead: &mut Lookahead<'_, P, VIEWS>,
    ) -> Option<Vec<u8>> {
        let [.., before, last, BoundCount { bound, .. }] = lane.bounds[..] else { return None };
        let width = lookahead::width(last.expanded, before.expanded, bound)?;
        let expanded: u64 = lane.bounds.iter().map(|row| row.expanded).sum();
        let is_scarce =
            self.limits.nodes.is_some_and(|most| expanded + width as u64 * u64::from(bound) > most);
        if is_scarce || self.limits.memory.is_some_and(|most| lookahead.bytes(width, bound) > most) {
            return None;
        }
        let mut path = None;
        let mut go_on = || self.limit(lane).is_none();
        look_ahead(lookahead, &lane.root, bound, width, &mut go_on, &mut path);
        let row = lane.bounds.last_mut().expect("a bound has begun");
        row.expanded += std::mem::take(&mut lookahead.expanded);
        row.generated += std::mem::take(&mut lookahead.generated);
        path
    }

    fn solved(&self, lane: &Lane<P, VIEWS>, path: Vec<u8>) {
        let moves = self.engine.moves(&lane.board, &path);
        let cost = moves.len() as Cost;
        let outcome = Outcome::Solved { moves, cost };
        self.answer(lane.number, lane.board.clone(), lane.report(outcome, cost));
    }

    /// Ends the boards that have reached a limit.
    fn look(&self, lanes: &mut Vec<Lane<P, VIEWS>>) {
        lanes.retain_mut(|lane| {
            lane.count();
            let Some(limit) = self.limit(lane) else { return true };
            let report = lane.report(Outcome::Stopped(limit), lane.bound());
            self.answer(lane.number, lane.board.clone(), report);
            false
        });
        while lanes.len() < WIDTH {
            let Some(lane) = self.take(None) else { break };
            lanes.push(lane);
        }
    }

    fn limit(&self, lane: &Lane<P, VIEWS>) -> Option<Limit> {
        let limits = self.limits;
        let cancelled = limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if cancelled || self.ended.load(Ordering::Relaxed) {
            return Some(Limit::Cancelled);
        }
        let expanded: u64 = lane.bounds.iter().map(|row| row.expanded).sum();
        if limits.nodes.is_some_and(|most| expanded >= most) {
            return Some(Limit::Nodes);
        }
        limits.time.is_some_and(|most| lane.clock.elapsed() >= most).then_some(Limit::Time)
    }

    /// Delivers an answer and those that waited for it.
    fn answer(&self, number: usize, board: Board, report: Report<Move>) {
        let mut answers = self.answers.lock().expect("no taker of answers panics");
        answers.waiting.insert(number, (board, report));
        while !self.ended.load(Ordering::Relaxed) {
            let next = answers.next;
            let Some((board, report)) = answers.waiting.remove(&next) else { return };
            answers.next += 1;
            if (answers.deliver)(board, report).is_break() {
                self.ended.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl<P: Places, const VIEWS: usize> Lane<P, VIEWS> {
    fn bound(&self) -> Cost {
        self.bounds.last().map_or(0, |row| row.bound)
    }

    /// Updates the row of the current bound.
    fn count(&mut self) {
        if let Some(row) = self.bounds.last_mut() {
            row.expanded += std::mem::take(&mut self.walker.expanded);
            row.generated += std::mem::take(&mut self.walker.generated);
        }
    }

    fn report(&self, outcome: Outcome<Move>, lower_bound: Cost) -> Report<Move> {
        let stats = Stats {
            expanded: self.bounds.iter().map(|row| row.expanded).sum(),
            generated: self.bounds.iter().map(|row| row.generated).sum(),
            seconds: self.clock.elapsed().as_secs_f64(),
            bounds: self.bounds.clone(),
            ..Stats::default()
        };
        Report { outcome, lower_bound, stats }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::deepening::engine::Options;
    use crate::deepening::samples::{engine, random_boards};
    use crate::geometry::Geometry;

    #[test]
    fn answers_come_in_order_and_are_those_of_one_board_after_the_other() {
        let geometry = Geometry::new(3, 3, true);
        let engine = engine(geometry, &Board::blank_last(3, 3), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
        let boards = random_boards(geometry, 60);
        let mut seen = 0;
        engine.solve_all(&mut boards.iter().cloned(), 3, &Limits::default(), &mut |board, report| {
            assert_eq!(board, boards[seen]);
            let alone = engine.solve(&board, &Options::default(), &mut ());
            assert_eq!(report.lower_bound, alone.expect("a board of the right size").report.lower_bound);
            seen += 1;
            if seen == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(seen, 50);
    }

    #[test]
    fn a_board_that_takes_too_long_is_given_up_alone() {
        let geometry = Geometry::new(3, 4, false);
        let engine = engine(geometry, &Board::blank_last(3, 4), &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]]);
        let hard = Board::new(3, 4, [0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).expect("a permutation");
        let boards = [Board::blank_last(3, 4), hard, Board::blank_last(3, 4)];
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let mut outcomes = Vec::new();
        engine.solve_all(&mut boards.into_iter(), 1, &limits, &mut |_, report| {
            outcomes.push(report.outcome);
            ControlFlow::Continue(())
        });
        let home = Outcome::Solved { moves: Vec::new(), cost: 0 };
        assert_eq!(outcomes, [home.clone(), Outcome::Stopped(Limit::Nodes), home]);
    }
}
