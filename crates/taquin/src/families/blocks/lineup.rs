//! The combinations for sliding blocks.

use std::path::Path;
use std::time::Duration;

use taquin_blocks::format::picture;
use taquin_blocks::{
    Blocks, Move, Problem, Scope, Task, Travel, Word, compile, compile_even, compile_wide, flood, replay,
    solve as solve_by_levels,
};
use taquin_search::{
    Blind, Cost, Heuristic, Limit, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional,
    breadth_first, iterative_deepening,
};

use super::space::look_up;
use super::{KIND, step};
use crate::answer::{Answer, Step, with_steps};
use crate::error::Error;
use crate::informed;
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::survey::{self, Survey};
use crate::trace::{Traced, Tracer, Words};
use crate::walk::Walk;

/// The most expansions and the longest time of each attempt at a quick solution: the time limit is reached first if a
/// position has hundreds of successors.
const QUICK_NODES: u64 = 200_000;
const QUICK_TIME: Duration = Duration::from_millis(500);

/// The most bytes for the positions of a whole space, where no limit is set.
const MOST_BYTES: usize = 4 << 30;

pub(super) fn solve(problem: &Problem, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    if let Some(file) = &plan.distances {
        return from_file(problem, plan, file, None);
    }
    let (algorithm, guide) = choose(problem, plan)?;
    // The family's own search does the same as the generic one, only faster.
    let report = if algorithm == Algorithm::BreadthFirst {
        compile(problem, Scope::Reachable, Levels { plan, progress })?
    } else {
        compile_even(problem, Scope::Reachable, Generic { algorithm, guide, plan, progress })??
    };
    let reason = (report.outcome == Outcome::Unsolvable && report.stats.expanded == 0)
        .then(|| "a piece of the goal could not get there even if it were alone on the board".to_string());
    Ok(Answer { reason, ..Answer::new(algorithm, guide, report) })
}

/// The answer by the distances in a file.
fn from_file(
    problem: &Problem,
    plan: &Plan,
    file: &Path,
    tracer: Option<&mut dyn Tracer>,
) -> Result<Answer, Error> {
    if let Some(algorithm) = plan.algorithm.filter(|&algorithm| algorithm != Algorithm::Exhaustive) {
        return Err(Error::UnusedDistances { algorithm });
    }
    let report = look_up(problem, file, tracer)?;
    Ok(Answer::new(Algorithm::Exhaustive, HeuristicName::BLIND, report))
}

/// Solves by a search that reports each of its steps to `tracer`.
pub(super) fn trace(problem: &Problem, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    if let Some(file) = &plan.distances {
        return from_file(problem, plan, file, Some(tracer));
    }
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(problem, &plan)?;
    // A trace puts every state into words, so the widest states are as good as others.
    let search = Told { algorithm, guide, plan: &plan, tracer };
    let report = compile_wide(problem, Scope::Reachable, search)??;
    Ok(Answer::new(algorithm, guide, report))
}

/// Surveys everything that can be reached.
pub(super) fn survey(problem: &Problem, scope: &survey::Scope<'_>) -> Result<Survey, Error> {
    struct Look<'a>(&'a survey::Scope<'a>);
    impl Task for Look<'_> {
        type Output = Survey;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Survey {
            let text = |state: &C| picture::one_line(blocks, *state);
            survey::survey(blocks, blocks.start(), self.0, &text)
        }
    }
    Ok(compile_wide(problem, Scope::Reachable, Look(scope))?)
}

/// The algorithms and heuristics that can be chosen.
pub(super) fn choices(problem: &Problem) -> Choices {
    let known = |algorithm: &Algorithm| match algorithm {
        Algorithm::Bidirectional => free_pieces(problem) == 0,
        Algorithm::Near => false,
        _ => true,
    };
    Choices {
        algorithms: Algorithm::ALL.iter().copied().filter(known).collect(),
        heuristics: vec![HeuristicName::BLIND, HeuristicName::MANHATTAN],
    }
}

/// How many pieces the goal does not place.
fn free_pieces(problem: &Problem) -> usize {
    problem.pieces().len().saturating_sub(problem.goal().len())
}

/// The algorithm and the heuristic: those of the plan if it names them. Breadth-first search is the fastest for all
/// but the largest spaces, and no heuristic for blocks is strong enough to pay there.
fn choose(problem: &Problem, plan: &Plan) -> Result<(Algorithm, HeuristicName), Error> {
    if problem.goal().is_empty() {
        return Err(Error::NoGoal);
    }
    let algorithm = match (plan.algorithm, plan.heuristic) {
        (Some(algorithm), _) => algorithm,
        (None, None | Some(HeuristicName::BLIND)) => Algorithm::BreadthFirst,
        (None, Some(_)) => Algorithm::AStar,
    };
    if algorithm == Algorithm::Near {
        return Err(Error::NotFor { what: format!("algorithm {algorithm}"), kind: KIND });
    }
    if algorithm == Algorithm::Bidirectional && free_pieces(problem) > 0 {
        return Err(Error::ManyGoals { free: free_pieces(problem), pieces: problem.pieces().len() });
    }
    let guide = match plan.heuristic {
        None | Some(HeuristicName::BLIND) if !algorithm.is_informed() => HeuristicName::BLIND,
        Some(heuristic) if !algorithm.is_informed() => {
            return Err(Error::Uninformed { algorithm, heuristic });
        }
        None => HeuristicName::MANHATTAN,
        Some(heuristic @ (HeuristicName::BLIND | HeuristicName::MANHATTAN)) => heuristic,
        Some(heuristic) => return Err(Error::NotFor { what: format!("heuristic {heuristic}"), kind: KIND }),
    };
    Ok((algorithm, guide))
}

/// A breadth-first search, on the words that the puzzle is compiled to.
struct Levels<'a> {
    plan: &'a Plan,
    progress: &'a mut dyn Progress,
}

impl Task for Levels<'_> {
    type Output = Report<Step>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Report<Step> {
        with_steps(solve_by_levels(blocks, &self.plan.limits, self.progress), |moves| steps(blocks, moves))
    }
}

/// Another search, on the words that the puzzle is compiled to.
struct Generic<'a> {
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &'a Plan,
    progress: &'a mut dyn Progress,
}

impl Task for Generic<'_> {
    type Output = Result<Report<Step>, Error>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let report = match self.algorithm {
            Algorithm::Exhaustive => exhaustive(blocks, self.plan, self.progress)?,
            algorithm => search(blocks, algorithm, self.guide, self.plan, self.progress),
        };
        Ok(with_steps(report, |moves| steps(blocks, moves)))
    }
}

/// One search that is traced step by step.
struct Told<'a> {
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &'a Plan,
    tracer: &'a mut dyn Tracer,
}

impl Task for Told<'_> {
    type Output = Result<Report<Step>, Error>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let words = Words {
            state: &|state: &C| picture::one_line(blocks, *state),
            step: &|mv: Move, _: &C| picture::move_in_words(blocks, mv),
        };
        let mut traced = Traced::new(self.tracer, words, Rule::of(self.algorithm, self.plan));
        let report = match self.algorithm {
            Algorithm::Exhaustive => tell_exhaustive(blocks, self.plan, &mut traced)?,
            algorithm => search(blocks, algorithm, self.guide, self.plan, traced),
        };
        Ok(with_steps(report, |moves| steps(blocks, moves)))
    }
}

/// Floods the whole space until the goal is found.
fn exhaustive<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let limits = Limits { memory: plan.limits.memory.or(Some(MOST_BYTES)), ..plan.limits.clone() };
    let found = flood(blocks, plan.threads(), &limits, progress);
    Ok(found.map_err(|_| Error::TooManyPositions)?.report)
}

/// Traces the flood, in which every level has the same positions in another order, and the path that is found when it
/// has reached the goal.
fn tell_exhaustive<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    plan: &Plan,
    traced: &mut Traced<'_, Blocks<O, C>>,
) -> Result<Report<Move>, Error> {
    let flood = "the flood: all positions, level by level from the start until the goal is found";
    traced.phase(flood, Rule::Levels);
    let mut report = breadth_first(blocks, blocks.start(), &plan.limits, &mut *traced);
    if report.outcome == Outcome::Stopped(Limit::Cancelled) && !plan.limits.is_cancelled() {
        // A tracer that has ended the reports of the flood may still trace its result.
        report.outcome = exhaustive(blocks, plan, &mut ())?.outcome;
    }
    if let Outcome::Solved { moves, cost } = &report.outcome {
        report.lower_bound = *cost;
        traced.phase("the path: the table gives the distance, a bidirectional search the moves", Rule::Walk);
        let mut walk = Walk::new(blocks, blocks.start());
        let _ = walk.go_along(moves, traced);
        report.stats.expanded += walk.told.0;
        report.stats.generated += walk.told.1;
    }
    Ok(report)
}

fn search<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &Plan,
    observer: impl Observer<Blocks<O, C>>,
) -> Report<Move> {
    let (start, limits) = (blocks.start(), &plan.limits);
    match (algorithm, guide) {
        (Algorithm::BreadthFirst, _) => breadth_first(blocks, start, limits, observer),
        (Algorithm::Bidirectional, _) if blocks.whole_goal().is_none() => {
            // A piece could not get to its place even if it were alone on the board.
            Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() }
        }
        (Algorithm::Bidirectional, _) => bidirectional(blocks, start, limits, observer),
        (Algorithm::IterativeDeepening, _) => iterative_deepening(blocks, start, limits, observer),
        (Algorithm::UniformCost, _) | (_, HeuristicName::BLIND) => {
            informed::run(algorithm, blocks, start, &Blind, plan, observer)
        }
        _ => informed::run(algorithm, blocks, start, &Travel::new(blocks), plan, observer),
    }
}

/// A lower bound on the moves of the goal pieces.
pub(super) fn lower_bound(problem: &Problem) -> Cost {
    struct Least;
    impl Task for Least {
        type Output = Cost;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Cost {
            if blocks.goal_in_reach() { Travel::new(blocks).start(blocks, &blocks.start()) } else { 0 }
        }
    }
    let least = || compile_wide(problem, Scope::Reachable, Least).unwrap_or(0);
    if problem.goal().is_empty() { 0 } else { least() }
}

/// A solution by weighted A*, or else by greedy search, which is seldom short but found quickly.
pub(super) fn quick_solution(problem: &Problem, limits: &Limits) -> Option<Vec<Step>> {
    let limits = Limits { nodes: Some(QUICK_NODES), time: Some(QUICK_TIME), ..limits.clone() };
    [Algorithm::WeightedAStar, Algorithm::Greedy].into_iter().find_map(|algorithm| {
        let plan = Plan { algorithm: Some(algorithm), limits: limits.clone(), ..Plan::default() };
        solve(problem, &plan, &mut ()).ok()?.steps().map(<[Step]>::to_vec)
    })
}

/// The moves piece by piece; replays the solution on the way.
pub(super) fn steps<O: Word, C: Word>(blocks: &Blocks<O, C>, moves: &[Move]) -> Vec<Step> {
    let end = moves.iter().fold(blocks.start(), |state, &mv| blocks.moved(state, mv));
    assert!(blocks.reached(end), "a solution must end at the goal");
    replay(blocks, moves).into_iter().map(step).collect()
}
