//! The combinations for sliding blocks.

use taquin_blocks::format::picture;
use taquin_blocks::{
    Blocks, Move, Problem, Scope, Task, Travel, Word, compile, replay, solve as solve_by_levels,
};
use taquin_search::{
    BestFirst, Blind, BucketQueue, ClosedList, Observer, Outcome, Report, UniformCost, best_first,
    breadth_first, iterative_deepening,
};

use super::informed;
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::plan::{Algorithm, Choices, Guide, Plan};
use crate::survey::{self, Survey};
use crate::trace::{Traced, Tracer, Words};
use crate::watcher::{Watched, Watcher};

pub(super) fn solve(problem: &Problem, plan: &Plan, watcher: &mut dyn Watcher) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(problem, plan)?;
    let search = Search { algorithm, guide, plan, audience: Audience::Watcher(watcher) };
    let report = compile(problem, Scope::Reachable, search)?;
    let reason = (report.outcome == Outcome::Unsolvable && report.stats.expanded == 0)
        .then(|| "a piece of the goal could not get there even if it were alone on the board".to_string());
    Ok(Answer { algorithm, heuristic: guide.to_string(), reason, report })
}

/// Solves by a search that tells `tracer` each of its steps.
pub(super) fn trace(problem: &Problem, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(problem, &plan)?;
    let search = Search { algorithm, guide, plan: &plan, audience: Audience::Tracer(tracer) };
    let report = compile(problem, Scope::Reachable, search)?;
    Ok(Answer { algorithm, heuristic: guide.to_string(), reason: None, report })
}

/// Looks at everything that can be reached.
pub(super) fn survey(problem: &Problem, scope: &survey::Scope<'_>) -> Result<Survey, Error> {
    struct Look<'a>(&'a survey::Scope<'a>);
    impl Task for Look<'_> {
        type Output = Survey;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Survey {
            let text = |state: &C| picture::one_line(blocks, *state);
            survey::survey(blocks, blocks.start(), self.0, &text)
        }
    }
    Ok(compile(problem, Scope::Reachable, Look(scope))?)
}

/// The algorithms and heuristics that can be asked for.
pub(super) fn choices() -> Choices {
    let known =
        |algorithm: &Algorithm| !matches!(algorithm, Algorithm::Exhaustive | Algorithm::Bidirectional);
    Choices {
        algorithms: Algorithm::ALL.iter().copied().filter(known).collect(),
        heuristics: vec![Guide::Blind, Guide::Manhattan],
    }
}

/// The algorithm and the heuristic: those of the plan where it names them. Level by level is the
/// fastest for all but the largest spaces, and no heuristic for blocks is strong enough to pay there.
fn choose(problem: &Problem, plan: &Plan) -> Result<(Algorithm, Guide), Error> {
    if problem.goal().is_empty() {
        return Err(Error::NoGoal);
    }
    let algorithm = match (plan.algorithm, plan.heuristic) {
        (Some(algorithm), _) => algorithm,
        (None, None | Some(Guide::Blind)) => Algorithm::BreadthFirst,
        (None, Some(_)) => Algorithm::AStar,
    };
    if matches!(algorithm, Algorithm::Exhaustive | Algorithm::Bidirectional) {
        return Err(Error::TilesOnly { what: algorithm.to_string() });
    }
    let guide = match plan.heuristic {
        None | Some(Guide::Blind) if !algorithm.is_informed() => Guide::Blind,
        Some(heuristic) if !algorithm.is_informed() => {
            return Err(Error::Uninformed { algorithm, heuristic });
        }
        None => Guide::Manhattan,
        Some(heuristic @ (Guide::Blind | Guide::Manhattan)) => heuristic,
        Some(heuristic) => return Err(Error::TilesOnly { what: heuristic.to_string() }),
    };
    Ok((algorithm, guide))
}

/// Who hears of the search.
enum Audience<'a> {
    Watcher(&'a mut dyn Watcher),
    Tracer(&'a mut dyn Tracer),
}

/// One search, on whatever words the puzzle is compiled to.
struct Search<'a> {
    algorithm: Algorithm,
    guide: Guide,
    plan: &'a Plan,
    audience: Audience<'a>,
}

impl Task for Search<'_> {
    type Output = Report<Step>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Report<Step> {
        let limits = &self.plan.limits;
        let report = match self.audience {
            // The family's own search does the same as the generic one, only faster.
            Audience::Watcher(watcher) if self.algorithm == Algorithm::BreadthFirst => {
                solve_by_levels(blocks, limits, Watched(watcher))
            }
            Audience::Watcher(watcher) => {
                search(blocks, self.algorithm, self.guide, self.plan, Watched(watcher))
            }
            Audience::Tracer(tracer) => {
                let words = Words {
                    state: &|state: &C| picture::one_line(blocks, *state),
                    step: &|mv: Move, _: &C| picture::move_in_words(blocks, mv),
                };
                search(blocks, self.algorithm, self.guide, self.plan, Traced { tracer, words })
            }
        };
        let outcome = match report.outcome {
            Outcome::Solved { moves, cost } => Outcome::Solved { moves: steps(blocks, &moves), cost },
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(limit) => Outcome::Stopped(limit),
        };
        Report { outcome, lower_bound: report.lower_bound, stats: report.stats }
    }
}

fn search<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    algorithm: Algorithm,
    guide: Guide,
    plan: &Plan,
    observer: impl Observer<Blocks<O, C>>,
) -> Report<Move> {
    let (start, limits) = (blocks.start(), &plan.limits);
    match (algorithm, guide) {
        (Algorithm::BreadthFirst, _) => breadth_first(blocks, start, limits, observer),
        (Algorithm::IterativeDeepening, _) => iterative_deepening(blocks, start, limits, observer),
        (Algorithm::UniformCost, _) => {
            let (open, duplicates) = (BucketQueue::default(), ClosedList);
            let strategy = BestFirst { ranking: UniformCost, open, duplicates };
            best_first(blocks, start, &Blind, strategy, limits, observer)
        }
        (informed, Guide::Blind) => informed::run(informed, blocks, start, &Blind, plan, observer),
        (informed, _) => informed::run(informed, blocks, start, &Travel::new(blocks), plan, observer),
    }
}

/// The moves piece by piece; replays the solution on the way.
fn steps<O: Word, C: Word>(blocks: &Blocks<O, C>, moves: &[Move]) -> Vec<Step> {
    let end = moves.iter().fold(blocks.start(), |state, &mv| blocks.moved(state, mv));
    assert!(blocks.reached(end), "a solution must end at the goal");
    let pieces = blocks.problem().pieces();
    let step = |step: taquin_blocks::Step| Step::Block { name: pieces[step.piece].name, step };
    replay(blocks, moves).into_iter().map(step).collect()
}
