//! Machines solve puzzles, one or many, by one plan.
//!
//! One board is a batch of one. Puzzles are taken in order; those that share their size and their goal
//! share tables as well, so neighbours of one kind are given to one [`Solver`] of their family. All others
//! are solved one by one, each on its own thread.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::Progress;

use crate::answer::Answer;
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::Plan;

/// The puzzles of a batch, in order. A text that is not a puzzle is an error in its place.
pub type Puzzles<'a> = dyn Iterator<Item = Result<Instance, Error>> + Send + 'a;

/// One result of a batch: the puzzle, if there is one, and its answer or an error.
pub type Answered = (Option<Instance>, Result<Answer, Error>);

/// Receives the answers in the order of the puzzles; breaking ends the batch.
pub type Deliver<'a> = dyn FnMut(Answered) -> ControlFlow<()> + Send + 'a;

/// Something that solves puzzles: the processor, GPUs, a cluster.
pub trait Machine: Sync {
    /// Whether this process reads the puzzles and delivers the answers; other processes only help.
    ///
    /// # Errors
    /// If the machine is not available.
    fn leads(&self) -> Result<bool, Error> {
        Ok(true)
    }

    /// Tells the helping processes that there is nothing to solve, and why. Once the machine has begun to solve,
    /// it does so by itself.
    fn abandon(&self, why: &str) {
        let _ = why;
    }

    /// Solves all `puzzles` as `plan` says, each within its limits, and delivers the answers in their order,
    /// each as soon as it and the ones before it are ready.
    ///
    /// # Errors
    /// If the machine fails; what is wrong with a single puzzle is part of its answer.
    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error>;

    /// Counts the whole space of a puzzle by distance.
    ///
    /// # Errors
    /// If the machine does not count spaces, or not this one, or fails.
    fn enumerate(
        &self,
        instance: &Instance,
        plan: &EnumeratePlan,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        let _ = (instance, plan, progress);
        Err(Error::Machine { machine: "the machine", what: "counts no whole spaces".into() })
    }
}

/// Solves puzzles of one group, which share their tables.
pub trait Solver {
    /// Solves `instances`, all of the solver's group, as `plan` says, each within its limits, and delivers
    /// the answers in their order.
    ///
    /// # Errors
    /// If tables cannot be built.
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error>;
}

/// Solves one puzzle on a machine.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have, or the machine fails.
pub fn solve_on(
    machine: &(impl Machine + ?Sized),
    instance: &Instance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let mut answer = None;
    let mut one = std::iter::once(Ok(instance.clone()));
    machine.solve(&mut one, plan, progress, &mut |(_, found)| {
        answer = Some(found);
        ControlFlow::Continue(())
    })?;
    answer.unwrap_or(Err(Error::NoAnswer)).map(|answer| answer.completed(instance, plan))
}

/// The cores of this computer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cores;

impl Machine for Cores {
    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let mut queue = Queue { puzzles, pending: None };
        let mut known: Option<(String, Box<dyn Solver>)> = None;
        let ended = AtomicBool::new(false);
        let mut deliver = |(instance, answer): Answered| {
            let answer = match &instance {
                Some(instance) => answer.map(|answer| answer.completed(instance, plan)),
                None => answer,
            };
            let flow = deliver((instance, answer));
            ended.fetch_or(flow.is_break(), Ordering::Relaxed);
            flow
        };
        while let Some(item) = queue.next() {
            match item.map(|first| (first.group(plan), first)) {
                Err(error) => _ = deliver((None, Err(error))),
                Ok((None, first)) => solve_each(first, &mut queue, plan, progress, &mut deliver),
                Ok((Some(group), first)) => {
                    if known.as_ref().is_none_or(|(other, _)| *other != group) {
                        let wanted = plan.wanted.solver(&first, plan);
                        let solver = wanted.unwrap_or_else(|| first.solver(plan))?;
                        known = Some((group, solver));
                    }
                    let Some((group, solver)) = &mut known else { continue };
                    let mut first = Some(first);
                    let alike = |other: &Instance| other.group(plan).as_ref() == Some(&*group);
                    let mut instances = std::iter::from_fn(|| first.take().or_else(|| queue.next_if(&alike)));
                    solver.solve(&mut instances, plan, progress, &mut deliver)?;
                }
            }
            if ended.load(Ordering::Relaxed) || plan.limits.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    fn enumerate(
        &self,
        instance: &Instance,
        plan: &EnumeratePlan,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        instance.analysis().enumerate(plan, progress)
    }
}

/// What is still to come, with the puzzle that ended a group in front.
struct Queue<'a, 'b> {
    puzzles: &'a mut Puzzles<'b>,
    pending: Option<Result<Instance, Error>>,
}

impl Queue<'_, '_> {
    fn next(&mut self) -> Option<Result<Instance, Error>> {
        self.pending.take().or_else(|| self.puzzles.next())
    }

    /// The next puzzle, if `alike` says so.
    fn next_if(&mut self, alike: &dyn Fn(&Instance) -> bool) -> Option<Instance> {
        match self.next()? {
            Ok(instance) if alike(&instance) => Some(instance),
            other => {
                self.pending = Some(other);
                None
            }
        }
    }
}

/// Answers that wait for those before them.
struct Waiting<'a, 'b> {
    next: usize,
    answers: BTreeMap<usize, Answered>,
    deliver: &'a mut Deliver<'b>,
    ended: bool,
}

impl Waiting<'_, '_> {
    fn hand_in(&mut self, number: usize, answered: Answered) {
        self.answers.insert(number, answered);
        while !self.ended
            && let Some(answered) = self.answers.remove(&self.next)
        {
            self.next += 1;
            self.ended = (self.deliver)(answered).is_break();
        }
    }
}

/// Puzzles of no group, each on a thread of its own; one that stands alone has all threads.
fn solve_each(
    first: Instance,
    queue: &mut Queue<'_, '_>,
    plan: &Plan,
    progress: &mut dyn Progress,
    deliver: &mut Deliver<'_>,
) {
    let alone = |instance: &Instance| instance.group(plan).is_none();
    let Some(second) = queue.next_if(&alone) else {
        let answer = solve_alone(&first, plan, progress);
        let _ = deliver((Some(first), answer));
        return;
    };
    let one = Plan { threads: Some(1), ..plan.clone() };
    let mut head = [second, first].to_vec();
    let mut puzzles = std::iter::from_fn(|| head.pop().or_else(|| queue.next_if(&alone)));
    side_by_side(&mut puzzles, plan, deliver, &|instance| solve_alone(instance, &one, &mut ()));
}

/// Solves a puzzle that shares nothing with others.
fn solve_alone(instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    let Some(solver) = plan.wanted.solver(instance, plan) else { return instance.solve(plan, progress) };
    let mut answer = Err(Error::NoAnswer);
    solver?.solve(&mut std::iter::once(instance.clone()), plan, progress, &mut |(_, found)| {
        answer = found;
        ControlFlow::Continue(())
    })?;
    answer
}

/// Solves puzzles side by side, as many at a time as the plan has threads, and delivers the answers in order.
pub(crate) fn side_by_side(
    puzzles: &mut (dyn Iterator<Item = Instance> + Send),
    plan: &Plan,
    deliver: &mut Deliver<'_>,
    solve: &(dyn Fn(&Instance) -> Result<Answer, Error> + Sync),
) {
    let puzzles = Mutex::new(puzzles.enumerate());
    let waiting = Mutex::new(Waiting { next: 0, answers: BTreeMap::new(), deliver, ended: false });
    let take = || puzzles.lock().expect("no reader panics").next();
    let work = || {
        while let Some((number, instance)) = take() {
            let answer = solve(&instance);
            let mut waiting = waiting.lock().expect("no taker of answers panics");
            waiting.hand_in(number, (Some(instance), answer));
            if waiting.ended || plan.limits.is_cancelled() {
                return;
            }
        }
    };
    taquin_search::host::scope(|scope| {
        for _ in 1..plan.threads() {
            scope.spawn(work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Hints;

    /// What is delivered for some texts: costs, reasons, errors.
    fn costs(texts: &[&str], plan: &Plan) -> Vec<String> {
        let mut puzzles = texts.iter().map(|text| Instance::parse(text, &Hints::default()));
        let mut lines = Vec::new();
        let done = Cores.solve(&mut puzzles, plan, &mut (), &mut |(_, answer)| {
            lines.push(match answer {
                Ok(answer) => match answer.steps() {
                    Some(steps) => steps.len().to_string(),
                    None => answer.reason.clone().unwrap_or_default(),
                },
                Err(error) => error.to_string(),
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
            "1 2 3 / 4 5",
            fifteen,
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15",
            "1 2 2 0",
            fifteen,
            "1A9BF0C",
            "1 2 3 / 4 5 6 / 8 7 0",
            "1 2 3 4 5 / 6 7 8 9 0",
            "1 2 3 4 5 / 6 7 8 0 9",
        ];
        for threads in [1, 3] {
            let plan = Plan { threads: Some(threads), ..Plan::default() };
            let lines = costs(&texts, &plan);
            let places = [0, 1, 3, 4, 6, 7, 9, 10];
            assert_eq!(
                places.map(|place| lines[place].as_str()),
                ["2", "0", "10", "1", "10", "81", "0", "1"]
            );
            assert!(lines[2].contains("expected"), "{}", lines[2]);
            assert!(lines[5].contains("found 2 again"), "{}", lines[5]);
            assert!(lines[8].contains("odd"), "{}", lines[8]);
        }
        let plan = Plan { algorithm: Some(crate::Algorithm::AStar), ..Plan::default() };
        assert_eq!(costs(&texts[3..5], &plan), ["10", "1"]);
    }

    #[test]
    fn a_batch_ends_when_its_taker_has_enough() {
        let instance = Instance::parse("5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", &Hints::default());
        let instance = instance.expect("a board");
        for algorithm in [None, Some(crate::Algorithm::AStar)] {
            let mut puzzles = std::iter::repeat_with(|| Ok(instance.clone()));
            let plan = Plan { algorithm, ..Plan::default() };
            let mut taken = 0;
            let done = Cores.solve(&mut puzzles, &plan, &mut (), &mut |_| {
                taken += 1;
                if taken < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            done.expect("no folder of tables");
            assert_eq!(taken, 5);
        }
    }
}
