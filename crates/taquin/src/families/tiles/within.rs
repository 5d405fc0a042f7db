//! A solution that is proved to be at most so many percent longer than a shortest one: a short one from the near
//! search, and the bounds of the deepening search that fail until they prove it.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Estimate, Outcome, Progress, Report, Stats};

use super::deepening::{DeepSolver, tiles};
use super::near::NearSolver;
use super::{TilesInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver};
use crate::plan::{Algorithm, HeuristicName, Plan};

/// How long to look for a short solution before bounds are raised; a hard 24-puzzle takes minutes for its last bounds.
const FIRST: Duration = Duration::from_secs(1);

/// Solves boards of one size and goal.
pub(super) struct WithinSolver {
    near: NearSolver,
    deep: DeepSolver,
}

impl WithinSolver {
    pub(super) fn new(instance: &TilesInstance) -> Self {
        WithinSolver { near: NearSolver::new(instance), deep: DeepSolver::new(instance) }
    }

    /// Solves a board until the gap of the plan is proved, or a limit is reached.
    pub(super) fn solve_one(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> Result<Answer, Error> {
        let started = Instant::now();
        let mut gap = Gap { most: plan.within_percent.unwrap_or(100), best: Cost::MAX, bound: 0 };
        let goes_on = lineup::has_bounds(instance);
        let first = Plan {
            algorithm: Some(Algorithm::Near),
            patience: if goes_on {
                Some(plan.patience.map_or(FIRST, |time| time.min(FIRST)))
            } else {
                plan.patience
            },
            ..plan.clone()
        };
        let near = self.near.solve_one(instance, &first, &mut (&mut gap, &mut *progress))?;
        let Outcome::Solved { moves, cost } = near.report.outcome.clone() else { return Ok(near) };
        gap.solution(cost, near.report.lower_bound);
        if gap.is_proved() || !goes_on {
            return Ok(near);
        }
        progress.solution(cost, gap.bound);
        let mut plan = plan.clone();
        plan.limits.time = plan.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let deep = self.deep.solve_one(instance, &plan, &mut (&mut gap, &mut *progress))?;
        let mut stats = deep.report.stats.clone();
        stats.expanded += near.report.stats.expanded;
        stats.generated += near.report.stats.generated;
        stats.seconds = started.elapsed().as_secs_f64();
        let lower_bound = gap.bound.max(deep.report.lower_bound);
        Ok(match deep.report.outcome {
            Outcome::Stopped(_) if gap.is_proved() => near_answer(moves, cost, lower_bound, stats),
            Outcome::Stopped(_) => Answer { known: Some(moves), ..deep },
            _ => deep,
        })
    }
}

fn near_answer(moves: Vec<Step>, cost: Cost, lower_bound: Cost, stats: Stats) -> Answer {
    let report = Report { outcome: Outcome::Solved { moves, cost }, lower_bound, stats };
    Answer::new(Algorithm::Near, HeuristicName::BLIND, report)
}

impl Solver for WithinSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        for instance in instances {
            let answer = self.solve_one(tiles(&instance), plan, progress);
            if deliver((Some(instance), answer)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// Ends the work when the best solution is proved to be near enough.
struct Gap {
    /// The most that a solution may have of the bound, in percent.
    most: Cost,
    best: Cost,
    bound: Cost,
}

impl Gap {
    fn is_proved(&self) -> bool {
        u64::from(self.best) * 100 <= u64::from(self.bound) * u64::from(self.most)
    }
}

impl Progress for Gap {
    fn bound(&mut self, bound: Cost) {
        self.bound = self.bound.max(bound);
    }
    fn estimate(&mut self, estimate: &Estimate) {
        self.bound = self.bound.max(estimate.lower_bound);
    }
    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.best = self.best.min(cost);
        self.bound = self.bound.max(lower_bound);
    }
    fn tick(&mut self, _: &Stats) -> ControlFlow<()> {
        if self.is_proved() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use taquin_search::{Limit, Limits};

    use super::*;
    use crate::families::tiles::stage::scrambled;
    use crate::instance::Hints;

    /// Random boards like `goal`.
    fn boards(goal: &str, count: u64) -> impl Iterator<Item = TilesInstance> {
        let home = Instance::parse(goal, &Hints::default()).unwrap().of::<TilesInstance>().unwrap().clone();
        (0..count).map(move |seed| scrambled(&home, seed))
    }

    const EIGHT: &str = "1 2 3 / 4 5 6 / 7 8 0";
    const FIFTEEN: &str = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";

    #[test]
    fn the_gap_is_as_promised_and_the_bound_is_one() {
        let patience = Some(Duration::from_millis(20));
        let plan = |percent| Plan { within_percent: Some(percent), patience, ..Plan::default() };
        for board in boards(FIFTEEN, 4) {
            let fewest = DeepSolver::new(&board).solve_one(&board, &Plan::default(), &mut ()).unwrap();
            let Outcome::Solved { cost: fewest, .. } = fewest.report.outcome else { panic!() };
            for percent in [100, 105, 120, 300] {
                let answer = WithinSolver::new(&board).solve_one(&board, &plan(percent), &mut ()).unwrap();
                let Outcome::Solved { cost, moves } = answer.report.outcome else { panic!() };
                let bound = answer.report.lower_bound;
                assert_eq!(moves.len(), cost as usize);
                assert!(bound.min(cost) <= fewest && fewest <= cost, "{bound} {fewest} {cost}");
                assert!(cost * 100 <= bound.min(cost) * percent, "{cost} of {bound}, {percent}");
            }
        }
    }

    #[test]
    fn weighted_a_star_keeps_the_promise_too() {
        for board in boards(EIGHT, 300) {
            let cost = |plan: &Plan| match lineup::solve(&board, plan, &mut ()).unwrap().report.outcome {
                Outcome::Solved { cost, .. } => cost,
                other => panic!("{other:?}"),
            };
            let fewest = cost(&Plan::default());
            for (weight_percent, percent) in [(None, 110), (None, 150), (Some(400), 130)] {
                let algorithm = Some(Algorithm::WeightedAStar);
                let plan =
                    Plan { algorithm, weight_percent, within_percent: Some(percent), ..Plan::default() };
                assert!(cost(&plan) * 100 <= fewest * percent);
            }
        }
    }

    #[test]
    fn a_search_that_is_stopped_keeps_the_short_solution() {
        let board = boards(FIFTEEN, 1).next().unwrap();
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let plan = Plan { within_percent: Some(100), limits, ..Plan::default() };
        let answer = WithinSolver::new(&board).solve_one(&board, &plan, &mut ()).unwrap();
        assert_eq!(answer.report.outcome, Outcome::Stopped(Limit::Nodes));
        assert!(answer.known.is_some_and(|moves| moves.len() >= answer.report.lower_bound as usize));
    }
}
