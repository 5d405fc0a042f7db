//! A solution that is proved to be at most a given percentage longer than a shortest one: a short one from the near
//! search, and the bounds of the deepening search that fail until they prove it.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Estimate, Limit, Outcome, Progress, Report, Stats};
use taquin_tiles::deepening::Tables;

use super::deepening::tiles;
use super::near::NearSolver;
use super::{TilesInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver};
use crate::plan::{Algorithm, HeuristicName, Plan};

/// How long to look for a short solution before bounds are raised; a hard 24-puzzle takes minutes for its last bounds.
pub(super) const FIRST: Duration = Duration::from_secs(1);

/// Solves boards of one size and goal.
pub(super) struct WithinSolver {
    near: NearSolver,
}

impl WithinSolver {
    pub(super) fn new(instance: &TilesInstance) -> Self {
        WithinSolver { near: NearSolver::new(instance) }
    }

    /// Solves a board until the gap of the plan is proved, or a limit is reached. Bounds of a large board soon take
    /// too long, so there the solution is shortened and the bound raised in turn, each time longer than before.
    pub(super) fn solve_one(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> Result<Answer, Error> {
        let started = Instant::now();
        let mut gap = Gap::new(plan.within_percent.unwrap_or(100), Cost::MAX, 0);
        let (mut best, mut spent, mut turn) = (None::<(Vec<Step>, Cost)>, Stats::default(), FIRST);
        loop {
            let near = self.shorten(instance, plan, (turn, started), &mut (&mut gap, &mut *progress))?;
            let Outcome::Solved { moves, cost } = near.report.outcome.clone() else { return Ok(near) };
            gap.solution(cost, near.report.lower_bound);
            add(&mut spent, &near.report.stats, started);
            let (moves, cost) = match best.take() {
                Some((known, fewer)) if fewer <= cost => (known, fewer),
                _ if gap.is_proved() || !lineup::has_bounds(instance) => return Ok(near),
                _ => (moves, cost),
            };
            if gap.is_proved() {
                return Ok(near_answer(moves, cost, gap.bound, spent));
            }
            progress.solution(cost, gap.bound);
            let deep = self.raise(instance, plan, (turn, started), (&mut gap, &mut *progress))?;
            add(&mut spent, &deep.report.stats, started);
            let lower_bound = gap.bound.max(deep.report.lower_bound);
            let is_over = plan.limits.time.is_some_and(|time| started.elapsed() >= time);
            match deep.report.outcome {
                Outcome::Stopped(_) if gap.is_proved() => {
                    return Ok(near_answer(moves, cost, lower_bound, spent));
                }
                Outcome::Stopped(Limit::Time) if takes_turns(instance, plan) && !is_over => turn *= 2,
                outcome @ Outcome::Stopped(_) => {
                    let report = Report { outcome, lower_bound, stats: spent };
                    let answer = Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, report);
                    return Ok(Answer { known: Some(moves), ..answer });
                }
                _ => return Ok(deep),
            }
            best = Some((moves, cost));
        }
    }

    /// Looks for a short solution for a limited time.
    fn shorten(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        (turn, started): (Duration, Instant),
        progress: &mut dyn Progress,
    ) -> Result<Answer, Error> {
        let patience = if lineup::has_bounds(instance) {
            Some(plan.patience.map_or(turn, |time| time.min(turn)))
        } else {
            plan.patience
        };
        let mut plan = Plan { algorithm: Some(Algorithm::Near), patience, ..plan.clone() };
        plan.limits.time = left(&plan, started);
        self.near.solve_one(instance, &plan, progress)
    }

    /// Raises the bound until the gap is proved, or for a limited time on a large board.
    fn raise(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        (turn, started): (Duration, Instant),
        (gap, progress): (&mut Gap, &mut dyn Progress),
    ) -> Result<Answer, Error> {
        let mut plan = plan.clone();
        plan.limits.time = left(&plan, started);
        if takes_turns(instance, &plan) {
            plan.limits.time = Some(plan.limits.time.map_or(turn, |time| time.min(turn)));
        }
        let known = (gap.bound, Tables::new());
        let report = self.near.deep.prove(instance, &plan, known, &mut (gap, progress))?;
        Ok(lineup::pattern_answer(instance, report))
    }
}

/// Whether the solution of a board is shortened and its bound raised by turns.
fn takes_turns(instance: &TilesInstance, plan: &Plan) -> bool {
    instance.geometry.cells() > lineup::LARGEST_OPTIMAL && plan.limits.nodes.is_none()
}

/// The remaining time of a plan.
fn left(plan: &Plan, started: Instant) -> Option<Duration> {
    plan.limits.time.map(|time| time.saturating_sub(started.elapsed()))
}

/// Adds the counts of one search to those of others.
fn add(sum: &mut Stats, stats: &Stats, started: Instant) {
    sum.expanded += stats.expanded;
    sum.generated += stats.generated;
    sum.seconds = started.elapsed().as_secs_f64();
    if !stats.bounds.is_empty() {
        sum.bounds.clone_from(&stats.bounds);
    }
    sum.peak_bytes = sum.peak_bytes.max(stats.peak_bytes);
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
pub(super) struct Gap {
    /// The most that a solution may have of the bound, in percent.
    most: Cost,
    best: Cost,
    bound: Cost,
}

impl Gap {
    /// For a solution of `best` moves, which may have at most `most` percent of the bound.
    pub(super) fn new(most: Cost, best: Cost, bound: Cost) -> Self {
        Gap { most, best, bound }
    }

    pub(super) fn is_proved(&self) -> bool {
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
    use taquin_search::Limits;

    use super::*;
    use crate::families::tiles::deepening::DeepSolver;
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
        let home = boards(FIFTEEN, 1).next().unwrap();
        let (mut deep, mut within) = (DeepSolver::new(&home), WithinSolver::new(&home));
        for board in boards(FIFTEEN, 4) {
            let fewest = deep.solve_one(&board, &Plan::default(), &mut ()).unwrap();
            let Outcome::Solved { cost: fewest, .. } = fewest.report.outcome else { panic!() };
            for percent in [100, 105, 120, 300] {
                let answer = within.solve_one(&board, &plan(percent), &mut ()).unwrap();
                let Outcome::Solved { cost, moves } = answer.report.outcome else { panic!() };
                let bound = answer.report.lower_bound;
                assert_eq!(moves.len(), cost as usize);
                assert!(bound.min(cost) <= fewest && fewest <= cost, "{bound} {fewest} {cost}");
                assert!(cost * 100 <= bound.min(cost) * percent, "{cost} of {bound}, {percent}");
            }
        }
    }

    /// Every one of Korf's hundred with one of the factors, against the published distances.
    #[test]
    fn the_promise_holds_on_korfs_hundred() {
        let lines = include_str!("../../../../tiles/data/korf100.txt").lines();
        // All have the same goal, and so the same tables.
        let mut solver = None;
        for (place, line) in lines.filter(|line| !line.starts_with('#')).enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let fewest: Cost = words[1].parse().unwrap();
            let hints = Hints { goal: Some("blank-first".into()), ..Hints::default() };
            let text = words[2..].chunks(4).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ");
            let board = Instance::parse(&text, &hints).unwrap().of::<TilesInstance>().unwrap().clone();
            let percent = [105, 110, 125, 150][place % 4];
            let patience = Some(Duration::from_millis(10));
            let plan = Plan { within_percent: Some(percent), patience, ..Plan::default() };
            let solver = solver.get_or_insert_with(|| WithinSolver::new(&board));
            let answer = solver.solve_one(&board, &plan, &mut ()).unwrap();
            let Outcome::Solved { cost, .. } = answer.report.outcome else { panic!() };
            let bound = answer.report.lower_bound.min(cost);
            assert!(bound <= fewest && fewest <= cost && cost * 100 <= bound * percent, "{line}");
        }
    }

    /// A board of 36 cells is solved within the gap, and its lower bound is valid.
    #[test]
    fn a_large_board_is_proved_to_be_near() {
        let home = (1..36).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ") + " 0";
        let rows = home.split(' ').collect::<Vec<_>>();
        let home = rows.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ");
        let mut board =
            Instance::parse(&home, &Hints::default()).unwrap().of::<TilesInstance>().unwrap().clone();
        // The blank goes around the lower right quarter, twice, and further in.
        for cell in [34, 33, 27, 28, 29, 35, 34, 33, 27, 21, 22, 23, 29, 28, 22, 16, 15, 21, 27, 28] {
            board.start.slide(cell);
        }
        for percent in [100, 150] {
            let plan = Plan { within_percent: Some(percent), ..Plan::default() };
            let answer = WithinSolver::new(&board).solve_one(&board, &plan, &mut ()).unwrap();
            let Outcome::Solved { cost, .. } = answer.report.outcome else { panic!() };
            let bound = answer.report.lower_bound;
            assert!(bound <= 20 && cost * 100 <= bound * percent, "{cost} of {bound}");
        }
        let answer = lineup::solve(&board, &Plan::default(), &mut ()).unwrap();
        assert!(answer.is_shortest());
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
