//! Many puzzles, answered in their order as they are done.
//!
//! Boards that share their size and goal share tables as well, so neighbours of one kind are taken
//! together: tiny ones are looked up, larger ones are searched side by side, all others are solved one
//! by one, each on a thread of its own.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin_search::Progress;

use taquin_tiles::deepening::Engine;
use taquin_tiles::{Board, Geometry};

use crate::answer::Answer;
use crate::error::Error;
use crate::instance::{Instance, TilesInstance};
use crate::lineup::{self, TinyTable, Way};
use crate::plan::Plan;

/// One of many: the puzzle and its answer, or why there is none; or whatever stood in its place.
pub type Answered<E> = Result<(Instance, Result<Answer, Error>), E>;

/// The puzzles of a batch, in order. What is no puzzle is handed through in its place.
pub type Puzzles<'a, E> = dyn Iterator<Item = Result<Instance, E>> + Send + 'a;

/// Takes the answers in the order of the puzzles; breaking ends the batch.
pub type Deliver<'a, E> = dyn FnMut(Answered<E>) -> ControlFlow<()> + Send + 'a;

/// Solves all `puzzles` as `plan` says, each within its limits.
///
/// # Errors
/// If tables of the plan's folder cannot be read; what is wrong with a single puzzle is part of its
/// answer.
pub fn solve_all<E: Send>(
    puzzles: &mut Puzzles<'_, E>,
    plan: &Plan,
    progress: &mut dyn Progress,
    deliver: &mut Deliver<'_, E>,
) -> Result<(), Error> {
    let mut queue = Queue { puzzles, plan, pending: None };
    let mut deep: Option<(Geometry, Board, Engine)> = None;
    let ended = AtomicBool::new(false);
    let mut deliver = |answered: Answered<E>| {
        let flow = deliver(answered);
        ended.fetch_or(flow.is_break(), Ordering::Relaxed);
        flow
    };
    while let Some((item, way)) = queue.next() {
        // Whether the taker has enough is noted above, whoever hands the answer over.
        match (item, way) {
            (Err(other), _) => _ = deliver(Err(other)),
            (Ok(Instance::Tiles(first)), Way::Deep) => {
                let known = deep
                    .take()
                    .filter(|(geometry, goal, _)| (geometry, goal) == (&first.geometry, &first.goal));
                let engine = match known {
                    Some((_, _, engine)) => engine,
                    None => match lineup::engine(first.geometry, &first.goal, plan, progress)? {
                        Some(engine) => engine,
                        None => return Ok(()),
                    },
                };
                search(&engine, &first, &mut queue, plan, &mut deliver);
                deep = Some((first.geometry, first.goal, engine));
            }
            (Ok(Instance::Tiles(first)), Way::Tiny) => _ = look_up(first, &mut queue, &mut deliver),
            (Ok(first), _) => solve_each(first, &mut queue, plan, &mut deliver),
        }
        if ended.load(Ordering::Relaxed) || plan.limits.is_cancelled() {
            break;
        }
    }
    Ok(())
}

/// What is still to come, with the one that ended a group in front.
struct Queue<'a, 'b, E> {
    puzzles: &'a mut Puzzles<'b, E>,
    plan: &'a Plan,
    pending: Option<(Result<Instance, E>, Way)>,
}

impl<E> Queue<'_, '_, E> {
    fn next(&mut self) -> Option<(Result<Instance, E>, Way)> {
        self.pending.take().or_else(|| {
            let item = self.puzzles.next()?;
            let way = item.as_ref().map_or(Way::Other, |instance| lineup::way(instance, self.plan));
            Some((item, way))
        })
    }

    /// The next puzzle, if it goes the same way and `alike` says so.
    fn next_if(&mut self, same: Way, alike: impl Fn(&Instance) -> bool) -> Option<Instance> {
        match self.next()? {
            (Ok(instance), way) if way == same && alike(&instance) => Some(instance),
            other => {
                self.pending = Some(other);
                None
            }
        }
    }

    /// The next board with the size and the goal of `first`.
    fn next_like(&mut self, same: Way, first: &TilesInstance) -> Option<TilesInstance> {
        let alike = |instance: &Instance| {
            matches!(instance, Instance::Tiles(tiles)
                if (tiles.geometry, &tiles.goal) == (first.geometry, &first.goal))
        };
        match self.next_if(same, alike)? {
            Instance::Tiles(tiles) => Some(tiles),
            Instance::Blocks(_) => None,
        }
    }
}

/// Boards of one goal, side by side.
fn search<E: Send>(
    engine: &Engine,
    first: &TilesInstance,
    queue: &mut Queue<'_, '_, E>,
    plan: &Plan,
    deliver: &mut Deliver<'_, E>,
) {
    let mut start = Some(first.start.clone());
    let mut boards = std::iter::from_fn(|| {
        start.take().or_else(|| queue.next_like(Way::Deep, first).map(|tiles| tiles.start))
    });
    engine.solve_all(&mut boards, plan.threads(), &plan.limits, &mut |start, report| {
        let instance = TilesInstance { start, ..first.clone() };
        let answer = lineup::pattern_answer(&instance, report);
        deliver(Ok((Instance::Tiles(instance), Ok(answer))))
    });
}

/// Tiny boards of one goal, from one table.
fn look_up<E>(
    first: TilesInstance,
    queue: &mut Queue<'_, '_, E>,
    deliver: &mut Deliver<'_, E>,
) -> ControlFlow<()> {
    let table = match TinyTable::new(&first) {
        Ok(table) => table,
        Err(error) => return deliver(Ok((Instance::Tiles(first), Err(error)))),
    };
    let mut next = Some(first.clone());
    while let Some(instance) = next {
        let answer = table.answer(&instance);
        deliver(Ok((Instance::Tiles(instance), answer)))?;
        next = queue.next_like(Way::Tiny, &first);
    }
    ControlFlow::Continue(())
}

/// Answers that wait for those before them.
struct Waiting<'a, 'b, E> {
    next: usize,
    answers: BTreeMap<usize, (Instance, Result<Answer, Error>)>,
    deliver: &'a mut Deliver<'b, E>,
    ended: bool,
}

impl<E> Waiting<'_, '_, E> {
    fn hand_in(&mut self, number: usize, answered: (Instance, Result<Answer, Error>)) {
        self.answers.insert(number, answered);
        while !self.ended
            && let Some(answered) = self.answers.remove(&self.next)
        {
            self.next += 1;
            self.ended = (self.deliver)(Ok(answered)).is_break();
        }
    }
}

/// Puzzles of any kind, each on a thread of its own.
fn solve_each<E: Send>(
    first: Instance,
    queue: &mut Queue<'_, '_, E>,
    plan: &Plan,
    deliver: &mut Deliver<'_, E>,
) {
    let threads = plan.threads();
    let plan = Plan { threads: Some(1), ..plan.clone() };
    let mut first = Some(first);
    let puzzles = std::iter::from_fn(|| first.take().or_else(|| queue.next_if(Way::Other, |_| true)));
    let puzzles = Mutex::new(puzzles.enumerate());
    let waiting = Mutex::new(Waiting { next: 0, answers: BTreeMap::new(), deliver, ended: false });
    let take = || puzzles.lock().expect("no reader panics").next();
    let work = || {
        while let Some((number, instance)) = take() {
            let answer = lineup::solve(&instance, &plan, &mut ());
            let mut waiting = waiting.lock().expect("no taker of answers panics");
            waiting.hand_in(number, (instance, answer));
            if waiting.ended || plan.limits.is_cancelled() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Hints;

    fn costs(texts: &[&str], plan: &Plan) -> Vec<String> {
        let mut puzzles = texts.iter().map(|text| match text.strip_prefix('!') {
            Some(other) => Err(other.to_string()),
            None => Ok(Instance::parse(text, &Hints::default()).expect("a puzzle")),
        });
        let mut lines = Vec::new();
        let done = solve_all(&mut puzzles, plan, &mut (), &mut |answered| {
            lines.push(match answered {
                Err(other) => other,
                Ok((_, Ok(answer))) => match answer.steps() {
                    Some(steps) => steps.len().to_string(),
                    None => answer.reason.clone().unwrap_or_default(),
                },
                Ok((_, Err(error))) => error.to_string(),
            });
            ControlFlow::Continue(())
        });
        done.expect("no folder of tables");
        lines
    }

    #[test]
    fn answers_come_in_order_whatever_the_puzzles_are() {
        let fifteen = "5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12";
        let texts = [
            "1 2 3 / 4 0 6 / 7 5 8",
            "1 2 3 / 4 5 6 / 7 8 0",
            "!no puzzle",
            fifteen,
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15",
            "!again",
            fifteen,
            "1A9BF0C",
            "1 2 3 / 4 5 6 / 8 7 0",
            "1 2 3 4 5 / 6 7 8 9 0",
            "1 2 3 4 5 / 6 7 8 0 9",
        ];
        for threads in [1, 3] {
            let plan = Plan { threads: Some(threads), ..Plan::default() };
            let lines = costs(&texts, &plan);
            let head: Vec<&str> = lines[..8].iter().map(String::as_str).collect();
            assert_eq!(head, ["2", "0", "no puzzle", "10", "1", "again", "10", "81"]);
            assert!(lines[8].contains("odd"), "{}", lines[8]);
            assert_eq!(lines[9..], ["0", "1"]);
        }
        let plan = Plan { algorithm: Some(crate::Algorithm::AStar), ..Plan::default() };
        assert_eq!(costs(&texts[..5], &plan), ["2", "0", "no puzzle", "10", "1"]);
    }

    #[test]
    fn a_batch_ends_when_its_taker_has_enough() {
        let instance = Instance::parse("5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", &Hints::default());
        let instance = instance.expect("a board");
        for algorithm in [None, Some(crate::Algorithm::AStar)] {
            let mut puzzles = std::iter::repeat_with(|| Ok::<_, ()>(instance.clone()));
            let plan = Plan { algorithm, ..Plan::default() };
            let mut taken = 0;
            let done = solve_all(&mut puzzles, &plan, &mut (), &mut |_| {
                taken += 1;
                if taken < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            done.expect("no folder of tables");
            assert_eq!(taken, 5);
        }
    }
}
